/// The tables, views, indexes and triggers of a database, as values.
///
///     let schema = try db.schema()
///     for table in schema.tables where !table.isInternal { print(table) }
///
/// Two schemas are equal if they declare the same objects. Order, white space, comments, the case of ASCII letters and quotes around names
/// make no difference. Neither do the name of the database and the names of automatic indexes. So a test can compare the schema after
/// migrations with a newly created one. See <doc:Schema>.
public struct FMSchema: Sendable, Hashable {
    /// "main", "temp" or the name of an attached database.
    public let name: String
    /// The tables in the order in which they were created, including virtual tables and SQLite's own.
    public package(set) var tables: [Table]
    /// The views in the order in which they were created.
    public package(set) var views: [View]
    /// The triggers in the order in which they were created.
    public package(set) var triggers: [Trigger]
    /// The indexes of all tables, including those of keys and constraints.
    public var indexes: [Index] { tables.flatMap(\.indexes) }

    /// Returns the table with a name, ignoring the case of ASCII letters, or nil if there is none.
    public func table(_ name: String) -> Table? { tables.first { $0.name.nameKey == name.nameKey } }

    /// Returns the view with a name, ignoring the case of ASCII letters, or nil if there is none.
    public func view(_ name: String) -> View? { views.first { $0.name.nameKey == name.nameKey } }

    /// Returns the index with a name, ignoring the case of ASCII letters, or nil if there is none.
    public func index(_ name: String) -> Index? { indexes.first { $0.name.nameKey == name.nameKey } }

    /// Returns the trigger with a name, ignoring the case of ASCII letters, or nil if there is none.
    public func trigger(_ name: String) -> Trigger? { triggers.first { $0.name.nameKey == name.nameKey } }

    /// Returns the triggers of a table or view, in the order in which they were created. The case of ASCII letters in the name is ignored.
    public func triggers(of name: String) -> [Trigger] { triggers.filter { $0.table.nameKey == name.nameKey } }
}

extension FMSchema {
    /// A view.
    public struct View: Sendable, Hashable {
        /// The name, as it was declared.
        public let name: String
        /// The columns; empty if SQLite cannot list them. See ``problem``.
        public let columns: [Column]
        /// The query after `AS`; nil if the view's SQL cannot be parsed.
        public let query: String?
        /// The `CREATE VIEW` statement.
        public let sql: String
        /// The reason why SQLite cannot list the columns, for example because a table was dropped; nil if it can list them.
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
            /// Instead of a change to a view.
            case insteadOf = "INSTEAD OF"
        }

        /// What makes a trigger run.
        public enum Event: Sendable, Hashable {
            /// A row is inserted.
            case insert
            /// A row is deleted.
            case delete
            /// One of these columns is updated; empty for any column.
            case update(columns: [String])
        }

        /// The name, as it was declared.
        public let name: String
        /// The table or view. For a temporary trigger it may be in another database.
        public let table: String
        /// When it runs; nil if the trigger's SQL cannot be parsed.
        public let timing: Timing?
        /// What makes it run; nil if the trigger's SQL cannot be parsed.
        public let event: Event?
        /// The condition after `WHEN`; nil if there is none.
        public let condition: String?
        /// The `CREATE TRIGGER` statement, without `TEMP`.
        public let sql: String
    }
}
