import FMDB

import FMDBSQLiteC

/// Objects of SQLite's that a client makes by C functions on the library's connection.
public enum RawObjects {
    /// Compiles a statement and makes its first step; it stays open.
    public static func step(_ database: FMDatabase, _ sql: String) -> OpaquePointer? {
        var raw: OpaquePointer?
        guard sqlite3_prepare_v2(handle(database), sql, -1, &raw, nil) == SQLITE_OK else { return nil }
        sqlite3_step(raw)
        return raw
    }

    /// Whether SQLite guards the connection by a mutex of its own.
    public static func hasMutex(_ database: FMDatabase) -> Bool { sqlite3_db_mutex(handle(database)) != nil }

    /// Makes a further step.
    public static func step(_ statement: OpaquePointer) -> Int32 { sqlite3_step(statement) }

    /// Runs a text.
    ///
    /// - Returns: SQLite's result code.
    @discardableResult
    public static func run(_ database: FMDatabase, _ sql: String) -> Int32 {
        sqlite3_exec(handle(database), sql, nil, nil, nil)
    }

    /// Puts an authorizer in place of the library's, which allows everything.
    public static func allowEverything(_ database: FMDatabase) {
        sqlite3_set_authorizer(handle(database), { _, _, _, _, _, _ in SQLITE_OK }, nil)
    }

    /// How many statements the connection has.
    public static func countOfStatements(_ database: FMDatabase) -> Int {
        var (count, statement) = (0, sqlite3_next_stmt(handle(database), nil))
        while let current = statement {
            count += 1
            statement = sqlite3_next_stmt(handle(database), current)
        }
        return count
    }

    /// How often pages of a transaction had to be written before its commit because the cache was full: since SQLite 3.23.
    ///
    /// See [`SQLITE_DBSTATUS_CACHE_SPILL`](https://sqlite.org/c3ref/c_dbstatus_options.html).
    public static func spilledPages(of database: FMDatabase) -> Int32 {
        // SQLCipher's header may be older than the name.
        let cacheSpill: Int32 = 12
        var (count, most): (Int32, Int32) = (0, 0)
        sqlite3_db_status(handle(database), cacheSpill, &count, &most, 0)
        return count
    }

    /// Finalises a statement.
    public static func finalize(_ statement: OpaquePointer) { sqlite3_finalize(statement) }

    /// Opens the blob of a column in the row 1.
    public static func openBlob(
        _ database: FMDatabase, table: String, column: String, forWriting: Bool = false
    ) -> OpaquePointer? {
        var raw: OpaquePointer?
        sqlite3_blob_open(handle(database), "main", table, column, 1, forWriting ? 1 : 0, &raw)
        return raw
    }

    /// Writes the first byte of a blob.
    public static func writeBlob(_ blob: OpaquePointer) -> Int32 { sqlite3_blob_write(blob, "x", 1, 0) }

    /// Closes a blob.
    @discardableResult
    public static func closeBlob(_ blob: OpaquePointer) -> Int32 { sqlite3_blob_close(blob) }

    /// Begins a backup of one database into another.
    public static func beginBackup(of source: FMDatabase, into target: FMDatabase) -> OpaquePointer? {
        sqlite3_backup_init(handle(target), "main", handle(source), "main")
    }

    /// Copies a page.
    public static func stepBackup(_ backup: OpaquePointer) -> Int32 { sqlite3_backup_step(backup, 1) }

    /// Ends a backup.
    @discardableResult
    public static func finishBackup(_ backup: OpaquePointer) -> Int32 { sqlite3_backup_finish(backup) }

    private static func handle(_ database: FMDatabase) -> OpaquePointer? {
        database.sqliteHandle.map { OpaquePointer($0) }
    }
}
