import Foundation

/// Lends a connection for the time of a block: what ``FMDatabaseQueue`` and ``FMDatabasePool`` have in common.
///
/// The subclass decides which connection a block gets and when; every verb stands here once. The verbs named `in…` are
/// FMDB's, those named `with…` throw and return values.
///
/// A block runs on the thread that calls, and the connection is valid within the block only.
// SAFETY: the only variable is read and written under its lock; the subclasses answer for theirs.
open class FMDatabaseLender: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var failure: FMError?

    override init() {
        super.init()
    }

    /// Waits for a connection that is open.
    func checkOut() throws(FMError) -> FMDatabase { throw .notOpen() }

    /// Takes the connection back.
    func checkIn(_ database: FMDatabase) {}

    /// A database that is not open.
    func makeDatabase() -> FMDatabase { FMDatabase() }

    /// The class of the databases: a subclass of `FMDatabase` of your own. Its `open(withFlags:vfs:)` is called.
    open class func databaseClass() -> AnyClass { FMDatabase.self }

    /// Why the last transaction of FMDB's spelling could not begin or be committed; nil if it could. Where several threads use
    /// a pool it is that of whichever ended last. The throwing verbs throw it where it belongs.
    public final var lastTransactionError: FMError? { lock.withLock { failure } }

    // MARK: FMDB's verbs

    /// Runs a block with a database, once, on this thread, and returns after it.
    ///
    /// If no database can be opened, the block gets a closed one, on which everything fails. To call it from within a block
    /// of the same queue stops the process, because it would wait for itself; ``withDatabase(file:line:_:)`` throws then.
    open func inDatabase(_ block: (FMDatabase) -> Void) { lendAlways(block) }

    /// Runs a block within an exclusive transaction. It is committed afterwards, or rolled back if the block sets the flag.
    ///
    /// If the transaction cannot begin, the block runs, but every statement in it fails, and ``lastTransactionError`` tells
    /// why; except that in a transaction that is open already the block runs inside that one.
    open func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.exclusive, block)
    }

    /// Runs a block within a deferred transaction. See ``inTransaction(_:)``.
    open func inDeferredTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.deferred, block)
    }

    /// Runs a block within an exclusive transaction. See ``inTransaction(_:)``.
    open func inExclusiveTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.exclusive, block)
    }

    /// Runs a block within an immediate transaction. See ``inTransaction(_:)``.
    open func inImmediateTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.immediate, block)
    }

    /// Runs a block within a save point, which is undone if the block sets the flag.
    ///
    /// - Returns: nil, or the error of the save point's beginning or end.
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
    /// - Throws: what the body throws; `FMError` with the code `.misuse` from within a block of the same queue, and the error
    ///   of opening if the database has to be opened and cannot be, or if the limit of a pool is reached.
    public func withDatabase<Value: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try lend(file, line, body)
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
    public func withTransaction<Value: Sendable>(
        _ kind: FMDatabase.TransactionKind = .immediate, file: StaticString = #fileID, line: UInt = #line,
        _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try lend(file, line) { database in try database.withTransaction(kind) { try body(database) } }
    }

    /// Runs a block within a save point: kept when the body returns, undone when it throws.
    ///
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as ``withDatabase(file:line:_:)`` and
    ///   ``FMDatabase/withSavePoint(_:)`` do.
    public func withSavePoint<Value: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try lend(file, line) { database in try database.withSavePoint { try body(database) } }
    }
}

// MARK: - Lending

extension FMDatabaseLender {
    private func lend<Value>(
        _ file: StaticString, _ line: UInt, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        let database: FMDatabase
        do throws(FMError) {
            database = try checkOut()
        } catch {
            throw error.called(from: file, line)
        }
        defer { checkIn(database) }
        return try body(database)
    }

    /// Lends a connection; where there is none, a closed database.
    final func lendAlways<Value>(_ block: (FMDatabase) -> Value) -> Value {
        let database: FMDatabase
        do throws(FMError) {
            database = try checkOut()
        } catch {
            // The thread would wait for itself for ever, and this spelling cannot throw.
            if error.resultCode == .misuse { fatalError("FMDB: \(error.message)") }
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

    /// A database of the class that the subclass names.
    final func makeDatabase(path: String?) -> FMDatabase {
        let named: AnyClass = type(of: self).databaseClass()
        guard let type = named as? FMDatabase.Type else {
            fatalError("FMDB: databaseClass() must be a subclass of FMDatabase, \(named) is none")
        }
        return type.init(path: path)
    }
}

extension FMError {
    /// The same failure with the place of the call, where the call itself was wrong.
    fileprivate func called(from file: StaticString, _ line: UInt) -> FMError {
        guard resultCode == .misuse else { return self }
        return FMError(extendedCode, "\(message) (called at \(file):\(line))", sql: sql, stage: stage)
    }
}
