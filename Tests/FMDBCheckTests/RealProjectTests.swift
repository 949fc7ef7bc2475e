#if Checked
    import FMDB
    import FMDBCheck
    import Foundation
    import Testing

    /// What is common in projects that have grown: variables that are set elsewhere, functions of their own, schemas in any order.
    struct RealProjectTests {
        private static let schema = """
            CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER);
            CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
            """

        /// "A.swift:4 error message", and "- A.swift:4" for what is not followed.
        private func found(_ files: [String: String], _ schema: FMQueryCheck.Schema = .script(schema)) throws
            -> [String]
        {
            let scene = CheckScene(files)
            let report = try withExtendedLifetime(scene) { try scene.check(schema).report(on: files.keys.sorted()) }
            return report.findings.map { "\($0.place.file):\($0.place.line) \($0.severity.rawValue) \($0.message)" }
                + report.unfollowed.map { "- \($0.place.file):\($0.place.line)" }
        }

        private func found(_ source: String) throws -> [String] { try found(["A.swift": "import FMDB\n" + source]) }

        // MARK: Variables

        @Test(arguments: [
            "func set(_ t: String) { table = t }", "func set(_ t: String) { self.table = t }",
            "class func make(_ t: String) -> Store { let x = Store(); x.table = t; return x }",
            "class func make(_ t: String) -> Store { let x = Store(); x.table += t; return x }",
            "class func make(_ t: String) -> Store { let x = Store(); x.table.append(t); return x }",
            "class func make(_ t: String, _ x: inner) { x.store.table = t }",
            "func set(_ t: String) { fill(&table) }", "func set(_ t: String) { fill(&self.table) }",
        ])
        func aTableThatIsSetElsewhere(_ change: String) throws {
            for name in ["table", "self.table"] {
                let found = try found(
                    """
                    class Store {
                        private var table = ""
                        var db: FMDatabase!
                        \(change)
                        func f() throws { _ = try db.executeQuery("SELECT name FROM \\(\(name)) WHERE id = ?", values: [1]) }
                    }
                    """)
                #expect(found == ["- A.swift:6"])
            }
        }

        private static let store = """
            import FMDB
            class Store {
                var table = "persn"
                static var team = "tem"
                func f(_ db: FMDatabase) throws {
                    _ = try db.executeQuery("SELECT name FROM \\(table)", values: nil)
                    _ = try db.executeQuery("SELECT name FROM \\(Store.team)", values: nil)
                }
            }
            """

        @Test func aTableInAVariableThatNoFileChanges() throws {
            let lines = ["A.swift:3", "A.swift:4"]
            #expect(try found(["A.swift": Self.store]).map { String($0.prefix(9)) } == lines)
            #expect(
                try found(["A.swift": Self.store, "B.swift": "func g(_ s: Store) { print(s.table) }"]).map {
                    String($0.prefix(9))
                } == lines)
            for change in ["s.table = x", "s.table += x", "fill(&s.table)", "s.table.append(x)"] {
                let found = try found([
                    "A.swift": Self.store, "B.swift": "func g(_ s: Store, _ x: String) { \(change); Store.team = x }",
                ])
                #expect(found == ["- A.swift:6", "- A.swift:7"], "\(change)")
            }
        }

        @Test func aTableInAVariableOfAnotherFile() throws {
            let use = """
                import FMDB
                func f(_ db: FMDatabase) throws { _ = try db.executeQuery("SELECT name FROM \\(Names.person)", values: nil) }
                """
            let names = "enum Names { static var person = \"persn\" }"
            #expect(
                try found(["A.swift": use, "B.swift": names]).map { $0.contains("did you mean \"person\"") } == [true])
            let change = "func g() { Names.person = \"x\" }"
            #expect(try found(["A.swift": use, "B.swift": names, "C.swift": change]) == ["- A.swift:2"])
        }

        @Test func aTableInAVariableThatASubclassHasItself() throws {
            let sub = "class Sub: Store { override var table: String { name } }"
            #expect(try found(["A.swift": Self.store, "B.swift": sub]).contains("- A.swift:6"))
            #expect(try found(["A.swift": Self.store + sub]).contains("- A.swift:6"))
        }

        @Test func anEmptyTableIsSetBySomeoneElse() throws {
            let source =
                "class Store { var table = \"\"; func f(_ db: FMDatabase) { db.executeUpdate(\"DELETE FROM \\(table)\", withArgumentsIn: []) } }"
            #expect(try found(source) == ["- A.swift:2"])
        }

        /// The initializer that the compiler writes gives the variables of a structure other values.
        @Test func aTableInAVariableOfAStructure() throws {
            let source =
                "struct Store { var table = \"persn\"; func f(_ db: FMDatabase) { db.executeQuery(\"SELECT name FROM \\(table)\", withArgumentsIn: []) } }"
            #expect(try found(source) == ["- A.swift:2"])
        }

        @Test(arguments: [
            #"var sql = ""; if k == 1 { sql = "SELECT name FROM person" } else if k == 2 { sql = "SELECT name FROM team" }"#,
            #"var sql = ""; switch k { case 1: sql = "SELECT name FROM person"; default: break }"#,
            #"var sql = " "; if k == 1 { sql += "SELECT name FROM person" }"#,
            #"let sql = k == 1 ? "SELECT name FROM person" : """#,
        ])
        func anEmptyTextIsAPlaceholder(_ text: String) throws {
            let end = "\n    if sql != \"\" { _ = try db.executeQuery(sql, values: nil) }\n}"
            #expect(try found("func f(_ db: FMDatabase, _ k: Int) throws {\n    \(text)\(end)").isEmpty)
            let wrong = text.replacingOccurrences(of: "FROM person", with: "FROM persn")
            #expect(try found("func f(_ db: FMDatabase, _ k: Int) throws {\n    \(wrong)\(end)").count == 1)
        }

        // MARK: Functions of the program's own

        private static let base = """
            import FMDB
            class Base { let database = FMDatabase(path: nil)
                func execute(_ sql: String, args: [Any]! = nil) -> FMResultSet? { database.executeQuery(sql, withArgumentsIn: args) } }
            class Manager: Base { static let shared = Manager() }

            """

        @Test func anOwnFunctionWithTheNameOfOneOfTheLibrary() throws {
            let use = """
                func w(_ id: Int) {
                    if let r = Manager.shared.execute("SELECT name FROM person WHERE id = \\(id)") { print(r.next()) }
                    if let r = Manager.shared.execute("SELECT nme FROM person") { print(r.next()) }
                }
                """
            let wrong = "no column \"nme\" in table person; did you mean \"name\"? It has id, name and age"
            #expect(try found(["A.swift": Self.base + use]) == ["A.swift:7 error \(wrong)", "- A.swift:3"])
            let apart = try found(["A.swift": "import FMDB\n" + use, "B.swift": Self.base])
            #expect(apart == ["A.swift:4 error \(wrong)", "- B.swift:3"])
        }

        @Test func anOwnFunctionOnADatabase() throws {
            let own = """
                import FMDB
                extension FMDatabase { func query(_ sql: String) -> FMResultSet { try! executeQuery(sql, values: nil) } }
                """
            let use = """
                import FMDB
                func count(_ db: FMDatabase, _ table: String) -> FMResultSet { db.query("SELECT count(*) FROM \\(table)") }
                """
            #expect(try found(["A.swift": use, "B.swift": own]).filter { !$0.hasPrefix("- ") } == [])
        }

        // MARK: Attached databases

        @Test func anAttachedDatabaseDoesNotExcuseSlips() throws {
            let attach =
                "import FMDB\nfunc f(_ db: FMDatabase) throws { try db.executeUpdate(\"ATTACH DATABASE ? AS old\", values: [\"x\"]) }"
            func use(_ table: String) -> String {
                "import FMDB\nfunc g(_ db: FMDatabase) throws { try db.executeUpdate(\"DELETE FROM \(table)\", values: nil) }"
            }
            #expect(
                try found(["A.swift": attach, "B.swift": use("persn")])
                    == ["B.swift:2 error no table \"persn\"; did you mean \"person\"?"])
            for table in ["old.persn", "remote"] {
                #expect(try found(["A.swift": attach, "B.swift": use(table)]).map { $0.contains(" note ") } == [true])
            }
        }

        // MARK: Spelling

        @Test func aBlankBehindAvailableIsSwift() throws {
            let source = """
                @available (iOS 13.0, *)
                class A { @available (*, deprecated, message: "x") func f(_ db: FMDatabase) throws {
                    try db.executeUpdate("DELETE FROM persn", values: nil) } }
                """
            #expect(try found(source) == ["A.swift:4 error no table \"persn\"; did you mean \"person\"?"])
        }

        // MARK: Migrations

        private static let reading = """
            import FMDB
            class Store { let db: FMDatabase
                init(_ p: String) { db = FMDatabase(path: p); db.open(); createTable() }
                func all() throws -> FMResultSet { try db.executeQuery("SELECT name FROM notes", values: nil) }

            """
        private static let creating =
            "func createTable() { _ = db.executeUpdate(\"CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, name TEXT)\", withArgumentsIn: []) } }"

        @Test(arguments: [
            "", "func b() { db.executeUpdate(\"INSERT INTO notes (name) VALUES (1, 2)\", withArgumentsIn: []) }\n",
            "func b() { db.executeUpdate(\"ALTER TABLE notes ADD COLUMN stars INTEGER\", withArgumentsIn: []) }\n",
            "func b() { db.executeUpdate(\"CREATE INDEX i ON notes (name)\", withArgumentsIn: []) }\n",
            "func b() { db.executeUpdate(\"DROP TABLE older\", withArgumentsIn: []) }\n",
            "func b() { db.executeUpdate(\"UPDATE gone SET x = 1\", withArgumentsIn: []) }\n",
        ])
        func theTableIsMadeBelow(_ before: String) throws {
            let migrations = Self.reading + before + Self.creating
            let use =
                "import FMDB\nfunc f(_ db: FMDatabase) throws { try db.executeQuery(\"SELECT nme FROM notes\", values: nil) }"
            let found = try found(["M.swift": migrations, "A.swift": use], .migrations("M.swift"))
            #expect(found.contains { $0.hasPrefix("A.swift:2 error no column \"nme\"") }, "\(found)")
        }

        @Test func migrationsOfSeveralFiles() throws {
            let first =
                "import FMDB\nfunc a(_ db: FMDatabase) { db.executeStatements(\"ALTER TABLE b ADD COLUMN y TEXT\") }"
            let second = "import FMDB\nfunc b(_ db: FMDatabase) { db.executeStatements(\"CREATE TABLE b (x TEXT)\") }"
            let use =
                "import FMDB\nfunc c(_ db: FMDatabase) { db.executeQuery(\"SELECT x, y, z FROM b\", withArgumentsIn: []) }"
            let files = ["M/A.swift": first, "M/B.swift": second, "U.swift": use]
            #expect(
                try found(files, .migrations("M")) == ["U.swift:2 error no column \"z\" in table b; it has x and y"])
            // The rest of the sources has the table.
            let alone = try found(files, .migrations("M/A.swift"))
            #expect(alone.contains { $0.hasPrefix("U.swift:2 error no column \"z\" in table b") }, "\(alone)")
        }

        /// No call is seen to get their texts, and still they are the schema.
        @Test(arguments: [
            """
            class A { class var sql: String { fatalError() }
                func make(_ d: FMDatabase) { d.executeUpdate(type(of: self).sql, withArgumentsIn: []) } }
            class B: A { override class var sql: String { return "CREATE TABLE b (x TEXT)" } }
            """,
            """
            enum SQL: String { case make = "CREATE TABLE b (x TEXT)", index = "CREATE INDEX i ON b (x)" }
            func make(_ d: FMDatabase, _ all: [SQL]) {
                for sql in all { d.executeUpdate(sql.rawValue, withArgumentsIn: []) }
            }
            """,
        ])
        func tablesThatConstantsMake(_ constants: String) throws {
            let use = "import FMDB\nfunc u(_ d: FMDatabase) throws { try d.execute(\"UPDATE b SET y = 1\") }"
            let files = ["M.swift": "import FMDB\n" + constants, "U.swift": use]
            let found = try found(files, .migrations("M.swift")).filter { !$0.hasPrefix("- ") }
            #expect(found == ["U.swift:2 error no column \"y\" in table b; it has x"])
            #expect(throws: FMCheckError.self) {
                try self.found(["M.swift": use, "U.swift": use], .migrations("M.swift"))
            }
        }

        @Test func aMigrationThatCannotBeFollowedMayMakeTables() throws {
            let migrations = """
                import FMDB
                func a(_ db: FMDatabase, _ name: String) {
                    db.executeStatements("CREATE TABLE person (name TEXT)")
                    db.executeStatements("CREATE TABLE \\(name) (x TEXT)")
                }
                """
            let use = """
                import FMDB
                func b(_ db: FMDatabase) {
                    db.executeUpdate("DELETE FROM orders", withArgumentsIn: [])
                    db.executeUpdate("DELETE FROM persn", withArgumentsIn: [])
                }
                """
            let found = try found(["M.swift": migrations, "U.swift": use], .migrations("M.swift")).filter {
                $0.hasPrefix("U")
            }
            #expect(found.map { $0.prefix(14) } == ["U.swift:3 note", "U.swift:4 erro"], "\(found)")
        }

        @Test func aMigrationThatIsWrongIsTold() throws {
            let wrong =
                "import FMDB\nfunc a(_ db: FMDatabase) { db.executeStatements(\"CREATE TABLE a (x TEXT; CREATE TABLE b (x)\") }"
            #expect(try found(["M.swift": wrong], .migrations("M.swift")).contains { $0.contains("M.swift:2 error") })
        }

        // MARK: Nothing to check

        @Test func nothingCheckedIsNoSuccess() throws {
            let other = "import GRDB\nfunc f(_ db: Database) throws { try db.execute(sql: \"DELETE FROM persn\") }"
            let scene = CheckScene(["A.swift": other, "B.swift": "let x = 1"])
            let error = try #require(throws: FMCheckError.self) { try scene.check().run("A.swift", "B.swift") }
            #expect(error.kind == .missing)
            #expect(
                error.message
                    == "nothing was checked: no call of FMDB was found in 2 files; the sources import GRDB, whose SQL is not read"
            )
            scene.write(
                "import FMDB\nfunc f(_ db: FMDatabase, _ sql: String) { db.executeUpdate(sql, withArgumentsIn: []) }",
                to: "A.swift")
            let second = try #require(throws: FMCheckError.self) { try scene.check().run("A.swift") }
            #expect(second.message.hasPrefix("nothing was checked: no SQL text of 1 call could be followed"))
        }
    }
#endif
