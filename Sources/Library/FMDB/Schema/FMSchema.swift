/// The tables, views, indexes and triggers of a database, as values.
///
///     let schema = try db.schema()
///     for table in schema.tables where !table.isInternal { print(table) }
///
/// Two schemas are equal if they declare the same. Order, blanks, comments, the case of ASCII letters and quotes around names make no
/// difference. Nor do the name of the database, and those of automatic indexes. So a test can compare the schema after migrations with one
/// that is made anew. See <doc:Schema>.
public struct FMSchema: Sendable, Hashable {
    /// "main", "temp" or the name of an attached database.
    public let name: String
    /// The tables in the order in which they were made, virtual tables and SQLite's own included.
    public package(set) var tables: [Table]
    /// The views in the order in which they were made.
    public package(set) var views: [View]
    /// The triggers in the order in which they were made.
    public package(set) var triggers: [Trigger]
    /// The indexes of all tables, those of keys and constraints included.
    public var indexes: [Index] { tables.flatMap(\.indexes) }

    /// The table of a name, in any case of ASCII letters; nil if there is none.
    public func table(_ name: String) -> Table? { tables.first { $0.name.nameKey == name.nameKey } }

    /// The view of a name, in any case of ASCII letters; nil if there is none.
    public func view(_ name: String) -> View? { views.first { $0.name.nameKey == name.nameKey } }

    /// The index of a name, in any case of ASCII letters; nil if there is none.
    public func index(_ name: String) -> Index? { indexes.first { $0.name.nameKey == name.nameKey } }

    /// The trigger of a name, in any case of ASCII letters; nil if there is none.
    public func trigger(_ name: String) -> Trigger? { triggers.first { $0.name.nameKey == name.nameKey } }

    /// The triggers of a table or view, in the order in which they were made. Its name may be in any case of ASCII letters.
    public func triggers(of name: String) -> [Trigger] { triggers.filter { $0.table.nameKey == name.nameKey } }
}

extension FMSchema {
    /// A view.
    public struct View: Sendable, Hashable {
        /// The name, as it was declared.
        public let name: String
        /// Its columns; empty where SQLite cannot list them. See ``problem``.
        public let columns: [Column]
        /// The query behind `AS`; nil if the text is not understood.
        public let query: String?
        /// The text of `CREATE VIEW`.
        public let sql: String
        /// Why SQLite cannot list the columns, because a table is gone for example; nil if it can.
        public let problem: String?
    }

    /// A trigger.
    public struct Trigger: Sendable, Hashable {
        /// When a trigger runs.
        public enum Timing: String, Sendable, Hashable, CaseIterable {
            /// Before the row changes.
            case before = "BEFORE"
            /// After the row has changed.
            case after = "AFTER"
            /// Instead of the change, which is one of a view.
            case insteadOf = "INSTEAD OF"
        }

        /// What makes a trigger run.
        public enum Event: Sendable, Hashable {
            /// A new row.
            case insert
            /// The end of a row.
            case delete
            /// New values in some columns; empty for any column.
            case update(columns: [String])
        }

        /// The name, as it was declared.
        public let name: String
        /// The table or view. That of a temporary trigger may be in another database.
        public let table: String
        /// When it runs; nil if the text is not understood.
        public let timing: Timing?
        /// What makes it run; nil if the text is not understood.
        public let event: Event?
        /// The condition behind `WHEN`; nil if there is none.
        public let condition: String?
        /// The text of `CREATE TRIGGER`, without `TEMP`.
        public let sql: String
    }
}
