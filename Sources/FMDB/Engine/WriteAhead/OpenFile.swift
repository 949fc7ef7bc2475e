import FMDBSQLiteC

/// A file that a connection has open, read through SQLite's own handle of it.
///
/// To open and close it by other means would drop the locks that connections of this process hold on it. See
/// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html).
struct OpenFile {
    let file: UnsafeMutablePointer<sqlite3_file>
    /// See [OS Interface File Virtual Methods Object](https://sqlite.org/c3ref/io_methods.html).
    let methods: UnsafePointer<sqlite3_io_methods>

    /// - Returns: nil if it is not open.
    init?(_ file: UnsafeMutablePointer<sqlite3_file>?) {
        guard let file, let methods = file.pointee.pMethods else { return nil }
        (self.file, self.methods) = (file, methods)
    }

    /// In bytes; 0 where that cannot be known.
    var size: Int64 { knownSize ?? 0 }

    /// In bytes; nil where that cannot be known.
    var knownSize: Int64? {
        var size: sqlite3_int64 = 0
        return methods.pointee.xFileSize?(file, &size) == SQLITE_OK ? size : nil
    }

    /// Reads bytes; zeros behind the end of the file.
    ///
    /// - Returns: nil if they cannot be read.
    func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        var code = SQLITE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: 0)
            initialized = count
            code = methods.pointee.xRead?(file, buffer.baseAddress, Int32(count), offset) ?? SQLITE_IOERR
        }
        return code == SQLITE_OK || code == SQLITE_IOERR | 2 << 8 ? bytes : nil
    }

    /// The bytes that the file has now.
    var bytes: FileBytes { FileBytes(size: size, read: read) }
}

extension Connection {
    /// The file of the database.
    var databaseFile: OpenFile? { OpenFile(activity.openFile) }

    /// The file of the write-ahead log.
    ///
    /// See [`SQLITE_FCNTL_JOURNAL_POINTER`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    var logFile: OpenFile? { OpenFile(journalPointer) }

    /// That of the log, or that of the rollback journal, open or not. Before the first read it is the latter.
    var journalPointer: UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK else { return nil }
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

    /// Ends it.
    func endReadingLog() {
        guard handle != nil, !isAbandoned, isTransactionOpen else { return }
        _ = try? ask("ROLLBACK")
    }
}

extension Connection {
    /// The number that a statement of the engine's own answers; 0 for none.
    func number(_ sql: String) throws(FMError) -> Int {
        do throws(ResultCodeError) {
            return try ask(sql).flatMap { Int($0) } ?? 0
        } catch {
            throw self.error(error.code, sql: sql, stage: .step)
        }
    }
}
