#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// Sources, schemas and settings that are not as they should be.
    @Suite struct CheckInputTests {
        private let scene = CheckScene(["Sources/a.swift": CheckScene.source(CheckScene.wrong)])

        private func error(_ check: FMQueryCheck, on paths: String...) throws -> FMCheckError {
            try #require(#expect(throws: FMCheckError.self) { try check.report(on: paths) })
        }

        // MARK: Sources

        @Test func aFileThatIsNotUTF8LeavesTheOthers() throws {
            scene.write(Data("import FMDB\n// caf".utf8) + Data([0xE9, 0x0A]), to: "Sources/b.swift")
            let report = try scene.check().report(on: "Sources")
            #expect(report.places == ["Sources/a.swift:4 error unknown-column", "Sources/b.swift:2 error input"])
            #expect(report.files == 1)
        }

        @Test func aFileThatIsNotSwiftIsAWarning() throws {
            scene.write("func (((\n" + CheckScene.source(CheckScene.right), to: "Sources/b.swift")
            let report = try scene.check().report(on: "Sources")
            #expect(report.errors == 1 && report.warnings == 1)
            let warning = try #require(report.findings.first { $0.severity == .warning })
            #expect(warning.rule == .input && warning.place.file == "Sources/b.swift", "\(warning)")
        }

        @Test func anEmptyFile() throws {
            scene.write("", to: "Sources/b.swift")
            #expect(try scene.check().report(on: "Sources").files == 2)
        }

        @Test func pathsThatDoNotExist() throws {
            let error = try error(scene.check(), on: "Sources", "none")
            #expect(error.kind == .missing && error.message.contains("\"none\""))
        }

        @Test func aFolderWithoutSwiftIsNoSuccess() throws {
            scene.write("text", to: "empty/readme.txt")
            let error = try error(scene.check(), on: "empty")
            #expect(error.kind == .missing && error.message.contains("no Swift file in \"empty\""))
        }

        @Test func deeplyNestedSourcesEnd() throws {
            let depth = 10_000
            let nested = String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
            scene.write("let x = \(nested)\n" + CheckScene.source(CheckScene.right), to: "Sources/b.swift")
            #expect(try scene.check().report(on: "Sources").files == 2)
        }

        @Test func manyFiles() throws {
            for number in 0..<1_000 {
                let text = number == 999 ? CheckScene.wrong : CheckScene.right
                scene.write(CheckScene.source(text), to: "Many/\(number % 100)/\(number).swift")
            }
            var check = scene.check()
            check.cacheFolder = "cache"
            for reused in [0, 1_000] {
                let report = try check.report(on: "Many")
                #expect(report.files == 1_000 && report.texts == 1_000 && report.reusedFiles == reused)
                #expect(report.places == ["Many/99/999.swift:4 error unknown-column"])
            }
        }

        // MARK: Schemas

        @Test func aSchemaThatSQLiteRefuses() throws {
            scene.write("CREATE TABLE person (id);\nCREATE TABLE (x);\nCREATE TABLE t (y);\nSELEC 1;", to: "schema.sql")
            let report = try scene.check().report(on: "Sources")
            #expect(!report.hasSchema)
            let ofSchema = report.findings.filter { $0.place.file == "schema.sql" }
            #expect(ofSchema.map(\.place.line) == [2, 4], "\(report.findings)")
            #expect(ofSchema.allSatisfy { $0.severity == .error })
        }

        @Test func aSchemaThatIsMissing() throws {
            for schema in [FMQueryCheck.Schema.file("none.sql"), .database("none.db"), .migrations("none.swift")] {
                #expect(try error(scene.check(schema), on: "Sources").kind == .missing, "\(schema)")
            }
        }

        @Test func aSchemaThatIsNotUTF8() throws {
            scene.write(Data("CREATE TABLE t (a);\n-- ".utf8) + Data([0xFF]), to: "schema.sql")
            let error = try error(scene.check(), on: "Sources")
            #expect(error.kind == .unreadable && error.description.hasSuffix("so the schema cannot be read"))
            #expect(error.place?.line == 2)
        }

        @Test func aDatabaseThatIsNone() throws {
            scene.write(String(repeating: "no database ", count: 100), to: "app.db")
            let error = try error(scene.check(.database("app.db")), on: "Sources")
            #expect(error.kind == .schema && error.message.contains("\"app.db\""))
        }

        @Test func migrationsWithoutTexts() throws {
            scene.write("let x = 1\n", to: "M.swift")
            let error = try error(scene.check(.migrations("M.swift")), on: "Sources")
            #expect(error.kind == .schema && error.place?.file == "M.swift")
        }

        // MARK: Settings

        @Test(arguments: [
            ("{", "not JSON"), ("[1]", "wrong type"), ("{}", "no tables are named"),
            ("{\"shema\": \"x\"}", "no member \"shema\""),
            ("{\"schema\": 1}", "\"schema\" has the wrong type"),
            ("{\"schema\": \"schema.sql\", \"database\": \"a.db\"}", "exclude each other"),
            ("{\"schema\": \"schema.sql\", \"severity\": {\"typo\": \"off\"}}", "the unknown rule \"typo\""),
            (
                "{\"schema\": \"schema.sql\", \"severity\": {\"syntax\": \"never\"}}",
                "it is one of error, warning, note, off"
            ),
            (
                "{\"schema\": \"schema.sql\", \"functions\": {\"f\": \"two\"}}",
                "a number, a list of numbers, or \"any\""
            ),
        ])
        func settingsThatAreNotUnderstood(text: String, message: String) throws {
            scene.write(text, to: "fmdb-check.json")
            let folder = scene.path
            let error = #expect(throws: FMCheckError.self) {
                try FMQueryCheck(configuration: "fmdb-check.json", folder: folder)
            }
            #expect(error?.kind == .configuration && error?.place?.file == "fmdb-check.json")
            #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        }

        @Test func settingsOfAFile() throws {
            scene.write(
                CheckScene.source("DELETE FROM person WHERE one(name) OR any(1, 2, 3) OR two(1, 2)"), to: "App/b.swift")
            scene.write("CREATE TABLE person (name TEXT);", to: "sub/tables.sql")
            scene.write(
                """
                {
                    "schema": "tables.sql",
                    "sources": ["../App"],
                    "functions": {"one": 1, "two": [1, 2], "any": "any"},
                    "collations": ["FINE"],
                    "severity": {"comparison": "off"}
                }
                """, to: "sub/fmdb-check.json")
            let check = try FMQueryCheck(configuration: "sub/fmdb-check.json", folder: scene.path)
            #expect(check.schema == .file("sub/tables.sql") && check.sources == ["sub/../App"])
            #expect(
                check.names.functions == ["one": [1], "two": [1, 2], "any": []] && check.names.collations == ["FINE"])
            #expect(check.levels == [.comparison: .off])
            #expect(try check.run().findings.isEmpty)
        }
    }
#endif
