import Foundation

// SAFETY: the variables are read and written under the lock alone; the subclasses answer for theirs.
/// Lends a connection for the time of a block: what ``FMDatabaseQueue`` and ``FMDatabasePool`` have in common.
///
/// The subclass decides which connection a block gets and when; every verb stands here once. The verbs named `in…` are
/// FMDB's, those named `with…` throw and return values.
///
/// Any thread may call it. A block runs on the thread that calls, and the connection is valid within the block only.
open class FMDatabaseLender: NSObject, @unchecked Sendable {
    /// The flags that were given, `SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE` where none were.
    public final let openFlags: Int32

    private let lock = NSLock()
    private var storedPath: String?
    private var storedVFSName: String?
    private var failure: FMError?

    override init() {
        openFlags = Constants.defaultOpenFlags
        super.init()
    }

    init(lending path: String?, flags: Int32 = Constants.defaultOpenFlags, vfs: String? = nil) {
        openFlags = flags
        storedPath = path
        storedVFSName = vfs
        super.init()
    }

    /// The path, nil for a database in memory. A new value counts from the next opening.
    public final var path: String? {
        get { lock.withLock { storedPath } }
        set { lock.withLock { storedPath = newValue } }
    }

    /// The name of the virtual file system, nil for the default one. A new value counts from the next opening.
    public final var vfsName: String? {
        get { lock.withLock { storedVFSName } }
        set { lock.withLock { storedVFSName = newValue } }
    }

    /// Waits for a connection that is open.
    func checkOut() throws(FMError) -> FMDatabase { throw .notOpen() }

    /// Takes the connection back.
    func checkIn(_ database: FMDatabase) {}

    /// The class of the databases: a subclass of `FMDatabase` of your own. Its `open(withFlags:vfs:)` is called.
    ///
    /// - Returns: the class; one that is no subclass of `FMDatabase` stops the process.
    open class func databaseClass() -> AnyClass { FMDatabase.self }

    /// Why the last transaction of FMDB's spelling could not begin or be committed; nil if it could. Where several
    /// threads use a pool it is that of whichever ended last. The throwing verbs throw it where it belongs.
    public final var lastTransactionError: FMError? { lock.withLock { failure } }

    // MARK: FMDB's verbs

    /// Runs a block with a database, once, on this thread, and returns after it.
    ///
    /// If no database can be opened, the block gets a closed one, on which everything fails. To call it from within a
    /// block of the same queue stops the process, because it would wait for itself; ``withDatabase(file:line:_:)``
    /// throws then.
    ///
    /// - Parameter block: must not keep the database nor anything that belongs to it.
    open func inDatabase(_ block: (FMDatabase) -> Void) { lendAlways(block) }

    /// Runs a block within an exclusive transaction. It is committed afterwards, or rolled back if the block sets the
    /// flag.
    ///
    /// If the transaction cannot begin, the block runs, but every statement in it fails, and ``lastTransactionError``
    /// tells why; except that in a transaction that is open already the block runs inside that one. From within a block
    /// of the same queue see ``inDatabase(_:)``. See [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Parameter block: must not keep the database nor anything that belongs to it; sets the flag to undo its
    ///   changes.
    open func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.exclusive, block)
    }

    /// Runs a block within a deferred transaction. See ``inTransaction(_:)``.
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    open func inDeferredTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.deferred, block)
    }

    /// Runs a block within an exclusive transaction. See ``inTransaction(_:)``.
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    open func inExclusiveTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.exclusive, block)
    }

    /// Runs a block within an immediate transaction. See ``inTransaction(_:)``.
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    open func inImmediateTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.immediate, block)
    }

    /// Runs a block within a save point, which is undone if the block sets the flag.
    ///
    /// From within a block of the same queue see ``inDatabase(_:)``. See
    /// [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    /// - Returns: nil, or the error of the save point's beginning (the block then did not run) or end.
    @discardableResult
    open func inSavePoint(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) -> Error? {
        lendAlways { database in database.inSavePoint { block(database, $0) } }
    }
}

