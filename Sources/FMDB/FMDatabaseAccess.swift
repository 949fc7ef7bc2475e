/// What a call needs a connection for. See ``FMDatabaseAccess``.
public enum FMAccessKind: Sendable {
    /// To read. A pool takes one of its reading connections, within a transaction that does not wait for writers.
    case read
    /// To write, within a transaction: a queue and a pool begin an immediate one, commit it when the block returns, and
    /// roll it back when the block throws. A database runs the block as it is.
    case write
    /// To run what SQLite does not run within a transaction, a `PRAGMA` or a `VACUUM` for example.
    case outsideTransaction
}

/// A database connection, or a queue or pool that lends one.
///
/// ``FMDatabase``, ``FMDatabaseQueue`` and ``FMDatabasePool`` adopt it. What is written for it runs on each of them:
///
///     func countOfPeople(in database: some FMDatabaseAccess) throws -> Int {
///         try database.access(.read, at: FMCallSite()) { db in try db.value("SELECT count(*) FROM person") }
///     }
///
/// A database may be used by one thread at a time, queue and pool by any thread.
public protocol FMDatabaseAccess {
    /// What a call may throw whose block throws nothing but ``FMError``: `FMError` for a database; any error for a queue
    /// and a pool, whose configuration may throw its own.
    associatedtype AccessError: Error

    /// Runs a block with a connection, on this thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is needed for.
    ///   - site: the place of the call in the client's code, named in errors about waiting and locks.
    ///   - body: must not keep the database nor anything that belongs to it. With
    ///     ``FMDatabaseCoordinator/Configuration/retry`` it may run more than once.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws. A queue and a pool also throw what ``FMDatabaseCoordinator`` does if no
    ///   connection can be had.
    func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: (FMDatabase) throws -> Value
    ) throws -> Value

    /// Runs a block that throws nothing but ``FMError`` with a connection, on this thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is needed for.
    ///   - site: the place of the call in the client's code, named in errors about waiting and locks.
    ///   - error: `FMError.self`.
    ///   - body: must not keep the database nor anything that belongs to it. With
    ///     ``FMDatabaseCoordinator/Configuration/retry`` it may run more than once.
    /// - Returns: what the body returns.
    /// - Throws: as the form that throws any error.
    func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, throwing error: FMError.Type,
        _ body: (FMDatabase) throws(FMError) -> Value
    ) throws(AccessError) -> Value
}

/// A queue or pool, which lends its connections to asynchronous code too.
public protocol FMDatabaseAsyncAccess: FMDatabaseAccess, Sendable {
    /// Runs a block with a connection, without blocking the caller's thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is needed for.
    ///   - site: the place of the call in the client's code, named in errors about waiting and locks.
    ///   - body: must not keep the database nor anything that belongs to it. It runs on a thread of the library.
    /// - Returns: what the body returns.
    /// - Throws: as the synchronous form does, and `CancellationError` if the task was cancelled.
    func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value
}

extension FMDatabase: FMDatabaseAccess {
    /// Runs a block with this database, whatever it is needed for.
    ///
    /// - Parameters:
    ///   - kind: has no effect: a database begins no transaction by itself.
    ///   - site: has no effect: nothing waits for a connection.
    ///   - body: gets this database.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    @inlinable
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try body(self)
    }

    /// Runs a block that throws nothing but ``FMError`` with this database, whatever it is needed for.
    ///
    /// - Parameters:
    ///   - kind: has no effect: a database begins no transaction by itself.
    ///   - site: has no effect: nothing waits for a connection.
    ///   - error: `FMError.self`.
    ///   - body: gets this database.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    @inlinable
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, throwing error: FMError.Type,
        _ body: (FMDatabase) throws(FMError) -> Value
    ) throws(FMError) -> Value {
        try body(self)
    }
}
