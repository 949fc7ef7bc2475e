import FMDBSQLiteC

/// A copy of one database into another, some pages at a time. Owns a `sqlite3_backup`.
///
/// See [SQLite Backup API](https://sqlite.org/c3ref/backup_finish.html).
final class PageCopy {
    private let source: Connection
    private let target: Connection
    private var backup: OpaquePointer?

    /// Begins a copy that replaces the target's main database, which must not be in use.
    init(of sourceSchema: String, in source: Connection, to target: Connection, _ targetSchema: String = "main")
        throws(FMError)
    {
        self.source = source
        self.target = target
        backup = sqlite3_backup_init(target.handle, targetSchema, source.handle, sourceSchema)
        guard backup != nil else { throw target.error(target.errorState.code, sql: nil, stage: .other) }
    }

    deinit { sqlite3_backup_finish(backup) }

    /// Copies some pages, or all remaining pages if `pages` is -1.
    ///
    /// - Returns: SQLite's result code: `SQLITE_OK`, `SQLITE_DONE` or an error. After `SQLITE_BUSY` and `SQLITE_LOCKED` the step can be
    ///   retried.
    func step(_ pages: Int32) -> Int32 {
        target.activity.showing("-- the target of a backup", writes: true) {
            source.activity.showing("-- the source of a backup", writes: false) { sqlite3_backup_step(backup, pages) }
        }
    }

    /// The number of pages left to copy, as of the last step.
    var remaining: Int { backup.map { Int(sqlite3_backup_remaining($0)) } ?? 0 }

    /// The number of pages in the source, as of the last step.
    var total: Int { backup.map { Int(sqlite3_backup_pagecount($0)) } ?? 0 }

    /// Ends the copy. An incomplete copy is rolled back.
    func finish(after code: Int32) throws(FMError) {
        let end = sqlite3_backup_finish(backup)
        backup = nil
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw error(end == SQLITE_OK ? code : end) }
    }

    /// Ends the copy and rolls it back.
    func cancel() {
        sqlite3_backup_finish(backup)
        backup = nil
    }

    /// Returns the error of a step. A lock conflict is always on the source, because no other connection uses the target.
    func error(_ code: Int32) -> FMError {
        guard code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED else {
            return target.error(code, sql: nil, stage: .other)
        }
        let (found, message) = (FMResultCode(rawValue: code), Library.message(code))
        let contention = source.contention(found, message, sql: nil, stage: .other, of: nil)
        return .sqlites(code, stage: .other, contention: contention)
    }

    static let ok = SQLITE_OK
    static let done = SQLITE_DONE

    /// Whether a step that returned this code can be retried.
    static func isWait(_ code: Int32) -> Bool { code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED }
}
