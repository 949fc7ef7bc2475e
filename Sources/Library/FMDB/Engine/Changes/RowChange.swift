import FMDBSQLiteC

/// A row that is about to be inserted, updated or deleted, as the pre-update hook reports it.
struct RowChange: Sendable {
    /// The kind of change, with SQLite's action codes.
    enum Action: Int32 {
        case deletion = 9
        case insertion = 18
        case update = 23
    }

    let action: Action
    let schema: String
    let table: String
    /// The rowid before the change. Undefined for an insertion, and for a WITHOUT ROWID table.
    let oldRow: Int64
    let newRow: Int64
    /// The old values in column order; empty for an insertion. nil stands for the default of a column that was added
    /// after the row was written.
    var old: [FMValue?]
    /// The new values; empty for a deletion, and for a write through a blob.
    let new: [FMValue?]
    /// The trigger depth: 0 for a change by the statement itself, 1 for a change by its triggers or foreign keys, and
    /// so on.
    let depth: Int
    let blobColumn: Int?
}

/// The arguments of a pre-update hook call, valid only during the call. The connection must not be used otherwise
/// meanwhile.
///
/// See [`sqlite3_preupdate_hook`](https://sqlite.org/c3ref/preupdate_blobwrite.html).
struct RowQuestion {
    let handle: OpaquePointer
    let action: Int32
    let schema: UnsafePointer<CChar>
    let table: UnsafePointer<CChar>
    let oldRow: Int64
    let newRow: Int64

    var count: Int { Int(fmdb_preupdate_count(handle)) }
    var depth: Int { Int(fmdb_preupdate_depth(handle)) }

    /// SQLite reports a write through a blob as a deletion.
    var blobColumn: Int? {
        guard action == SQLITE_DELETE else { return nil }
        let column = fmdb_preupdate_blobwrite(handle)
        return column < 0 ? nil : Int(column)
    }

    var old: [FMValue?] { action == SQLITE_INSERT ? [] : values { fmdb_preupdate_old(handle, $0, $1) } }
    var new: [FMValue?] { action == SQLITE_DELETE ? [] : values { fmdb_preupdate_new(handle, $0, $1) } }

    func isText(_ column: Int, isNew: Bool) -> Bool {
        var cell: OpaquePointer?
        let code =
            isNew
            ? fmdb_preupdate_new(handle, Int32(column), &cell) : fmdb_preupdate_old(handle, Int32(column), &cell)
        return code == SQLITE_OK && sqlite3_value_type(cell) == SQLITE_TEXT
    }

    func old(_ column: Int) -> FMValue? { value(Int32(column)) { fmdb_preupdate_old(handle, $0, $1) } }

    private func values(_ ask: (Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32) -> [FMValue?] {
        (0..<Int32(count)).map { value($0, ask) }
    }

    /// Returns the value, or nil for a column that the row lacks. For such columns SQLite returns a static NULL, the
    /// same as for a column of a null statement pointer. See `columnNullValue` in vdbeapi.c.
    private func value(
        _ column: Int32, _ ask: (Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) -> FMValue? {
        var cell: OpaquePointer?
        guard ask(column, &cell) == SQLITE_OK, let cell else { return .null }
        // `nil` would be `FMValue.null` here.
        guard cell != sqlite3_column_value(nil, 0) else { return Optional.none }
        return FunctionArgument.value(cell)
    }

    /// Returns all data of the change.
    ///
    /// - Parameter tellsValues: whether the values may be read.
    func change(tellsValues: Bool) -> RowChange {
        let unknown = { (isThere: Bool) in [FMValue?](repeating: nil, count: isThere ? count : 0) }
        let blobColumn = blobColumn
        let newRow = blobColumn == nil ? newRow : oldRow
        return RowChange(
            action: blobColumn == nil ? RowChange.Action(rawValue: action) ?? .update : .update,
            schema: String(cString: schema), table: String(cString: table), oldRow: oldRow, newRow: newRow,
            old: tellsValues ? old : unknown(action != SQLITE_INSERT),
            new: tellsValues ? new : unknown(action != SQLITE_DELETE), depth: depth,
            blobColumn: blobColumn)
    }
}
