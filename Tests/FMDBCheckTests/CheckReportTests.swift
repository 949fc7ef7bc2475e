#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// Folders of sources, and what is left out of a report.
    @Suite struct CheckReportTests {
        @Test func filesAreCheckedInTheOrderOfTheirNames() throws {
            let scene = CheckScene([
                "Sources/b.swift": CheckScene.source(CheckScene.right, CheckScene.wrong),
                "Sources/A/c.swift": CheckScene.source(CheckScene.wrong),
                "Sources/a.swift": CheckScene.source(CheckScene.right), "Sources/read.txt": CheckScene.wrong,
                "Sources/.hidden/d.swift": CheckScene.source(CheckScene.wrong),
                "Sources/.build-x/d.swift": CheckScene.source(CheckScene.wrong),
            ])
            let report = try scene.check().report(on: "Sources")
            #expect(
                report.places == ["Sources/A/c.swift:4 error unknown-column", "Sources/b.swift:5 error unknown-column"])
            #expect(report.files == 3 && report.texts == 4 && report.errors == 2 && report.hasSchema)
            #expect(report.findings.allSatisfy { $0.message.contains("nme") }, "\(report.findings)")
        }

        @Test func linksThatLeadBackAreNoCircle() throws {
            let scene = CheckScene(["Sources/A/a.swift": CheckScene.source(CheckScene.wrong)])
            try FileManager.default.createSymbolicLink(
                atPath: scene.folder.file("Sources/A/back"), withDestinationPath: scene.folder.file("Sources"))
            try FileManager.default.createSymbolicLink(
                atPath: scene.folder.file("Sources/z.swift"),
                withDestinationPath: scene.folder.file("Sources/A/a.swift"))
            let report = try scene.check().report(on: "Sources")
            #expect(report.files == 1 && report.errors == 1, "each file is read once")
        }

        @Test func aFileIsTakenWhateverItsName() throws {
            let scene = CheckScene(["code.txt": CheckScene.source(CheckScene.wrong)])
            #expect(try scene.check().report(on: "code.txt").places == ["code.txt:4 error unknown-column"])
        }

        @Test func aTestFailsWithAllErrors() throws {
            let scene = CheckScene([
                "Sources/a.swift": CheckScene.source(CheckScene.wrong), "Sources/b.swift": CheckScene.source("SELEC 1"),
            ])
            let check = scene.check()
            let failure = #expect(throws: FMCheckFailure.self) { try check.run("Sources") }
            let lines = "\(try #require(failure))".split(separator: "\n")
            #expect(lines.count == 3)
            #expect(
                lines.first?.hasPrefix("Sources/a.swift:4:") == true
                    && lines.first?.hasSuffix("[unknown-column]") == true)
            #expect(lines.dropFirst().first?.hasSuffix("[syntax]") == true)
            #expect(lines.last?.hasPrefix("2 errors in 2 SQL strings of 2 files") == true, "\(lines)")
            #expect(failure?.localizedDescription == failure?.description)
            scene.write(CheckScene.source(CheckScene.right), to: "Sources/a.swift")
            scene.write(CheckScene.source(CheckScene.right), to: "Sources/b.swift")
            #expect(try check.run().errors == 0, "the sources are those of the folder Sources")
        }

        @Test func pathsBelongToThePackageOfTheCaller() throws {
            let scene = CheckScene(["Package.swift": "", "Sources/a.swift": CheckScene.source(CheckScene.wrong)])
            let check = FMQueryCheck(schema: .file("schema.sql"), file: scene.folder.file("Tests/AppTests/T.swift"))
            #expect(check.folder + "/" == scene.path || check.folder == scene.path)
            #expect(try check.report(on: "Sources").errors == 1)
        }

        @Test func levelsOfRules() throws {
            let scene = CheckScene(["Sources/a.swift": CheckScene.source(CheckScene.wrong, "SELEC 1")])
            var check = scene.check()
            check.levels = [.unknownColumn: .note, .syntax: .off]
            let report = try check.report(on: "Sources")
            #expect(report.places == ["Sources/a.swift:4 note unknown-column"])
            #expect(report.off == 1 && report.notes == 1 && report.summary.contains("1 of rules that are off"))
        }

        @Test func callsThatAreNotFollowedAreCountedByReason() throws {
            let source = """
                import FMDB
                func work(_ db: FMDatabase, text: String) throws {
                    _ = try db.executeQuery(text, values: nil)
                    _ = try db.executeQuery("SELECT \\(text)", values: nil)
                    _ = try db.executeQuery("SELECT 1", values: nil)
                }
                """
            let report = try CheckScene().check(.script(CheckScene.schema)).report(onSource: source, file: "a.swift")
            #expect(report.unfollowed.map(\.place.line) == [3, 4])
            #expect(report.texts == 1 && report.found == 3 && report.errors == 0)
            #expect(report.reasons.map(\.count) == [1, 1])
            #expect(report.summary.contains("2 calls not followed (1: "), "\(report.summary)")
            let listed = report.written(as: .text, folder: "/", listsUnfollowed: true)
            #expect(listed.hasPrefix("a.swift:3:"))
            #expect(listed.contains(": note: the SQL text of executeQuery is not checked: "))
            #expect(report.written(as: .text, folder: "/") == "")
        }
    }

    /// Texts of whose tables not enough is known.
    @Suite struct UncheckedTextTests {
        @Test func theyAreNotCountedAsChecked() throws {
            let scene = CheckScene([
                "Sources/a.swift": CheckScene.source(
                    "ATTACH DATABASE 'x' AS old", "DELETE FROM old.visit", CheckScene.right)
            ])
            let report = try scene.check().report(on: "Sources")
            #expect(report.places == ["Sources/a.swift:5 note unknown-table"])
            #expect(report.texts == 2 && report.unchecked == 1 && report.found == 3)
            #expect(report.summary.hasPrefix("0 errors, 1 note in 2 of 3 SQL strings of 1 file, "), "\(report.summary)")
            #expect(
                report.summary.hasSuffix("; 1 SQL string not checked, because not enough is known about the tables"))
            let json = report.written(as: .json, folder: "/")
            #expect(json.contains("\"checked\" : 2") && json.contains("\"notChecked\" : 1"), "\(json)")
        }

        @Test func aloneTheyAreNoSuccess() throws {
            let scene = CheckScene([
                "Sources/a.swift": CheckScene.source("DELETE FROM old.visit", "DELETE FROM old.city")
            ])
            var check = scene.check()
            check.names.databases = ["old"]
            let report = try check.report(on: "Sources")
            #expect(report.texts == 0 && report.unchecked == 2 && report.errors == 0)
            let error = try #require(throws: FMCheckError.self) { try check.run("Sources") }
            #expect(error.kind == .missing)
            #expect(error.message == "nothing was checked: not enough is known about the tables of 2 SQL strings")
        }
    }

    /// Comments that silence findings.
    @Suite struct IgnoreCommentTests {
        private func report(_ lines: String...) throws -> FMCheckReport {
            let source =
                "import FMDB\nfunc work(_ db: FMDatabase, text: String) throws {\n" + lines.joined(separator: "\n")
                + "\n}\n"
            return try CheckScene().check(.script(CheckScene.schema)).report(onSource: source, file: "a.swift")
        }

        @Test func ofALineAndOfTheNextOne() throws {
            let report = try report(
                "try db.execute(\"\(CheckScene.wrong)\")  // fmdb:ignore made by a plugin",
                "// fmdb:ignore made by a plugin",
                "try db.execute(\"\(CheckScene.wrong)\")", "try db.execute(\"\(CheckScene.wrong)\")")
            #expect(report.places == ["a.swift:6 error unknown-column"])
            #expect(report.ignored == 2 && report.summary.contains("2 silenced by comments"))
        }

        @Test func ofATextOverSeveralLines() throws {
            let report = try report(
                "// fmdb:ignore made by a plugin", "try db.execute(", "    \"\"\"", "    DELETE FROM person",
                "    WHERE nme = 'Ann'",
                "    \"\"\")")
            #expect(report.ignored == 1 && report.findings.isEmpty, "\(report.findings)")
        }

        @Test func ofACallThatIsNotFollowed() throws {
            let report = try report("try db.executeUpdate(text, values: nil)  // fmdb:ignore the caller's own text")
            #expect(report.ignored == 1 && report.unfollowed.isEmpty && report.findings.isEmpty)
        }

        @Test func aCommentWithoutAReasonIsToldOfAsSuch() throws {
            let report = try report(
                "try db.execute(\"\(CheckScene.wrong)\")  // fmdb:ignore", "// fmdb:ignore", "let a = 1")
            #expect(report.ignored == 0)
            let told = report.findings.filter { $0.rule == .input }
            #expect(
                told.count == 2
                    && told.allSatisfy { !$0.message.contains("not Swift") && $0.message.contains("reason") })
            #expect(report.findings.count == 3)
        }

        @Test func thatSilencesNothing() throws {
            let report = try report("// fmdb:ignore was wrong once", "try db.execute(\"\(CheckScene.right)\")")
            #expect(report.places == ["a.swift:3 note input"])
            #expect(report.ignored == 0)
        }
    }
#endif
