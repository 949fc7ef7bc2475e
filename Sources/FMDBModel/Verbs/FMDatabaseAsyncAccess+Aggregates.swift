import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
/// A closure over the columns is called before the wait, in the isolation of the caller.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `count(_:in:where:)`.
    public func count<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Int {
        let condition = condition.and(filter)
        return try await reading(file, line) { try $0.count(Model.self, in: table, where: condition) }
    }

    /// Asynchronous form of `exists(_:in:where:)`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Bool {
        let condition = condition.and(filter)
        return try await reading(file, line) { try $0.exists(Model.self, in: table, where: condition) }
    }

    /// Asynchronous form of `exists(_:id:in:)`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try await reading(file, line) { try $0.exists(Model.self, id: key, in: table) }
    }

    /// Asynchronous form of `exists(_:id:in:)`.
    @_disfavoredOverload
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await exists(type, id: EncodedKey<Model>(id), in: table, file: file, line: line)
    }

    /// Asynchronous form of `sum(_:in:where:)`.
    public func sum<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Sum? {
        let column = try Model.fmTable.name(of: property)
        return try await aggregate(.sum, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `sum(_:_:as:in:where:)`.
    public func sum<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Sum? {
        try await aggregate(.sum, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `average(_:in:where:)`.
    public func average<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Mean? {
        let column = try Model.fmTable.name(of: property)
        return try await aggregate(.average, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `average(_:_:as:in:where:)`.
    public func average<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type = Double.self, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Mean? {
        try await aggregate(.average, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `min(_:in:where:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let column = try Model.fmTable.name(of: property)
        return try await aggregate(.min, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `min(_:in:where:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let column = try Model.fmTable.name(of: property)
        return try await aggregate(.min, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `min(_:_:as:in:where:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        try await aggregate(.min, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `max(_:in:where:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let column = try Model.fmTable.name(of: property)
        return try await aggregate(.max, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `max(_:in:where:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let column = try Model.fmTable.name(of: property)
        return try await aggregate(.max, column, table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `max(_:_:as:in:where:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        try await aggregate(.max, column, table, condition.and(filter), file, line)
    }

    private func aggregate<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ function: Aggregate, _ column: String, _ table: String?, _ condition: FMWhere<Model>, _ file: StaticString,
        _ line: UInt
    ) async throws -> Value? {
        try await reading(file, line) { try $0.aggregate(function, .named(column), table, condition) }
    }
}
