import FMDB
import SQLite3

private final class ChangedTables {
    var names: [String] = []
}

/// C calls on the handle of an open database, as apps make them for what FMDB does not wrap.
func checkHandle() {
    let db = FMDatabase(path: documentPath("handle.db"))
    expect(db.open(withFlags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FILEPROTECTION_NONE), "open")
    db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])

    let changed = ChangedTables()
    sqlite3_update_hook(
        OpaquePointer(db.sqliteHandle),
        { (aux, type, cDatabaseName, cTableName, rowid) in
            guard let cTableName = cTableName, let aux = aux else { return }
            let changed = Unmanaged<ChangedTables>.fromOpaque(aux).takeUnretainedValue()
            changed.names.append(String(cString: cTableName))
        }, Unmanaged.passUnretained(changed).toOpaque())
    db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: ["x"])
    expectEqual(changed.names, ["t"])
    sqlite3_update_hook(OpaquePointer(db.sqliteHandle), nil, nil)

    let handle: UnsafeMutableRawPointer = db.sqliteHandle
    expectEqual(sqlite3_total_changes(OpaquePointer(handle)), 1)
    var statement: OpaquePointer?
    if sqlite3_prepare_v2(OpaquePointer(db.sqliteHandle), "SELECT a FROM t", -1, &statement, nil) == SQLITE_OK {
        expectEqual(sqlite3_step(statement), SQLITE_ROW)
        expectEqual(String(cString: sqlite3_column_text(statement, 0)), "x")
    }
    sqlite3_finalize(statement)
    expect(db.limit(for: SQLITE_LIMIT_VARIABLE_NUMBER, value: -1) > 0, "limit")
    expect(db.interrupt(), "interrupt")
    db.close()

    let reader = FMDatabase(path: documentPath("handle.db"))
    expect(reader.open(withFlags: SQLITE_OPEN_READONLY | SQLITE_OPEN_FILEPROTECTION_NONE), "read-only")
    expectEqual(sqlite3_db_readonly(OpaquePointer(reader.sqliteHandle), "main"), 1)
    reader.close()
    let missing = FMDatabase(path: documentPath("nowhere.db"))
    missing.logsErrors = false
    expect(!missing.open(withFlags: SQLITE_OPEN_READONLY, vfs: nil), "a missing file is not created")
    expectEqual(missing.lastErrorCode(), SQLITE_CANTOPEN)
}
