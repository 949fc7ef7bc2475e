import FMDBSQLiteC

extension Connection {
    /// Finalises every statement and closes the connection.
    ///
    /// See [`sqlite3_close`](https://sqlite.org/c3ref/close.html).
    ///
    /// - Returns: nil, or the error if SQLite did not close the connection. In that case a backup or blob that the app
    ///   opened by C functions is still open. SQLite frees the connection when the app closes it.
    func close() -> FMError? {
        holdingEvents { shut() }
    }

    private func shut() -> FMError? {
        guard let handle else { return nil }
        // In a child process, take no lock: a thread of the parent may have held it during the fork.
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
        // SQLite would call the hook when it rolls back the open transaction.
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
        // C objects that are still open keep working, but their callbacks must no longer refer to this ``Connection``.
        Connection.removeHandlers(of: handle)
        // Removes the authorizer only if it is installed: from 3.53 on, this makes SQLite recompile statements. A
        // closed connection cannot do that, and statements of a virtual table would fail.
        if guards.isAuthorizing { sqlite3_set_authorizer(handle, nil, nil) }
        sqlite3_close_v2(handle)
        return error
    }
}

extension Connection {
    /// Finalises the statements that a client compiled by C functions and left open.
    ///
    /// SQLite also lists the internal statements of virtual tables and open blobs, which finalise these themselves. So
    /// this finalises nothing if there is a virtual table, and stops when it reaches the statement of a blob.
    ///
    /// - Returns: whether all statements were finalised.
    func finalizeForeignStatements() -> Bool {
        guard !hasVirtualTables else { return false }
        // Oldest first: a statement that uses a table-valued function finalises the newer statements of that function.
        while let oldest = RawStatements.all(of: handle).reduce(nil, { $1 }) {
            guard sqlite3_sql(oldest) != nil else { return false }
            sqlite3_finalize(oldest)
        }
        return true
    }

    /// Whether a database has a virtual table, or its schema cannot be read.
    private var hasVirtualTables: Bool {
        schemas.contains { schema in
            let table = FMSQL.schemaTable(of: schema)
            let rows = texts("SELECT 1 FROM \(table) WHERE type = 'table' AND coalesce(rootpage, 0) = 0 LIMIT 1")
            return rows?.isEmpty != true
        }
    }

    /// Removes all callbacks that refer to a ``Connection``.
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
    /// Closes the C connection. The last connection that can write checkpoints the whole WAL, if nothing else uses the
    /// WAL.
    ///
    /// See [`sqlite3_close`](https://sqlite.org/c3ref/close.html).
    func closeHandle() -> Int32 {
        // If the database file has moved, the WAL at the old path belongs to another database.
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

    /// Whether the connection has read from its databases. If not, closing does not checkpoint a WAL that remains from
    /// a crash, and leaves it to other connections.
    ///
    /// See [`sqlite3_db_status`](https://sqlite.org/c3ref/db_status.html).
    private var hasRead: Bool {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].contains { counter in
            var (count, most): (Int32, Int32) = (0, 0)
            return sqlite3_db_status(handle, counter, &count, &most, 0) == SQLITE_OK && count > 0
        }
    }

    /// Checkpoints the WAL if closing would not do it.
    ///
    /// - Parameter onlyReadersStay: whether other connections remain open, and none of them can write.
    /// - Returns: whether the WAL file is kept and is fully checkpointed.
    private func emptyLog(onlyReadersStay: Bool) -> Bool {
        // Closing does not wait for locks.
        setBusyInterval(0)
        // The pragma reads the database. A connection that has not read since the switch to WAL mode would ignore the
        // WAL.
        sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil)
        var keepsLog: Int32 = -1
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
        guard onlyReadersStay || keepsLog == 1 else { return false }
        var counts = CheckpointCounts()
        let mode = keepsLog == 1 ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        return checkpointReported(mode, "main", &counts) == SQLITE_OK && keepsLog == 1 && counts.moved >= counts.log
    }

    /// The size of the WAL file in bytes; 0 if there is none. The file is not opened, because closing it again would
    /// drop SQLite's locks on it.
    ///
    /// See [`sqlite3_db_filename`](https://sqlite.org/c3ref/db_filename.html).
    var logFileSize: Int64 {
        guard let name = sqlite3_db_filename(handle, "main"), name.pointee != 0 else { return 0 }
        return FileSize.of(String(cString: name) + "-wal") ?? 0
    }
}
