#if Checked
    import FMDBCheck
    import Testing

    /// Schemas of which SQLite refuses a statement, and foreign keys that it refuses only when rows change.
    @Suite struct RefusedSchemaTests {
        private func report(_ schema: String, _ texts: String...) throws -> FMCheckReport {
            let source =
                "import FMDB\nfunc work(_ db: FMDatabase) throws {\n"
                + texts.map { "    try db.execute(\"\($0)\")\n" }.joined() + "}\n"
            return try FMQueryCheck(schema: .script(schema)).report(onSource: source, file: "A.swift")
        }

        private static let tables = """
            CREATE TABLE good (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE bad (id INTEGER PRIMARY KEY, name TEXT, PRIMARY KEY (id));
            CREATE INDEX bad_name ON bad (name);
            CREATE TABLE last (word TEXT);
            CREATE INDEX last_wrd ON last (wrd);
            """

        @Test func whatIsRefusedIsLeftOutAndTheRestIsChecked() throws {
            let report = try report(
                Self.tables, "DELETE FROM good WHERE nme = 1", "DELETE FROM bad WHERE nme = 1", "DELETE FROM last",
                "DELETE FROM last WHERE wrd = 1", "SELECT 1 FROM good JOIN bad USING (id)")
            #expect(
                report.places.filter { !$0.contains("verb") } == [
                    "schema.sql:2 error refused", "schema.sql:3 note not-checked", "schema.sql:5 error unknown-column",
                    "A.swift:3 error unknown-column", "A.swift:4 note not-checked", "A.swift:6 error unknown-column",
                    "A.swift:7 note not-checked",
                ])
            #expect(!report.hasSchema && report.texts == 3 && report.unchecked == 2 && report.found == 5)
            #expect(report.summary.contains("2 SQL strings not checked, because SQLite refuses"), "\(report.summary)")
            #expect(report.findings.contains { $0.message.contains("schema.sql:2, which creates or changes bad") })
        }

        @Test func aColumnThatWasNotAdded() throws {
            let report = try report(
                "CREATE TABLE a (x);\nALTER TABLE a ADD COLUMN y INTEGER PRIMARY KEY;\nCREATE TABLE b (x);",
                "DELETE FROM a WHERE y = 1", "DELETE FROM b WHERE y = 1")
            #expect(
                report.places == [
                    "schema.sql:2 error refused", "A.swift:3 note not-checked", "A.swift:4 error unknown-column",
                ])
        }

        @Test func aMisspeltVerbMayMakeAnyTable() throws {
            let report = try report(
                "CREATE TABLE person (id);\nCREAT TABEL x (a);", "DELETE FROM x", "DELETE FROM persn")
            #expect(
                report.places == [
                    "schema.sql:2 error syntax", "A.swift:3 note not-checked", "A.swift:4 error unknown-table",
                ])
        }

        // MARK: Foreign keys

        @Test(arguments: [
            ("CREATE TABLE p (k INTEGER PRIMARY KEY, u TEXT UNIQUE, n TEXT)", ""),
            ("CREATE TABLE p (k INTEGER PRIMARY KEY, u TEXT, n TEXT)", "1 refused p.u is neither"),
            ("CREATE TABLE p (k INTEGER PRIMARY KEY, uu TEXT)", "1 unknown-column no column \"u\" in table p"),
            ("CREATE TABLE p (u TEXT, n TEXT); CREATE UNIQUE INDEX i ON p (u)", ""),
            ("CREATE TABLE p (u TEXT, n TEXT); CREATE UNIQUE INDEX i ON p (u) WHERE n > 1", "1 refused p.u is neither"),
            ("CREATE TABLE other (u TEXT PRIMARY KEY)", "1 unknown-table no table \"p\""),
        ])
        func foreignKeys(parent: String, expected: String) throws {
            let found = try report("CREATE TABLE c (x TEXT REFERENCES p (u));\n\(parent);", "DELETE FROM c").findings
            let shown = found.map { "\($0.place.line) \($0.rule.rawValue) \($0.message)" }
            #expect(found.allSatisfy { $0.severity == .warning && $0.place.column == 24 }, "\(shown)")
            #expect(expected.isEmpty ? shown.isEmpty : shown.count == 1 && shown[0].hasPrefix(expected), "\(shown)")
        }

        @Test func foreignKeysOfSeveralColumnsAndOfRenamedTables() throws {
            let right = """
                CREATE TABLE p (a, b, PRIMARY KEY (a, b));
                CREATE TABLE c (x, y, FOREIGN KEY (x, y) REFERENCES p (b, a), FOREIGN KEY (x, y) REFERENCES p);
                ALTER TABLE p RENAME TO q;
                """
            #expect(try report(right, "DELETE FROM c").findings == [])
            let wrong = "CREATE TABLE p (a, b, PRIMARY KEY (a, b));\nCREATE TABLE c (x REFERENCES p (a));"
            #expect(try report(wrong, "DELETE FROM c").places == ["schema.sql:2 warning refused"])
        }

        @Test func aParentThatTheProgramMakes() throws {
            #expect(
                try report("CREATE TABLE c (x REFERENCES p (u));", "CREATE TABLE p (u TEXT PRIMARY KEY)").findings == []
            )
        }
    }
#endif
