#if Checked
    import Foundation

    extension FMFinding {
        /// The finding in the format of the Swift compiler, which Xcode, Visual Studio Code and `swift build` show in place:
        /// `file:line:column: error: message [rule]`.
        public var line: String {
            "\(place.file):\(place.line):\(place.column): \(severity.rawValue): \(message.inOneLine) [\(rule.rawValue)]"
        }
    }

    extension FMCheckReport {
        /// The format of a written report.
        public enum Format: String, Sendable, CaseIterable {
            /// A line for each finding, in the format of the Swift compiler.
            case text
            /// One JSON object.
            case json
            /// [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), which GitHub and editors read.
            case sarif
            /// The workflow commands of GitHub Actions, which become annotations of a change.
            case github
        }

        /// Returns the report as text, with a line feed after each line.
        ///
        /// - Parameters:
        ///   - format: the format.
        ///   - folder: the folder at which relative paths of the report start. File names in SARIF and for GitHub are relative to it.
        ///   - listsUnfollowed: whether to list the calls that could not be followed. SARIF has them as notes.
        public func written(as format: Format, folder: String, listsUnfollowed: Bool = false) -> String {
            switch format {
            case .text: text(listsUnfollowed: listsUnfollowed)
            case .json: json(listsUnfollowed: listsUnfollowed)
            case .sarif: sarif(folder: folder, listsUnfollowed: listsUnfollowed)
            case .github: annotations(folder: folder, listsUnfollowed: listsUnfollowed)
            }
        }

        private func text(listsUnfollowed: Bool) -> String {
            var lines = findings.map(\.line)
            if listsUnfollowed { lines += unfollowed.map(\.line) }
            lines += fixed.map {
                "\($0.file): note: fixed, and still in the baseline: \($0.message.inOneLine) [\($0.rule)]"
            }
            return lines.map { $0 + "\n" }.joined()
        }

        /// One sentence with the counts, including the numbers of findings left out.
        public var summary: String {
            let kinds = [(errors, "error"), (warnings, "warning"), (notes, "note")]
            let named = kinds.filter { $0.0 > 0 || $0.1 == "error" }.map { $0.0.of($0.1) }.joined(separator: ", ")
            let time = String(
                format: seconds < 0.1 ? "%.3f" : "%.1f", locale: Locale(identifier: "en_US_POSIX"), seconds)
            let checked = unchecked == 0 ? "" : "\(texts) of "
            var parts = [
                "\(named) in \(checked)\((texts + unchecked).of("SQL string")) of \(files.of("file")), \(time) seconds"
            ]
            if !unfollowed.isEmpty {
                let reasons = reasons.map { "\($0.count): \($0.reason)" }.joined(separator: "; ")
                parts.append("\(unfollowed.count.of("call")) not followed (\(reasons))")
            }
            let causes = [
                (refused, "SQLite refuses a statement that creates or changes the tables"),
                (unchecked - refused, "not enough is known about the tables"),
            ]
            for (count, cause) in causes where count > 0 {
                parts.append("\(count.of("SQL string")) not checked, because \(cause)")
            }
            if ignored > 0 { parts.append("\(ignored) silenced by comments") }
            if off > 0 { parts.append("\(off) of rules that are off") }
            if known > 0 { parts.append("\(known) known from the baseline") }
            if !fixed.isEmpty { parts.append("\(fixed.reduce(0) { $0 + $1.count }) of the baseline fixed") }
            return parts.joined(separator: "; ")
        }

        /// The reason that nothing was checked, and what to do, or nil if something was checked.
        package var nothingChecked: String? {
            guard texts == 0, hasSchema else { return nil }
            let what =
                unchecked > 0
                ? "not enough is known about the tables of \(unchecked.of("SQL string"))"
                : unfollowed.isEmpty
                    ? "no call of FMDB was found in \(files.of("file"))"
                    : "no SQL text of \(unfollowed.count.of("call")) could be followed; --list-unfollowed lists them"
            let others =
                otherLibraries.isEmpty ? "" : "; the sources import \(otherLibraries.listed), whose SQL is not read"
            return "nothing was checked: \(what)\(others)"
        }
    }

    extension FMCheckReport.UnfollowedCall {
        /// The call as a note in the format of the Swift compiler.
        public var line: String {
            "\(place.file):\(place.line):\(place.column): note: the SQL text of \(function) is not checked: \(reason) [unfollowed]"
        }
    }

    extension String {
        /// The message in one line, whatever SQL it quotes.
        var inOneLine: String {
            contains(where: \.isNewline) ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
        }
    }
#endif
