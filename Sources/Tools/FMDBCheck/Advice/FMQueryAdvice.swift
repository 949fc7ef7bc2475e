#if Checked
    /// The statements of a program that SQLite runs slowly, and the indexes that would speed them up.
    public struct FMQueryAdvice: Sendable, Hashable, Codable {
        /// Work that grows with the size of a table.
        public struct Problem: Sendable, Hashable, Codable {
            /// The kind of work.
            public enum Kind: String, Sendable, Codable {
                /// SQLite reads all rows of a table to find some.
                case scan
                /// SQLite reads all rows of a table because the statement requests all of them.
                case reading
                /// SQLite sorts rows, or finds duplicates, in a temporary B-tree.
                case sort
                /// SQLite builds an automatic index each time the statement runs.
                case automaticIndex = "automatic-index"
            }

            /// The kind of work.
            public let kind: Kind
            /// The table.
            public let table: String
            /// The number of rows concerned: all rows of the table, or at most the rows that are sorted.
            public let rows: Int
            /// The purpose of a sort, such as "ORDER BY". Empty for the other kinds.
            public let purpose: String
        }

        /// A statement whose cost grows with a table.
        public struct Statement: Sendable, Hashable, Codable {
            /// The statement, with `?` in place of interpolated values.
            public let sql: String
            /// The places of the statement in the sources, in the order of files and positions.
            public package(set) var places: [FMSourcePlace]
            /// The work that takes long.
            public let problems: [Problem]
            /// SQLite's plan for the statement, drawn as a tree.
            public let plan: String
            /// SQLite's plan with ``indexes``, or nil if no index helps.
            public package(set) var planAfter: String?
            /// The `CREATE INDEX` statements that help.
            public package(set) var indexes: [String] = []
            /// The measured times, or nil if no measurement was requested.
            public package(set) var measurement: Measurement?
        }

        /// The time that a statement took on a copy of the file.
        public struct Measurement: Sendable, Hashable, Codable {
            /// Milliseconds without the new indexes, the shortest of several runs.
            public let before: Double?
            /// Milliseconds with the new indexes, the shortest of several runs.
            public let after: Double?
            /// The reason the statement was not measured, or nil if it was.
            public let reason: String?
        }

        /// A proposed index.
        public struct Index: Sendable, Hashable, Codable {
            /// The `CREATE INDEX` statement.
            public let sql: String
            /// The table.
            public let table: String
            /// The number of rows in the table.
            public let rows: Int
            /// The average number of rows that share the same values in the leading index columns that statements compare for equality. Nil
            /// if it was not counted.
            public let rowsPerValue: Double?
            /// The places of the statements that the index helps.
            public package(set) var places: [FMSourcePlace]
        }

        /// An index that no statement uses.
        public struct UnusedIndex: Sendable, Hashable, Codable {
            /// The name of the index.
            public let name: String
            /// The table of the index.
            public let table: String
        }

        /// A statement that SQLite refuses on this database.
        public struct Refusal: Sendable, Hashable, Codable {
            /// The statement.
            public let sql: String
            /// The first place of the statement in the sources.
            public let place: FMSourcePlace
            /// SQLite's error message.
            public let reason: String
        }

        /// The statements whose cost grows with a table.
        public package(set) var statements: [Statement] = []
        /// The indexes that would help, without duplicates.
        public package(set) var indexes: [Index] = []
        /// The indexes that no statement uses. A statement whose SQL could not be followed may use them.
        public package(set) var unusedIndexes: [UnusedIndex] = []
        /// The number of statements that were explained.
        public package(set) var explained = 0
        /// The statements that SQLite refuses on this database, without duplicates.
        public package(set) var refusals: [Refusal] = []
        /// The number of calls whose SQL could not be followed.
        public package(set) var unfollowed = 0
        /// Whether the plans use the results of ANALYZE.
        public package(set) var hasStatistics = false
        /// Messages about objects that could not be copied and files that could not be read.
        public package(set) var notes: [String] = []

        package init() {}
    }
#endif
