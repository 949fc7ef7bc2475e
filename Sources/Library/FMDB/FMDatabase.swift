import Foundation

/// A connection to an SQLite database.
///
///     let db = FMDatabase(path: "people.db")
///     guard db.open() else { throw db.lastError() }
///     try db.execute("CREATE TABLE IF NOT EXISTS person (name TEXT, age INTEGER)")
///     try db.execute("INSERT INTO person VALUES (\(name), \(age))")
///     for (name, age) in try db.rows("SELECT name, age FROM person", as: (String, Int).self) {
///         print(name, age)
///     }
///     db.close()
///
/// FMDB's calls and the modern calls, which throw, may be mixed. Only one thread at a time may use a connection; ``FMDatabaseQueue`` and
/// ``FMDatabasePool`` share connections among threads. The corresponding C object is [`sqlite3`](https://sqlite.org/c3ref/sqlite3.html).
open class FMDatabase: NSObject {
    /// The path passed to the initializer; nil for a database in memory, "" for a temporary one on disk.
    public final let databasePath: String?

    /// Whether failures of FMDB's calls are logged. Default: true.
    public final var logsErrors = true

    /// Whether the process stops when SQL does not compile, when a closed database is used, and when a checkpoint fails, in debug and
    /// release builds. Default: false.
    public final var crashOnErrors = false

    /// Whether each statement and its arguments are logged before the statement runs. Default: false.
    public final var traceExecution: Bool {
        get { traces }
        set { traces = newValue }
    }

    /// A flag for the app's own use; the library does not read it.
    public final var checkedOut = false

    /// Whether a transaction was begun by ``beginTransaction()`` or a similar call and not yet ended by ``commit()`` or ``rollback()``. A
    /// `BEGIN` that is run as SQL does not set it; ``isTransactionOpen`` returns SQLite's state.
    public internal(set) final var isInTransaction: Bool {
        get { hasBegun }
        set { hasBegun = newValue }
    }

    /// Whether FMDB's calls cache compiled statements in ``cachedStatements``. Default: false.
    ///
    /// If false, statements are cached internally together with those of the modern calls, but behave as if the SQL were compiled for each
    /// call. A dropped table is an error at once, and new columns are visible before the first row. A statement that the app reads from
    /// ``FMResultSet/statement`` is finalized with its result set. Only [`sqlite3_next_stmt`](https://sqlite.org/c3ref/next_stmt.html)
    /// shows the additional statements. With ``statementCacheCapacity`` 0 none are cached.
    public final var shouldCacheStatements: Bool {
        get { caches }
        set {
            caches = newValue
            if !newValue { clearCachedStatements() }
        }
    }

    /// How long a call waits for a lock of another connection, in seconds; with 0 it fails at once. Default: 2. See
    /// [`sqlite3_busy_handler`](https://sqlite.org/c3ref/busy_handler.html).
    public final var maxBusyRetryTimeInterval: TimeInterval = 2 {
        didSet { connection?.setBusyInterval(maxBusyRetryTimeInterval) }
    }

    /// Called for each event of this database. Default: nil. See <doc:Observing>.
    ///
    ///     db.eventHandler = { event in logger.debug("\(event)") }
    ///
    /// The handler is kept when the database is closed and opened again. It is called on the thread that uses the database, in the order of
    /// the events, and the thread waits until it returns. It may read properties such as ``changes``, call ``lastErrorCode()`` and
    /// ``interrupt()``, and set this property. Calls that run a statement or close the database fail with `.misuse`. Set it on the thread
    /// that uses the database. A statement whose rows are being read when the handler is set has no events.
    public final var eventHandler: (@Sendable (FMEvent) -> Void)? {
        get { listener.handler }
        set { listener.handler = newValue }
    }

    /// The minimum duration of a statement that is reported with its query plan by ``FMEvent/slowStatement(_:plan:)``. It
    /// has no effect without an ``eventHandler``. Default: nil.
    public final var slowStatementThreshold: Duration? {
        get { listener.slowThreshold }
        set { listener.slowThreshold = newValue }
    }

