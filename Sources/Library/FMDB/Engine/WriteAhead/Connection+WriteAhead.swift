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
}
