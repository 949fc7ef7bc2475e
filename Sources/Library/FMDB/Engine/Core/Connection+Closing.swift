import FMDBSQLiteC

extension Connection {
    /// Finalises every statement and closes the connection.
    ///
    /// See [`sqlite3_close`](https://sqlite.org/c3ref/close.html).
    ///
    /// - Returns: nil, or the error of a connection that SQLite would not close. SQLite frees that when the backup or blob
    ///   that a client has opened on it by C functions ends.
    func close() -> FMError? {
        holdingEvents { shut() }
    }

    private func shut() -> FMError? {
        guard let handle else { return nil }
        // In a child process before any lock is taken, which another thread of the parent may have.
        guard !isAbandoned else {
            closeBlobs()
            endSessions()
            forEachStatement { $0.close() }
            forgetHandle()
            return nil
        }
        let wasReadOnly = hasEventHandler ? isReadOnly : nil
        interruption.retire()
        suspension?.exclude(ObjectIdentifier(interruption))
        OpenConnections.shared.remove(self)
        // SQLite would call it for the open transaction.
        sqlite3_rollback_hook(handle, nil, nil)
        for statement in transactions.takeStatements() { sqlite3_finalize(statement) }
        closeBlobs()
        endSessions()
        forEachStatement { $0.close() }
        activity.unpublish()
        var code = closeHandle()
        if code == SQLITE_BUSY || code == SQLITE_LOCKED, finalizeForeignStatements() { code = closeHandle() }
        forgetHandle()
        activity.retire()
        if let wasReadOnly { events?.record(.closed(self, wasReadOnly: wasReadOnly)) }
        guard code != SQLITE_OK else { return nil }
        let error = Connection.closeFailure(handle, code)
        // What is still open works on, without what is gone with this object.
        Connection.removeHandlers(of: handle)
        // From 3.53 on statements are compiled again after it, which a closed connection cannot: those of a virtual table would fail.
        if guards.isAuthorizing { sqlite3_set_authorizer(handle, nil, nil) }
        sqlite3_close_v2(handle)
        return error
    }
}

extension Connection {
    /// Finalises the statements that a client has made by C functions and left open.
    ///
    /// Virtual tables and open blobs have statements of their own, which SQLite lists too, and which they finalise
    /// themselves. Where there are any, nothing is finalised.
    func finalizeForeignStatements() -> Bool {
        guard !hasVirtualTables else { return false }
        // The oldest first: a statement over a table-valued function finalises what that has made later.
        while let oldest = RawStatements.all(of: handle).reduce(nil, { $1 }) {
            guard sqlite3_sql(oldest) != nil else { return false }
            sqlite3_finalize(oldest)
        }
        return true
    }

    /// Whether one of the databases has a virtual table, or cannot be asked.
    private var hasVirtualTables: Bool {
        schemas.contains { schema in
            let table = FMSQL.schemaTable(of: schema)
            let rows = texts("SELECT 1 FROM \(table) WHERE type = 'table' AND coalesce(rootpage, 0) = 0 LIMIT 1")
            return rows?.isEmpty != true
        }
    }

    /// Has SQLite call nothing any more that belongs to a connection.
    static func removeHandlers(of handle: OpaquePointer) {
        sqlite3_busy_handler(handle, nil, nil)
        sqlite3_progress_handler(handle, 0, nil, nil)
        sqlite3_trace_v2(handle, 0, nil, nil)
        sqlite3_wal_hook(handle, nil, nil)
        sqlite3_commit_hook(handle, nil, nil)
        sqlite3_rollback_hook(handle, nil, nil)
        sqlite3_update_hook(handle, nil, nil)
        if fmdb_has_preupdate_hook() != 0 { fmdb_preupdate_hook(handle, nil, nil) }
    }
}

// MARK: - The write-ahead log

extension Connection {
    /// Closes SQLite's connection. The last one that can write leaves nothing in the log, if nobody else uses that.
    ///
    /// See [`sqlite3_close`](https://sqlite.org/c3ref/close.html).
    func closeHandle() -> Int32 {
        // Without the database in its place the log beside it is another one's.
        guard activity.file != nil, logFileSize > 0, !hasMoved else { return sqlite3_close(handle) }
        let (isLastWriter, others) = OpenFiles.shared.beginClosing(activity)
        let isReader = isReadOnly
        let isKeptEmpty =
            !isReader && hasRead && !writeAhead.leavesLog && emptyLog(onlyReadersStay: isLastWriter && others > 0)
        let code = sqlite3_close(handle)
        guard code == SQLITE_OK, isLastWriter, others == 0 || !isReader, !isKeptEmpty else { return code }
        writeAhead.remainingLogSize = Int(clamping: FileSize.of(activity.path + "-wal") ?? 0)
        return code
    }

    /// Whether the connection has read anything of its databases. Who has not leaves what a crash has left to others.
    ///
    /// See [`sqlite3_db_status`](https://sqlite.org/c3ref/db_status.html).
    private var hasRead: Bool {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].contains { counter in
            var (count, most): (Int32, Int32) = (0, 0)
            return sqlite3_db_status(handle, counter, &count, &most, 0) == SQLITE_OK && count > 0
        }
    }

    /// Has SQLite see to the log.
    ///
    /// - Parameter onlyReadersStay: whether those that stay cannot do it.
    /// - Returns: whether the log is to stay, and all of it is in the database.
    private func emptyLog(onlyReadersStay: Bool) -> Bool {
        // Nobody is to wait for it.
        setBusyInterval(0)
        // A connection that has not read since the file was put into WAL mode does not know that there is a log, and leaves it.
        sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil)
        var keepsLog: Int32 = -1
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
        guard onlyReadersStay || keepsLog == 1 else { return false }
        var counts = CheckpointCounts()
        let mode = keepsLog == 1 ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        return checkpointReported(mode, "main", &counts) == SQLITE_OK && keepsLog == 1 && counts.moved >= counts.log
    }

    /// The size of the write-ahead log's file in bytes, 0 if there is none. The file is not opened: to close it again
    /// would drop SQLite's locks on it.
    ///
    /// See [`sqlite3_db_filename`](https://sqlite.org/c3ref/db_filename.html).
    var logFileSize: Int64 {
        guard let name = sqlite3_db_filename(handle, "main"), name.pointee != 0 else { return 0 }
        return FileSize.of(String(cString: name) + "-wal") ?? 0
    }
}
