import FMDB
import Testing

/// The table of FMDB's defects is whole, and the tests that it names are there.
@Suite struct DefectsTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The rows of the article's tables.
    private static var rows: [String] {
        get throws {
            let article = package.appendingPathComponent("Sources/Library/FMDB/FMDB.docc/Defects.md")
            return try String(contentsOf: article, encoding: .utf8)
                .split(separator: "\n").filter { $0.hasPrefix("| D") }.map { String($0) }
        }
    }

    private static var testSources: String {
        get throws {
            let folder = package.appendingPathComponent("Tests/CompatibilityTests")
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".swift") }
                .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
                .joined()
        }
    }

    @Test func everyDefectIsThereOnce() throws {
        let numbers = try Self.rows.map { $0.dropFirst(2).prefix(3) }
        #expect(numbers.sorted() == (1...38).map { String(format: "D%02d", $0)[...] })
    }

    @Test func everyDefectIsFixedOrTheSame() throws {
        for row in try Self.rows {
            let verdicts = ["Unchanged", "Fixed: ", "Partly fixed: "]
            #expect(verdicts.contains { row.contains("| " + $0) }, "\(row)")
        }
    }

    @Test func everyTestThatIsNamedExists() throws {
        let sources = try Self.testSources
        let names = try Self.rows.joined().matches(of: /`(test[BDL]\d\d\d?_\w+)`/).map { String($0.output.1) }
        #expect(names.count > 38)
        for name in names {
            #expect(sources.contains("func \(name)("), "there is no test \(name)")
        }
    }
}
