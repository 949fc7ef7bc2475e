#if Checked
    import Foundation

    extension FMMoveReport: CustomStringConvertible {
        /// The report as text, with each call. See ``text(listsUnchanged:)``.
        public var description: String { text() }

        /// The report as text: the counts first, then what is to be done.
        ///
        /// - Parameter listsUnchanged: whether the calls that compile as they are get a line each. Default: true.
        public func text(listsUnchanged: Bool = true) -> String {
            var parts = [counts]
            add("Objective-C files that use FMDB", objectiveC, to: &parts)
            add("The project", project, to: &parts)
            add("Types, imports and constants", declarations, to: &parts)
            add("Calls to change", calls.filter { $0.verdict == .change }, to: &parts)
            add("Calls that compile with a warning", calls.filter { $0.verdict == .warning }, to: &parts)
            add("Other places that the compiler refuses", errors.filter { $0.verdict == .change }, to: &parts)
            add(
                "Other errors of the compiler, which may come from what this system does not have",
                errors.filter { $0.verdict != .change }, to: &parts)
            add("Calls that were not checked", calls.filter { $0.verdict == .notChecked }, to: &parts)
            add("On Linux", linux, to: &parts)
            if listsUnchanged {
                add("Calls that compile unchanged", calls.filter { $0.verdict == .unchanged }, to: &parts)
            }
            return (parts + notes.map { "note: \($0)" }).joined(separator: "\n\n") + "\n"
        }

        /// The report as JSON.
        public var json: String { prettyJSON }

        private var counts: String {
            var lines: [String] = []
            if !objectiveC.isEmpty {
                lines.append(
                    "Objective-C files that use FMDB: \(objectiveC.count). They cannot use this package, and one program cannot have both."
                )
            }
            lines.append("Swift files that use FMDB: \(filesWithFMDB) of \(files)")
            lines.append(
                "Calls of FMDB: \(calls.count). To change: \(count(.change)), unchanged: \(count(.unchanged)), "
                    + "with a warning: \(count(.warning)), not checked: \(count(.notChecked))")
            lines.append("Other places that the compiler refuses: \(errors.filter { $0.verdict == .change }.count)")
            lines.append(
                "Types, imports and constants to change: \(declarations.filter { $0.verdict == .change }.count)")
            lines.append("Lines of the project to change: \(project.count)")
            lines.append("Places that differ on Linux: \(linux.count)")
            return lines.joined(separator: "\n")
        }

        private func add(_ title: String, _ items: [Item], to parts: inout [String]) {
            guard !items.isEmpty else { return }
            let lines = items.map { item in
                "\(item.place.file):\(item.place.line):\(item.place.column): \(item.subject)"
                    + [item.message, item.advice].compactMap { $0 }.map { ": \($0)" }.joined()
            }
            parts.append("\(title):\n" + lines.joined(separator: "\n"))
        }
    }
#endif
