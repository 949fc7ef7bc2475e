extension FMDatabase {
    /// What ``integrity(_:)`` checks, and how thoroughly. See <doc:Backups>.
    public struct IntegrityOptions: Sendable {
        /// How the pages are checked.
        public enum Depth: Sendable {
            /// By [`PRAGMA quick_check`](https://sqlite.org/pragma.html#pragma_quick_check): every page, but not whether the indexes
            /// have what their tables have.
            case quick
            /// By [`PRAGMA integrity_check`](https://sqlite.org/pragma.html#pragma_integrity_check): the indexes too.
            case full
        }

        /// How thoroughly the pages are checked. Default: `full`.
        public var depth = Depth.full
        /// What is checked: "main" or the name of an attached database. Default: "main".
        public var schema = "main"
        /// How many findings are reported at most, 1 or more. Default: 100.
        public var maximumFindings = 100
        /// How long the checks may take together; nil for no limit. Older versions of SQLite, 3.40 for example, notice the end of the
        /// time only when they have gone through the pages of all tables. Default: nil.
        public var timeLimit: Duration?
        /// Whether pages, tables and indexes are checked. Default: true.
        public var checksPages = true
        /// Whether [foreign keys](https://sqlite.org/pragma.html#pragma_foreign_key_check) are checked. Default: true.
        public var checksForeignKeys = true
        /// Whether the indexes of FTS tables are checked. Default: true.
        public var checksFullText = true

        /// Whether CHECK constraints are checked where the connection can only read.
        var checksConstraints = true

        /// Options with the defaults.
        public init() {}
    }

    /// What the checks of a database have found.
    public struct IntegrityReport: Sendable {
        /// What the checks come to.
        public enum Outcome: Hashable, Sendable {
            /// Everything that the options ask for was checked, and nothing was found.
            case passed
            /// Something was found.
            case failed
            /// Nothing was found, but not everything was checked: see ``IntegrityReport/unchecked``.
            case notChecked
        }

        /// What is wrong, in the order in which it was found.
        public internal(set) var findings: [Finding] = []
        /// Whether no check was ended early, by the greatest number of findings, the time limit, or damage.
        public internal(set) var isComplete = true
        /// What could not be checked, each with the reason. Commits in the `-wal` behind damage are here, too: SQLite does not read
        /// them, see <doc:Repair>.
        public internal(set) var unchecked: [String] = []
        /// How long it took.
        public internal(set) var duration = Duration.zero
        /// What the checks come to: good, bad, or not known.
        public var outcome: Outcome {
            guard findings.isEmpty else { return .failed }
            return isComplete && unchecked.isEmpty ? .passed : .notChecked
        }

        /// Whether everything that the options ask for was checked, and nothing was found.
        public var isHealthy: Bool { outcome == .passed }
    }

    /// One thing that is wrong in a database.
    public struct Finding: Hashable, Sendable {
        /// What is damaged.
        public enum Kind: Hashable, Sendable {
            /// A page of the file, or the list of free pages; the number is nil where the message has none.
            case page(Int?)
            /// An index that does not have what its table has. `REINDEX` makes it anew.
            case index(String)
            /// A row that does not have what its table asks for; the row ID is nil where it is not known.
            case row(table: String, rowID: Int64?)
            /// A row without the row that it refers to; the row ID is nil for a table without row IDs.
            case foreignKey(table: String, rowID: Int64?, parent: String)
            /// The index of an FTS table. The command `rebuild` makes it anew.
            case fullText(table: String)
            /// The schema, or what the library does not know.
            case other
        }

        /// What is damaged.
        public let kind: Kind
        /// SQLite's message; of a foreign key one of the library. It has no values but row IDs.
        public let message: String
    }
}
