/// What one commit has changed, or several that came before it was asked for.
///
///     for await change in queue.changes(in: "person") {
///         if case .rows(let ids) = change["person"]?.deleted { forget(ids) } else { reload() }
///     }
///
/// It says what was touched: a row that was written with the values it had counts, and one that was inserted and
/// deleted again is among both. What was rolled back is not in it.
public struct FMChange: Sendable, Equatable {
    /// Rows of a table.
    public enum Rows: Sendable, Equatable {
        /// These, by their [rowids](https://sqlite.org/lang_createtable.html#rowid); at most 1,024.
        case rows(Set<Int64>)
        /// Any of the table's: they were too many, or SQLite does not tell which. That is so for a table without
        /// rowids and for a virtual one, for a `DELETE` of all rows, for the rows that a `REPLACE` removes, and for an
        /// `UPDATE` of a primary key.
        case wholeTable

        /// Whether it is no row at all.
        public var isEmpty: Bool { self == .rows([]) }

        /// Whether a row is among them, or may be.
        ///
        /// - Parameter id: a rowid.
        /// - Returns: true for each row of ``wholeTable``.
        public func contains(_ id: Int64) -> Bool {
            switch self {
            case .rows(let ids): ids.contains(id)
            case .wholeTable: true
            }
        }
    }

    /// What has become of the rows of one table.
    public struct Table: Sendable, Equatable {
        /// The rows that were inserted.
        public let inserted: Rows
        /// The rows that were updated.
        public let updated: Rows
        /// The rows that were deleted.
        public let deleted: Rows

        init(_ changes: TableChanges) {
            inserted = Rows(changes.inserted)
            updated = Rows(changes.updated)
            deleted = Rows(changes.deleted)
        }
    }

    private let contents: ChangeSet

    init(_ set: ChangeSet) {
        contents = set
    }

    /// The names of the tables that were changed, as the schema spells them. A table of a temporary or of an attached
    /// database is named with that: "temp.draft".
    public var tables: Set<String> { Set(contents.tables.keys.map(\.spelling)) }

    /// Whether tables, views, indexes or triggers were created, altered or dropped, or `user_version` or
    /// `application_id` were set. Every subscriber is told, whatever tables it named: a view may lead to any of them.
    public var schemaChanged: Bool { !contents.schemas.isEmpty }

    /// Whether something was changed beyond what else is said here, in tables that nobody knows: by another process, by
    /// a block that was in progress when the observation began, or by a backup that was read into the database.
    public var isUnknown: Bool { contents.isUnknown }

    /// What has become of a table; nil if it was not changed.
    ///
    /// - Parameter table: its name, in any case of letters; with "temp." or the name of an attached database where it is
    ///   in one.
    public subscript(table: String) -> Table? {
        let name = ChangeFilter.normal(table)
        return contents.tables.first { $0.key.spelling.foldedAsName == name }.map { Table($0.value) }
    }

    /// Whether a table was changed, or may have been: it was named, or the change ``isUnknown``.
    ///
    /// - Parameter table: its name, as for the subscript.
    public func mayConcern(_ table: String) -> Bool { isUnknown || self[table] != nil }
}

extension FMChange.Rows {
    init(_ rows: ChangedRows) {
        self = rows.isWholeTable ? .wholeTable : .rows(rows.ids)
    }
}

extension FMChange: CustomStringConvertible {
    /// For people to read: "person: 2 inserted, all updated".
    public var description: String {
        var parts = contents.tables.sorted { $0.key.spelling < $1.key.spelling }.map { key, changes in
            let table = Table(changes)
            let kinds = [(table.inserted, "inserted"), (table.updated, "updated"), (table.deleted, "deleted")]
            return key.spelling + ": "
                + kinds.filter { !$0.0.isEmpty }.map { "\($0.0.count) \($0.1)" }.joined(separator: ", ")
        }
        if schemaChanged { parts.append("schema changed") }
        if isUnknown { parts.append("unknown changes") }
        return parts.joined(separator: "; ")
    }
}

extension FMChange.Rows {
    fileprivate var count: String {
        switch self {
        case .rows(let ids): String(ids.count)
        case .wholeTable: "all"
        }
    }
}
