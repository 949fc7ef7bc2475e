/// A row that is about to be inserted, updated or deleted.
///
/// See ``FMDatabase/setRowChangeHandler(_:)``.
public struct FMRowChange: Sendable, Equatable {
    /// The operation that is about to happen.
    public let operation: FMChangeset.Operation

    /// "main", "temp" or the name of an attached database.
    public let schema: String

    /// The table's name.
    public let table: String

    /// The rowid before an update or a deletion; nil for an insertion. It has no meaning for a `WITHOUT ROWID` table.
    public let oldRowID: Int64?

    /// The rowid after an insertion or an update; nil for a deletion. It has no meaning for a `WITHOUT ROWID` table.
    public let newRowID: Int64?

    /// The values before an update or a deletion, in column order; empty for an insertion.
    ///
    /// A value is nil if `ALTER TABLE` added the column after the row was written: its value is the column's default.
    ///
    /// Before SQLite 3.50, virtual generated columns may follow the others, without their values. For a `WITHOUT ROWID`
    /// table whose key names a column twice, all values are nil if the table existed when the handler was set, because
    /// SQLite would read out of bounds.
    public let oldValues: [FMValue?]

    /// The values after an insertion or an update, in column order; empty for a deletion, and for a write through a
    /// blob.
    public let newValues: [FMValue?]

    /// The column that is written through an ``FMBlob``; nil for other changes. Before SQLite 3.36 such a write is
    /// reported as a deletion.
    public let blobColumn: Int?

    /// The nesting depth. It is 0 for changes by the statement itself, and 1 for changes by its triggers and foreign
    /// key actions. It is 2 for changes by the triggers and actions of those changes, and so on.
    public let triggerDepth: Int
}

extension FMRowChange {
    init?(_ change: RowChange) {
        guard let operation = FMChangeset.Operation(code: UInt8(change.action.rawValue)) else { return nil }
        self.operation = operation
        schema = change.schema
        table = change.table
        oldRowID = operation == .insert ? nil : change.oldRow
        newRowID = operation == .delete ? nil : change.newRow
        oldValues = change.old
        newValues = change.new
        blobColumn = change.blobColumn
        triggerDepth = change.depth
    }
}
