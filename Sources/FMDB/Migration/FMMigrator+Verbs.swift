extension FMMigrator {
    /// Runs the steps that a database lacks, on this thread.
    ///
    ///     let report = try migrator.migrate(db)
    ///     for step in report.applied { print(step.name, step.duration) }
    ///
    /// - Parameters:
    ///   - db: an open database without an open transaction. If nothing is to be done, it may be read-only.
    ///   - last: the name of the last step to be run; nil for all.
    /// - Returns: what was run, and what was there.
    /// - Throws: `FMError`, whose message names the step. It has SQLite's code if a statement of the step failed, and
    ///   `.abort` for another error of a step, which is under `NSUnderlyingErrorKey` then; `CancellationError` as it is.
    ///   Further `.misuse` within a transaction, for a step that ends its transaction, one that leaves one open, names
    ///   that occur twice, numbers that do not rise and a last step that does not exist; `.newerDatabase`;
    ///   `.migrationMismatch` if the record has other steps, or another order; `.constraintForeignKey`; `.busy` after
    ///   ``lockTimeout``; `.readOnly`; and what the closure of ``adopt(_:)`` throws.
    @discardableResult
    public func migrate(_ db: FMDatabase, upTo last: String? = nil) throws -> Report {
        try MigrationRun(of: self, on: db).run(upTo: last)
    }

    /// Runs the steps that the database of a queue or pool lacks, on this thread.
    ///
    /// It is one block of the queue, or of the pool's `write`: no other block comes between the steps.
    ///
    /// - Parameters:
    ///   - coordinator: a queue, or a pool of a file.
    ///   - last: the name of the last step to be run; nil for all.
    ///   - timeout: how long the call may take, waiting included; nil for no limit. The step that runs at its end is
    ///     undone; those before it stay.
    ///   - deadline: when the call ends at the latest; of both limits the earlier one counts.
    ///   - file: the caller's file, named in errors about waiting and about locks.
    ///   - line: the caller's line.
    /// - Returns: what was run, and what was there.
    /// - Throws: as ``migrate(_:upTo:)`` does; as `withDatabase` does; `.misuse` for a pool of databases in memory.
    @discardableResult
    public func migrate(
        _ coordinator: FMDatabaseCoordinator, upTo last: String? = nil, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Report {
        try coordinator.lend(coordinator.writingSlots(), AccessOptions(timeout, deadline, file, line)) { db in
            try migrate(db, upTo: last)
        }
    }

    /// Runs the steps that the database of a queue or pool lacks, without blocking the caller's thread.
    ///
    ///     try await migrator.migrate(queue)
    ///
    /// - Parameters:
    ///   - coordinator: a queue, or a pool of a file.
    ///   - last: the name of the last step to be run; nil for all.
    ///   - timeout: how long the call may take, waiting included; nil for no limit.
    ///   - deadline: when the call ends at the latest; of both limits the earlier one counts.
    ///   - file: the caller's file, named in errors about waiting and about locks.
    ///   - line: the caller's line.
    /// - Returns: what was run, and what was there.
    /// - Throws: as the synchronous form does, and `CancellationError`. The step that ran then is undone; those before it
    ///   stay.
    @discardableResult
    public func migrate(
        _ coordinator: FMDatabaseCoordinator, upTo last: String? = nil, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Report {
        try await coordinator.lend(coordinator.writingSlots(), AccessOptions(timeout, deadline, file, line)) { db in
            try migrate(db, upTo: last)
        }
    }
}

// MARK: - Questions

extension FMMigrator {
    /// The steps that a database has, in their order, also those that this migrator does not know.
    ///
    /// - Parameter db: an open database; nothing is written.
    /// - Throws: `FMError` if the record cannot be read, or there is none and `user_version` is beyond the steps; and
    ///   what the closure of ``adopt(_:)`` throws.
    public func applied(in db: FMDatabase) throws -> [String] {
        try MigrationRun(of: self, on: db).applied()
    }

    /// The steps that a database lacks, in their order.
    ///
    ///     let pending = try pool.read { db in try migrator.pending(in: db) }
    ///
    /// - Parameter db: an open database; nothing is written.
    /// - Throws: as ``migrate(_:upTo:)`` does for a database that does not fit the steps.
    public func pending(in db: FMDatabase) throws -> [String] {
        try MigrationRun(of: self, on: db).pending().map(\.name)
    }

    /// Whether a database has all of the steps.
    ///
    /// - Parameter db: an open database; nothing is written.
    /// - Throws: as ``pending(in:)`` does.
    public func isUpToDate(_ db: FMDatabase) throws -> Bool {
        try pending(in: db).isEmpty
    }
}
