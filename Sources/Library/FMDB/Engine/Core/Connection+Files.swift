import FMDBSQLiteC

extension Connection {
    var databaseFile: OpenFile? { OpenFile(activity.openFile) }

    /// The file of the write-ahead log.
    ///
    /// See [`SQLITE_FCNTL_JOURNAL_POINTER`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    var logFile: OpenFile? { OpenFile(journalPointer) }

    /// The file of the WAL or of the rollback journal, open or not. Before the first read, it is the file of the rollback
    /// journal.
    var journalPointer: UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        // A nil name means the main database, and avoids a lookup by name.
        guard sqlite3_file_control(handle, nil, SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK else { return nil }
        return file
    }

    /// Returns the state of the main database's write-ahead log. The connection must have read the database.
    func logState() throws(FMError) -> WriteAheadIndex {
        do throws(ResultCodeError) {
            guard let file = activity.openFile, let index = try WriteAheadIndex(of: file) else {
                throw ResultCodeError(code: SQLITE_CANTOPEN)
            }
            return index
        } catch {
            throw FMError(
                FMResultCode(rawValue: error.code), "the index of the write-ahead log cannot be read", sql: nil,
                stage: .other)
        }
    }

    /// Begins a read transaction, which takes a read mark in the WAL.
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

    /// Runs an internal statement. Returns the number in the first column of its last row, or 0 if there is none.
    func number(_ sql: String) throws(FMError) -> Int {
        do throws(ResultCodeError) {
            return try ask(sql).flatMap { Int($0) } ?? 0
        } catch {
            throw self.error(error.code, sql: sql, stage: .step)
        }
    }
}
