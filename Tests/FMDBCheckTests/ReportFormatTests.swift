#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// A report as text for people and for programs.
    @Suite struct ReportFormatTests {
        private func report(_ source: String = CheckScene.source(CheckScene.wrong), file: String) throws
            -> FMCheckReport
        {
            try CheckScene().check(.script(CheckScene.schema)).report(onSource: source, file: file)
        }

        /// `    try db.execute("DELETE FROM person WHERE nme` …
        private static let column = 46

        @Test func asSwiftsCompiler() throws {
            let report = try report(file: "Sources/a.swift")
            let message = try #require(report.findings.first).message
            #expect(
                report.written(as: .text, folder: "/")
                    == "Sources/a.swift:4:\(Self.column): error: \(message) [unknown-column]\n")
            #expect(!message.contains("\n"))
        }

        @Test func asJSON() throws {
            let report = try report(file: "Sources/a.swift")
            let json = try object(report.written(as: .json, folder: "/", listsUnfollowed: true))
            let finding = try #require((json["findings"] as? [[String: Any]])?.first)
            #expect(finding["file"] as? String == "Sources/a.swift" && finding["line"] as? Int == 4)
            #expect(finding["column"] as? Int == Self.column && finding["rule"] as? String == "unknown-column")
            #expect(finding["severity"] as? String == "error")
            let counts = try #require(json["counts"] as? [String: Any])
            #expect(counts["errors"] as? Int == 1 && counts["found"] as? Int == 1 && counts["notFollowed"] as? Int == 0)
            #expect((json["unfollowed"] as? [Any])?.isEmpty == true)
            #expect(try object(report.written(as: .json, folder: "/"))["unfollowed"] == nil)
        }

        @Test func asAnnotationsOfGitHub() throws {
            let report = try report(file: "Sources/100%, a:b.swift")
            let message = try #require(report.findings.first).message.replacingOccurrences(of: "%", with: "%25")
            #expect(
                report.written(as: .github, folder: "/")
                    == "::error file=Sources/100%25%2C a%3Ab.swift,line=4,col=\(Self.column),title=unknown-column::\(message)\n"
            )
        }

        @Test func annotationsAreRelativeToTheFolder() throws {
            let report = try report(file: "/src/app/Sources/a.swift")
            #expect(report.written(as: .github, folder: "/src/app").hasPrefix("::error file=Sources/a.swift,"))
            #expect(
                report.written(as: .github, folder: "/src/ap").hasPrefix("::error file=/src/app/Sources/a.swift,"))
        }

        @Test func asSARIF() throws {
            let scene = CheckScene(["Sources/a b%ü.swift": CheckScene.source(CheckScene.wrong)])
            let report = try scene.check().report(on: "Sources")
            let log = try object(report.written(as: .sarif, folder: scene.check().folder))
            #expect(log["version"] as? String == "2.1.0" && log["$schema"] is String)
            let run = try #require((log["runs"] as? [[String: Any]])?.first)
            let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
            let rules = try #require(driver["rules"] as? [[String: Any]])
            let bases = try #require(run["originalUriBaseIds"] as? [String: [String: String]])
            let base = try #require(bases["SRCROOT"]?["uri"])
            #expect(base.hasPrefix("file:///") && base.hasSuffix("/"))
            let result = try #require((run["results"] as? [[String: Any]])?.first)
            #expect(result["level"] as? String == "error" && result["ruleId"] as? String == "unknown-column")
            #expect(rules[try #require(result["ruleIndex"] as? Int)]["id"] as? String == "unknown-column")
            #expect((result["message"] as? [String: String])?["text"]?.isEmpty == false)
            #expect((result["partialFingerprints"] as? [String: String])?["sqlText/v1"]?.count == 32)
            let location = try #require((result["locations"] as? [[String: [String: [String: Any]]]])?.first)
            let physical = try #require(location["physicalLocation"])
            #expect(physical["artifactLocation"]?["uri"] as? String == "Sources/a%20b%25%C3%BC.swift")
            #expect(physical["artifactLocation"]?["uriBaseId"] as? String == "SRCROOT")
            #expect(physical["region"]?["startLine"] as? Int == 4)
            #expect(physical["region"]?["startColumn"] as? Int == Self.column)
        }

        @Test func columnsOfSARIFAreUnitsOfUTF16() throws {
            let scene = CheckScene(["a.swift": CheckScene.source("DELETE FROM person WHERE name = '😀é' AND nme = 1")])
            let report = try scene.check().report(on: "a.swift")
            let bytes = try #require(report.findings.first).place.column
            let log = report.written(as: .sarif, folder: scene.check().folder)
            // 😀 has four bytes and two units, é two bytes and one unit.
            #expect(log.contains("\"startColumn\" : \(bytes - 3)"), "\(bytes)")
        }

        private func object(_ text: String) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
    }
#endif
