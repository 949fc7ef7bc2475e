#if Checked
    import FMDBCheck
    import Testing

    /// Files that have their migrations and their queries: each text is about the schema of its moment.
    @Suite struct MigrationStepTests {
        private func findings(_ source: String) throws -> [String] {
            let scene = CheckScene(["Sources/S.swift": "import FMDB\n" + source])
            return try scene.check(.migrations("Sources/S.swift")).report(on: "Sources").places.map {
                String($0.dropFirst("Sources/S.swift:".count))
            }
        }

        private static let migrations = #"""
            func migrate(_ db: FMDatabase) throws {
                try db.executeUpdate("CREATE TABLE trip (id INTEGER PRIMARY KEY, day TEXT, van TEXT, kind TEXT)", values: nil)
                try db.executeUpdate("CREATE INDEX trip_day ON trip (day)", values: nil)
                try db.executeUpdate("UPDATE trip SET kind = van", values: nil)
                let steps = ["ALTER TABLE trip RENAME TO tour", "ALTER TABLE tour RENAME COLUMN day TO date", "ALTER TABLE tour DROP COLUMN van"]
                guard steps.allSatisfy({ db.executeUpdate($0, withArgumentsIn: []) }) else { return }
                db.executeStatements("""
                    CREATE TABLE stop_new (id INTEGER PRIMARY KEY, tour INTEGER, place TEXT);
                    CREATE TABLE stop (id INTEGER PRIMARY KEY, trip INTEGER);
                    INSERT INTO stop_new (id, tour) SELECT id, trip FROM stop;
                    DROP TABLE stop;
                    ALTER TABLE stop_new RENAME TO stop;
                    CREATE TRIGGER gone AFTER DELETE ON tour BEGIN DELETE FROM stop WHERE tour = OLD.id; END;
                    """)
            }

            """#

        @Test func whatIsRightAtItsMoment() throws {
            #expect(
                try findings(
                    Self.migrations + #"""
                        func use(_ db: FMDatabase) throws {
                            try db.executeUpdate("DELETE FROM tour WHERE date = ?", values: ["1"])
                            try db.executeUpdate("UPDATE stop SET place = ? WHERE tour = 1", values: ["x"])
                        }
                        """#) == [])
        }

        @Test(arguments: [
            "DELETE FROM trip", "DELETE FROM tour WHERE day = 1", "UPDATE tour SET van = 1",
            "DELETE FROM stop WHERE trip = 1",
            "DELETE FROM tour WHERE nme = 1",
        ])
        func anOldNameOutsideOfTheMigrations(text: String) throws {
            let use = "func use(_ db: FMDatabase) throws {\n    try db.executeUpdate(\"\(text)\", values: nil)\n}\n"
            let found = try findings(Self.migrations + use)
            #expect(found.count == 1 && found[0].contains(" error unknown-"), "\(found)")
        }

        @Test(arguments: [
            ("SET kind = van", "SET kind = driver"), ("SELECT id, trip FROM stop", "SELECT id, journey FROM stop"),
            ("tour = OLD.id", "tour = OLD.number"),
        ])
        func aMistakeWithinAMigration(right: String, wrong: String) throws {
            let found = try findings(Self.migrations.replacing(right, with: wrong))
            #expect(found.count == 1 && found[0].contains(" error unknown-column"), "\(found)")
        }

        /// What goes back takes the columns away again, and stands in no order that the check knows.
        @Test func waysBackAndOtherOrdersAreNoMistakes() throws {
            let use =
                "func use(_ db: FMDatabase) throws { try db.executeUpdate(\"DELETE FROM a WHERE y = 1\", values: nil) }\n"
            let up =
                "func up(_ db: FMDatabase) throws {\n    try db.executeUpdate(\"CREATE TABLE a (x)\", values: nil)\n    try db.executeUpdate(\"ALTER TABLE a ADD COLUMN y\", values: nil)\n}\n"
            let down =
                "func down(_ db: FMDatabase) throws { try db.executeUpdate(\"ALTER TABLE a DROP COLUMN y\", values: nil) }\n"
            #expect(try findings(up + use) == [])
            #expect(try findings(up + down + use).filter { $0.contains("error") } == [])
            let other = "let other = Migration(\"ALTER TABLE a ADD COLUMN z TEXT\")\n"
            let late =
                "func migrateLate(_ db: FMDatabase) throws { try db.executeUpdate(\"UPDATE a SET z = 1\", values: nil) }\n"
            #expect(try findings(other + up + late) == [])
            let first =
                "func one(_ db: FMDatabase) throws {\n    try db.executeUpdate(\"CREATE TABLE a (x, y)\", values: nil)\n}\n"
            let second =
                "func two(_ db: FMDatabase) throws {\n    try db.executeUpdate(\"UPDATE a SET x = y\", values: nil)\n    try db.executeUpdate(\"ALTER TABLE a RENAME COLUMN y TO z\", values: nil)\n}\n"
            #expect(try findings(second + first) == [])
        }
    }
#endif
