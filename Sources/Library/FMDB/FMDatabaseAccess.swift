/// The purpose for which a call needs a connection. See ``FMDatabaseAccess``.
public enum FMAccessKind: Sendable {
    /// For reading. A pool uses one of its readers, in a read transaction that does not wait for writers.
    case read
    /// For writing in a transaction. A queue and a pool begin an immediate transaction, commit it when the block returns, and roll it back
    /// when the block throws. A database runs the block as it is.
    case write
    /// For statements that SQLite does not allow in a transaction, such as `VACUUM` and some pragmas.
    case outsideTransaction
}

/// A database connection, or a queue or pool that lends one.
///
/// ``FMDatabase``, ``FMDatabaseQueue`` and ``FMDatabasePool`` conform to it. A function written for it works with each of them:
///
///     func countOfPeople(in database: some FMDatabaseAccess) throws -> Int {
///         try database.access(.read, at: FMCallSite()) { db in try db.value("SELECT count(*) FROM person") }
///     }
///
/// Only one thread at a time may use a database; any thread may use a queue or pool.
public protocol FMDatabaseAccess {
    /// The error type of a call whose block throws only ``FMError``. It is `FMError` for a database. It is any error for a queue and a
    /// pool, because the closures of their configuration may throw other errors.
    associatedtype AccessError: Error

    /// Runs a block with a connection, and returns when the block has ended. With group commit the block runs on a thread of the library,
    /// otherwise on this thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is needed for.
    ///   - site: the call site in the app's code, named in errors about waiting and locks.
    ///   - body: the block, which must not retain the database or anything that belongs to it. With
    ///     ``FMDatabaseCoordinator/Configuration/retry`` it may run more than once.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws. A queue and a pool also throw what ``FMDatabaseCoordinator`` does if it cannot provide a connection.
    @discardableResult
    func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: (FMDatabase) throws -> Value
    ) throws -> Value

    /// Runs a block that throws only ``FMError`` with a connection. See the overload that throws any error.
    @discardableResult
    func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, throwing error: FMError.Type,
        _ body: (FMDatabase) throws(FMError) -> Value
    ) throws(AccessError) -> Value
}

/// A queue or pool, which asynchronous code can use too.
public protocol FMDatabaseAsyncAccess: FMDatabaseAccess, Sendable {
    /// Runs a block with a connection, without blocking the caller's thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is needed for.
    ///   - site: the call site in the app's code, named in errors about waiting and locks.
    ///   - body: the block, which must not retain the database or anything that belongs to it. It runs on a thread of the library.
    /// - Returns: what the body returns.
    /// - Throws: the errors of the synchronous form, and `CancellationError` if the task was cancelled.
    @discardableResult
    func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value
}

extension FMDatabase: FMDatabaseAccess {
    /// Runs a block with this database, and returns or throws what the block does. The kind and the call site have no effect: a database
    /// begins no transaction by itself, and nothing waits for a connection.
    @discardableResult @inlinable
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try body(self)
    }

    /// Runs a block that throws only ``FMError`` with this database. See the overload that throws any error.
    @discardableResult @inlinable
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, throwing error: FMError.Type,
        _ body: (FMDatabase) throws(FMError) -> Value
    ) throws(FMError) -> Value {
        try body(self)
    }
}