// MARK: - The throwing verbs

extension FMDatabaseLender {
    /// Runs a block with a database, on this thread.
    ///
    ///     let count = try queue.withDatabase { db in try db.value("SELECT count(*) FROM person", as: Int.self) }
    ///
    /// - Parameters:
    ///   - file: the caller's file, named in the error of a call from within a block of the same queue.
    ///   - line: the caller's line.
    ///   - body: must not keep the database nor anything that belongs to it.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`: `.misuse` from within a block of the same queue, SQLite's code if
    ///   the database has to be opened and cannot be, `.cantOpen` if the limit of a pool is reached, `.authorization`
    ///   if a pool's delegate refuses the database.
    @discardableResult
    public func withDatabase<Value: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try lend(CallSite(file: file, line: line), body)
    }

    /// Runs a block within a transaction: committed when the body returns, rolled back when it throws.
    ///
    /// - Parameters:
    ///   - kind: when locks are taken.
    ///   - file: see ``withDatabase(file:line:_:)``.
    ///   - line: see ``withDatabase(file:line:_:)``.
    ///   - body: does not run if the transaction cannot begin.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as ``withDatabase(file:line:_:)`` and
    ///   ``FMDatabase/withTransaction(_:_:)`` do.
    @discardableResult
    public func withTransaction<Value: Sendable>(
        _ kind: FMDatabase.TransactionKind = .immediate, file: StaticString = #fileID, line: UInt = #line,
        _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try lend(CallSite(file: file, line: line)) { database in
            try database.withTransaction(kind) { try body(database) }
        }
    }

    /// Runs a block within a save point: kept when the body returns, undone when it throws.
    ///
    /// - Parameters:
    ///   - file: see ``withDatabase(file:line:_:)``.
    ///   - line: see ``withDatabase(file:line:_:)``.
    ///   - body: does not run if the save point cannot begin.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as ``withDatabase(file:line:_:)`` and
    ///   ``FMDatabase/withSavePoint(_:)`` do.
    @discardableResult
    public func withSavePoint<Value: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try lend(CallSite(file: file, line: line)) { database in try database.withSavePoint { try body(database) } }
    }
}

// MARK: - Lending

extension FMDatabaseLender {
    final func lend<Value>(_ site: CallSite?, _ body: (FMDatabase) throws -> Value) throws -> Value {
        let database: FMDatabase
        do throws(FMError) {
            database = try checkOut()
        } catch {
            throw error.called(from: site)
        }
        defer { checkIn(database) }
        return try body(database)
    }

    /// Lends a connection; where there is none, a closed database.
    private func lendAlways<Value>(_ block: (FMDatabase) -> Value) -> Value {
        let database: FMDatabase
        do throws(FMError) {
            database = try checkOut()
        } catch {
            // The thread would wait for itself for ever, and this spelling cannot throw.
            if error.stage == .reentrance { fatalError("FMDB: \(error.message)") }
            let closed = makeDatabase()
            closed.openFailure = error
            return block(closed)
        }
        defer { checkIn(database) }
        return block(database)
    }

    private func lendTransaction(
        _ kind: FMDatabase.TransactionKind, _ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        let failure = lendAlways { $0.runTransaction(kind, block) }
        lock.withLock { self.failure = failure }
    }

    /// Opens a database of this lender, if it is not open.
    final func open(_ database: FMDatabase) throws(FMError) {
        if database.isOpen || database.open(withFlags: openFlags, vfs: vfsName) { return }
        throw database.openFailure ?? .notOpen()
    }

    /// A database of the class that the subclass names, not yet open.
    final func makeDatabase() -> FMDatabase {
        let named: AnyClass = type(of: self).databaseClass()
        guard let type = named as? FMDatabase.Type else {
            fatalError("FMDB: databaseClass() must be a subclass of FMDatabase, \(named) is none")
        }
        return type.init(path: path)
    }
}
