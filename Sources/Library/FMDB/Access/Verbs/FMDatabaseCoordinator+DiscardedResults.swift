// Overloads that discard the result of the block; see FMDatabase+DiscardedResults.

extension FMDatabaseAccess where Self: FMDatabaseCoordinator {
    /// The overload of `withDatabase` that discards the result of the block.
    public func withDatabase<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try withDatabase(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The overload of `withTransaction` that discards the result of the block.
    public func withTransaction<Ignored: Sendable>(
        _ kind: FMDatabase.TransactionKind = .immediate, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try withTransaction(kind, timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The overload of `withSavePoint` that discards the result of the block.
    public func withSavePoint<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: (FMDatabase) throws -> Ignored
    ) throws {
        let _: Ignored = try withSavePoint(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The asynchronous form of `withDatabase` that discards the result of the block.
    public func withDatabase<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await withDatabase(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The asynchronous form of `withTransaction` that discards the result of the block.
    public func withTransaction<Ignored: Sendable>(
        _ kind: FMDatabase.TransactionKind = .immediate, timeout: Duration? = nil,
        deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await withTransaction(
            kind, timeout: timeout, deadline: deadline, file: file, line: line, body)
    }

    /// The asynchronous form of `withSavePoint` that discards the result of the block.
    public func withSavePoint<Ignored: Sendable>(
        timeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (FMDatabase) throws -> Ignored
    ) async throws {
        let _: Ignored = try await withSavePoint(timeout: timeout, deadline: deadline, file: file, line: line, body)
    }
}
