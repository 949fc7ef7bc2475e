#if Checked
    import FMDB
    import Foundation

    extension FMCheckReport {
        private static let root = "SRCROOT"

        /// Returns the report as a log of [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), with the members
        /// that the standard requires.
        func sarif(folder: String, listsUnfollowed: Bool) -> String {
            let names = RelativeNames(base: folder, folder: folder)
            let rules =
                FMFinding.Rule.allCases.map { (id: $0.rawValue, text: $0.explanation) }
                + [(id: "unfollowed", text: "The SQL text of a call could not be followed, so it is not checked.")]
            let numbers = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
            var columns = UTF16Columns(folder: folder)
            func result(_ rule: String, _ level: String, _ message: String, at place: FMSourcePlace) -> [String: JSON] {
                [
                    "ruleId": .text(rule), "ruleIndex": .number(numbers[rule] ?? 0), "level": .text(level),
                    "message": ["text": .text(message)],
                    "locations": [FMCheckReport.location(place, names, &columns)],
                ]
            }
            var results = zip(findings, texthashes).map { finding, hash in
                var members = result(
                    finding.rule.rawValue, finding.severity.rawValue, finding.message, at: finding.place)
                // GitHub uses the hash to recognise a finding whose line has changed.
                if !hash.isEmpty { members["partialFingerprints"] = ["sqlText/v1": .text(hash)] }
                return JSON.object(members)
            }
            if listsUnfollowed {
                results += unfollowed.map { call in
                    let message = "The SQL text of \(call.function) is not checked: \(call.reason)."
                    return .object(result("unfollowed", "note", message, at: call.place))
                }
            }
            let driver: JSON = [
                "name": "fmdb-check",
                "rules": .list(rules.map { ["id": .text($0.id), "shortDescription": ["text": .text($0.text)]] }),
            ]
            let path = FilePath.plain(folder)
            let base = "file://" + FMCheckReport.escaped(path.hasSuffix("/") ? path : path + "/")
            let run: JSON = [
                "tool": ["driver": driver], "columnKind": "utf16CodeUnits",
                "originalUriBaseIds": [FMCheckReport.root: ["uri": .text(base)]], "results": .list(results),
            ]
            let log: JSON = [
                "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
            ]
            return log.prettyJSON + "\n"
        }

        private static func location(
            _ place: FMSourcePlace, _ names: RelativeNames, _ columns: inout UTF16Columns
        ) -> JSON {
            let name = names.name(of: place.file)
            let artifact: JSON =
                name.hasPrefix("/")
                ? ["uri": .text("file://" + escaped(name))] : ["uri": .text(escaped(name)), "uriBaseId": .text(root)]
            let region: JSON = [
                "startLine": .number(max(1, place.line)), "startColumn": .number(columns.column(of: place)),
            ]
            return ["physicalLocation": ["artifactLocation": artifact, "region": region]]
        }

        /// Percent-encodes all characters that a URI cannot contain.
        private static func escaped(_ path: String) -> String {
            path.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "+") }
        }
    }

    /// Converts columns to UTF-16 code units, which SARIF counts, on lines with characters outside ASCII.
    struct UTF16Columns {
        private let folder: String
        private var lines: [String: [Data.SubSequence]] = [:]

        init(folder: String) { self.folder = folder }

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
