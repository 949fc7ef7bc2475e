import Foundation

#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

/// Hears of each commit that a connection makes in the write-ahead log of its main database.
final class CommitWatch {
    /// Takes the connection, the pages in the log, and the time that the commit took. SQLite has released the write
    /// lock by then, so the body may checkpoint.
    typealias Body = (_ connection: Connection, _ pages: Int, _ took: Duration) -> Void

    private unowned let connection: Connection
    private let body: Body
    private var start: ContinuousClock.Instant?

    init(_ connection: Connection, _ body: @escaping Body) {
        self.connection = connection
        self.body = body
    }

    func begin() {
        start = .now
    }

    fileprivate func end(_ handle: OpaquePointer?, _ schema: UnsafePointer<CChar>?, _ pages: Int32) {
        guard let schema, strcmp(schema, "main") == 0 else {
            // The hook has taken the place of SQLite's own, which serves the attached databases too.
            if pages >= CommitWatch.customaryLimit { sqlite3_wal_checkpoint(handle, schema) }
            return
        }
        let took = start.map { $0.duration(to: .now) } ?? .zero
        start = nil
        body(connection, Int(pages), took)
    }

    /// The log at which SQLite checkpoints by itself, in pages.
    private static let customaryLimit = 1000
}

extension Connection {
    /// Hears of commits from now on. SQLite's own checkpoints end with that, except of attached databases.
    ///
    /// See [`sqlite3_wal_hook`](https://sqlite.org/c3ref/wal_hook.html) and
    /// [`sqlite3_commit_hook`](https://sqlite.org/c3ref/commit_hook.html).
    func watchCommits(_ body: @escaping CommitWatch.Body) {
        let watch = CommitWatch(self, body)
        let context = Unmanaged.passUnretained(watch).toOpaque()
        sqlite3_wal_hook(
            handle,
            { context, handle, schema, pages in
                if let context {
                    Unmanaged<CommitWatch>.fromOpaque(context).takeUnretainedValue().end(handle, schema, pages)
                }
                return SQLITE_OK
            }, context)
        commitWatch = watch
        hookCommits()
    }

    /// Hears of commits no more, and gives the checkpoints back to SQLite.
    func ignoreCommits() {
        guard commitWatch != nil else { return }
        sqlite3_wal_autocheckpoint(handle, 1000)
        commitWatch = nil
        hookCommits()
    }

    /// Whether the file of the write-ahead log stays when the last connection closes.
    ///
    /// See [`SQLITE_FCNTL_PERSIST_WAL`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    func keepLogFile(_ keeps: Bool) throws(FMError) {
        var value: Int32 = keeps ? 1 : 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &value)
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .other) }
    }

    /// Who keeps pages of the write-ahead log from being moved.
    var readersOfLog: FMError.Contention {
        LockDetective(own: activity, isWriter: false, sql: nil, stage: .checkpoint).investigateReaders()
    }

    /// Whether the main database cannot be written.
    ///
    /// See [`sqlite3_db_readonly`](https://sqlite.org/c3ref/db_readonly.html).
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

    /// The size of the write-ahead log's file in bytes, 0 if there is none. The file is not opened: to close it again
    /// would drop SQLite's locks on it.
    ///
    /// See [`sqlite3_db_filename`](https://sqlite.org/c3ref/db_filename.html).
    var logFileSize: Int {
        guard let name = sqlite3_db_filename(handle, "main"), name.pointee != 0 else { return 0 }
        let attributes = try? FileManager.default.attributesOfItem(atPath: String(cString: name) + "-wal")
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
