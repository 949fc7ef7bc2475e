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
        let condition = condition.and(filter)
        let name = try Model.fmTable.name(of: property)
        return try await sum(Model.self, name, as: Value.self, in: table, where: condition, file: file, line: line)
    }

    /// Asynchronous form of `sum(_:_:as:in:where:)`.
    public func sum<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Sum? {
        let condition = condition.and(filter)
        return try await reading(file, line) {
            try $0.sum(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }

    /// Asynchronous form of `average(_:in:where:)`.
    public func average<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Mean? {
        let condition = condition.and(filter)
        let name = try Model.fmTable.name(of: property)
        return try await average(Model.self, name, as: Value.self, in: table, where: condition, file: file, line: line)
    }

    /// Asynchronous form of `average(_:_:as:in:where:)`.
    public func average<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type = Double.self, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Mean? {
        let condition = condition.and(filter)
        return try await reading(file, line) {
            try $0.average(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }

    /// Asynchronous form of `min(_:in:where:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let condition = condition.and(filter)
        let name = try Model.fmTable.name(of: property)
        return try await min(Model.self, name, as: Value.self, in: table, where: condition, file: file, line: line)
    }

    /// Asynchronous form of `min(_:in:where:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let condition = condition.and(filter)
        let name = try Model.fmTable.name(of: property)
        return try await min(Model.self, name, as: Value.self, in: table, where: condition, file: file, line: line)
    }

    /// Asynchronous form of `min(_:_:as:in:where:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let condition = condition.and(filter)
        return try await reading(file, line) {
            try $0.min(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }

    /// Asynchronous form of `max(_:in:where:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let condition = condition.and(filter)
        let name = try Model.fmTable.name(of: property)
        return try await max(Model.self, name, as: Value.self, in: table, where: condition, file: file, line: line)
    }

    /// Asynchronous form of `max(_:in:where:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let condition = condition.and(filter)
        let name = try Model.fmTable.name(of: property)
        return try await max(Model.self, name, as: Value.self, in: table, where: condition, file: file, line: line)
    }

    /// Asynchronous form of `max(_:_:as:in:where:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        let condition = condition.and(filter)
        return try await reading(file, line) {
            try $0.max(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }
}
