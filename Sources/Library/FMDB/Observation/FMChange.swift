/// The changes of one commit, or of several commits merged into one change.
///
///     for await change in queue.changes(in: "person") {
///         if case .rows(let ids) = change["person"]?.deleted { forget(ids) } else { reload() }
///     }
///
/// A row counts as updated even if its values are the same. A row that was inserted and then deleted is in both sets.
/// Changes that were rolled back are not included.
public struct FMChange: Sendable, Equatable {
    /// The changed rows of a table, for one kind of change.
    public enum Rows: Sendable, Equatable {
        /// These rows, by their [rowids](https://sqlite.org/lang_createtable.html#rowid); at most 1,024.
        case rows(Set<Int64>)
        /// Possibly all rows of the table, because more rows were changed than are listed, or because SQLite does not
        /// report the rows. SQLite does not report rows of `WITHOUT ROWID` tables and of virtual tables, a `DELETE` of
        /// all rows, rows that a `REPLACE` removes, and an `UPDATE` of a primary key.
        case wholeTable

        /// Whether there are no rows.
        public var isEmpty: Bool { self == .rows([]) }

        /// Returns whether a row is included, or may be.
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

    /// The changed rows of one table.
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

    /// The names of the changed tables, as spelled in the schema. Temporary tables and tables of attached databases
    /// have a prefix, as in "temp.draft".
    public var tables: Set<String> { Set(contents.tables.keys.map(\.spelling)) }

    /// Whether tables, views, indexes or triggers were created, altered or dropped, or `user_version` or
    /// `application_id` were set. Every observer receives such a change, whichever tables it observes, because a view
    /// may depend on any table.
    public var schemaChanged: Bool { !contents.schemas.isEmpty }

    /// Whether unknown tables may have changed too: by another process, by a block that was in progress when the
    /// observation began, or by a backup into the database.
    public var isUnknown: Bool { contents.isUnknown }

    /// The changed rows of a table; nil if it was not changed.
    ///
    /// - Parameter table: its name, case-insensitive; with "temp." or the name of the attached database as prefix.
    public subscript(table: String) -> Table? {
        let name = ChangeFilter.normal(table)
        return contents.tables.first { $0.key.spelling.foldedAsName == name }.map { Table($0.value) }
    }

    /// Returns whether a table was changed, or may have been because ``isUnknown`` is true.
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
    /// A summary, such as "person: 2 inserted, all updated".
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
