#if Checked
    import FMDBCheck
    import Testing

    /// Tables that functions make and take away, in no order that the sources say.
    @Suite struct TableWipeTests {
        private func found(_ files: String...) throws -> [String] {
            let scene = CheckScene()
            for (number, text) in files.enumerated() {
                scene.write("import FMDB\n" + text, to: "Sources/\(number).swift")
            }
            let report = try withExtendedLifetime(scene) {
                try scene.check(.migrations("Sources")).report(on: "Sources")
            }
            return report.findings.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
        }

        private static let make = "database.executeStatements(\"CREATE TABLE package (day TEXT NOT NULL, etag TEXT)\")"

        private static func store(_ open: String, _ others: String) -> String {
            """
            final class Store {
                let database = FMDatabase(path: nil)
                func open() { \(open) }
                func remove(_ day: String) throws {
                    try database.executeUpdate("DELETE FROM package WHERE day = ?", values: [day])
                }
                \(others)
            }
            """
        }

        @Test(arguments: [
            "func reset() { database.executeStatements(\"DROP TABLE IF EXISTS package\") }",
            "func reset() { database.executeStatements(\"DROP TABLE main.package\"); open() }",
            "deinit { database.executeUpdate(\"DROP TABLE package\", withArgumentsIn: []) }",
            "func migrate() { database.executeStatements(\"DROP TABLE package\"); open() }",
            "func upgrade() { database.executeStatements(\"DROP TABLE package\") }",
        ])
        func aFunctionThatEmptiesTheDatabase(wipe: String) throws {
            let conditional = "if !database.tableExists(\"package\") { \(Self.make) }"
            for open in [Self.make, conditional] {
                let store = Self.store(open, wipe)
                #expect(try found(store) == [])
                #expect(try found(store.replacing("day = ?", with: "dya = ?")) == ["error unknown-column"])
            }
        }

        @Test func aWipeOfAnotherFile() throws {
            let wipe = "func wipe(_ db: FMDatabase) { db.executeStatements(\"DROP TABLE package\") }"
            #expect(try found(Self.store(Self.make, ""), wipe) == [])
            #expect(try found(wipe, Self.store(Self.make, "")) == [])
        }

        private static let use =
            "\nfunc use(_ db: FMDatabase) throws { try db.executeUpdate(\"DELETE FROM old\", values: nil) }"

        @Test(arguments: [
            "func setUp(_ db: FMDatabase) { db.executeStatements(\"CREATE TABLE old (x)\"); db.executeStatements(\"DROP TABLE old\") }",
            """
            enum Migrations {
                static func first(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (x)") }
                static func second(_ db: FMDatabase) { db.executeStatements("DROP TABLE old") }
            }
            """,
            """
            func migrateToOne(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (x)") }
            func migrateToTwo(_ db: FMDatabase) { db.executeStatements("DROP TABLE IF EXISTS old") }
            """,
            """
            func migrateOld(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (x)") }
            func migrateDownloads(_ db: FMDatabase) { db.executeStatements("DROP TABLE old") }
            """,
            """
            func migration1(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (x)") }
            func migration2_dropLegacyNotes(_ db: FMDatabase) { db.executeStatements("DROP TABLE old") }
            """,
            """
            func upgradeToV1(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (x)") }
            func upgradeRemoveOldTables(_ db: FMDatabase) { db.executeStatements("DROP TABLE old") }
            """,
        ])
        func aTableThatIsDroppedForGood(migrations: String) throws {
            #expect(try found(migrations + Self.use) == ["error unknown-table"])
        }

        @Test func aWayBackOfAMigration() throws {
            let migration = """
                struct MakeOld: Migration {
                    func up(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (x)") }
                    func down(_ db: FMDatabase) { db.executeStatements("DROP TABLE old") }
                }
                """
            #expect(try found(migration + Self.use) == [])
        }

        @Test(arguments: ["migrateDown", "rollBackMigration", "revert_migration", "migrateDBDown", "undoMigration2"])
        func aWayBackByItsName(name: String) throws {
            let migrations = """
                func migrateOld(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (x)") }
                func \(name)(_ db: FMDatabase) { db.executeStatements("DROP TABLE old") }
                """
            #expect(try found(migrations + Self.use) == [])
        }

        /// The later definition is the one that counts.
        @Test func aTableThatIsMadeAnew() throws {
            let steps = """
                func one(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (x)") }
                func two(_ db: FMDatabase) { db.executeStatements("DROP TABLE old") }
                func three(_ db: FMDatabase) { db.executeStatements("CREATE TABLE old (y)") }
                func use(_ db: FMDatabase) throws { try db.executeUpdate("DELETE FROM old WHERE y = 1", values: nil) }
                """
            #expect(try found(steps) == [])
        }

        // MARK: Calls that are not known

        @Test(arguments: ["ALTER TABLE articles ADD COLUMN markdown TEXT;", "CREATE INDEX i ON articles (articleID)"])
        func aConstantThatIsGivenToAnotherModule(change: String) throws {
            let source = """
                func setUp(_ db: FMDatabase, _ runner: Runner) {
                    runner.runCreateStatements(creation)
                    db.executeStatements("\(change)")
                }
                let creation = \"""
                    CREATE TABLE articles (articleID TEXT NOT NULL PRIMARY KEY);
                    \"""

                """
            #expect(try found(source) == [])
            let use =
                "func use(_ db: FMDatabase) { db.executeUpdate(\"DELETE FROM articles WHERE id = 1\", withArgumentsIn: []) }"
            #expect(try found(source + use) == ["error unknown-column"])
        }
    }
#endif
