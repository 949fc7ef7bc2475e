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

    /// The name of the VFS of the main database's file; nil for a database in memory.
    ///
    /// See [`SQLITE_FCNTL_VFS_POINTER`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    var fileVFS: String? {
        var vfs: UnsafeMutablePointer<sqlite3_vfs>?
        guard !activity.path.isEmpty,
            sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) == SQLITE_OK,
            let name = vfs?.pointee.zName
        else { return nil }
        let text = String(cString: name)
        // That of a content that was deserialised.
        return text == "memdb" ? nil : text
    }

    /// The VFS by which another file is opened. It is that of the main database if that sees the file or its folder. It is nil, the default
    /// one, if that keeps its files elsewhere, in the objects of a cluster for example.
    ///
    /// See [`xAccess`](https://sqlite.org/c3ref/vfs.html).
    func vfs(of file: String) -> String? {
        guard let name = fileVFS, let vfs = sqlite3_vfs_find(name), let access = vfs.pointee.xAccess else { return nil }
        // A file that is empty counts as none, and not every VFS has folders.
        let folder = PathParts(file).folder
        let isSeen = [file, folder.isEmpty ? "." : folder].contains { path in
            var exists: Int32 = 0
            let code = access(vfs, path, SQLITE_ACCESS_EXISTS, &exists) & 0xFF
            return code == SQLITE_OK ? exists != 0 : code != SQLITE_CANTOPEN && code != SQLITE_NOTFOUND
        }
        return isSeen ? name : nil
    }

    /// Whether a database has a file that other connections can open too.
    func hasFile(_ schema: String) -> Bool {
        sqlite3_db_filename(handle, schema).map { $0.pointee != 0 } ?? false
    }

    /// Whether a database is encrypted, or a key has been set for it.
    ///
    /// See [cipher_page_size](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_page_size).
    var hasKey: Bool { Connection.hasCodec && (try? ask("PRAGMA cipher_page_size")) != nil }

    /// Waits until what was written is on disk.
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

    /// Has the connection write without a journal and without waiting: what goes wrong leaves nothing of the file.
    func writeUnsafely() throws(FMError) {
        try askAll([
            "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
            // Else the whole file would be held in memory.
            "PRAGMA cache_spill = ON", "PRAGMA cache_size = -2048",
        ])
    }

    /// Throws if the access is cancelled, if its time is up, and while the connection is suspended.
    func checkCancellation() throws(FMError) {
        if let token, let reason = token.reason {
            token.strike()
            throw .stopped(reason, sql: nil)
        }
        if isSuspended { throw .suspended(nil) }
    }

    /// Waits, but no longer than until the access is to end.
    func pause(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        guard seconds > 0 else { return }
        if let token { return token.sleep(seconds: seconds) }
        sqlite3_sleep(Int32(clamping: Int((seconds * 1000).rounded(.up))))
    }
}
