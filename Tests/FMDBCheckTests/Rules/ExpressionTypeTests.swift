#if Checked
    import FMDBCheck
    import Testing

    /// Reads of columns that are expressions. A line has the expression, a bar, and the read; `!` marks a mistake.
    @Suite struct ExpressionTypeTests {
        private static let schema = """
            CREATE TABLE trip (id INTEGER PRIMARY KEY, town TEXT, zip TEXT, n INTEGER, at REAL);
            CREATE TABLE day (id INTEGER PRIMARY KEY, note TEXT);
            """

        private static let accessors = #"""
            ! SELECT zip || ' ' || town AS x FROM trip | long
            ! SELECT zip || ' ' || town AS x FROM trip | int
            ! SELECT zip || ', ' || town AS x FROM trip | date
            ! SELECT upper(town) || zip AS x FROM trip | double
            ! SELECT date(at, 'unixepoch') AS x FROM trip | date
            ! SELECT datetime(at, 'unixepoch') AS x FROM trip | long
            ! SELECT time(at, 'unixepoch') AS x FROM trip | double
            ! SELECT strftime('%Y-%m', at, 'unixepoch') AS x FROM trip | date
            ! SELECT strftime('%Y', at, 'unixepoch') AS x FROM trip | date
            ! SELECT strftime('%Y%m%dT%H%M%S', at, 'unixepoch') AS x FROM trip | date
            ! SELECT strftime('%Y-%m', at, 'unixepoch') AS x FROM trip | int
            ! SELECT strftime('%H:%M', at) AS x FROM trip | int
            ! SELECT upper(town) AS x FROM trip | int
            ! SELECT lower(town) AS x FROM trip | bool
            ! SELECT typeof(n) AS x FROM trip | int
            ! SELECT group_concat(town, ', ') AS x FROM trip | int
            ! SELECT group_concat(DISTINCT town) AS x FROM trip | date
            ! SELECT printf('%d km', n) AS x FROM trip | int
            ! SELECT count(*) AS x FROM trip | data
            ! SELECT length(town) AS x FROM trip | data
            ! SELECT julianday(at) AS x FROM trip | data
            ! SELECT count(*) OVER (ORDER BY n) AS x FROM trip | data
            ! SELECT instr(town, 'a') AS x FROM trip | data
            ! SELECT unicode(town) AS x FROM trip | data
            ! SELECT CAST(town AS INTEGER) AS x FROM trip | data
            ! WITH m AS (SELECT date(at) AS x, sum(n) AS s FROM trip GROUP BY 1) SELECT x, s FROM m | date
            ! WITH m AS (SELECT date(at) AS x, sum(n) AS s FROM trip GROUP BY 1) SELECT m.x AS y, s AS x FROM m JOIN day ON day.id = m.s | 0 date
            ! WITH m AS (SELECT date(at) AS d FROM trip), k AS (SELECT d FROM m) SELECT d AS x FROM k | date
            ! SELECT x FROM (SELECT zip || ' ' || town AS x FROM trip) | int
            ! SELECT q.x FROM (SELECT date(at) x FROM trip) AS q WHERE q.x > '2024' | date
            ! SELECT upper(x) AS x FROM (SELECT town AS x FROM trip) | int
            ! INSERT INTO day (note) VALUES ('a') RETURNING upper(note) AS x | int
            - SELECT zip || ' ' || town AS x FROM trip | string
            - SELECT zip || ' ' || town AS x FROM trip | data
            - SELECT n || zip AS x FROM trip | int
            - SELECT n || '.' || zip AS x FROM trip | double
            - SELECT '1' || zip AS x FROM trip | long
            - SELECT CAST(zip AS TEXT) AS x FROM trip | int
            - SELECT strftime('%s', at) AS x FROM trip | long
            - SELECT strftime('%s', at) AS x FROM trip | date
            - SELECT strftime('%Y', at) AS x FROM trip | int
            - SELECT strftime('%Y%m%d', at) AS x FROM trip | int
            - SELECT strftime(?, at) AS x FROM trip | int
            - SELECT substr(zip, 1, 4) AS x FROM trip | int
            - SELECT substr(date(at), 1, 4) AS x FROM trip | int
            - SELECT replace(zip, '.', '') AS x FROM trip | int
            - SELECT trim(zip) AS x FROM trip | long
            - SELECT printf('%d', n) AS x FROM trip | int
            - SELECT printf('%.2f', at) AS x FROM trip | double
            - SELECT count(*) AS x FROM trip | int
            - SELECT count(*) AS x FROM trip | string
            - SELECT julianday(at) AS x FROM trip | double
            - SELECT max(at) AS x FROM trip | date
            - SELECT coalesce(at, date('now')) AS x FROM trip | date
            - SELECT CASE n WHEN 1 THEN upper(town) ELSE n END AS x FROM trip | int
            - SELECT date(at) AS x FROM trip UNION SELECT n FROM trip | date
            - SELECT * FROM (SELECT date(at) AS x FROM trip) | string
            - WITH m AS (SELECT date(at) AS x FROM trip UNION SELECT n FROM trip) SELECT x FROM m | date
            - WITH m (x) AS (SELECT at FROM trip), k AS (SELECT date(at) AS x FROM trip) SELECT m.x FROM m, k | date
            - WITH m AS (SELECT date(at) AS note FROM trip) SELECT day.note AS x FROM day, m WHERE m.note = day.note | string
            - WITH m AS (SELECT date(at) AS x FROM trip), k AS (SELECT at AS x FROM trip) SELECT k.x FROM m, k | date
            - SELECT mine(town) AS x FROM trip | int
            - SELECT reverse(upper(town)) AS x FROM trip | int
            - SELECT lower(town) = 'a' AS x FROM trip | bool
            - SELECT date(at) > '2024' AS x FROM trip | bool
            - SELECT date(at) IS NOT NULL AS x FROM trip | bool
            - SELECT length(zip || ' ') AS x FROM trip | int
            - SELECT zip || ' ' = town AS x FROM trip | bool
            - SELECT unixepoch(at) AS x FROM trip | date
            """#

        private static let values = #"""
            ! SELECT zip || town FROM trip | Int
            ! SELECT date(at) FROM trip | Date
            ! SELECT strftime('%s', at) FROM trip | Int64
            ! SELECT substr(zip, 1, 4) FROM trip | Int
            ! SELECT count(*) FROM trip | String
            ! SELECT CAST(n AS TEXT) FROM trip | Int
            ! SELECT length(town) FROM trip | Data
            - SELECT zip || town FROM trip | String
            - SELECT count(*) FROM trip | Int
            - SELECT julianday(at) FROM trip | Double
            - SELECT count(*) FROM trip | Bool
            - SELECT max(town) FROM trip | Int
            """#

        private func findings(_ call: String) throws -> [FMFinding] {
            let source = "import FMDB\nfunc f(db: FMDatabase) throws {\n\(call)\n}\n"
            let names = FMCheckNames(functions: ["mine": [1], "reverse": [1]])
            return try FMQueryCheck(schema: .script(Self.schema), names: names).report(onSource: source).findings
                .filter { $0.rule != .nullable && $0.rule != .valueCount }
        }

        private func expect(_ call: String, _ isMistake: Bool, _ place: String) throws {
            let found = try findings(call)
            #expect(
                found.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
                    == (isMistake ? ["warning column-type"] : []))
            #expect(found.allSatisfy { String(call.dropFirst($0.place.column - 1)).hasPrefix(place) }, "\(found)")
        }

        private static func cases(_ lines: String) -> [[String]] {
            lines.split(separator: "\n").map { [String($0.prefix(1))] + $0.dropFirst(2).components(" | ") }
        }

        @Test(arguments: cases(accessors)) func accessor(parts: [String]) throws {
            let words = parts[2].split(separator: " ").map(String.init)
            let read = words.count > 1 ? "\(words[1])(forColumnIndex: \(words[0]))" : "\(words[0])(forColumn: \"x\")"
            let call =
                "let r = try db.executeQuery(\"\(parts[1])\", values: nil); while r.next() { print(r.\(read) as Any) }"
            try expect(call, parts[0] == "!", words.count > 1 ? words[0] : "\"x\"")
        }

        @Test(arguments: cases(values)) func value(parts: [String]) throws {
            try expect("let x = try db.value(\"\(parts[1])\", as: \(parts[2])?.self)", parts[0] == "!", "value")
        }

        @Test func theMessage() throws {
            let read =
                "let r = try db.executeQuery(\"SELECT date(at) AS x FROM trip\", values: nil); while r.next() { print(r.date(forColumn: \"x\") as Any) }"
            #expect(
                try findings(read).map(\.message) == [
                    "column \"x\" is a text, date(at), so date returns a date in 1970"
                ])
            #expect(
                try findings("let x = try db.value(\"SELECT count(*) FROM trip\", as: String?.self)").map(\.message)
                    == [
                        "column \"count(*)\" is a number, count(*), but it is read as String, which cannot hold a number"
                    ])
            #expect(try findings("db.setDateFormat(FMDatabase.storeableDateFormat(\"yyyy\")); " + read) == [])
        }
    }

    extension Substring {
        fileprivate func components(_ separator: String) -> [String] {
            split(separator: separator).map(String.init)
        }
    }
#endif
