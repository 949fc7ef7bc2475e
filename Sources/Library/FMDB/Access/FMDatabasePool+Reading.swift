/// One writer and many readers, which do not wait for each other.
extension FMDatabasePool {
    /// Reads, on this thread, within a transaction: all statements of the block see the same state of the database,
    /// whatever is written meanwhile.
    ///
    ///     let (count, oldest) = try pool.read { db in
    ///         (try db.value("SELECT count(*) FROM person", as: Int.self),
    ///          try db.value("SELECT max(age) FROM person", as: Int?.self))
    ///     }
    ///
    /// The state is that of the first statement; what a `write` has committed before the call is in it. The first call
    /// of `read` or `write` puts the file into [WAL mode](https://sqlite.org/wal.html).
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, waiting for a reader included; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of both limits applies.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: must not retain the database nor anything that belongs to it. A statement that writes fails with
    ///     `.readOnly`.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withDatabase` does. `.misuse` after ``close()``, and for a database
    ///   in memory or a temporary one: each connection would have a content of its own.
    @discardableResult
    @inlinable
    public func read<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        // What is generic is compiled in the client's module, where the type is known: 0.1 µs less per read.
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

    /// Writes, on this thread, within an immediate transaction: committed when the body returns, rolled back when it throws.
    ///
    /// The writers of a pool take turns, so they do not meet each other's locks.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit. A commit that has begun is not stopped.
    ///   - deadline: the latest time at which the call ends; the earlier of both limits applies.
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

    /// Reads, without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: as the synchronous form does, and `CancellationError`.
    @discardableResult
    public func read<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        if !writer.isOpen { try expectFile() }
        return try await readSnapshot(from: readers, AccessOptions(timeout, deadline, file, line), body)
    }

    /// Writes, without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: as the synchronous form does, and `CancellationError`; then nothing is written.
    @discardableResult
    public func write<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        if !writer.isOpen { try expectFile() }
        return try await transact(writer, .immediate, AccessOptions(timeout, deadline, file, line), body)
    }

    /// Closes every connection, after the blocks in progress and those that wait already. Each later call throws
    /// `.misuse`; a block of FMDB's spellings gets a closed database.
    ///
    /// Any thread may call it, but within a block of the same pool it stops the process, because it would wait for
    /// itself. It may be called repeatedly.
    public func close() {
        drain()
    }
}

// MARK: - Blocks whose result is not wanted; see FMDatabase+DiscardedResults

extension FMDatabaseAccess where Self: FMDatabasePool {
    /// The form of `read` that discards the result of the block.
    public func read<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try read(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The form of `write` that discards the result of the block.
    public func write<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try write(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The asynchronous form of `read` that discards the result of the block.
    public func read<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await read(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The asynchronous form of `write` that discards the result of the block.
    public func write<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await write(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }
}
