import FMDBSQLiteC

/// A row that is about to be inserted, updated or deleted, as the pre-update hook reports it.
struct RowChange: Sendable {
    /// By SQLite's numbers.
    enum Action: Int32 {
        case deletion = 9
        case insertion = 18
        case update = 23
    }

    let action: Action
    let schema: String
    let table: String
    /// Not to be read where there is no such row, or the table has no rowids.
    let oldRow: Int64
    let newRow: Int64
    /// By the table's columns; empty for an insertion. nil for a column that was added to the table after the row was written, whose
    /// value is the column's default.
    var old: [FMValue?]
    /// Empty for a deletion, and for a write through a blob.
    let new: [FMValue?]
    /// 0 for what the statement itself does, 1 for what a trigger of it or a foreign key does, and so on.
    let depth: Int
    let blobColumn: Int?
}

/// What SQLite tells before a row is changed, as long as it tells. Nothing may be asked of the connection otherwise.
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

    /// SQLite has one NULL for all columns that a row lacks, which it also has where there is no statement. See `columnNullValue` in
    /// vdbeapi.c.
    private func value(
        _ column: Int32, _ ask: (Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) -> FMValue? {
        var cell: OpaquePointer?
        guard ask(column, &cell) == SQLITE_OK, let cell else { return .null }
        // `nil` would be the value NULL here.
        guard cell != sqlite3_column_value(nil, 0) else { return Optional.none }
        return FunctionArgument.value(cell)
    }

    /// All of it.
    ///
    /// - Parameter tellsValues: whether the values may be asked for.
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