    /// The number of steps in full scans and automatic indexes above which a statement is reported with its query plan by
    /// ``FMEvent/fullScan(_:plan:)``. It has no effect without an ``eventHandler``. Default: nil. See
    /// [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html).
    public final var fullScanThreshold: Int? {
        get { listener.scanThreshold }
        set { listener.scanThreshold = newValue }
    }

    private final var listener = EventListener() { didSet { listenToEvents() } }
    // Each execution reads these. The compiler cannot see all uses of a public property, so each read of one would cost a dynamic
    // exclusivity check.
    private final var traces = false
    private final var caches = false
    private final var hasBegun = false
    final var connection: Connection?
    final var openFailure: FMError?
    /// The number of FMDB's calls that have failed.
    final var failures: UInt32 = 0
    /// Set while statements must not run because their transaction could not begin.
    final var refusal: FMError? { didSet { connection?.refusal = refusal } }
    /// The cached statements of FMDB's calls, and those of the modern calls.
    final let statementCache = StatementCache()
    final let modernStatementCache = StatementCache(keepsOnlyRepeated: true)
    /// The library's own statements that begin and end transactions and savepoints, indexed by `Command.number`.
    final var commands: [FMStatement?] = []
    final let interruption = Interruption()
    final var dateFormatter: DateFormatter?
    final var savePointDepth = 0
    /// The settings of the queue or pool that lends the database.
    final var lease = Lease()
    final let closedResultSets = ClosedResultSets()

    /// Creates a database in memory.
    public override init() {
        databasePath = nil
        super.init()
    }

    /// Creates a database with a path. Call ``open()`` to open it.
    ///
    /// - Parameter path: nil for a database in memory, "" for a temporary one that SQLite deletes when it is closed.
    public required init(path: String?) {
        databasePath = path
        super.init()
    }

    /// Creates a database with a file URL. Call ``open()`` to open it.
    ///
    /// - Parameter url: its path is used; nil for a database in memory.
    public init(url: URL?) {
        databasePath = url?.path
        super.init()
    }

    deinit {
        if !shut() { connection?.guards.onMisuse = nil }
        closedResultSets.deallocate()
    }

    // MARK: Opening and closing

    /// Opens for reading and writing, and creates the file if it is missing. An open database is not changed. See
    /// [`sqlite3_open_v2`](https://sqlite.org/c3ref/open.html).
    ///
    /// - Returns: whether the database is open now; if not, ``lastError()`` returns the reason.
    @discardableResult
    open func open() -> Bool { establish(Constants.defaultOpenFlags, vfs: nil) }

    /// Opens with flags. See ``open(withFlags:vfs:)``.
    @discardableResult
    open func open(withFlags flags: Int32) -> Bool { open(withFlags: flags, vfs: nil) }

    /// Opens with flags and a virtual file system. If the database is already open, the call does nothing and returns true, even if the
    /// flags or the file system differ. See [`sqlite3_open_v2`](https://sqlite.org/c3ref/open.html).
    ///
    /// - Parameters:
    ///   - flags: one or more of that page's constants, `SQLITE_OPEN_READONLY` for example.
    ///   - vfsName: the name of a registered file system, nil for the default one.
    /// - Returns: whether the database is open now; if not, ``lastError()`` returns the reason.
    @discardableResult
    open func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool { establish(flags, vfs: vfsName) }

    /// Closes the result sets, the statements and the connection. An open transaction is rolled back by SQLite. See
    /// [`sqlite3_close`](https://sqlite.org/c3ref/close.html).
    ///
    /// - Returns: true, even if the database is not open. False while a statement of this database is running; the database then remains
    ///   open. Also false if another object, such as a backup, still uses the connection; SQLite frees the connection when that object is
    ///   finished. The reason is logged.
    @discardableResult
    open func close() -> Bool { shut() }

