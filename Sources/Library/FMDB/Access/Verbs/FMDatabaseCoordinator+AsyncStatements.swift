/// Asynchronous calls that run one statement, without blocking the caller's thread. If the task is cancelled, they
/// throw `CancellationError` and write nothing.
extension FMDatabaseCoordinator {
    /// Asynchronous form of `execute`.
    @discardableResult
    public final func execute(
        _ sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try sql.expectOneTransaction()
        return try await access(.write, at: FMCallSite(file: file, line: line)) { db in try db.execute(sql) }
    }

    /// Asynchronous form of `execute` with listed values.
    @discardableResult
    public final func execute<First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await execute(sql.listing(first, repeat each rest), file: file, line: line)
    }

    /// Asynchronous form of `executeMany` for tuples. The sequence is iterated on a thread of the library.
    @discardableResult
    public final func executeMany<each Value: FMValueConvertible & Sendable>(
        _ sql: FMSQL, _ rows: some Sequence<(repeat each Value)> & Sendable, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int {
        try sql.expectOneTransaction()
        let rows = RepeatableRows(rows, isRepeated: configuration.retry != nil)
        return try await access(.write, at: FMCallSite(file: file, line: line)) { db in try db.executeMany(sql, rows) }
    }

    /// Asynchronous form of `executeMany` for single values. The sequence is iterated on a thread of the library.
    @discardableResult
    public final func executeMany<Value: FMValueConvertible & Sendable>(
        _ sql: FMSQL, _ values: some Sequence<Value> & Sendable, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try sql.expectOneTransaction()
        let values = RepeatableRows(values, isRepeated: configuration.retry != nil)
        return try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.executeMany(sql, values)
        }
    }

    /// Asynchronous form of `value`.
    public final func value<Value: FMValueConvertible & Sendable>(
        _ sql: FMSQL, as type: Value.Type = Value.self, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in try db.value(sql) }
    }

    /// Asynchronous form of `value` with listed values.
    public final func value<
        Value: FMValueConvertible & Sendable, First: FMValueConvertible, each Rest: FMValueConvertible
    >(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest, as type: Value.Type = Value.self,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value {
        try await value(sql.listing(first, repeat each rest), as: type, file: file, line: line)
    }

    /// Asynchronous form of `rows` for one column.
    public final func rows<Value: FMValueConvertible & Sendable>(
        _ sql: FMSQL, as type: Value.Type = Value.self, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Value] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in try db.rows(sql) }
    }

    /// Asynchronous form of `rows` for tuples.
    public final func rows<
        First: FMValueConvertible & Sendable, Second: FMValueConvertible & Sendable,
        each Rest: FMValueConvertible & Sendable
    >(
        _ sql: FMSQL, as type: (First, Second, repeat each Rest).Type, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [(First, Second, repeat each Rest)] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.rows(sql, as: (First, Second, repeat each Rest).self)
        }
    }

    /// Asynchronous form of `rows` for `Decodable` types.
    @_disfavoredOverload
    public final func rows<Value: Decodable & Sendable>(
        _ sql: FMSQL, as type: Value.Type = Value.self, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Value] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in try db.rows(sql) }
    }

    /// Asynchronous form of `forEachRow`. The body runs on a thread of the library.
    public final func forEachRow(
        _ sql: FMSQL, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (FMRow) throws -> Void
    ) async throws {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in try db.forEachRow(sql, body) }
    }
}
