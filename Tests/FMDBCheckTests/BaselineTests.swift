#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// Findings of old projects that are known.
    @Suite struct BaselineTests {
        private let scene = CheckScene(["Sources/a.swift": CheckScene.source(CheckScene.wrong, CheckScene.wrong)])

        private func known() throws -> FMQueryCheck {
            var check = scene.check()
            try check.report(on: "Sources").writeBaseline(to: scene.folder.file("known.json"), folder: check.folder)
            check.baseline = "known.json"
            return check
        }

        @Test func whatIsKnownIsNotToldAgain() throws {
            let check = try known()
            let report = try check.report(on: "Sources")
            #expect(report.findings.isEmpty && report.known == 2 && report.fixed.isEmpty)
            #expect(report.summary.contains("2 known from the baseline"))
        }

        @Test func aLineThatHasMovedStaysKnown() throws {
            let check = try known()
            scene.write(
                "// One more line.\n" + CheckScene.source(CheckScene.wrong, CheckScene.wrong), to: "Sources/a.swift")
            #expect(try check.report(on: "Sources").findings.isEmpty)
        }

        @Test func oneMoreOfTheSameIsNew() throws {
            let check = try known()
            scene.write(CheckScene.source(CheckScene.wrong, CheckScene.wrong, CheckScene.wrong), to: "Sources/a.swift")
            #expect(try check.report(on: "Sources").places == ["Sources/a.swift:6 error unknown-column"])
        }

        @Test func theSameMistakeInAnotherTextIsNew() throws {
            let check = try known()
            scene.write(CheckScene.source(CheckScene.wrong, "DELETE FROM person WHERE 1 = nme"), to: "Sources/a.swift")
            let report = try check.report(on: "Sources")
            #expect(report.places == ["Sources/a.swift:5 error unknown-column"] && report.known == 1)
        }

        @Test func whatIsFixedIsTold() throws {
            let check = try known()
            scene.write(CheckScene.source(CheckScene.wrong), to: "Sources/a.swift")
            scene.write(CheckScene.source(CheckScene.right), to: "Sources/b.swift")
            let report = try check.report(on: "Sources")
            #expect(report.findings.isEmpty && report.fixed.map(\.count) == [1])
            #expect(report.fixed.first?.file == "Sources/a.swift" && report.fixed.first?.rule == "unknown-column")
            #expect(
                report.written(as: .text, folder: check.folder).hasPrefix(
                    "Sources/a.swift: note: fixed, and still in the baseline"))
            #expect(
                try check.report(on: "Sources/b.swift").fixed.isEmpty,
                "a file that was not read is not known to be fixed")
            try FileManager.default.removeItem(atPath: scene.folder.file("Sources/a.swift"))
            #expect(try check.report(on: "Sources").fixed.map(\.count) == [2], "nor is there one that is gone")
        }

        @Test func namesAreThoseSeenFromTheBaseline() throws {
            let check = try known()
            #expect(scene.read("known.json").contains("\"file\" : \"Sources/a.swift\""))
            #expect(try check.report(on: scene.folder.file("Sources")).known == 2, "by its whole path, too")
        }

        @Test(arguments: ["", "{}", "[1]", "{\"version\": 9, \"findings\": []}"])
        func whatIsNoBaseline(text: String) throws {
            scene.write(text, to: "known.json")
            var check = scene.check()
            check.baseline = "known.json"
            let wrong = check
            let error = #expect(throws: FMCheckError.self) { try wrong.report(on: "Sources") }
            #expect(error?.kind == .configuration && error?.message.contains("--write-baseline") == true)
        }

        @Test func aBaselineThatIsMissing() throws {
            var check = scene.check()
            check.baseline = "none.json"
            let wrong = check
            let error = #expect(throws: FMCheckError.self) { try wrong.report(on: "Sources") }
            #expect(error?.kind == .missing)
        }
    }
#endif
