#if Checked
    import Foundation

    /// The result of a check.
    public struct FMCheckReport: Sendable {
        /// A call that was not checked, because the sources do not show its SQL in a way that the check can follow.
        public struct UnfollowedCall: Sendable, Hashable, Codable {
            /// The place of the function's name.
            public let place: FMSourcePlace
            /// The name of the function.
            public let function: String
            /// The reason the SQL could not be followed.
            public let reason: String
        }

        /// The findings, in the order of files and positions.
        public internal(set) var findings: [FMFinding]
        /// The calls whose SQL could not be followed, in the order of files and positions.
        public internal(set) var unfollowed: [UnfollowedCall]
        /// The number of SQL strings that were checked.
        public internal(set) var texts: Int
        /// The number of files that were read.
        public internal(set) var files: Int
        /// The number of findings and unfollowed calls that `// fmdb:ignore` comments silence.
        public internal(set) var ignored: Int
        /// The number of findings left out because their rule is off.
        public internal(set) var off = 0
        /// The number of findings left out because the baseline contains them.
        public internal(set) var known = 0
        /// The entries of the baseline whose finding no longer occurs.
        public internal(set) var fixed: [FMCheckBaseline.Entry] = []
        /// Other SQL libraries that the files import. Their SQL is not checked.
        public internal(set) var otherLibraries: [String] = []
        /// Whether SQLite accepts the whole schema. If not, the findings contain its mistakes, and the check leaves out the refused
        /// statements.
        public internal(set) var hasSchema = true
        /// The number of SQL strings that were not checked, because their tables or columns are not known or SQLite refuses the statements
        /// that create them. Each has a note.
        public internal(set) var unchecked = 0
        /// The number of unchecked SQL strings for which SQLite refuses a statement that creates or changes their tables.
        package internal(set) var refused = 0
        /// The number of unchanged files whose results came from the cache.
        public internal(set) var reusedFiles = 0
        /// The duration of the check, in seconds.
        public internal(set) var seconds = 0.0
        /// The hash of each finding's SQL, by which a baseline recognises the finding when its line has changed.
        package internal(set) var texthashes: [String] = []

        /// The number of errors.
        public var errors: Int { count(.error) }
        /// The number of warnings.
        public var warnings: Int { count(.warning) }
        /// The number of notes.
        public var notes: Int { count(.note) }
        /// The number of SQL strings found: checked, unchecked, and not followed.
        public var found: Int { texts + unchecked + unfollowed.count }

        private func count(_ severity: FMFinding.Severity) -> Int { findings.count { $0.severity == severity } }

        /// The reasons that calls could not be followed, with their counts, the most frequent first.
        public var reasons: [(reason: String, count: Int)] {
            Dictionary(grouping: unfollowed, by: \.reason).map { (reason: $0.key, count: $0.value.count) }
                .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
        }
    }

    /// The error that ``FMQueryCheck/run(_:)`` throws if a check finds errors. It contains the report.
    public struct FMCheckFailure: Error, Sendable, LocalizedError, CustomStringConvertible {
        /// The report of the check.
        public let report: FMCheckReport

        /// One line for each error and warning, and the counts.
        public var description: String {
            let lines = report.findings.filter { $0.severity != .note }.map(\.line)
            return (lines + [report.summary]).joined(separator: "\n")
        }

        /// The same as ``description``.
        public var errorDescription: String? { description }
    }
#endif
