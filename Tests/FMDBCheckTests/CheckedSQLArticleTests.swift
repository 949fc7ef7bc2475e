#if Checked
    import FMDBCheck
    import Foundation
    import FMDBTestHelpers
    import Testing

    @Suite struct CheckedSQLArticleTests {
        @Test func aMistake() throws {
            var printed = ""
            func print(_ text: String) { printed += text }

            let source = """
                func rename(_ db: FMDatabase, _ id: Int, _ name: String) throws {
                    try db.execute("UPDATE person SET nme = \\(name) WHERE id = \\(id)")
                }
                """
            let check = FMQueryCheck(
                schema: .script("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER)"))
            let report = try check.report(onSource: source, file: "Person.swift")
            print(report.written(as: .text, folder: check.folder))
            #expect(
                printed == #"""
                    Person.swift:2:39: error: no column "nme" in table person; did you mean "name"? It has id, name and age [unknown-column]

                    """#)
        }

        /// The example of the README.
        @Test func theWrongColumnOfTheReadme() throws {
            let source = #"""
                func rename(_ db: FMDatabase, _ id: Int64, _ title: String) throws {
                    try db.execute("UPDATE Note SET titel = \(title) WHERE id = \(id)")
                }
                """#
            let table = "CREATE TABLE Note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, stars INTEGER NOT NULL)"
            let check = FMQueryCheck(schema: .script(table))
            let report = try check.report(onSource: source, file: "Notes.swift")
            #expect(
                report.written(as: .text, folder: check.folder) == #"""
                    Notes.swift:2:37: error: no column "titel" in table Note; did you mean "title"? It has id, title and stars [unknown-column]

                    """#)
        }

        @Test func aCommentThatIsUsed() throws {
            let report = try FMQueryCheck(schema: .script(CheckScene.schema)).report(onSource: Self.ignoring)
            #expect(report.findings.isEmpty && report.ignored == 1)
        }

        /// The example of the article is Swift, and here a text.
        private static let ignoring = """
            func clear(_ db: FMDatabase) throws {
            // fmdb:ignore the table is made by an extension
            try db.execute("DELETE FROM spatial_ref_sys")
            }
            """
    }

    /// Those that check a package: its folder is one of the tests.
    @Suite struct CheckedPackageArticleTests {
        private static let scene: CheckScene = {
            let scene = CheckScene([
                "Sources/App/App.swift": CheckScene.source(CheckScene.right),
                "Sources/App/Migrations.swift": CheckScene.source(CheckScene.schema),
            ])
            let path = scene.folder.file("Resources/seed.db")
            scene.write("", to: "Resources/seed.db")
            let db = FMDatabase.file(path)
            #expect(db.executeStatements(CheckScene.schema))
            db.close()
            return scene
        }()

        /// Checks that folder in place of this package.
        private struct FMQueryCheck {
            private let check: FMDBCheck.FMQueryCheck

            init(schema: FMDBCheck.FMQueryCheck.Schema, names: FMCheckNames = FMCheckNames()) {
                check = FMDBCheck.FMQueryCheck(schema: schema, names: names, folder: scene.path)
            }

            func run(_ path: String) throws {
                #expect(try check.run(path).texts > 0)
            }
        }

        @Test func queries() throws {
            try FMQueryCheck(schema: .file("schema.sql")).run("Sources")
        }

        @Test func tablesFromElsewhere() throws {
            try FMQueryCheck(schema: .database("Resources/seed.db")).run("Sources")
            try FMQueryCheck(schema: .migrations("Sources/App/Migrations.swift")).run("Sources")
        }

        @Test func names() throws {
            let names = FMCheckNames(functions: ["distance": [4]], collations: ["LOCALIZED"])
            try FMQueryCheck(schema: .file("schema.sql"), names: names).run("Sources")
        }
    }
#endif
