#if Checked
    import FMDB

    extension FMCheckReport {
        /// Returns the report as workflow commands of [GitHub
        /// Actions](https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
        func annotations(folder: String, listsUnfollowed: Bool) -> String {
            let names = RelativeNames(base: folder, folder: folder)
            var lines = findings.map { finding in
                annotation(
                    finding.severity == .note ? "notice" : finding.severity.rawValue, finding.place,
                    finding.rule.rawValue, finding.message, names)
            }
            if listsUnfollowed {
                lines += unfollowed.map { call in
                    annotation(
                        "notice", call.place, "unfollowed",
                        "The SQL text of \(call.function) is not checked: \(call.reason).", names)
                }
            }
            return lines.map { $0 + "\n" }.joined()
        }

        private func annotation(
            _ kind: String, _ place: FMSourcePlace, _ rule: String, _ message: String, _ names: RelativeNames
        ) -> String {
            let file = names.name(of: place.file).escapedForWorkflow(isProperty: true)
            return "::\(kind) file=\(file),line=\(place.line),col=\(place.column),title=\(rule)::"
                + message.escapedForWorkflow(isProperty: false)
        }
    }

    extension String {
        /// Percent-encodes the characters that end a property or the line.
        fileprivate func escapedForWorkflow(isProperty: Bool) -> String {
            let signs = Array((isProperty ? "%\r\n:," : "%\r\n").utf8)
            return percentEncoded { !signs.contains($0) }
        }
    }
#endif
