#if Checked
    import FMDB
    import Foundation

    /// A log of [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), as far as it is needed.
    private struct SARIFLog: Encodable {
        struct Text: Encodable { let text: String }

        struct Rule: Encodable {
            let id: String
            let shortDescription: Text
        }

        struct Artifact: Encodable {
            let uri: String
            let uriBaseId: String?
        }

        struct Region: Encodable {
            let startLine: Int
            let startColumn: Int
        }

        struct PhysicalLocation: Encodable {
            let artifactLocation: Artifact
            let region: Region
        }

        struct Location: Encodable { let physicalLocation: PhysicalLocation }

        struct Result: Encodable {
            let ruleId: String
            let ruleIndex: Int
            let level: String
            let message: Text
            let locations: [Location]
            let partialFingerprints: [String: String]?
        }

        struct Driver: Encodable {
            let name = "fmdb-check"
            let rules: [Rule]
        }

        struct Tool: Encodable { let driver: Driver }
        struct Base: Encodable { let uri: String }

        struct Run: Encodable {
            let tool: Tool
            let columnKind = "utf16CodeUnits"
            let originalUriBaseIds: [String: Base]
            let results: [Result]
        }

        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        let version = "2.1.0"
        let runs: [Run]

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case version, runs
        }
    }

    extension FMCheckReport {
        private static let root = "SRCROOT"

        func sarif(folder: String, listsUnfollowed: Bool) -> String {
            let names = RelativeNames(base: folder, folder: folder)
            let rules =
                FMFinding.Rule.allCases.map { (id: $0.rawValue, text: $0.explanation) }
                + [(id: "unfollowed", text: "The SQL text of a call could not be followed, so it is not checked.")]
            let numbers = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
            var columns = UTF16Columns(folder: folder)
            var results = zip(findings, texthashes).map { finding, hash in
                SARIFLog.Result(
                    ruleId: finding.rule.rawValue, ruleIndex: numbers[finding.rule.rawValue] ?? 0,
                    level: finding.severity.rawValue, message: .init(text: finding.message),
                    locations: [FMCheckReport.location(finding.place, names, &columns)],
                    // By it GitHub recognizes a finding whose line has changed.
                    partialFingerprints: hash.isEmpty ? nil : ["sqlText/v1": hash])
            }
            if listsUnfollowed {
                results += unfollowed.map { call in
                    SARIFLog.Result(
                        ruleId: "unfollowed", ruleIndex: numbers["unfollowed"] ?? 0, level: "note",
                        message: .init(text: "The SQL text of \(call.function) is not checked: \(call.reason)."),
                        locations: [FMCheckReport.location(call.place, names, &columns)], partialFingerprints: nil)
                }
            }
            let driver = SARIFLog.Driver(
                rules: rules.map { .init(id: $0.id, shortDescription: .init(text: $0.text)) })
            let base = FMCheckReport.uri(FilePath.plain(folder), isFolder: true)
            let run = SARIFLog.Run(
                tool: .init(driver: driver), originalUriBaseIds: [FMCheckReport.root: .init(uri: base)],
                results: results)
            return SARIFLog(runs: [run]).prettyJSON + "\n"
        }

        private static func location(
            _ place: FMSourcePlace, _ names: RelativeNames, _ columns: inout UTF16Columns
        ) -> SARIFLog.Location {
            let name = names.name(of: place.file)
            return .init(
                physicalLocation: .init(
                    artifactLocation: name.hasPrefix("/")
                        ? .init(uri: uri(name, isFolder: false), uriBaseId: nil)
                        : .init(uri: escaped(name), uriBaseId: root),
                    region: .init(startLine: max(1, place.line), startColumn: columns.column(of: place))))
        }

        private static func uri(_ path: String, isFolder: Bool) -> String {
            "file://" + escaped(path) + (isFolder && !path.hasSuffix("/") ? "/" : "")
        }

        /// Percent-encodes all but the characters that a URI may have.
        private static func escaped(_ path: String) -> String {
            path.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "+") }
        }
    }

    /// Columns in units of UTF-16, which SARIF counts, where the line has other characters than those of ASCII.
    struct UTF16Columns {
        private let folder: String
        private var lines: [String: [Data.SubSequence]] = [:]

        init(folder: String) {
            self.folder = folder
        }

        mutating func column(of place: FMSourcePlace) -> Int {
            let lines = lines(of: place.file)
            guard place.line > 0, place.line <= lines.count, place.column > 1 else { return max(1, place.column) }
            let start = lines[place.line - 1].prefix(place.column - 1)
            guard start.contains(where: { $0 > 127 }) else { return place.column }
            return String(decoding: start, as: UTF8.self).utf16.count + 1
        }

        private mutating func lines(of file: String) -> [Data.SubSequence] {
            if let known = lines[file] { return known }
            let data = FileManager.default.contents(atPath: FilePath.absolute(file, in: folder)) ?? Data()
            let found = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            lines[file] = found
            return found
        }
    }
#endif
