import FMDBSQLiteC

extension Connection {
    /// Runs a body with triggers and foreign keys disabled, so that foreign key actions do not run either.
    ///
    /// See [`SQLITE_DBCONFIG_ENABLE_TRIGGER`](https://sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfigenabletrigger).
    ///
    /// - Parameter body: receives whether foreign keys were enabled before.
    func withoutTriggers<Value>(_ body: (_ hasForeignKeys: Bool) throws -> Value) rethrows -> Value {
        let options = [SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_FKEY].filter {
            fmdb_db_config_answer(handle, $0) != 0
        }
        for option in options { _ = fmdb_db_config_flag(handle, option, 0) }
        defer { for option in options { _ = fmdb_db_config_flag(handle, option, 1) } }
        return try body(options.contains(SQLITE_DBCONFIG_ENABLE_FKEY))
    }

    /// Makes SQLite recompile each statement at its next use, by changing an option twice.
    func compileAgain() {
        let answer = fmdb_db_config_answer(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER) != 0
        _ = fmdb_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, answer ? 0 : 1)
        _ = fmdb_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, answer ? 1 : 0)
    }
}
