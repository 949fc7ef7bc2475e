import FMDBSQLiteC

/// Restrictions that prevent an untrusted file from doing harm.
///
/// See [Defense Against The Dark Arts](https://sqlite.org/security.html).
extension Connection {
    /// Restricts what the file's schema and the client's SQL may do. It does not read the file.
    ///
    /// - Parameters:
    ///   - length: the maximum size of a value, a row or SQL in bytes.
    ///   - attached: the maximum number of attached databases.
    ///   - time: the time limit of each statement; nil for none.
    /// - Throws: `FMError` if the linked SQLite is too old.
    func restrict(length: Int32, attached: Int32, time: Duration?) throws(FMError) {
        for option in Connection.restrictingOptions {
            guard fmdb_db_config_flag(handle, option.number, option.value) != SQLITE_OK else { continue }
            throw FMError(
                .cantOpen, "SQLite \(Library.version) cannot restrict an untrusted file: \(option.name) is missing",
                sql: nil, stage: .open)
        }
        for (type, most) in Connection.restrictingLimits + [
            (SQLITE_LIMIT_LENGTH, length), (SQLITE_LIMIT_SQL_LENGTH, length), (SQLITE_LIMIT_ATTACHED, attached),
        ] {
            _ = limit(type, min(most, limit(type, -1)))
        }
        let code = sqlite3_exec(handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .open) }
        limitTime(time)
    }

    /// Options of [`sqlite3_db_config`](https://sqlite.org/c3ref/c_dbconfig_defensive.html) by number, because older headers lack names.
    private static let restrictingOptions: [(name: String, number: Int32, value: Int32)] = [
        ("SQLITE_DBCONFIG_DEFENSIVE", 1010, 1), ("SQLITE_DBCONFIG_WRITABLE_SCHEMA", 1011, 0),
        ("SQLITE_DBCONFIG_DQS_DML", 1013, 0), ("SQLITE_DBCONFIG_DQS_DDL", 1014, 0),
        ("SQLITE_DBCONFIG_TRUSTED_SCHEMA", 1017, 0),
    ]

    /// Limits far above what ordinary programs need and far below what exhausts memory or the stack.
    private static let restrictingLimits: [(type: Int32, most: Int32)] = [
        (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_VDBE_OP, 1_000_000),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 20), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
}