    // MARK: Updates

    /// Runs one statement that returns no rows. See ``executeUpdate(_:values:)``.
    ///
    /// - Parameters:
    ///   - sql: one statement; what follows it is ignored.
    ///   - arguments: a value for each `?`; surplus values are ignored.
    /// - Returns: false on failure, see ``lastError()``.
    @discardableResult
    open func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]) -> Bool {
        report { () throws(FMError) in try executeOne(sql, .array(arguments)) }
    }

    /// Runs one statement that returns no rows. See [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html) and
    /// [`sqlite3_step`](https://sqlite.org/c3ref/step.html).
    ///
    /// - Parameters:
    ///   - sql: one statement; what follows it is ignored.
    ///   - values: a value for each `?`; surplus values are ignored. nil means none.
    /// - Throws: `FMError` with SQLite's code, `.error` for a syntax error for example. `.range` for too few values, `.row` if the
    ///   statement returns a row, `.misuse` if the SQL has no statement. If the database is not open: the code of the failed opening, else
    ///   `.noMemory`, as in FMDB.
    open func executeUpdate(_ sql: String, values: [Any]?) throws {
        try attempt { () throws(FMError) in try executeOne(sql, .array(values ?? [])) }
    }

    /// Runs one statement that returns no rows, with values by name. See ``executeUpdate(_:values:)``.
    ///
    /// - Parameters:
    ///   - sql: one statement; what follows it is ignored.
    ///   - arguments: a value for each `:name`, under the name without the colon. Other names are logged and ignored.
    /// - Returns: false on failure, and if a name has no value; see ``lastError()``.
    @discardableResult
    open func executeUpdate(_ sql: String, withParameterDictionary arguments: [AnyHashable: Any]) -> Bool {
        report { () throws(FMError) in try executeOne(sql, .dictionary(arguments)) }
    }

    /// Runs every statement in an SQL string; rows are discarded. See [`sqlite3_exec`](https://sqlite.org/c3ref/exec.html).
    ///
    /// - Parameter sql: one statement or more, without parameters.
    /// - Returns: false if one fails, see ``lastError()``; earlier statements are not rolled back.
    @discardableResult
    open func executeStatements(_ sql: String) -> Bool { report { () throws(FMError) in try runScript(sql, nil) } }

    /// Runs every statement in an SQL string. See [`sqlite3_exec`](https://sqlite.org/c3ref/exec.html).
    ///
    /// - Parameters:
    ///   - sql: one statement or more, without parameters.
    ///   - block: called for each row with the values as `String` or `NSNull`; a result other than 0 stops the execution.
    /// - Returns: false if one fails, or if the block stops the execution; earlier statements are not rolled back.
    @discardableResult
    open func executeStatements(
        _ sql: String, withResultBlock block: FMDBExecuteStatementsCallbackBlock? = nil
    ) -> Bool {
        report { () throws(FMError) in try runScript(sql, block) }
    }

    // MARK: Queries

    /// Returns a result set. See ``executeQuery(_:values:)``.
    ///
    /// - Parameters:
    ///   - sql: one statement; what follows it is ignored.
    ///   - arguments: a value for each `?`; surplus values are ignored.
    /// - Returns: nil on failure, see ``lastError()``.
    @discardableResult
    open func executeQuery(_ sql: String, withArgumentsIn arguments: [Any]) -> FMResultSet? {
        try? attempt { () throws(FMError) in try cursor(sql, .array(arguments)) }
    }

    /// Returns a result set. The statement starts to run with its first ``FMResultSet/next()``.
    ///
    /// That step also checks whether another connection has changed the schema. If another connection has dropped a table, this call may
    /// still succeed, and the first step fails with "no such table". See [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html).
    ///
    /// - Parameters:
    ///   - sql: one statement; what follows it is ignored.
    ///   - values: a value for each `?`; surplus values are ignored. nil means none.
    /// - Returns: a result set before its first row.
    /// - Throws: `FMError`, as ``executeUpdate(_:values:)`` does before its first step.
    @discardableResult
    open func executeQuery(_ sql: String, values: [Any]?) throws -> FMResultSet {
        try attempt { () throws(FMError) in try cursor(sql, .array(values ?? [])) }
    }

    /// Returns a result set, with values by name. See ``executeQuery(_:values:)``.
    ///
    /// - Parameters:
    ///   - sql: one statement; what follows it is ignored.
    ///   - arguments: a value for each `:name`, under the name without the colon. Other names are logged and ignored. nil means none.
    /// - Returns: nil on failure, and if a name has no value; see ``lastError()``.
    @discardableResult
    open func executeQuery(_ sql: String, withParameterDictionary arguments: [AnyHashable: Any]?) -> FMResultSet? {
        try? attempt { () throws(FMError) in try cursor(sql, arguments.map { .dictionary($0) } ?? .none) }
    }

    /// Compiles a statement for repeated binding and execution. Unbound parameters are NULL. See
    /// [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html).
    ///
    /// - Parameter sql: one statement; what follows it is ignored.
    /// - Returns: a result set that does not close itself after its last row; after a failure one without rows, see ``lastError()``.
    @discardableResult
    open func prepare(_ sql: String) -> FMResultSet {
        (try? attempt { () throws(FMError) in try prepared(sql) }) ?? FMResultSet()
    }

    // MARK: Transactions

    /// Begins an exclusive transaction, as in FMDB. The same as ``beginExclusiveTransaction()``.
    @discardableResult
    open func beginTransaction() -> Bool { beginExclusiveTransaction() }

    /// Begins a deferred transaction, which takes its locks when they are needed. See
    /// [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Returns: false if the database is not open, or if a transaction is open already; see ``lastError()``.
    @discardableResult
    open func beginDeferredTransaction() -> Bool { report { () throws(FMError) in try beginForClient(.deferred) } }

    /// Begins an immediate transaction, which takes the write lock at once; other connections can read. See
    /// [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Returns: false if the database is not open, if a transaction is open already, or if another connection holds
    ///   its lock for longer than ``maxBusyRetryTimeInterval``; see ``lastError()``.
    @discardableResult
    open func beginImmediateTransaction() -> Bool { report { () throws(FMError) in try beginForClient(.immediate) } }

    /// Begins an exclusive transaction: no other connection can write or, except in WAL mode, read. See
    /// [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Returns: false if the database is not open, if a transaction is open already, or if another connection holds
    ///   its lock for longer than ``maxBusyRetryTimeInterval``; see ``lastError()``.
    @discardableResult
    open func beginExclusiveTransaction() -> Bool { report { () throws(FMError) in try beginForClient(.exclusive) } }

    /// Commits the transaction. See [COMMIT TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Returns: false if no transaction is open, if a deferred constraint is violated, if other connections read for
    ///   longer than ``maxBusyRetryTimeInterval``, or if writing fails; see ``lastError()``. If ``isTransactionOpen``
    ///   is still true, commit again or roll back.
    @discardableResult
    open func commit() -> Bool { report { () throws(FMError) in try commitForClient() } }

    /// Rolls the transaction back. See [ROLLBACK TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Returns: false if no transaction is open, for example because SQLite has rolled it back; see ``lastError()``.
    @discardableResult
    open func rollback() -> Bool { report { () throws(FMError) in try rollBackForClient() } }

    /// Begins a savepoint. Outside a transaction this also begins a transaction. Savepoints can be nested. See
    /// [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter name: any string.
    /// - Throws: `FMError`; if the database is not open, as ``executeUpdate(_:values:)`` does.
    open func startSavePoint(withName name: String) throws {
        try attempt { () throws(FMError) in try savePoint(.start, name) }
    }

    /// Releases a savepoint and all later ones, and keeps the changes. Outside a transaction, releasing the outermost one commits. See
    /// [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter name: the name passed to ``startSavePoint(withName:)``, case-insensitive.
    /// - Throws: `FMError`: `.error` if no savepoint with this name is open; the code of a failed commit, such as `.busy`; if the database
    ///   is not open, as ``executeUpdate(_:values:)`` does.
    open func releaseSavePoint(withName name: String) throws {
        try attempt { () throws(FMError) in try savePoint(.release, name) }
    }

    /// Rolls back the changes since a savepoint, which stays open. See [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter name: the name passed to ``startSavePoint(withName:)``, case-insensitive.
    /// - Throws: `FMError`: `.error` if no savepoint with this name is open; if the database is not open, as ``executeUpdate(_:values:)``
    ///   does.
    open func rollbackToSavePoint(withName name: String) throws {
        try attempt { () throws(FMError) in try savePoint(.rollback, name) }
    }

    /// Runs a block inside a savepoint. See [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter block: the block, which sets the flag to roll its changes back.
    /// - Returns: nil, or the error of beginning (the block then did not run) or ending the savepoint.
    @discardableResult
    open func inSavePoint(_ block: (UnsafeMutablePointer<ObjCBool>) -> Void) -> Error? { runInSavePoint(block) }

    // MARK: Checkpoints

    /// Runs a checkpoint on every attached database. See ``checkpoint(_:name:logFrameCount:checkpointCount:)``.
    open func checkpoint(_ checkpointMode: FMDBCheckpointMode) throws { try checkpoint(checkpointMode, name: nil) }

    /// Runs a checkpoint on one database: "main" or the name of an attached one; nil for all. See
    /// ``checkpoint(_:name:logFrameCount:checkpointCount:)``.
    open func checkpoint(_ checkpointMode: FMDBCheckpointMode, name: String?) throws {
        try checkpoint(checkpointMode, name: name, logFrameCount: nil, checkpointCount: nil)
    }

    /// Copies the pages of a WAL into the database file, and counts them. Without a WAL it does nothing. See
    /// [`sqlite3_wal_checkpoint_v2`](https://sqlite.org/c3ref/wal_checkpoint_v2.html).
    ///
    /// - Parameters:
    ///   - checkpointMode: the mode of the checkpoint.
    ///   - name: "main" or the name of an attached database; nil for all.
    ///   - logFrameCount: receives the number of frames in the WAL; -1 without a WAL. Unchanged after a failure.
    ///   - checkpointCount: receives the number of frames copied so far; -1 without a WAL. Unchanged after a failure.
    /// - Throws: `FMError`. `.error` for an unknown name. `.locked` within a write transaction of this database. `.busy` if another
    ///   connection is running a checkpoint or, except in the mode `.passive`, uses the WAL longer than ``maxBusyRetryTimeInterval``. If
    ///   the database is not open, as ``executeUpdate(_:values:)`` does.
    open func checkpoint(
        _ checkpointMode: FMDBCheckpointMode, name: String?, logFrameCount: UnsafeMutablePointer<Int32>?,
        checkpointCount: UnsafeMutablePointer<Int32>?
    ) throws {
        let counts = try attempt { () throws(FMError) in try checkpointLog(checkpointMode, name) }
        logFrameCount?.pointee = counts.log
        checkpointCount?.pointee = counts.moved
    }

    // MARK: Statements

    /// Finalises every cached statement. Result sets that use one are closed.
    open func clearCachedStatements() { statementCache.removeAll() }

    /// Closes every result set of this database.
    open func closeOpenResultSets() { endAllUses() }

    /// Interrupts the running statement. Another thread may call it if that thread retains the database. ``FMDatabaseQueue/interrupt()``
    /// may be called at any time. See [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html).
    ///
    /// - Returns: false if the database is not open.
    @discardableResult
    open func interrupt() -> Bool { interruption.interrupt() }
}
