extension FMDatabase {
    /// What ``integrity(_:)`` checks, and how thoroughly. See <doc:Backups>.
    public struct IntegrityOptions: Sendable {
        /// How the pages are checked.
        public enum Depth: Sendable {
            /// [`PRAGMA quick_check`](https://sqlite.org/pragma.html#pragma_quick_check) checks every page, but not whether the indexes
            /// match their tables.
            case quick
            /// [`PRAGMA integrity_check`](https://sqlite.org/pragma.html#pragma_integrity_check) also checks whether the indexes match
            /// their tables.
            case full
        }

        /// How thoroughly the pages are checked. Default: `full`.
        public var depth = Depth.full
        /// What is checked: "main" or the name of an attached database. Default: "main".
        public var schema = "main"
        /// The maximum number of findings, 1 or more. Default: 100.
        public var maximumFindings = 100
        /// The time limit for all checks together; nil for no limit. Older versions of SQLite, 3.40 for example, notice that the time is
        /// over only after they have read the pages of all tables. Default: nil.
        public var timeLimit: Duration?
        /// Whether pages, tables and indexes are checked. Default: true.
        public var checksPages = true
        /// Whether [foreign keys](https://sqlite.org/pragma.html#pragma_foreign_key_check) are checked. Default: true.
        public var checksForeignKeys = true
        /// Whether the indexes of FTS tables are checked. Default: true.
        public var checksFullText = true

        /// Whether CHECK constraints are checked if the connection is read-only.
        var checksConstraints = true

        /// Options with the defaults.
        public init() {}
    }

    /// The result of the checks of a database.
    public struct IntegrityReport: Sendable {
        /// The outcome of the checks.
        public enum Outcome: Hashable, Sendable {
            /// Everything that the options ask for was checked, and nothing was found.
            case passed
            /// Something was found.
            case failed
            /// Nothing was found, but not everything was checked: see ``IntegrityReport/unchecked``.
            case notChecked
        }

        /// The problems, in the order in which they were found.
        public internal(set) var findings: [Finding] = []
        /// Whether all checks ran to their end. The maximum number of findings, the time limit and damage can end a check early.
        public internal(set) var isComplete = true
        /// The parts that could not be checked, each with the reason. This includes commits that follow damage in the WAL: SQLite does not
        /// read them, see <doc:Repair>.
        public internal(set) var unchecked: [String] = []
        /// The duration of the checks.
        public internal(set) var duration = Duration.zero
        /// The outcome of the checks: passed, failed, or not completely checked.
        public var outcome: Outcome {
            guard findings.isEmpty else { return .failed }
            return isComplete && unchecked.isEmpty ? .passed : .notChecked
        }

        /// Whether everything that the options ask for was checked, and nothing was found.
        public var isHealthy: Bool { outcome == .passed }
    }

    /// One problem in a database.
    public struct Finding: Hashable, Sendable {
        /// The kind of the problem.
        public enum Kind: Hashable, Sendable {
            /// A page of the file, or the list of free pages; the number is nil if the message has none.
            case page(Int?)
            /// An index that does not match its table. `REINDEX` rebuilds it.
            case index(String)
            /// A row that violates a constraint of its table; the rowid is nil if it is unknown.
            case row(table: String, rowID: Int64?)
            /// A row whose foreign key has no parent row; the rowid is nil for a WITHOUT ROWID table.
            case foreignKey(table: String, rowID: Int64?, parent: String)
            /// The index of an FTS table. The command `rebuild` rebuilds it.
            case fullText(table: String)
            /// Damage in the schema, or a message that the library does not recognise.
            case other
        }

        /// The kind of the problem.
        public let kind: Kind
        /// SQLite's message, or for a foreign key one of the library. It contains no values except rowids.
        public let message: String
    }
}
