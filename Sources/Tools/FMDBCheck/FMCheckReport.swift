#if Checked
    import Foundation

    /// What a check has found.
    public struct FMCheckReport: Sendable {
        /// A call whose SQL text could not be followed, so that nothing is known of it.
        public struct UnfollowedCall: Sendable, Hashable, Codable {
            /// Where the name of the function stands.
            public let place: FMSourcePlace
            /// The name of the function.
            public let function: String
            /// Why the text could not be followed.
            public let reason: String
        }

        /// The findings, in the order of files and places.
        public internal(set) var findings: [FMFinding]
        /// The calls whose text could not be followed, in the same order.
        public internal(set) var unfollowed: [UnfollowedCall]
        /// How many texts were checked.
        public internal(set) var texts: Int
        /// How many files were read.
        public internal(set) var files: Int
        /// How many findings, and calls that are not followed, a comment `// fmdb:ignore` silences.
        public internal(set) var ignored: Int
        /// How many findings are left out because their rule is off.
        public internal(set) var off = 0
        /// How many findings are left out because the baseline has them.
        public internal(set) var known = 0
        /// What the baseline has and is found no more.
        public internal(set) var fixed: [FMCheckBaseline.Entry] = []
        /// Other libraries for SQL that the files import, whose texts are not read.
        public internal(set) var otherLibraries: [String] = []
        /// Whether SQLite has accepted the schema. If it has not, its mistakes are among the findings, and what it refuses is left out.
        public internal(set) var hasSchema = true
        /// How many texts were not checked: their tables or columns are not known, or SQLite refuses what makes them. Each has a note.
        public internal(set) var unchecked = 0
        /// How many of these, because SQLite refuses what makes or changes their tables.
        package internal(set) var refused = 0
        /// How many files were taken from the cache as they were.
        public internal(set) var reusedFiles = 0
        /// How long it took.
        public internal(set) var seconds = 0.0
        /// For each finding the hash of its SQL text, by which a baseline knows it where the line has changed.
        package internal(set) var texthashes: [String] = []

        /// The number of errors.
        public var errors: Int { count(.error) }
        /// The number of warnings.
        public var warnings: Int { count(.warning) }
        /// The number of notes.
        public var notes: Int { count(.note) }
        /// The number of texts that were found: those that were checked, those that were not, and those that could not be followed.
        public var found: Int { texts + unchecked + unfollowed.count }

        private func count(_ severity: FMFinding.Severity) -> Int { findings.count { $0.severity == severity } }

        /// Why calls could not be followed, with their numbers, the most frequent reason first.
        public var reasons: [(reason: String, count: Int)] {
            Dictionary(grouping: unfollowed, by: \.reason).map { (reason: $0.key, count: $0.value.count) }
                .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
        }
    }

    /// What ``FMQueryCheck/run(_:)`` throws: the report of a check that has found errors.
    public struct FMCheckFailure: Error, Sendable, LocalizedError, CustomStringConvertible {
        /// All that was found.
        public let report: FMCheckReport

        /// One line for each error and warning, and the numbers.
        public var description: String {
            let lines = report.findings.filter { $0.severity != .note }.map(\.line)
            return (lines + [report.summary]).joined(separator: "\n")
        }

        /// The same as ``description``.
        public var errorDescription: String? { description }
    }
#endif
