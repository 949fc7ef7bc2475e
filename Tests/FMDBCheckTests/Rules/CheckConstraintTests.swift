#if Checked
    import FMDBCheck
    import Testing

    /// Values that a CHECK of the column refuses. `«` marks the place, and is not a part of the source.
    @Suite struct CheckConstraintTests {
        private static let schema = """
            CREATE TABLE bill (
                id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('open', 'paid')), cents INTEGER CHECK (cents > 0),
                kind TEXT COLLATE NOCASE CHECK (kind IN ('a', 'b')), code TEXT CHECK (length(code) = 2), due REAL,
                level CHECK (level BETWEEN 1 AND 5), other TEXT, own TEXT CHECK (known(own)), big TEXT CHECK (big GLOB '[A-Z]*'),
                local TEXT COLLATE local CHECK (local = 'x'), CHECK (due > cents), CHECK (other <> 'none')
            );
            CREATE TABLE one (id INTEGER PRIMARY KEY CHECK (id = 1), flag BOOLEAN CHECK (flag IN (0, 1)));
            CREATE TABLE st (n INTEGER CHECK (n < 10), a ANY CHECK (typeof(a) = 'text')) STRICT;
            """

        private static let lines = #"""
            value-type  db.executeUpdate("INSERT INTO bill (state) VALUES («'opened')", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO bill (state) VALUES («'Open')", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO bill (state, cents) VALUES ('open', «0)", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO bill (state, cents) VALUES ('open', 1), ('open', «'0')", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO bill (state) SELECT «'late' FROM one", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE bill SET state = «'late', cents = 3 WHERE id = 1", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE bill SET code = «'abc'", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE bill SET level = «6", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE bill SET other = «'none'", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE bill SET big = «'abc'", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO one (id) VALUES («2)", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO one (flag) VALUES (1) ON CONFLICT (id) DO UPDATE SET flag = «2", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO st (n) VALUES («10)", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO st (a) VALUES («5)", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO bill (state) VALUES (?)", withArgumentsIn: [«"late"])
            value-type  try db.executeUpdate("UPDATE bill SET cents = ? WHERE id = ?", values: [«-1, n])
            value-type  try db.executeUpdate("UPDATE bill SET level = ? WHERE id = ?", values: [«0.5, n])
            value-type  db.executeUpdate("UPDATE bill SET state = :state", withParameterDictionary: ["state": «"late"])
            value-type  try db.execute("INSERT INTO bill (state, cents) VALUES (\(«"it's"), \(n))")
            value-type  try db.executeUpdate("UPDATE bill SET level = ?", values: [«false])
            value-type  db.executeUpdate("INSERT OR IGNORE INTO bill (state) VALUES («'late')", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT OR REPLACE INTO bill (state) VALUES («'late')", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO bill (state, cents, kind) VALUES ('open', 5, 'A')", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO bill (state, cents) VALUES ('paid', '5')", withArgumentsIn: [])
            - db.executeUpdate("UPDATE bill SET cents = NULL, kind = NULL, code = 'ab', level = 1, other = 'x'", withArgumentsIn: [])
            - db.executeUpdate("UPDATE bill SET state = 'op' || 'en', cents = 0 + ?, level = -6 + 9", withArgumentsIn: [n])
            - db.executeUpdate("UPDATE bill SET state = CASE cents WHEN 1 THEN 'late' ELSE 'open' END", withArgumentsIn: [])
            - db.executeUpdate("UPDATE bill SET state = lower('OPEN'), code = substr('abc', 1, 2)", withArgumentsIn: [])
            - db.executeUpdate("UPDATE bill SET due = 0, own = 'x', local = 'y'", withArgumentsIn: [])
            - db.executeUpdate("UPDATE bill SET state = ?, cents = ?, level = ?", withArgumentsIn: [word, n, n])
            - db.executeUpdate("UPDATE bill SET state = ?", withArgumentsIn: ["\(word)"])
            - try db.executeUpdate("UPDATE bill SET level = ?, code = ?", values: [true, #"ab"#])
            - db.executeUpdate("INSERT INTO one (id, flag) VALUES (1, 0)", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO one (id) VALUES (NULL)", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO st (n, a) VALUES (9, 'x')", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO bill (state) SELECT other FROM bill WHERE other = 'late'", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO bill (state, other) SELECT 'open', 'late' FROM one", withArgumentsIn: [])
            """#

        private func findings(_ code: String) throws -> [FMFinding] {
            let source = "import FMDB\nfunc f(db: FMDatabase, n: Int, word: String) throws {\n\(code)\n}\n"
            let names = FMCheckNames(functions: ["known": [1]], collations: ["local"])
            return try FMQueryCheck(schema: .script(Self.schema), names: names).report(onSource: source).findings
        }

        @Test(arguments: lines.split(separator: "\n").map(String.init)) func rule(line: String) throws {
            let rule = String(line.prefix { $0 != " " })
            let code = line.dropFirst(rule.count).drop { $0 == " " }
            let mark = code.firstIndex(of: "«").map { code[..<$0].utf8.count + 1 }
            let found = try findings(String(code.filter { $0 != "«" })).filter { $0.severity != .note }
            #expect(found.map(\.shown) == (mark.map { ["3:\($0) \(rule)"] } ?? []), "\(found.map(\.message))")
        }

        @Test func whatTheMessageSays() throws {
            func said(_ text: String) throws -> [String] {
                try findings("db.executeUpdate(\"\(text)\", withArgumentsIn: [])").map {
                    "\($0.severity.rawValue): \($0.message)"
                }
            }
            let start = "CHECK (state IN ('open', 'paid')) of bill does not allow 'late'"
            #expect(try said("UPDATE bill SET state = 'late'") == ["error: \(start): SQLite refuses the row"])
            #expect(
                try said("INSERT OR IGNORE INTO bill (state) VALUES ('late')") == [
                    "warning: \(start); the row is skipped"
                ])
        }
    }
#endif
