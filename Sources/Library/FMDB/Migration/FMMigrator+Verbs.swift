extension FMMigrator {
    /// Runs the pending steps of a database, on this thread.
    ///
    ///     let report = try migrator.migrate(db)
    ///     for step in report.applied { print(step.name, step.duration) }
    ///
    /// - Parameters:
    ///   - db: an open database without an open transaction. It may be read-only if no step is pending.
    ///   - last: the name of the last step to run; nil for all.
    /// - Returns: what was run, and what had run before.
    /// - Throws: what the closure of ``adopt(_:)`` throws, a `CancellationError` of a step, or `FMError`, whose message names the step.
    ///   - SQLite's code: a statement of the step failed. ``FMResultCode/constraintForeignKey`` is also thrown if
    ///     foreign keys are violated at the end of the step.
    ///   - `.abort`: the step threw another error, which is under `NSUnderlyingErrorKey`.
    ///   - `.misuse`: the call is within a transaction, or a step ends its transaction or leaves one open. Also if two
    ///     steps have the same name, user versions do not increase, or `last` is not the name of a step.
    ///   - `.newerDatabase`: the database has recorded more steps than the migrator has.
    ///   - `.migrationMismatch`: the database has recorded other steps, or another order.
    ///   - `.busy`: another connection held its lock for ``lockTimeout``.
    @discardableResult
    public func migrate(_ db: FMDatabase, upTo last: String? = nil) throws -> Report {
        try MigrationRun(of: self, on: db).run(upTo: last)
    }

    /// Runs the pending steps of a queue's or pool's database, on this thread.
    ///
    /// It runs as one block of the queue, or of the pool's `write`: no other block runs between the steps.
    ///
    /// - Parameters:
    ///   - coordinator: a queue, or a pool of a file.
    ///   - last: the name of the last step to run; nil for all.
    ///   - timeout: how long the call may take, including waiting; nil for no limit. The step that is running at that
    ///     time is rolled back; earlier steps are kept.
    ///   - deadline: the latest time at which the call ends; the earlier of the two limits applies.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    /// - Returns: what was run, and what had run before.
    /// - Throws: the errors of ``migrate(_:upTo:)`` and `withDatabase`; `.misuse` for a pool of databases in memory.
    @discardableResult
    public func migrate(
        _ coordinator: FMDatabaseCoordinator, upTo last: String? = nil, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Report {
        let options = AccessOptions(timeout, deadline, file, line)
        return try coordinator.lend(coordinator.writingSlots(), options.opening(within: lockTimeout)) { db in
            try migrate(db, upTo: last)
        }
    }

    /// Asynchronous form of ``migrate(_:upTo:timeout:deadline:file:line:)-ogw1``.
    ///
    ///     try await migrator.migrate(queue)
    ///
    /// - Throws: the errors of the synchronous form, and `CancellationError`. The running step is then rolled back; earlier
    ///   steps are kept.
    @discardableResult
    public func migrate(
        _ coordinator: FMDatabaseCoordinator, upTo last: String? = nil, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Report {
        let options = AccessOptions(timeout, deadline, file, line)
        return try await coordinator.lend(coordinator.writingSlots(), options.opening(within: lockTimeout)) { db in
            try migrate(db, upTo: last)
        }
    }
}

// MARK: - Questions

extension FMMigrator {
    /// Returns the names of the steps that a database has run, in order, including those that this migrator does not
    /// have.
    ///
    /// - Parameter db: an open database; nothing is written.
    /// - Throws: `FMError` if the recorded steps cannot be read, or if none are recorded and `user_version` is greater
    ///   than that of the last step. Also what the closure of ``adopt(_:)`` throws.
    public func applied(in db: FMDatabase) throws -> [String] {
        try MigrationRun(of: self, on: db).applied()
    }

    /// Returns the names of the pending steps of a database, in order.
    ///
    ///     let pending = try pool.read { db in try migrator.pending(in: db) }
    ///
    /// - Parameter db: an open database; nothing is written.
    /// - Throws: the errors of ``migrate(_:upTo:)`` for a database that does not match the steps.
    public func pending(in db: FMDatabase) throws -> [String] {
        try MigrationRun(of: self, on: db).pending().map(\.name)
    }

    /// Returns whether a database has run all of the steps.
    ///
    /// - Parameter db: an open database; nothing is written.
    /// - Throws: the errors of ``pending(in:)``.
    public func isUpToDate(_ db: FMDatabase) throws -> Bool {
        try pending(in: db).isEmpty
    }
}
