import Foundation

extension FMDatabaseCoordinator: FMDatabaseAsyncAccess {
    /// Runs a block with a connection, on this thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is needed for. A pool of databases in memory, of which each has its own content,
    ///     lends the one that ``withDatabase(timeout:deadline:file:line:_:)-(_,_,_,_,(FMDatabase)->Value)`` lends.
    ///   - site: the place of the call in the client's code, named in errors about waiting and about locks.
    ///   - body: must not keep the database nor anything that belongs to it. With ``Configuration/retry`` it may run more
    ///     than once.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `FMError` as `withDatabase`, and for ``FMAccessKind/write`` as `withTransaction`.
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        let options = AccessOptions(site)
        switch (kind, self as? FMDatabasePool) {
        case (.read, let pool?) where pool.hasReaders: return try pool.read(options, body)
        case (.write, let pool?) where pool.hasReaders: return try pool.write(options, body)
        case (.write, _): return try transact(mainSlots, .immediate, options, body)
        case (.read, _), (.outsideTransaction, _): return try lend(mainSlots, options, body)
        }
    }

    /// Runs a block that throws nothing but ``FMError`` with a connection, on this thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is needed for.
    ///   - site: the place of the call in the client's code, named in errors about waiting and about locks.
    ///   - error: `FMError.self`.
    ///   - body: must not keep the database nor anything that belongs to it. With ``Configuration/retry`` it may run more
    ///     than once.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `FMError` as `withDatabase`, and for ``FMAccessKind/write`` as `withTransaction`;
    ///   what `configure` throws.
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, throwing error: FMError.Type,
        _ body: (FMDatabase) throws(FMError) -> Value
    ) throws -> Value {
        try access(kind, at: site, body)
    }

    /// Runs a block with a connection, without blocking the caller's thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is needed for.
    ///   - site: the place of the call in the client's code, named in errors about waiting and about locks.
    ///   - body: must not keep the database nor anything that belongs to it. It runs on a thread of the library's. With
    ///     ``Configuration/retry`` it may run more than once.
    /// - Returns: what the body returns.
    /// - Throws: as the synchronous form does; `CancellationError` if the task was cancelled before the block was over.
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        let options = AccessOptions(site)
        switch (kind, self as? FMDatabasePool) {
        case (.read, let pool?) where pool.hasReaders: return try await pool.read(options, body)
        case (.write, let pool?) where pool.hasReaders: return try await pool.write(options, body)
        case (.write, _): return try await transact(mainSlots, .immediate, options, body)
        case (.read, _), (.outsideTransaction, _): return try await lend(mainSlots, options, body)
        }
    }
}
