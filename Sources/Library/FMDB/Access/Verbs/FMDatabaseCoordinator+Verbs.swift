/// The synchronous calls that throw and return values. In an asynchronous function the compiler chooses the `async`
/// overloads of the same names.
extension FMDatabaseCoordinator {
    /// Runs a block with a database, on this thread.
    ///
    ///     let count = try queue.withDatabase { db in try db.value("SELECT count(*) FROM person", as: Int.self) }
    ///
    /// At the end of the block, open result sets are closed, and a transaction that the block has left open is rolled
    /// back.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit. A statement running at that time
    ///     is interrupted, as by [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html).
    ///   - deadline: the latest time at which the call ends; the earlier of the two limits applies.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: must not retain the database or anything that belongs to it.
    /// - Returns: what the body returns.
    /// - Throws: what the body and `configure` throw, or `FMError`.
    ///   - `.wouldDeadlock` (primary code `.misuse`): the call would wait for itself, for example within a block of the
    ///     same queue.
    ///   - `.deadlineExceeded` (primary code `.interrupt`): the time limit has passed.
    ///   - `.authorization`: a pool's delegate refuses the database.
    ///   - `.misuse`: the block, or an earlier ``inDatabase(_:)``, left a transaction open.
    ///   - SQLite's code: the database cannot be opened.
    @discardableResult
    @inlinable
    public func withDatabase<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        var value: Value?
        try lendUntyped(Deadline.earlier(timeout, deadline), file, line) { value = try body($0) }
        guard let value else { throw FMError.withoutValue() }
        return value
    }

    @usableFromInline
    final func lendUntyped(
        _ limit: Deadline?, _ file: StaticString, _ line: UInt, _ body: (FMDatabase) throws -> Void
    ) throws {
        try lend(mainSlots, AccessOptions(limit, file, line), body)
    }

    /// Runs a block in a transaction, which commits if the block returns, and rolls back if it throws.
    ///
    /// - Parameters:
    ///   - kind: when locks are taken.
    ///   - timeout: how long the call may take, including waiting; nil for no limit. A commit that has begun is not stopped.
    ///   - deadline: the latest time at which the call ends; the earlier of the two limits applies.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: does not run if the transaction cannot begin. With ``Configuration/retry`` it may run more than once.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withDatabase` and ``FMDatabase/withTransaction(_:_:)`` do;
    ///   `.readOnlyMoved` if the file has been deleted or moved since it was opened.
    @discardableResult
    public func withTransaction<Value: Sendable>(
        _ kind: FMDatabase.TransactionKind = .immediate, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try transact(mainSlots, kind, AccessOptions(timeout, deadline, file, line), body)
    }

    /// Runs a block in a savepoint, which is released if the block returns, and rolled back if it throws.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of the two limits applies.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: does not run if the savepoint cannot begin. With ``Configuration/retry`` it may run more than once.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withDatabase` and ``FMDatabase/withSavePoint(_:)`` do.
    @discardableResult
    public func withSavePoint<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try lend(mainSlots, AccessOptions(timeout, deadline, file, line)) { database in
            try database.retrying(self.configuration.retry) { try database.withSavePoint { try body(database) } }
        }
    }
}

// MARK: - Asynchronous

/// The asynchronous overloads.
///
/// A waiting task occupies no thread. The block is synchronous, so that no other code runs between `BEGIN` and
/// `COMMIT`. It runs on a thread of the library, without the task's local values. Cancelling the task ends the wait or
/// interrupts the running statement.
extension FMDatabaseCoordinator {
    /// Runs a block with a database, without blocking the caller's thread. See the synchronous form.
    ///
    ///     let count = try await queue.withDatabase { db in
    ///         try db.value("SELECT count(*) FROM person", as: Int.self)
    ///     }
    ///
    /// - Throws: the errors of the synchronous form; `CancellationError` if the task was cancelled before the block ended. If
    ///   a statement was interrupted, `CancellationError` is thrown even if the body ignores the statement's error.
    @discardableResult
    public func withDatabase<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        try await lend(mainSlots, AccessOptions(timeout, deadline, file, line), body)
    }

    /// Runs a block within a transaction, without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: the errors of the synchronous form; `CancellationError` if the task is cancelled before the commit, and then
    ///   nothing is written.
    @discardableResult
    public func withTransaction<Value: Sendable>(
        _ kind: FMDatabase.TransactionKind = .immediate, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        try await transact(mainSlots, kind, AccessOptions(timeout, deadline, file, line), body)
    }

    /// Runs a block within a savepoint, without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: the errors of the synchronous form; `CancellationError` if the task is cancelled before the end, and then
    ///   nothing is written.
    @discardableResult
    public func withSavePoint<Value: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        try await lend(mainSlots, AccessOptions(timeout, deadline, file, line)) { database in
            try database.retrying(self.configuration.retry) { try database.withSavePoint { try body(database) } }
        }
    }
}
