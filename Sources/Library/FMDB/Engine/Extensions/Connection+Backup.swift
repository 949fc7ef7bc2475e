import FMDBSQLiteC

extension Connection {
    /// Copies a whole database, replacing the target's content.
    ///
    /// See [`sqlite3_backup_init`](https://sqlite.org/c3ref/backup_finish.html).
    func copyMain(to target: Connection) throws(FMError) {
        let copy = try PageCopy(of: "main", in: self, to: target)
        try copy.finish(after: copy.step(-1))
        target.contentWasReplaced()
    }

    /// The name of the main database file's VFS, or nil for an in-memory database.
    ///
    /// See [`SQLITE_FCNTL_VFS_POINTER`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    var fileVFS: String? {
        var vfs: UnsafeMutablePointer<sqlite3_vfs>?
        guard !activity.path.isEmpty,
            sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) == SQLITE_OK,
            let name = vfs?.pointee.zName
        else { return nil }
        let text = String(cString: name)
        // A deserialised database uses the VFS `memdb`, which has no file.
        return text == "memdb" ? nil : text
    }

    /// Returns the name of the VFS with which to open another file.
    ///
    /// The result is the main database's VFS if it can see the file or the file's folder. Otherwise, the result is nil, which means the
    /// default VFS: some VFSes keep their files elsewhere, for example in a cluster.
    ///
    /// See [`xAccess`](https://sqlite.org/c3ref/vfs.html).
    func vfs(of file: String) -> String? {
        guard let name = fileVFS, let vfs = sqlite3_vfs_find(name), let access = vfs.pointee.xAccess else { return nil }
        // This checks both paths, because `xAccess` reports an empty file as missing, and not every VFS has folders.
        let folder = PathParts(file).folder
        let isSeen = [file, folder.isEmpty ? "." : folder].contains { path in
            var exists: Int32 = 0
            let code = access(vfs, path, SQLITE_ACCESS_EXISTS, &exists) & 0xFF
            return code == SQLITE_OK ? exists != 0 : code != SQLITE_CANTOPEN && code != SQLITE_NOTFOUND
        }
        return isSeen ? name : nil
    }

    /// Whether a database has a file that other connections can open.
    func hasFile(_ schema: String) -> Bool {
        sqlite3_db_filename(handle, schema).map { $0.pointee != 0 } ?? false
    }

    /// Whether the main database is encrypted or a key has been set for it.
    ///
    /// See [cipher_page_size](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_page_size).
    var hasKey: Bool { Connection.hasCodec && (try? ask("PRAGMA cipher_page_size")) != nil }

    /// Syncs the main database file to disk.
    ///
    /// See [`xSync`](https://sqlite.org/c3ref/io_methods.html).
    func syncFile() throws(FMError) {
        guard let file = activity.openFile, let sync = file.pointee.pMethods?.pointee.xSync else {
            throw FMError(.ioErrorSync, "the file \(activity.path) cannot be synced")
        }
        let code = sync(file, SQLITE_SYNC_FULL)
        guard code == SQLITE_OK else {
            throw FMError(
                FMResultCode(rawValue: code), "the file \(activity.path) cannot be synced: \(Library.message(code))")
        }
    }

    /// Turns off the journal and syncing. A failed write can then corrupt the file, so use this only for a file that is discarded after a
    /// failure.
    func writeUnsafely() throws(FMError) {
        try askAll([
            "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
            // Without spilling, SQLite would hold the whole file in memory.
            "PRAGMA cache_spill = ON", "PRAGMA cache_size = -2048",
        ])
    }

    /// Throws if the access was cancelled, if its deadline has passed, or if the connection is suspended.
    func checkCancellation() throws(FMError) {
        if let token, let reason = token.reason {
            token.strike()
            throw .stopped(reason, sql: nil)
        }
        if isSuspended { throw .suspended(nil) }
    }

    /// Sleeps for a duration, or until the access is cancelled or reaches its deadline.
    func pause(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        guard seconds > 0 else { return }
        if let token { return token.sleep(seconds: seconds) }
        sqlite3_sleep(Int32(clamping: Int((seconds * 1000).rounded(.up))))
    }
}
