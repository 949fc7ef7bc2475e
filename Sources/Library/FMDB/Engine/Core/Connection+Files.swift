import FMDBSQLiteC

extension Connection {
    var databaseFile: OpenFile? { OpenFile(activity.openFile) }

    /// The file of the write-ahead log.
    ///
    /// See [`SQLITE_FCNTL_JOURNAL_POINTER`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    var logFile: OpenFile? { OpenFile(journalPointer) }

    /// The file of the log or of the rollback journal, open or not. Before the first read it is that of the journal.
    var journalPointer: UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        // Without a name the main database is meant, and none is looked up.
        guard sqlite3_file_control(handle, nil, SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK else { return nil }
        return file
    }

    /// The state of the write-ahead log of the main database, which the connection must have read.
    func logState() throws(FMError) -> WriteAheadIndex {
        do throws(ResultCodeError) {
            guard let file = activity.openFile, let index = try WriteAheadIndex(of: file) else {
                throw ResultCodeError(code: SQLITE_CANTOPEN)
            }
            return index
        } catch {
            throw FMError(
                FMResultCode(rawValue: error.code), "the write-ahead log cannot be looked at", sql: nil, stage: .other)
        }
    }

    /// Begins a transaction that reads, and takes a mark in the log.
    func beginReadingLog() throws(FMError) {
        try askDirectly("BEGIN")
        do throws(FMError) {
            try askDirectly("SELECT 1 FROM sqlite_master LIMIT 1")
        } catch {
            endReadingLog()
            throw error
        }
    }

    func endReadingLog() {
        guard handle != nil, !isAbandoned, isTransactionOpen else { return }
        _ = try? ask("ROLLBACK")
    }

    /// The number that a statement of the engine's own answers; 0 for none.
    func number(_ sql: String) throws(FMError) -> Int {
        do throws(ResultCodeError) {
            return try ask(sql).flatMap { Int($0) } ?? 0
        } catch {
            throw self.error(error.code, sql: sql, stage: .step)
        }
    }
}
