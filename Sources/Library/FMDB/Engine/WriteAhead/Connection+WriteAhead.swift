import FMDBSQLiteC

extension Connection {
    /// Hears of commits in the main database from now on; they lead to no checkpoint any more.
    func watchCommits(_ body: @escaping CommitWatch.Body) {
        writeAhead.commitWatch?.body = body
        hookTransactionEnds()
    }

    /// Whether a coordinator checkpoints the log.
    var isCommitWatched: Bool { writeAhead.commitWatch?.body != nil }

    /// Makes SQLite call the WAL hook for a commit that it has not reported yet. If an INSERT with RETURNING is closed at its
    /// first row, SQLite reports the commit only when the next statement ends.
    func reportLastCommit() {
        guard let watch = writeAhead.commitWatch, watch.start != nil, !isAbandoned, !isTransactionOpen else { return }
        sqlite3_exec(handle, "SELECT 1", nil, nil, nil)
        watch.start = nil
    }

    /// Hears of commits no more, which lead to checkpoints again.
    func ignoreCommits() {
        guard isCommitWatched else { return }
        writeAhead.commitWatch?.body = nil
    }

    /// Whether the file of the write-ahead log stays when the last connection closes.
    ///
    /// See [`SQLITE_FCNTL_PERSIST_WAL`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    func keepLogFile(_ keeps: Bool) throws(FMError) {
        var value: Int32 = keeps ? 1 : 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &value)
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .other) }
    }

    /// How many frames of the log are in the database; nil where that cannot be known. To be asked after a commit.
    var movedFrames: Int? {
        guard let file = activity.openFile, let index = try? WriteAheadIndex(of: file) else { return nil }
        return Int(clamping: index.movedFrames)
    }

    /// The readers that keep pages of the write-ahead log from being moved.
    var readersOfLog: FMError.Contention {
        LockHolders(own: activity, isWriter: false, sql: nil, stage: .checkpoint).findReaders()
    }

    /// Whether the main database cannot be written.
    ///
    /// See [`sqlite3_db_readonly`](https://sqlite.org/c3ref/db_readonly.html).
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

    /// The size of the write-ahead log's file in bytes, 0 if there is none. The file is not opened: to close it again
    /// would drop SQLite's locks on it.
    ///
    /// See [`sqlite3_db_filename`](https://sqlite.org/c3ref/db_filename.html).
    var logFileSize: Int64 {
        guard let name = sqlite3_db_filename(handle, "main"), name.pointee != 0 else { return 0 }
        return FileSize.of(String(cString: name) + "-wal") ?? 0
    }
}

// MARK: - Closing

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
}
