#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// What `fmdb export` writes, `fmdb import` and `fmdb shell` read back: the same values of the same types.
    @Suite(.serialized) struct RoundTripTests {
        private let scene = ToolScene()
        private static let environment = ProcessInfo.processInfo.environment

        /// Each row with its types, its bytes, and the bits of its numbers.
        private func values(_ file: String, _ table: String = "t") throws -> [String] {
            let db = scene.open(file)
            defer { db.close() }
            let columns = try db.tableSchema(table)?.columns.map(\.name) ?? []
            let terms = columns.map(FMSQL.quoted(identifier:)).map {
                "typeof(\($0)), hex(\($0)), CASE typeof(\($0)) WHEN 'real' THEN \($0) END"
            }
            // SQLite has 2,000 columns in a result.
            let parts = stride(from: 0, to: terms.count, by: 600).map { terms[$0..<min($0 + 600, terms.count)] }
            return try parts.flatMap { try rows($0.joined(separator: ", "), of: table, db) }
        }

        private func rows(_ terms: String, of table: String, _ db: FMDatabase) throws -> [String] {
            var rows: [String] = []
            try db.forEachRow(
                FMSQL(raw: "SELECT \(terms) FROM \(FMSQL.quoted(identifier: table)) ORDER BY rowid")
            ) { row in
                let values = try row.values()
                rows.append(
                    stride(from: 0, to: values.count, by: 3).map { place in
                        guard case .real(let real) = values[place + 2] else {
                            return "\(values[place]) \(values[place + 1])"
                        }
                        return "real \(real.bitPattern)"
                    }.joined(separator: ", "))
            }
            return rows
        }

        // MARK: Drawn values

        private static let texts = [
            "", " ", "a", "NULL", "null", "x''", "x'00ff'", "X'00'", "x'0'", "CAST(x'ff' AS TEXT)", "CAST(x'' AS TEXT)",
            "9e999",
            "-9e999", "inf", "Infinity", "NaN", "1", "-1", "+1", "007", "1.10", "1.0", "-0.0", "1e5", "1e400", ".5",
            "5.", "0x10",
            "9223372036854775807", "9223372036854775808", "0.30000000000000004", "true", "\"", "\"\"", "'", "a,b",
            "a;b", "a\tb",
            "|", "\n", "\r", "\r\n", "a\0b", "\0", "{\"base64\":\"AA==\"}", "{\"base64text\":\"/w==\"}", "[1]",
            "\u{FEFF}a", "é",
            "e\u{301}", "😀", "\u{2028}", "\\", "\\N", "\u{1}", "\u{7F}", " 1 ", "1 ", "-", "--", "/*", ";", "';--",
            "=1+1", "\u{FFFD}",
        ]
        private static let reals: [Double] = [
            0, -0.0, 1, -1, 0.1, 1.1, 1e308, -1e308, .infinity, -.infinity, .leastNonzeroMagnitude,
            2.2250738585072014e-308, 1e15, 1e16,
            1e17, 1e22,
            1e23, 9007199254740992, 0.30000000000000004, 1.7976931348623157e308, 123456.789, 4.35, 1e-7,
        ]
        private static let integers: [Int64] = [0, 1, -1, .min, .max, 1 << 53, (1 << 53) + 1, 42, 2_147_483_648]

        /// An expression of SQL, and its value.
        private static func drawn(_ kind: Int, _ numbers: inout SeededNumbers) -> (sql: String, value: FMValue) {
            switch kind {
            case 0:
                return (
                    "?",
                    .integer(
                        Bool.random(using: &numbers)
                            ? integers.randomElement(using: &numbers) ?? 0 : .random(in: .min ... .max, using: &numbers)
                    )
                )
            case 1:
                let real = Double(bitPattern: .random(in: 0 ... .max, using: &numbers))
                return (
                    "?",
                    .real(real.isNaN || Bool.random(using: &numbers) ? reals.randomElement(using: &numbers) ?? 0 : real)
                )
            case 2:
                guard Int.random(in: 0..<8, using: &numbers) == 0 else {
                    let pieces = Bool.random(using: &numbers) ? 1 : 2
                    return ("?", .text((0..<pieces).map { _ in texts.randomElement(using: &numbers) ?? "" }.joined()))
                }
                return ("CAST(? AS TEXT)", .blob(bytes(&numbers)))
            default: return ("?", .blob(bytes(&numbers)))
            }
        }

        private static func bytes(_ numbers: inout SeededNumbers) -> Data {
            Data((0..<Int.random(in: 0..<12, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) })
        }

        private static let names = [
            "a", "B", "Ä", "ä", "a,b", "q\"x", "x\ny", "9", "e\u{301}", "\u{E9}", "it's", "select", "a;b|c\td",
        ]

        /// Makes a table in one database, and, if wished, the same without rows in another one.
        private func make(_ one: String, _ other: String?, isUniform: Bool, _ numbers: inout SeededNumbers) throws {
            let width = Int.random(in: 1...4, using: &numbers)
            let names = Self.names.shuffled(using: &numbers).prefix(width).map(FMSQL.quoted(identifier:))
            let kinds = names.map { _ in Int.random(in: 0..<4, using: &numbers) }
            let types = ["", "BLOB", "TEXT", "INTEGER", "REAL", "NUMERIC", "VARCHAR(9)", "ANY"]
            let columns = zip(names, kinds).map { name, kind in
                let type =
                    isUniform ? ["INTEGER", "REAL", "TEXT", "BLOB"][kind] : types.randomElement(using: &numbers) ?? ""
                return "\(name) \(type)"
            }
            let sql = "CREATE TABLE t (\(columns.joined(separator: ", ")))"
            if let other { try scene.make(other, sql) }
            try scene.make(one, sql)
            let db = scene.open(one)
            defer { db.close() }
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                let values = kinds.map { kind in
                    if Int.random(in: 0..<5, using: &numbers) == 0 { return ("?", FMValue.null) }
                    return Self.drawn(isUniform ? kind : Int.random(in: 0..<4, using: &numbers), &numbers)
                }
                try db.execute(FMSQL(raw: "INSERT INTO t VALUES (\(values.map(\.0).joined(separator: ", ")))")) {
                    bindings in
                    for (_, value) in values { try bindings.add(value) }
                }
            }
        }

        /// `FMDB_ROUND_TRIPS` says how many tables of each format are drawn, `FMDB_ROUND_TRIP_SEED` which.
        @Test(arguments: ["csv", "tsv", "json", "ndjson", "sql"]) func drawnTablesComeBack(format: String) throws {
            let count = Self.environment["FMDB_ROUND_TRIPS"].flatMap(Int.init) ?? 15
            let start = Self.environment["FMDB_ROUND_TRIP_SEED"].flatMap(Int.init) ?? 7
            let seed = format.utf8.reduce(start) { $0 * 31 + Int($1) }
            var numbers = SeededNumbers(seed)
            let isText = format == "csv" || format == "tsv"
            for index in 0..<count {
                for file in scene.files { try? FileManager.default.removeItem(atPath: scene.folder.file(file)) }
                // A new table has a type for each column: where a column has values of two types it gets that of both.
                let isNew = format != "sql" && index % 3 == 2
                try make("a.db", format == "sql" || isNew ? nil : "b.db", isUniform: isNew, &numbers)
                let null = isText ? ["", "", "NULL", "\\N", "1", "x'\''"].randomElement(using: &numbers) ?? "" : ""
                let option = null.isEmpty ? "" : "--null '\(null.replacingOccurrences(of: "'", with: "'\\''"))'"
                let header = isText && isNew && Bool.random(using: &numbers) ? "--no-header" : ""
                let read =
                    format == "sql"
                    ? "fmdb shell b.db --create <t.sql" : "fmdb import b.db t.\(format) \(option) \(header) --quiet"
                let run = try scene.run("fmdb export a.db t --to t.\(format) \(option) \(header) --quiet && \(read)")
                let (one, other) = (try values("a.db"), try values("b.db"))
                #expect(
                    run.code == 0 && one == other && !one.isEmpty,
                    "seed \(seed), table \(index), \(option) \(header): \(run)\n\(scene.read("t.\(format)"))")
            }
        }

        // MARK: Single kinds

        @Test(arguments: ["csv", "json"]) func bytesAndInfinitiesStayWhatTheyAre(format: String) throws {
            let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB, r REAL, s TEXT)"
            try scene.make(
                "a.db",
                "\(sql); INSERT INTO t VALUES (1, x'00ff', 9e999, 'x''00ff'''), (2, x'', -9e999, '9e999'), (3, NULL, 1, '')"
            )
            try scene.make("b.db", sql)
            let run = try scene.run(
                "fmdb export a.db t --to t.\(format) && fmdb import b.db t.\(format) && fmdb import c.db t.\(format) --key id"
            )
            #expect(run.code == 0, "\(run)")
            #expect(try values("b.db") == values("a.db"))
            #expect(try values("c.db") == values("a.db"))
        }

        @Test(arguments: ["csv", "json"]) func anyColumnsOfStrictTablesKeepWhatTheyHave(format: String) throws {
            guard SQLiteVersion.linked >= SQLiteVersion(3, 37) else { return }
            let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, a ANY) STRICT"
            let values = "('5'), ('1.10'), ('007'), (5), (1.5), (x'00'), (NULL), ('a'), (9e999), ('9e999')"
            try scene.make("a.db", "\(sql); INSERT INTO t (a) VALUES \(values)")
            try scene.make("b.db", sql)
            let run = try scene.run("fmdb export a.db t --to t.\(format) && fmdb import b.db t.\(format)")
            #expect(run.code == 0, "\(run)")
            #expect(try self.values("b.db") == self.values("a.db"))
            let added = try scene.run(
                "fmdb import b.db - --table t --format json --alter", input: #"[{"id": 99, "new": "7"}]"#)
            #expect(added.code == 0, "\(added)")
            #expect(try scene.rows("b.db", "SELECT new FROM t WHERE id = 99") == ["'7'"])
        }

        @Test func textOfAColumnForTextIsNoInfinity() throws {
            try scene.make("t.db", "CREATE TABLE t (s TEXT, r REAL)")
            scene.write("s,r\n9e999,9e999\n", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT s, typeof(r) FROM t") == ["'9e999'|'real'"])
        }

        @Test func emptyFieldsAreNullAndEmptyTextsStayOnes() throws {
            scene.write("n,s,t\n,,\"\"\n1,x,y\n", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["NULL|NULL|''", "1|'x'|'y'"])
            // A column that takes no NULL, and a file that says what NULL is.
            try scene.make("u.db", "CREATE TABLE t (n INT, s TEXT NOT NULL, t TEXT)")
            #expect(try scene.run("fmdb import u.db t.csv").code == 0)
            #expect(try scene.rows("u.db", "SELECT * FROM t")[0] == "NULL|''|''")
            #expect(try scene.run("fmdb import t.db t.csv --table v --null NULL").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM v")[0] == "NULL|''|''")
        }

        @Test func quotationMarksAroundAllFieldsSayNothing() throws {
            scene.write("\"id\",\"code\"\n\"1\",\"007\"\n\"\",\"x\"\n", to: "t.csv")
            scene.write("id,code\n\"1\",\"x\"\n\"2\",\"y\"\n", to: "u.csv")
            scene.write("id,code\n1,\"1\"\n2,\"2\"\n", to: "v.csv")
            let run = try scene.run("for t in t u v; do fmdb import t.db $t.csv; done")
            #expect(run.code == 0, "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'007'", "NULL|'x'"])
            #expect(try scene.rows("t.db", "SELECT typeof(id) FROM u") == ["'integer'", "'integer'"])
            // Where they are only around some numbers, these are texts.
            #expect(try scene.rows("t.db", "SELECT * FROM v") == ["1|'1'", "2|'2'"])
        }

        @Test func numbersOfADumpAreExact() throws {
            try scene.make("a.db", "CREATE TABLE t (r REAL)")
            let db = scene.open("a.db")
            var numbers = SeededNumbers(34)
            let count = Self.environment["FMDB_DUMPED_REALS"].flatMap(Int.init) ?? 4000
            try db.withTransaction(.immediate) {
                for _ in 0..<count {
                    let bits = UInt64.random(in: 0 ... .max, using: &numbers)
                    let real = Double(bitPattern: bits)
                    try db.execute("INSERT INTO t VALUES (?)", real.isNaN ? Double(bits) : real)
                    try db.execute("INSERT INTO t VALUES (?)", Double.random(in: 0..<1000, using: &numbers))
                }
            }
            db.close()
            let run = try scene.run("fmdb export a.db --to a.sql && fmdb shell b.db --create <a.sql")
            #expect(run.code == 0, "\(run)")
            let (one, other) = (try values("a.db"), try values("b.db"))
            let different = zip(one, other).filter { $0 != $1 }.count
            #expect(one.count == other.count && different == 0, "seed 34: \(different) of \(one.count) differ")
        }

        /// `FMDB_ROUND_TRIP_FILES` names a folder of files of others: each is imported, exported and imported again.
        @Test(.enabled(if: environment["FMDB_ROUND_TRIP_FILES"] != nil)) func filesOfOthersComeBack() throws {
            let folder = Self.environment["FMDB_ROUND_TRIP_FILES"] ?? ""
            var (read, refused, different) = (0, 0, 0)
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
                let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
                guard ["csv", "tsv", "json", "ndjson", "geojson"].contains(ending) else { continue }
                for file in scene.files { try? FileManager.default.removeItem(atPath: scene.folder.file(file)) }
                let path = "'\(folder)/\(name.replacingOccurrences(of: "'", with: "'\\''"))'"
                let first = try scene.run("fmdb import a.db \(path) --table t --rejects /dev/null --quiet")
                guard first.code == 0 || first.code == 3 else {
                    refused += 1
                    print("refused: \(name): \(first.errors.split(separator: "\n").first ?? "")")
                    continue
                }
                read += 1
                let one = try values("a.db")
                for format in ["csv", "tsv", "json", "ndjson", "sql"] {
                    let again = format == "sql" ? "shell b.db --create <t.sql" : "import b.db t.\(format) --quiet"
                    let run = try scene.run("rm -f b.db; fmdb export a.db t --to t.\(format) --quiet && fmdb \(again)")
                    let other = run.code == 0 ? try values("b.db") : []
                    if one != other {
                        different += 1
                        let pair = zip(one, other).first { $0 != $1 }
                        print(
                            "different: \(name) as \(format), \(one.count) and \(other.count) rows: \(pair.map { "\($0)" } ?? "\(run)")"
                        )
                    }
                }
            }
            print("\(read) files read, \(refused) refused, \(different) round trips of \(5 * read) with a difference")
            #expect(read > 0 && different == 0)
        }
    }
#endif
