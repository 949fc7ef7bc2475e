/// Undoes and redoes what was committed through a queue or pool, one transaction at a time.
///
///     let undo = try FMUndo(queue, steps: 50)
///     try queue.withTransaction { db in try db.execute("DELETE FROM person WHERE id = \(id)") }
///     try undo.undo()
///     try undo.redo()
///
/// From the creation of this object on, each transaction that changes rows of the main database is a step. A statement
/// outside a transaction is a step, too. Steps are in commit order, even if several connections of a pool write at
/// once. A step is undone exactly: triggers and foreign key actions do not run, because their changes are part of the
/// step. Full-text tables that store their text are included. A new change discards the steps that could be redone.
///
/// Changes by other processes and other queues are not steps. If they changed a row of a step, undoing it fails and
/// changes nothing.
///
/// Some changes cannot be undone and discard the steps before them; ``obstacle`` gives the reason. These are changes of
/// the schema, of attached databases, and of virtual tables other than full-text tables that store their text. A
/// transaction larger than the memory limit cannot be undone, either. Temporary tables are not recorded.
///
/// Any thread may use it. It keeps the changes in memory and ends when it is released. The corresponding C function is
/// [`sqlite3_preupdate_hook`](https://sqlite.org/c3ref/preupdate_blobwrite.html).
public final class FMUndo: Sendable {
    private let coordinator: FMDatabaseCoordinator
    private let history: UndoHistory
    private let sink: RowSink

    /// Starts to record the transactions of a queue or pool.
    ///
    /// A block that is already running is not recorded. While this object exists, the queue or pool cannot record
    /// changesets. Each row takes a few microseconds longer: inserting many rows in one transaction takes about three
    /// times as long.
    ///
    /// - Parameters:
    ///   - coordinator: the queue or pool.
    ///   - steps: the maximum number of transactions that can be undone, 1 or more. Default: 100.
    ///   - memoryLimit: the approximate maximum size of all steps in bytes. Default: 64 MiB.
    /// - Throws: `FMError`: `.misuse` for a number out of range, or if another ``FMUndo`` records the queue or pool;
    ///   `.notSupported` if the linked SQLite lacks the pre-update hook.
    public init(
        _ coordinator: FMDatabaseCoordinator, steps: Int = 100, memoryLimit: Int = 64 << 20
    ) throws(FMError) {
        guard steps > 0 else { throw .misuse("the number of steps must be 1 or more; it is \(steps)") }
        guard memoryLimit > 0 else { throw .misuse("the memory limit must be 1 or more; it is \(memoryLimit)") }
        try FMSQLiteFeature.preupdateHook.expectAvailable()
        let history = UndoHistory(steps: steps, bytes: memoryLimit)
        (self.coordinator, self.history) = (coordinator, history)
        sink = RowSink(limit: memoryLimit) { history.receive($0) }
        guard ChangeHub.shared.log(rows: sink, of: coordinator.feed, inPlaceOf: nil) else {
            throw .misuse("another FMUndo already records this queue or pool")
        }
    }

    deinit {
        _ = ChangeHub.shared.log(rows: nil, of: coordinator.feed, inPlaceOf: sink)
    }

    /// The number of transactions that can be undone.
    public var undoCount: Int { history.undoCount }

    /// The number of transactions that can be redone.
    public var redoCount: Int { history.redoCount }

    /// Whether there is a transaction to undo.
    public var canUndo: Bool { undoCount > 0 }

    /// Whether there is a transaction to redo.
    public var canRedo: Bool { redoCount > 0 }

    /// The reason why the last change that discarded earlier steps cannot be undone; nil if there was no such change.
    public var obstacle: String? { history.obstacle }

    /// Discards all steps.
    public func clear() { history.clear() }

    /// Undoes the last transaction that was not undone yet.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit. Default: nil.
    ///   - deadline: the latest time at which the call ends; nil for no limit. Default: nil.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    /// - Returns: false if there is no such transaction.
    /// - Throws: what a transaction of the queue or pool throws, or `FMError`. Then nothing is changed.
    ///   - `.abort`: a row of the transaction was changed by another connection.
    ///   - `.schema`: the schema was changed since; all steps are discarded.
    ///   - `.misuse`: a table of the transaction has a temporary trigger, which SQLite would run.
    ///   - `.busy`: another connection has committed through the C API, and has not been used since then, so its commit
    ///     is not recorded yet.
    @discardableResult
    public func undo(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Bool {
        try run(.undo, AccessOptions(timeout, deadline, file, line))
    }

    /// Redoes the transaction that was undone last. See `undo()`.
    ///
    /// - Returns: false if there is no such transaction, or if a change followed the undo.
    @discardableResult
    public func redo(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Bool {
        try run(.redo, AccessOptions(timeout, deadline, file, line))
    }

    private func run(_ purpose: LoggedStep.Purpose, _ options: AccessOptions) throws -> Bool {
        try coordinator.lend(coordinator.writingSlots(), options) { [history] db in
            try UndoRun.next(of: history, purpose, on: db)
        }
    }
}

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
extension FMUndo {
    /// Asynchronous form of `undo()`.
    @discardableResult
    public func undo(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        try await run(.undo, AccessOptions(timeout, deadline, file, line))
    }

    /// Asynchronous form of `redo()`.
    @discardableResult
    public func redo(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        try await run(.redo, AccessOptions(timeout, deadline, file, line))
    }

    private func run(_ purpose: LoggedStep.Purpose, _ options: AccessOptions) async throws -> Bool {
        try await coordinator.lend(coordinator.writingSlots(), options) { [history] db in
            try UndoRun.next(of: history, purpose, on: db)
        }
    }
}
