#if Checked
    /// What SQLite does at length for the SQL texts of a program, and the indexes that would spare it.
    public struct FMQueryAdvice: Sendable, Hashable, Codable {
        /// Work that grows with a table.
        public struct Problem: Sendable, Hashable, Codable {
            /// What kind of work it is.
            public enum Kind: String, Sendable, Codable {
                /// All rows of a table are read to find some.
                case scan
                /// All rows of a table are read, because the statement asks for all of them.
                case reading
                /// Rows are sorted, or equal ones found, by means of a temporary B-tree.
                case sort
                /// SQLite makes an index each time the statement runs.
                case automaticIndex = "automatic-index"
            }

            /// What kind of work it is.
            public let kind: Kind
            /// The table.
            public let table: String
            /// How many rows it concerns: all of the table; those sorted at most.
            public let rows: Int
            /// What is sorted for: "ORDER BY" for example. Empty for others.
            public let purpose: String
        }

        /// A statement with a plan that grows with a table.
        public struct Statement: Sendable, Hashable, Codable {
            /// The statement, with `?` for what was interpolated.
            public let sql: String
            /// Where the sources have it, in the order of files and places.
            public package(set) var places: [FMSourcePlace]
            /// What takes long.
            public let problems: [Problem]
            /// How SQLite runs it, drawn as a tree.
            public let plan: String
            /// How SQLite would run it with ``indexes``; nil if no index helps.
            public package(set) var planAfter: String?
            /// The texts of `CREATE INDEX` that help it.
            public package(set) var indexes: [String] = []
            /// What was measured; nil if that was not asked for.
            public package(set) var measurement: Measurement?
        }

        /// How long a statement has taken on a copy of the file.
        public struct Measurement: Sendable, Hashable, Codable {
            /// Milliseconds without the new indexes, the shortest of some runs.
            public let before: Double?
            /// Milliseconds with them.
            public let after: Double?
            /// Why it was not measured.
            public let reason: String?
        }

        /// An index to be made.
        public struct Index: Sendable, Hashable, Codable {
            /// The text of `CREATE INDEX`.
            public let sql: String
            /// The table.
            public let table: String
            /// How many rows the table has.
            public let rows: Int
            /// How many rows have the same value in the index's first columns on average, as far as they are compared; nil where that was
            /// not counted.
            public let rowsPerValue: Double?
            /// Where the statements are that it helps.
            public package(set) var places: [FMSourcePlace]
        }

        /// An index that no statement uses.
        public struct UnusedIndex: Sendable, Hashable, Codable {
            /// Its name.
            public let name: String
            /// Its table.
            public let table: String
        }

        /// A statement that SQLite refuses on this database.
        public struct Refusal: Sendable, Hashable, Codable {
            /// The statement.
            public let sql: String
            /// Where the sources have it first.
            public let place: FMSourcePlace
            /// What SQLite says.
            public let reason: String
        }

        /// The statements with a plan that grows with a table.
        public package(set) var statements: [Statement] = []
        /// The indexes that would help, each once.
        public package(set) var indexes: [Index] = []
        /// The indexes that none of the statements uses. A statement that was not followed may use them.
        public package(set) var unusedIndexes: [UnusedIndex] = []
        /// How many statements have been explained.
        public package(set) var explained = 0
        /// The statements that SQLite refuses on this database, each once.
        public package(set) var refusals: [Refusal] = []
        /// How many calls have a text that could not be followed.
        public package(set) var unfollowed = 0
        /// Whether the plans are made with the results of ANALYZE.
        public package(set) var hasStatistics = false
        /// What could not be copied or read.
        public package(set) var notes: [String] = []

        package init() {}
    }
#endif
