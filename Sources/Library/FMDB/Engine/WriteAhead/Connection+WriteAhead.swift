import FMDBSQLiteC

extension Connection {
    /// Calls a body for each commit in the main database. Commits then no longer start checkpoints.
    func watchCommits(_ body: @escaping CommitWatch.Body) {
        writeAhead.commitWatch?.body = body
        hookTransactionEnds()
    }

    /// Whether a coordinator checkpoints the WAL.
    var isCommitWatched: Bool { writeAhead.commitWatch?.body != nil }

    /// Makes SQLite call the WAL hook for a commit that it has not reported yet. If an INSERT with RETURNING is closed at its
    /// first row, SQLite reports the commit only when the next statement ends.
    func reportLastCommit() {
        guard let watch = writeAhead.commitWatch, watch.start != nil, !isAbandoned, !isTransactionOpen else { return }
        sqlite3_exec(handle, "SELECT 1", nil, nil, nil)
        watch.start = nil
    }

    /// Ends the calls of ``watchCommits(_:)``. Commits then start checkpoints again.
    func ignoreCommits() {
        guard isCommitWatched else { return }
        writeAhead.commitWatch?.body = nil
    }

    /// Sets whether the WAL file stays when the last connection closes.
    ///
    /// See [`SQLITE_FCNTL_PERSIST_WAL`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    func keepLogFile(_ keeps: Bool) throws(FMError) {
        var value: Int32 = keeps ? 1 : 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &value)
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .other) }
    }

    /// The number of checkpointed frames of the WAL; nil if it is unknown. Read this after a commit.
    var movedFrames: Int? {
        guard let file = activity.openFile, let index = try? WriteAheadIndex(of: file) else { return nil }
        return Int(clamping: index.movedFrames)
    }

    /// The readers that keep frames of the WAL from being checkpointed.
    var readersOfLog: FMError.Contention {
        LockHolders(own: activity, isWriter: false, sql: nil, stage: .checkpoint).findReaders()
    }
}
