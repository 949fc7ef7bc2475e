import FMDB

/// More of the rows without models, in the database of a queue or pool: the verbs of `FMDatabase`, of the same names. Each is
/// an access of its own; what reads is lent to a reader by a pool.
extension FMDatabaseCoordinator {
    /// Whether a condition holds for a row of a table. See `exists(in:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func exists(in table: String, where condition: FMSQL? = nil) throws -> Bool {
        try reading { try $0.exists(in: table, where: condition) }
    }

    /// The sum of a column, nil without a value. See `sum(_:in:as:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func sum<Value: FMValueConvertible>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) throws -> Value? {
        try reading { try $0.sum(column, in: table, as: Value.self, where: condition) }
    }

    /// The least value of a column, nil without one. See `min(_:in:as:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func min<Value: FMValueConvertible>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) throws -> Value? {
        try reading { try $0.min(column, in: table, as: Value.self, where: condition) }
    }

    /// The greatest value of a column, nil without one. See `max(_:in:as:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func max<Value: FMValueConvertible>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) throws -> Value? {
        try reading { try $0.max(column, in: table, as: Value.self, where: condition) }
    }

    /// The mean of a column, nil without a value. See `average(of:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func average(of column: String, in table: String, where condition: FMSQL? = nil) throws -> Double? {
        try reading { try $0.average(of: column, in: table, where: condition) }
    }

    /// The row of a key, with all its columns; nil if there is none. See `record(in:id:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func record(in table: String, id: some FMValueConvertible) throws -> FMRecord? {
        let key = try id.fmValue
        return try reading { try $0.record(in: table, id: key) }
    }

    /// The last row of a table that a condition holds for; nil if there is none. See `lastRecord(in:where:orderBy:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func lastRecord(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil
    ) throws -> FMRecord? {
        try reading { try $0.lastRecord(in: table, where: condition, orderBy: order) }
    }

    /// The rows of a table that come behind another one, page by page. See `records(in:where:orderBy:after:limit:key:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func records(
        in table: String, where condition: FMSQL? = nil, orderBy order: [FMOrder<FMRecord>] = [], after last: FMRecord?,
        limit: Int, key: FMKey? = nil
    ) throws -> [FMRecord] {
        try reading { try $0.records(in: table, where: condition, orderBy: order, after: last, limit: limit, key: key) }
    }

    /// Calls a body for each row of a query that only reads, without keeping any. The connection is kept until the end.
    /// See `forEachRecord(_:_:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func forEachRecord(_ sql: FMSQL, _ body: (FMRecord) throws -> Void) throws {
        try reading { try $0.forEachRecord(sql, body) }
    }

    /// Calls a body for each row of a table that a condition holds for, without keeping any. The connection is kept
    /// until the end. See `forEachRecord(in:where:orderBy:_:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func forEachRecord(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil, _ body: (FMRecord) throws -> Void
    ) throws {
        try reading { try $0.forEachRecord(in: table, where: condition, orderBy: order, body) }
    }

    /// Makes a table without a model, but with a key. See `createTable(_:columns:key:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does.
    public func createTable(_ name: String, columns: KeyValuePairs<String, FMColumnShape.Kind>, key: FMKey) throws {
        try outside { try $0.createTable(name, columns: columns, key: key) }
    }
}

/// The same verbs without blocking the caller's thread.
extension FMDatabaseCoordinator {
    /// Whether a condition holds for a row of a table. See `exists(in:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func exists(in table: String, where condition: FMSQL? = nil) async throws -> Bool {
        try await reading { try $0.exists(in: table, where: condition) }
    }

    /// The sum of a column, nil without a value. See `sum(_:in:as:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func sum<Value: FMValueConvertible & Sendable>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) async throws -> Value? {
        try await reading { try $0.sum(column, in: table, as: Value.self, where: condition) }
    }

    /// The least value of a column, nil without one. See `min(_:in:as:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func min<Value: FMValueConvertible & Sendable>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) async throws -> Value? {
        try await reading { try $0.min(column, in: table, as: Value.self, where: condition) }
    }

    /// The greatest value of a column, nil without one. See `max(_:in:as:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func max<Value: FMValueConvertible & Sendable>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) async throws -> Value? {
        try await reading { try $0.max(column, in: table, as: Value.self, where: condition) }
    }

    /// The mean of a column, nil without a value. See `average(of:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func average(of column: String, in table: String, where condition: FMSQL? = nil) async throws -> Double? {
        try await reading { try $0.average(of: column, in: table, where: condition) }
    }

    /// The row of a key, with all its columns; nil if there is none. See `record(in:id:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func record(in table: String, id: some FMValueConvertible) async throws -> FMRecord? {
        let key = try id.fmValue
        return try await reading { try $0.record(in: table, id: key) }
    }

    /// The last row of a table that a condition holds for; nil if there is none. See `lastRecord(in:where:orderBy:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func lastRecord(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil
    ) async throws -> FMRecord? {
        try await reading { try $0.lastRecord(in: table, where: condition, orderBy: order) }
    }

    /// The rows of a table that come behind another one, page by page. See `records(in:where:orderBy:after:limit:key:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func records(
        in table: String, where condition: FMSQL? = nil, orderBy order: [FMOrder<FMRecord>] = [], after last: FMRecord?,
        limit: Int, key: FMKey? = nil
    ) async throws -> [FMRecord] {
        try await reading {
            try $0.records(in: table, where: condition, orderBy: order, after: last, limit: limit, key: key)
        }
    }

    /// Calls a body for each row of a query that only reads, without keeping any. The connection is kept until the end.
    /// See `forEachRecord(_:_:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func forEachRecord(_ sql: FMSQL, _ body: @escaping @Sendable (FMRecord) throws -> Void) async throws {
        try await reading { try $0.forEachRecord(sql, body) }
    }

    /// Calls a body for each row of a table that a condition holds for, without keeping any. The connection is kept
    /// until the end. See `forEachRecord(in:where:orderBy:_:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func forEachRecord(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil,
        _ body: @escaping @Sendable (FMRecord) throws -> Void
    ) async throws {
        try await reading { try $0.forEachRecord(in: table, where: condition, orderBy: order, body) }
    }

    /// Makes a table without a model, but with a key. See `createTable(_:columns:key:)` of `FMDatabase`.
    ///
    /// - Throws: as the verb of `FMDatabase` does, and as `withDatabase` does; `CancellationError`.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnShape.Kind>, key: FMKey
    ) async throws {
        try await outside { try $0.createTable(name, columns: columns, key: key) }
    }
}
