/// A row that is about to be inserted, updated or deleted.
///
/// See ``FMDatabase/setRowChangeHandler(_:)``.
public struct FMRowChange: Sendable, Equatable {
    /// What is about to be done.
    public let operation: FMChangeset.Operation

    /// "main", "temp" or the name of an attached database.
    public let schema: String

    /// The table's name.
    public let table: String

    /// The rowid before an update or a deletion; nil for an insertion. It means nothing for a table `WITHOUT ROWID`.
    public let oldRowID: Int64?

    /// The rowid after an insertion or an update; nil for a deletion. It means nothing for a table `WITHOUT ROWID`.
    public let newRowID: Int64?

    /// The values before an update or a deletion, by the table's columns; empty for an insertion.
    ///
    /// nil for a column that was added by `ALTER TABLE` after the row was written: its value is the column's default.
    ///
    /// Before SQLite 3.50 virtual generated columns may come after the others, without their values. All values are nil for a table
    /// `WITHOUT ROWID` whose key names a column twice, if it existed when the handler was set: SQLite would read beyond its memory.
    public let oldValues: [FMValue?]

    /// The values after an insertion or an update; empty for a deletion, and for a write through a blob.
    public let newValues: [FMValue?]

    /// The column that is written through an ``FMBlob``, for an update; nil for an ordinary one. Since SQLite 3.36; before, such a write
    /// is told as a deletion.
    public let blobColumn: Int?

    /// 0 for what the statement itself does; 1 for what its triggers and foreign keys do, 2 for what theirs do, and so on.
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
