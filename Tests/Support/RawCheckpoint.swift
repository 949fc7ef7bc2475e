import FMDB

import FMDBSQLiteC

/// SQLite's own checkpoint, without the library.
public enum RawCheckpoint {
    /// Runs `sqlite3_wal_checkpoint_v2` on the main database.
    ///
    /// - Returns: its result code.
    @discardableResult
    public static func run(_ database: FMDatabase, _ mode: FMDBCheckpointMode) -> Int32 {
        sqlite3_wal_checkpoint_v2(database.sqliteHandle.map { OpaquePointer($0) }, "main", mode.rawValue, nil, nil)
    }
}

/// SQL text that SQLite runs without the library.
public enum RawSQL {
    /// Runs one statement.
    ///
    /// - Returns: the names of the columns and the rows, the fields between bars; or the message of the error.
    public static func run(_ database: FMDatabase, _ sql: String) -> [String] {
        let handle = database.sqliteHandle.map { OpaquePointer($0) }
        var raw: OpaquePointer?
        defer { sqlite3_finalize(raw) }
        guard sqlite3_prepare_v2(handle, sql, -1, &raw, nil) == SQLITE_OK else { return [message(handle)] }
        let columns = 0..<sqlite3_column_count(raw)
        var lines = [columns.map { String(cString: sqlite3_column_name(raw, $0)) }.joined(separator: "|")]
        var code = sqlite3_step(raw)
        while code == SQLITE_ROW {
            lines.append(
                columns.map { sqlite3_column_text(raw, $0).map { String(cString: $0) } ?? "" }.joined(separator: "|"))
            code = sqlite3_step(raw)
        }
        return code == SQLITE_DONE ? lines : [message(handle)]
    }

    private static func message(_ handle: OpaquePointer?) -> String {
        sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    }
}
