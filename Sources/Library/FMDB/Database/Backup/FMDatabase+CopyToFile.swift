extension FMDatabase {
    /// Copies the database into a file, while other connections read and write.
    ///
    ///     let backup = try db.backup(to: "copy.db")
    ///     print(backup.bytes, backup.duration)
    ///
    /// The copy is written under another name in the same folder, checked, synced to disk and only then renamed, so a file with the final
    /// name is always complete. In WAL mode the copy has the state at its beginning, and others may write meanwhile. In other journal modes
    /// others may write between two steps, and SQLite then restarts the copy. The copy keeps the page size and the permissions of the
    /// source. See <doc:Backups>.
    ///
    /// See [`sqlite3_backup_init`](https://sqlite.org/c3ref/backup_finish.html). Call it on the thread that uses the database.
    ///
    /// - Parameters:
    ///   - path: the path of the copy. A link is followed.
    ///   - options: the options.
    ///   - progress: called after each step; what it throws cancels the copy. It must not use this database.
    /// - Returns: what was copied.
    /// - Throws: what `progress` and the options' `configure` throw, and `FMError`. `.misuse` within a write transaction of this database,
    ///   if the file exists and the options do not overwrite it, and for an encrypted database without a key for the copy. `.busy` if a
    ///   lock, or the file to be replaced, is in use for longer than the timeout. `.corrupt` if the check finds something. `.full`,
    ///   `.cantOpen` or `.ioError` if the copy cannot be written. `.interrupt` if the access is cancelled.
    @discardableResult
    public final func backup(
        to path: String, _ options: BackupOptions = BackupOptions(), progress: ((BackupProgress) throws -> Void)? = nil
    ) throws -> Backup {
        try BackupRun(source: self, options: options, progress: progress).run(to: path)
    }

    /// Replaces the content of this database, in memory or in a file, with that of a database file.
    ///
    ///     try db.restore(from: "copy.db")
    ///
    /// The file is checked first. Other connections see the previous content until the restore is complete. A restore that fails or is
    /// cancelled changes nothing. See <doc:Backups>.
    ///
    /// See [`sqlite3_backup_init`](https://sqlite.org/c3ref/backup_finish.html). Call it on the thread that uses the database.
    ///
    /// - Parameters:
    ///   - path: the path of a database file.
    ///   - options: the options; `overwrites` has no effect.
    ///   - progress: called after each step; what it throws cancels the restore. It must not use this database.
    /// - Returns: what was restored.
    /// - Throws: what `progress` and the options' `configure` throw, and `FMError`. `.misuse` within a transaction or while rows are read,
    ///   and for an encrypted database without a key for the file. `.busy` if other connections use this database or the file for longer
    ///   than the timeout. `.cantOpen` if there is no file. `.notADatabase` if the file is not a database. `.corrupt` if the check finds
    ///   something. `.interrupt` if the access is cancelled.
    @discardableResult
    public final func restore(
        from path: String, _ options: BackupOptions = BackupOptions(),
        progress: ((BackupProgress) throws -> Void)? = nil
    ) throws -> Backup {
        try RestoreRun(target: self, options: options, progress: progress).run(from: path)
    }

    /// Writes a compact copy of the database into a file: without free pages, and with the rows of each table together.
    ///
    ///     try db.vacuum(into: "compact.db")
    ///
    /// The copy gets its name only when it is complete, as in ``backup(to:_:progress:)``. The corresponding statement is
    /// [`VACUUM INTO`](https://sqlite.org/lang_vacuum.html#vacuuminto). Call it on the thread that uses the database.
    ///
    /// - Parameters:
    ///   - path: the path of the copy. A link is followed.
    ///   - overwrites: whether an existing file is replaced. Default: false.
    /// - Throws: `FMError`. `.notSupported` if the linked SQLite is older than 3.27, and if the database's VFS does not write ordinary
    ///   files. `.misuse` within a transaction or while rows are read, and if the file exists and `overwrites` is false. `.busy` if the
    ///   file to be replaced is in use. Otherwise SQLite's code, `.full` for example.
    public final func vacuum(into path: String, overwrites: Bool = false) throws(FMError) {
        let connection = try opened()
        try FMSQLiteFeature.vacuumInto.expectAvailable()
        guard !isTransactionOpen, !connection.hasActiveStatement else {
            throw .misuse("a VACUUM is not possible within a transaction, or while rows are read")
        }
        let file = try PartialFile(for: path, like: connection.activity.path, vfsOf: connection)
        do throws(FMError) {
            if let vfs = connection.fileVFS, file.vfs == nil {
                throw FMError(
                    .notSupported,
                    "VACUUM INTO writes through the database's VFS, \(vfs), which does not write ordinary files: use backup(to:)"
                )
            }
            let (timeout, token) = (maxBusyRetryTimeInterval, connection.token)
            try file.expectPublishable(overwrites: overwrites, waitingFor: timeout, token: token)
            try execute("VACUUM INTO \(file.path)")
            try file.publish(overwrites: overwrites, waitingFor: timeout, token: token)
        } catch {
            file.discard()
            throw error
        }
    }
}
