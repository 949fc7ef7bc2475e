#if Checked
    import FMDB
    import Foundation

    /// A JSON value.
    enum JSON: Encodable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
        case text(String), number(Int), real(Double), list([JSON]), object([String: JSON])

        init(stringLiteral value: String) { self = .text(value) }
        init(arrayLiteral elements: JSON...) { self = .list(elements) }
        init(dictionaryLiteral elements: (String, JSON)...) { self = .object(Dictionary(elements) { $1 }) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .real(let number): try container.encode(number)
            case .list(let list): try container.encode(list)
            case .object(let members): try container.encode(members)
            }
        }
    }

    extension FMCheckReport {
        func json(listsUnfollowed: Bool) -> String {
            func object(_ place: FMSourcePlace, _ members: [String: JSON]) -> JSON {
                let start: [String: JSON] = [
                    "file": .text(place.file), "line": .number(place.line), "column": .number(place.column),
                ]
                return .object(members.merging(start) { $1 })
            }
            let found = findings.map { finding in
                object(
                    finding.place,
                    [
                        "severity": .text(finding.severity.rawValue), "rule": .text(finding.rule.rawValue),
                        "message": .text(finding.message),
                    ])
            }
            let former = fixed.map { entry -> JSON in
                [
                    "rule": .text(entry.rule), "file": .text(entry.file), "message": .text(entry.message),
                    "text": .text(entry.text), "count": .number(entry.count),
                ]
            }
            var document: [String: JSON] = ["findings": .list(found), "fixed": .list(former), "counts": counts]
            if listsUnfollowed {
                document["unfollowed"] = .list(
                    unfollowed.map { object($0.place, ["function": .text($0.function), "reason": .text($0.reason)]) })
            }
            return document.prettyJSON + "\n"
        }

        private var counts: JSON {
            let numbers = [
                "files": files, "reusedFiles": reusedFiles, "found": found, "checked": texts, "notChecked": unchecked,
                "notFollowed": unfollowed.count, "errors": errors, "warnings": warnings, "notes": notes,
                "ignored": ignored, "off": off, "known": known, "fixed": fixed.reduce(0) { $0 + $1.count },
            ]
            var members = numbers.mapValues { JSON.number($0) }
            members["seconds"] = .real((seconds * 1000).rounded() / 1000)
            members["reasons"] = .object(Dictionary(reasons.map { ($0.reason, JSON.number($0.count)) }) { $1 })
            return .object(members)
        }
    }
#endif
