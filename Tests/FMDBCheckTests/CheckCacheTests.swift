#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// Runs that take from the last one what has not changed.
    @Suite struct CheckCacheTests {
        private let scene = CheckScene([
            "Sources/a.swift": CheckScene.source(CheckScene.wrong),
            "Sources/b.swift": CheckScene.source(CheckScene.right),
        ])
        private var cacheFile: String { scene.folder.file("cache/checks.sqlite") }

        private func check() -> FMQueryCheck {
            var check = scene.check()
            check.cacheFolder = "cache"
            return check
        }

        @Test func anUnchangedRunReadsNothingAgain() throws {
            let first = try check().report(on: "Sources")
            let second = try check().report(on: "Sources")
            #expect(first.reusedFiles == 0 && second.reusedFiles == 2)
            #expect(second.findings == first.findings && second.texts == first.texts && second.errors == 1)
        }

        @Test func aChangedFileIsCheckedAgain() throws {
            _ = try check().report(on: "Sources")
            scene.write(CheckScene.source(CheckScene.right), to: "Sources/a.swift")
            let report = try check().report(on: "Sources")
            #expect(report.reusedFiles == 1 && report.errors == 0)
        }

        @Test func aChangedSchemaChecksAllAgain() throws {
            _ = try check().report(on: "Sources")
            scene.write("CREATE TABLE person (id INTEGER PRIMARY KEY, nme TEXT);", to: "schema.sql")
            let report = try check().report(on: "Sources")
            #expect(report.reusedFiles == 0)
            #expect(report.places == ["Sources/b.swift:4 error unknown-column"])
        }

        @Test func aFunctionThatAnotherFileAddsCounts() throws {
            scene.write(CheckScene.source("DELETE FROM person WHERE shout(name) = 'ANN'"), to: "Sources/b.swift")
            #expect(try check().report(on: "Sources").errors == 2)
            scene.write(
                "import FMDB\nfunc add(_ db: FMDatabase) throws {\n"
                    + "    try db.addFunction(\"shout\") { (text: String) in text.uppercased() }\n}\n",
                to: "Sources/c.swift")
            #expect(try check().report(on: "Sources").places == ["Sources/a.swift:4 error unknown-column"])
        }

        @Test func namesThatAreDeclaredCount() throws {
            scene.write(CheckScene.source("DELETE FROM person WHERE shout(name) = 'ANN'"), to: "Sources/b.swift")
            #expect(try check().report(on: "Sources").errors == 2)
            var check = check()
            check.names = FMCheckNames(functions: ["shout": [1]])
            #expect(try check.report(on: "Sources").errors == 1)
        }

        @Test(arguments: [
            "", "not a database, but a text that is longer than the header of one, which has a hundred bytes",
        ])
        func whatIsNoCacheIsMadeAnew(text: String) throws {
            scene.write(text, to: "cache/checks.sqlite")
            #expect(try check().report(on: "Sources").errors == 1)
            #expect(try check().report(on: "Sources").reusedFiles == 2)
        }

        @Test func damagedEntriesAreIgnored() throws {
            let first = try check().report(on: "Sources")
            let whole = try #require(FileManager.default.contents(atPath: cacheFile))
            for start in stride(from: 100, to: whole.count, by: 997) {
                var damaged = whole
                for place in start..<min(start + 40, whole.count) { damaged[place] ^= 0x55 }
                scene.write(damaged, to: "cache/checks.sqlite")
                #expect(try check().report(on: "Sources").findings == first.findings, "from byte \(start)")
            }
        }

        @Test func aCacheThatCannotBeWritten() throws {
            scene.write("", to: "file")
            var check = scene.check()
            check.cacheFolder = "file/cache"
            #expect(try check.report(on: "Sources").errors == 1)
            check.cacheFolder = "/dev/null/cache"
            #expect(try check.report(on: "Sources").errors == 1)
        }

        @Test func runsAtTheSameTime() async throws {
            for number in 0..<20 { scene.write(CheckScene.source(CheckScene.wrong), to: "Sources/more\(number).swift") }
            let check = check()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 { group.addTask { try check.report(on: "Sources").errors } }
                for try await errors in group { #expect(errors == 21) }
            }
            #expect(try check.report(on: "Sources").reusedFiles == 22)
        }
    }
#endif
