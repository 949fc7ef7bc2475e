import SQLiteC

extension Connection {
    /// Copies a whole database, replacing the target's content.
    ///
    /// See [`sqlite3_backup_init`](https://sqlite.org/c3ref/backup_finish.html).
    func copyMain(to target: Connection) throws(FMError) {
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.error(target.errorState.code, sql: nil, stage: .other)
        }
        let code = target.activity.showing("-- the target of a backup", writes: true) {
            activity.showing("-- the source of a backup", writes: false) { sqlite3_backup_step(backup, -1) }
        }
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw target.error(end == SQLITE_OK ? code : end, sql: nil, stage: .other)
        }
        target.contentWasReplaced()
    }
}
