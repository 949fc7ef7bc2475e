#if Checked
    import Foundation

    extension FMCheckReport {
        private struct Document: Encodable {
            struct Finding: Encodable {
                let file: String
                let line: Int
                let column: Int
                let severity: String
                let rule: String
                let message: String
            }

            struct Unfollowed: Encodable {
                let file: String
                let line: Int
                let column: Int
                let function: String
                let reason: String
            }

            struct Counts: Encodable {
                let files, reusedFiles, found, checked, notChecked, notFollowed, errors, warnings, notes: Int
                let ignored, off, known, fixed: Int
                let reasons: [String: Int]
                let seconds: Double
            }

            let findings: [Finding]
            /// Left out unless it was asked for.
            let unfollowed: [Unfollowed]?
            let fixed: [FMCheckBaseline.Entry]
            let counts: Counts
        }

        func json(listsUnfollowed: Bool) -> String {
            let document = Document(
                findings: findings.map {
                    .init(
                        file: $0.place.file, line: $0.place.line, column: $0.place.column,
                        severity: $0.severity.rawValue,
                        rule: $0.rule.rawValue, message: $0.message)
                },
                unfollowed: !listsUnfollowed
                    ? nil
                    : unfollowed.map {
                        .init(
                            file: $0.place.file, line: $0.place.line, column: $0.place.column, function: $0.function,
                            reason: $0.reason)
                    },
                fixed: fixed,
                counts: .init(
                    files: files, reusedFiles: reusedFiles, found: found, checked: texts, notChecked: unchecked,
                    notFollowed: unfollowed.count, errors: errors, warnings: warnings, notes: notes, ignored: ignored,
                    off: off, known: known,
                    fixed: fixed.reduce(0) { $0 + $1.count },
                    reasons: Dictionary(reasons.map { ($0.reason, $0.count) }) { $0 + $1 },
                    seconds: (seconds * 1000).rounded() / 1000))
            return document.prettyJSON + "\n"
        }
    }
#endif
