import Foundation

/// The result of the connection's most recent SQLite call, in FMDB's API. Each call overwrites it.
extension FMDatabase {
    /// The message of the most recent call, "not an error" after a success. If one of FMDB's calls was refused because of its arguments,
    /// the message is the reason, although the code is 0. If the database is not open, it is the message of the failed opening, or "out of
    /// memory", as in FMDB. See [`sqlite3_errmsg`](https://sqlite.org/c3ref/errcode.html).
    @discardableResult
    public func lastErrorMessage() -> String { errorState.message }

    /// The primary result code of the most recent call, 0 after a success. If the database is not open, it is the code of the failed
    /// opening, or 7, as in FMDB. See [`sqlite3_errcode`](https://sqlite.org/c3ref/errcode.html).
    @discardableResult
    public func lastErrorCode() -> Int32 { errorState.code.rawValue }

    /// The extended result code of the most recent call; ``lastErrorCode()`` if there is none. See
    /// [`sqlite3_extended_errcode`](https://sqlite.org/c3ref/errcode.html).
    @discardableResult
    public func lastExtendedErrorCode() -> Int32 { errorState.extended.rawValue }

    /// Whether the most recent call failed; also true if the database is not open.
    @discardableResult
    public func hadError() -> Bool {
        let code = lastErrorCode()
        return code > 0 && code < FMResultCode.row.rawValue
    }

    /// The result of the most recent call as an `FMError`, an `NSError` of the domain "FMDatabase". Its code is 0 after a success, and
    /// after a call that was refused because of its arguments. If the call could not get a lock, ``FMError/contention`` names the holder.
    @discardableResult
    public func lastError() -> Error { stateAsError }
}

/// Properties of the connection.
extension FMDatabase {
    /// Whether the database is open. Setting it does nothing.
    public var isOpen: Bool {
        get { connection != nil }
        @available(*, deprecated, message: "setting it does nothing: use open() and close()")
        set { _ = newValue }
    }

    /// The file URL of ``databasePath``.
    public var databaseURL: URL? { databasePath.map { URL(fileURLWithPath: $0) } }

    /// The `sqlite3*`, for C functions that the library does not wrap: `OpaquePointer(db.sqliteHandle)`; nil if not open.
    ///
    /// It is valid until ``close()``, for the thread that uses the database. Read it again before a C function that changes tables: cached
    /// statements are then compiled again. See [`sqlite3`](https://sqlite.org/c3ref/sqlite3.html).
    public var sqliteHandle: UnsafeMutableRawPointer! {
        connection?.recordSchemaChange()
        return connection?.handle.map { UnsafeMutableRawPointer($0) }
    }

    /// The rowid of the last row inserted, 0 if there is none or the database is not open. See
    /// [`sqlite3_last_insert_rowid`](https://sqlite.org/c3ref/last_insert_rowid.html).
    public var lastInsertRowId: Int64 { connection?.lastInsertRowID ?? 0 }

    /// The number of rows that the last completed INSERT, UPDATE or DELETE changed; 0 if the database is not open. See
    /// [`sqlite3_changes`](https://sqlite.org/c3ref/changes.html).
    public var changes: Int32 { connection?.changes ?? 0 }

    /// Whether a transaction is open, however it was begun. See [`sqlite3_get_autocommit`](https://sqlite.org/c3ref/get_autocommit.html).
    public var isTransactionOpen: Bool { connection?.isTransactionOpen ?? false }

    /// Whether a result set of this database is open.
    public var hasOpenResultSets: Bool { connection?.hasStatementsInUse ?? false }

    /// Reads or sets a limit of the connection. See [`sqlite3_limit`](https://sqlite.org/c3ref/limit.html).
    ///
    /// - Parameters:
    ///   - type: a constant such as `SQLITE_LIMIT_LENGTH`.
    ///   - newLimit: the new value; -1 only reads.
    /// - Returns: the previous value, or -1 if the database is not open.
    @discardableResult
    public func limit(for type: Int32, value newLimit: Int32) -> Int32 { connection?.limit(type, newLimit) ?? -1 }

    /// The version of the linked SQLite, "3.40.1" for example. Any thread may call it. See
    /// [`sqlite3_libversion`](https://sqlite.org/c3ref/libversion.html).
    @discardableResult
    public class func sqliteLibVersion() -> String { Library.version }

    /// Whether SQLite was built with mutexes. Any thread may call it. See [`sqlite3_threadsafe`](https://sqlite.org/c3ref/threadsafe.html).
    @discardableResult
    public class func isSQLiteThreadSafe() -> Bool { Library.isThreadSafe }

    /// The version of this package. For the version of FMDB see ``fmdbUserVersion()``. The suffix "-dev" marks a state before the release
    /// of that number. Any thread may read it.
    public static let packageVersion = "1.0.0-dev"

    /// The version of FMDB whose behaviour this library reproduces, "2.7.12". ``packageVersion`` is the version of this package.
    @discardableResult
    public class func fmdbUserVersion() -> String { "2.7.12" }

    /// The optional features that the linked SQLite supports. Any thread may call it.
    ///
    ///     print(FMDatabase.features.map(\.rawValue).sorted())
    public static var features: Set<FMSQLiteFeature> { Set(FMSQLiteFeature.allCases.filter(\.isAvailable)) }

    /// Returns the locks that other processes hold on the database file now, one element for each lock.
    ///
    /// Only the Linux kernel lists locks; on other systems the result is empty. See [File Locking And
    /// Concurrency](https://sqlite.org/lockingv3.html).
    ///
    /// - Throws: `FMError` with the code `.misuse` if the database is not open.
    package final func lockHolders() throws(FMError) -> [(
        lock: FMError.Contention.Lock, holder: FMError.Contention.Holder
    )] {
        try opened().activity.foreignLocks()
    }
}
