/// Calls that use the pool's writer or its readers. Reads and writes do not wait for each other.
extension FMDatabasePool {
    /// Runs a block in a read transaction on this thread. All its statements see the same snapshot of the database,
    /// even if others write meanwhile.
    ///
    ///     let (count, oldest) = try pool.read { db in
    ///         (try db.value("SELECT count(*) FROM person", as: Int.self),
    ///          try db.value("SELECT max(age) FROM person", as: Int?.self))
    ///     }
    ///
    /// The block's first statement takes the snapshot, which contains everything that `write` committed before this
    /// call. The first `read` or `write` switches the file to [WAL mode](https://sqlite.org/wal.html).
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including the wait for a reader; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of the two limits applies.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: must not retain the database or anything that belongs to it. A statement that writes fails with
    ///     `.readOnly`.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withDatabase` does. `.misuse` after ``close()``, and for an
    ///   in-memory or temporary database, because each connection would have its own.
    @discardableResult
    @inlinable
    public func read<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        // Inlinable, so that the app's module specialises the generic part. That saves 0.1 µs per read.
        var value: Value?
        try readUntyped(Deadline.earlier(timeout, deadline), file, line) { value = try body($0) }
        guard let value else { throw FMError.withoutValue() }
        return value
    }

    @usableFromInline
    final func readUntyped(
        _ limit: Deadline?, _ file: StaticString, _ line: UInt, _ body: (FMDatabase) throws -> Void
    ) throws {
        if !writer.isOpen { try expectFile() }
        try readSnapshot(from: readers, AccessOptions(limit, file, line), body)
    }

    /// Runs a block in an immediate transaction on this thread. It commits if the block returns, and rolls back if it
    /// throws.
    ///
    /// A pool runs one `write` block at a time, so these blocks never wait for each other's SQLite locks.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit. A commit that has begun is not stopped.
    ///   - deadline: the latest time at which the call ends; the earlier of the two limits applies.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: does not run if the transaction cannot begin. With ``FMDatabaseCoordinator/Configuration/retry`` it may run
    ///     more than once.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withTransaction` and `read` do.
    @discardableResult
    public func write<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        if !writer.isOpen { try expectFile() }
        return try transact(writer, .immediate, AccessOptions(timeout, deadline, file, line), body)
    }

    /// Runs a block in a read transaction without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: the errors of the synchronous form, and `CancellationError`.
    @discardableResult
    public func read<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        if !writer.isOpen { try expectFile() }
        return try await readSnapshot(from: readers, AccessOptions(timeout, deadline, file, line), body)
    }

    /// Runs a block in an immediate transaction without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: the errors of the synchronous form, and `CancellationError`, in which case nothing is written.
    @discardableResult
    public func write<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        if !writer.isOpen { try expectFile() }
        return try await transact(writer, .immediate, AccessOptions(timeout, deadline, file, line), body)
    }

    /// Waits for running and waiting blocks, then closes every connection. Later calls throw `.misuse`; FMDB's calls
    /// pass a closed database to their block.
    ///
    /// Any thread may call it, also repeatedly. A call from within a block of the same pool would wait for that block,
    /// so it stops the process.
    public func close() {
        drain()
    }
}

// MARK: - Blocks whose result is not wanted; see FMDatabase+DiscardedResults

extension FMDatabaseAccess where Self: FMDatabasePool {
    /// The overload of `read` that discards the result of the block.
    public func read<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try read(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The overload of `write` that discards the result of the block.
    public func write<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try write(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The asynchronous overload of `read` that discards the result of the block.
    public func read<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await read(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The asynchronous overload of `write` that discards the result of the block.
    public func write<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await write(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }
}
