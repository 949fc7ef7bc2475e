#if Checked
    import Foundation

    extension FMMoveReport: CustomStringConvertible {
        /// The report as text, with all calls. See ``text(listsUnchanged:)``.
        public var description: String { text() }

        /// Returns the report as text: the counts first, then the changes to make.
        ///
        /// - Parameter listsUnchanged: whether to list the calls that compile unchanged, one a line. Default: true.
        public func text(listsUnchanged: Bool = true) -> String {
            func calls(_ verdict: Verdict) -> [Item] { self.calls.filter { $0.verdict == verdict } }
            let parts = [
                ("Objective-C files that use FMDB", objectiveC), ("The project", project),
                ("Types, imports and constants", declarations), ("Calls to change", calls(.change)),
                ("Calls that compile with a warning", calls(.warning)),
                ("Other code that the compiler rejects", errors.filter { $0.verdict == .change }),
                (
                    "Other errors of the compiler, perhaps caused by something that this system lacks",
                    errors.filter { $0.verdict != .change }
                ),
                ("Calls that were not checked", calls(.notChecked)), ("On Linux", linux),
                ("Calls that compile unchanged", listsUnchanged ? calls(.unchanged) : []),
            ]
            let texts = parts.filter { !$0.1.isEmpty }.map { title, items in
                "\(title):\n" + items.map(\.line).joined(separator: "\n")
            }
            return ([counts] + texts + notes.map { "note: \($0)" }).joined(separator: "\n\n") + "\n"
        }

        /// The report as JSON.
        public var json: String { prettyJSON }

        private var counts: String {
            let head =
                "Objective-C files that use FMDB: \(objectiveC.count). They cannot use this package, and one program cannot have both.\n"
            return (objectiveC.isEmpty ? "" : head) + """
                Swift files that use FMDB: \(filesWithFMDB) of \(files)
                Calls of FMDB: \(calls.count). To change: \(count(.change)), unchanged: \(count(.unchanged)), \
                with a warning: \(count(.warning)), not checked: \(count(.notChecked))
                Other code that the compiler rejects: \(errors.filter { $0.verdict == .change }.count)
                Types, imports and constants to change: \(declarations.filter { $0.verdict == .change }.count)
                Lines of the project to change: \(project.count)
                Places that differ on Linux: \(linux.count)
                """
        }
    }

    extension FMMoveReport.Item {
        fileprivate var line: String {
            "\(place.file):\(place.line):\(place.column): \(subject)"
                + [message, advice].compactMap { $0 }.map { ": \($0)" }.joined()
        }
    }
#endif
