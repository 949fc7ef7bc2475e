import Foundation

// The forms of blocks whose result is not wanted; see FMDatabase+DiscardedResults.

extension FMDatabaseAccess where Self: FMDatabaseCoordinator {
    /// Runs a block with a database, on this thread, and discards its result.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of both limits applies.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    ///   - body: must not retain the database nor anything that belongs to it.
    /// - Throws: as the form with a result does.
    public func withDatabase<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try withDatabase(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// Runs a block within a transaction, on this thread, and discards its result.
    ///
    /// - Parameters:
    ///   - kind: when locks are taken.
    ///   - timeout: how long the call may take, including waiting; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of both limits applies.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    ///   - body: does not run if the transaction cannot begin. With ``FMDatabaseCoordinator/Configuration/retry`` it may run
    ///     more than once.
    /// - Throws: as the form with a result does.
    public func withTransaction<Ignored: Sendable>(
        _ kind: FMDatabase.TransactionKind = .immediate, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try withTransaction(kind, timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// Runs a block within a save point, on this thread, and discards its result.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of both limits applies.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    ///   - body: does not run if the save point cannot begin.
    /// - Throws: as the form with a result does.
    public func withSavePoint<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try withSavePoint(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// Runs a block with a database, without blocking the caller's thread, and discards its result.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of both limits applies.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    ///   - body: must not retain the database nor anything that belongs to it.
    /// - Throws: as the form with a result does.
    public func withDatabase<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await withDatabase(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// Runs a block within a transaction, without blocking the caller's thread, and discards its result.
    ///
    /// - Parameters:
    ///   - kind: when locks are taken.
    ///   - timeout: how long the call may take, including waiting; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of both limits applies.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    ///   - body: does not run if the transaction cannot begin. With ``FMDatabaseCoordinator/Configuration/retry`` it may run
    ///     more than once.
    /// - Throws: as the form with a result does.
    public func withTransaction<Ignored: Sendable>(
        _ kind: FMDatabase.TransactionKind = .immediate, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await withTransaction(
            kind, timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// Runs a block within a save point, without blocking the caller's thread, and discards its result.
    ///
    /// - Parameters:
    ///   - timeout: how long the call may take, including waiting; nil for no limit.
    ///   - deadline: the latest time at which the call ends; the earlier of both limits applies.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    ///   - body: does not run if the save point cannot begin.
    /// - Throws: as the form with a result does.
    public func withSavePoint<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await withSavePoint(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }
}
