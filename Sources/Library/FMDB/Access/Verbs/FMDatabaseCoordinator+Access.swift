extension FMDatabaseCoordinator: FMDatabaseAsyncAccess {
    /// Runs a block with a connection, and returns when the block has ended. With group commit the block runs on a
    /// thread of the library, otherwise on this thread.
    ///
    /// - Parameters:
    ///   - kind: what the connection is used for. A pool of in-memory databases, each with its own content, uses the
    ///     connection of ``withDatabase(timeout:deadline:file:line:_:)-l6u1``.
    ///   - site: the call site in the app's code, which errors about waits and locks name.
    ///   - body: must not retain the database or anything that belongs to it. With ``Configuration/retry`` it may run
    ///     more than once.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `FMError` as `withDatabase`, and for ``FMAccessKind/write`` as `withTransaction`.
    @discardableResult
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        let options = AccessOptions(site)
        if kind == .write { return try transact(writerSlots, .immediate, options, body) }
        if kind == .read, let readerSlots { return try readSnapshot(from: readerSlots, options, body) }
        return try lend(mainSlots, options, body)
    }

    /// Runs a block with a connection. The block throws only ``FMError``. See the overload for blocks that throw any
    /// error.
    ///
    /// - Throws: the errors of that overload, and what `configure` throws.
    @discardableResult
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, throwing error: FMError.Type,
        _ body: (FMDatabase) throws(FMError) -> Value
    ) throws -> Value {
        try access(kind, at: site, body)
    }

    /// Runs a block with a connection, without blocking the caller's thread. See the synchronous form.
    ///
    /// - Parameters:
    ///   - kind: what the connection is used for.
    ///   - site: the call site in the app's code, which errors about waits and locks name.
    ///   - body: runs on a thread of the library.
    /// - Throws: the errors of the synchronous form; `CancellationError` if the task was cancelled before the block ended.
    @discardableResult
    public final func access<Value: Sendable>(
        _ kind: FMAccessKind, at site: FMCallSite, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        let options = AccessOptions(site)
        if kind == .write { return try await transact(writerSlots, .immediate, options, body) }
        if kind == .read, let readerSlots { return try await readSnapshot(from: readerSlots, options, body) }
        return try await lend(mainSlots, options, body)
    }
}
