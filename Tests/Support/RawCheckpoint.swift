import FMDB

#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

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
