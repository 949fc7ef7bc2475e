#if Checked
    import FMDBCheck
    import Testing

    /// Texts that make or change a table as SQLite permits, and that fail later.
    @Suite struct SchemaChangeTests {
        private static let schema = """
            CREATE TABLE town (id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT);
            CREATE TABLE street (id INTEGER PRIMARY KEY, label TEXT);
            """

        private func findings(_ code: String, schema: String = SchemaChangeTests.schema) throws -> [FMFinding] {
            let source = "import FMDB\nfunc f(db: FMDatabase) throws {\n\(code)\n}\n"
            return try FMQueryCheck(schema: .script(schema)).report(onSource: source).findings
        }

        private func update(_ sql: String) -> String { "try db.executeUpdate(\"\(sql)\", values: nil)" }

        private func expect(_ line: String, _ call: (String) -> String) throws {
            let rule = String(line.prefix { $0 != " " })
            let code = call(String(line.dropFirst(rule.count).drop { $0 == " " }))
            let mark = code.firstIndex(of: "«").map { code[..<$0].utf8.count + 1 }
            let found = try findings(code.filter { $0 != "«" })
            #expect(found.map(\.shown) == (mark.map { ["3:\($0) \(rule)"] } ?? []), "\(found.map(\.message))")
        }

        // MARK: Columns that are added

        private static let additions = #"""
            refused ALTER TABLE town ADD COLUMN «size TEXT NOT NULL
            refused ALTER TABLE town ADD «size TEXT NOT NULL DEFAULT NULL
            refused ALTER TABLE main.town ADD COLUMN «made DEFAULT CURRENT_TIMESTAMP
            refused ALTER TABLE town ADD COLUMN «made REAL DEFAULT (julianday('now'))
            refused ALTER TABLE town ADD COLUMN «upper TEXT GENERATED ALWAYS AS (upper(name)) STORED
            refused ALTER TABLE "town" ADD COLUMN «"the size" INTEGER CHECK ("the size" > 0) NOT NULL
            - ALTER TABLE town ADD COLUMN size TEXT NOT NULL DEFAULT ''
            - ALTER TABLE town ADD COLUMN size INTEGER DEFAULT (5)
            - ALTER TABLE town ADD COLUMN size TEXT
            - ALTER TABLE town ADD COLUMN size INTEGER CHECK (size > 0)
            - ALTER TABLE town ADD COLUMN upper TEXT AS (upper(name))
            - ALTER TABLE town ADD COLUMN street INTEGER REFERENCES street (id)
            - ALTER TABLE town ADD COLUMN street INTEGER DEFAULT 1 REFERENCES street (id)
            """#

        @Test(arguments: additions.split(separator: "\n").map(String.init))
        func anAddedColumn(line: String) throws {
            try expect(line.replacing("\"", with: "\\\""), update)
            try expect(line.replacing("\"", with: "\\\"")) { "db.executeStatements(\"SELECT 1; \($0);\")" }
        }

        @Test func whatIsSaidOfAnAddedColumn() throws {
            let found = try findings(update("ALTER TABLE town ADD COLUMN size TEXT NOT NULL"))
            #expect(
                found.map(\.message) == [
                    "SQLite refuses this as soon as town has a row: Cannot add a NOT NULL column with default value NULL"
                ])
            #expect(found.map(\.severity) == [.warning])
        }

        @Test func aTableThatIsEmptyThere() throws {
            let own = "CREATE TABLE shop (id INTEGER PRIMARY KEY); ALTER TABLE shop ADD COLUMN name TEXT NOT NULL"
            #expect(try findings("db.executeStatements(\"\(own)\")") == [])
            let emptied = "DELETE FROM town; ALTER TABLE town ADD COLUMN size TEXT NOT NULL"
            #expect(try findings("db.executeStatements(\"\(emptied)\")") == [])
            let less = "DELETE FROM town WHERE id = 1; ALTER TABLE town ADD COLUMN size TEXT NOT NULL"
            #expect(try findings("db.executeStatements(\"\(less)\")").map(\.rule) == [.refused])
        }

        // MARK: Foreign keys

        private static let references = #"""
            unknown-table CREATE TABLE shop (id INTEGER PRIMARY KEY, town INTEGER «REFERENCES towns (id))
            unknown-table CREATE TABLE shop (id INTEGER PRIMARY KEY, x INTEGER «REFERENCES nowhere)
            unknown-column CREATE TABLE shop (id INTEGER PRIMARY KEY, town INTEGER «REFERENCES town (town_id))
            unknown-column CREATE TABLE shop (id INTEGER, town INTEGER, FOREIGN KEY (town) «REFERENCES town (town_id) ON DELETE CASCADE)
            unknown-column ALTER TABLE street ADD COLUMN town INTEGER «REFERENCES town (number)
            unknown-table ALTER TABLE street ADD COLUMN town INTEGER «REFERENCES twon (id)
            unknown-table CREATE TABLE street (id INTEGER PRIMARY KEY, label TEXT, town INTEGER «REFERENCES towns (id))
            - CREATE TABLE shop (id INTEGER PRIMARY KEY, town INTEGER REFERENCES town (id), code TEXT REFERENCES town (code))
            - CREATE TABLE shop (id INTEGER PRIMARY KEY, up INTEGER REFERENCES shop (id), town REFERENCES town)
            - CREATE TABLE shop (id INTEGER PRIMARY KEY, up INTEGER REFERENCES shop)
            - CREATE TABLE shop (id INTEGER PRIMARY KEY, note TEXT DEFAULT 'REFERENCES x')
            """#

        @Test(arguments: references.split(separator: "\n").map(String.init))
        func aForeignKey(line: String) throws { try expect(line, update) }

        @Test func whatIsSaidOfAForeignKey() throws {
            let text = update("CREATE TABLE shop (id INTEGER PRIMARY KEY, town INTEGER REFERENCES towns (id))")
            let message =
                "no table \"towns\"; did you mean \"town\"?; with PRAGMA foreign_keys = ON SQLite refuses each change of shop"
            let pragma = "PRAGMA foreign_keys = ON"
            #expect(try findings(text).map { "\($0.severity.rawValue) \($0.message)" } == ["warning \(message)"])
            #expect(try findings(text, schema: "\(pragma); \(Self.schema)").map(\.severity) == [.error])
            #expect(try findings(text + "\n" + update(pragma)).map(\.severity) == [.error])
            #expect(try findings(text + "\n" + update("PRAGMA foreign_keys = off")).map(\.severity) == [.warning])
        }

        @Test(arguments: [
            "CREATE TABLE nowhere (id INTEGER PRIMARY KEY)", "DROP TABLE nowhere", "ALTER TABLE town RENAME TO nowhere",
            "CREATE TABLE old (id INTEGER PRIMARY KEY); ALTER TABLE nowhere RENAME TO old",
        ])
        func aParentOfAnotherMoment(text: String) throws {
            let child = update("CREATE TABLE shop (id INTEGER PRIMARY KEY, x INTEGER REFERENCES nowhere (id))")
            let found = try findings(child + "\ndb.executeStatements(\"\(text)\")").filter { $0.place.line == 3 }
            #expect(found == [])
        }

        @Test(arguments: [
            "ALTER TABLE town RENAME COLUMN number TO id", "ALTER TABLE town DROP COLUMN number", "DROP TABLE town",
        ])
        func aParentColumnOfAnotherMoment(text: String) throws {
            let child = update("CREATE TABLE shop (id INTEGER PRIMARY KEY, x INTEGER REFERENCES town (number))")
            #expect(try findings(child + "\n" + update(text)).filter { $0.place.line == 3 } == [])
        }

        @Test func aParentThatATextMayMakeThatIsNotFollowed() throws {
            let child = update("CREATE TABLE shop (id INTEGER PRIMARY KEY, x INTEGER REFERENCES nowhere (id))")
            let maker =
                "\nlet name = db.databasePath ?? \"\"; db.executeStatements(\"CREATE TABLE \\(name) (id INTEGER)\")"
            #expect(try findings(child + maker).filter { $0.severity != .note } == [])
        }

        @Test func theSchemaAndItsTextsSayItOnce() throws {
            let texts = """
                func migrate(_ db: FMDatabase) throws {
                    try db.executeUpdate("CREATE TABLE town (id INTEGER PRIMARY KEY)", values: nil)
                    try db.executeUpdate("CREATE TABLE shop (town INTEGER REFERENCES towns (id))", values: nil)
                }
                """
            let scene = CheckScene(["Sources/S.swift": "import FMDB\n" + texts])
            let found = try scene.check(.migrations("Sources/S.swift")).report(on: "Sources").places
            #expect(found == ["Sources/S.swift:4 warning unknown-table"])
        }
    }
#endif
