import FMDB

/// Figures of all rows that a condition holds for: by a pool on a connection that only reads.
///
/// They run on the caller's thread, and throw what the verb of `FMDatabase` throws, or what `withDatabase` does. `file` and
/// `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseLender {
    /// How many rows there are. See `count(_:in:_:)` of `FMDatabase`.
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int {
        try count(type, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// How many rows there are. See `count(_:in:where:)` of `FMDatabase`.
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try reading(file, line) { try $0.count(Model.self, in: table, where: condition) }
    }

    /// Whether there is a row. See `exists(_:in:where:)` of `FMDatabase`.
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try reading(file, line) { try $0.exists(Model.self, in: table, where: condition) }
    }

    /// Whether there is a row that a condition holds for. See `exists(_:in:_:)` of `FMDatabase`.
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Bool {
        try exists(type, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// The sum of a column, nil without a value. See `sum(_:in:where:)` of `FMDatabase`.
    public func sum<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try sum(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The least value of a column, nil without one. See `min(_:in:where:)` of `FMDatabase`.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try min(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The greatest value of a column, nil without one. See `max(_:in:where:)` of `FMDatabase`.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try max(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The mean of a column, nil without a value. See `average(of:in:where:)` of `FMDatabase`.
    public func average<Model: FMModel, Value: FMValueConvertible>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Double? {
        try average(
            Model.self, of: Model.fmTable.name(of: property), in: table, where: condition, file: file, line: line)
    }

    /// The sum of a column by its name, nil without a value. See `sum(_:_:as:in:where:)` of `FMDatabase`.
    public func sum<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try reading(file, line) { try $0.sum(Model.self, column, as: Value.self, in: table, where: condition) }
    }

    /// The least value of a column by its name, nil without one. See `min(_:_:as:in:where:)` of `FMDatabase`.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try reading(file, line) { try $0.min(Model.self, column, as: Value.self, in: table, where: condition) }
    }

    /// The greatest value of a column by its name, nil without one. See `max(_:_:as:in:where:)` of `FMDatabase`.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try reading(file, line) { try $0.max(Model.self, column, as: Value.self, in: table, where: condition) }
    }

    /// The mean of a column by its name, nil without a value. See `average(_:of:in:where:)` of `FMDatabase`.
    public func average<Model: FMModel>(
        _ type: Model.Type, of column: String, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Double? {
        try reading(file, line) { try $0.average(Model.self, of: column, in: table, where: condition) }
    }
}

// MARK: - Asynchronous

/// The same verbs for asynchronous code, in which these forms are taken. Cancelling the task ends them with
/// `CancellationError`. A closure over the columns is called before the wait, in the isolation of the caller.
extension FMDatabaseLender {
    /// How many rows there are, without blocking the caller's thread. See `count(_:in:_:)` of `FMDatabase`.
    public func count<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Int {
        try await count(type, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// How many rows there are, without blocking the caller's thread. See `count(_:in:where:)` of `FMDatabase`.
    public func count<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await reading(file, line) { try $0.count(Model.self, in: table, where: condition) }
    }

    /// Whether there is a row, without blocking the caller's thread. See `exists(_:in:where:)` of `FMDatabase`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await reading(file, line) { try $0.exists(Model.self, in: table, where: condition) }
    }

    /// Whether there is a row that a condition holds for, without blocking the caller's thread. See `exists(_:in:_:)`
    /// of `FMDatabase`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Bool {
        try await exists(type, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// The sum of a column, nil without a value, without blocking the caller's thread. See `sum(_:in:where:)` of
    /// `FMDatabase`.
    public func sum<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await sum(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The least value of a column, nil without one, without blocking the caller's thread. See `min(_:in:where:)` of
    /// `FMDatabase`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await min(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The greatest value of a column, nil without one, without blocking the caller's thread. See `max(_:in:where:)` of
    /// `FMDatabase`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await max(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The mean of a column, nil without a value, without blocking the caller's thread. See `average(of:in:where:)` of
    /// `FMDatabase`.
    public func average<Model: FMModel & Sendable, Value: FMValueConvertible>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Double? {
        try await average(
            Model.self, of: Model.fmTable.name(of: property), in: table, where: condition, file: file, line: line)
    }

    /// The sum of a column by its name, nil without a value, without blocking the caller's thread. See
    /// `sum(_:_:as:in:where:)` of `FMDatabase`.
    public func sum<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await reading(file, line) { try $0.sum(Model.self, column, as: Value.self, in: table, where: condition) }
    }

    /// The least value of a column by its name, nil without one, without blocking the caller's thread. See
    /// `min(_:_:as:in:where:)` of `FMDatabase`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await reading(file, line) { try $0.min(Model.self, column, as: Value.self, in: table, where: condition) }
    }

    /// The greatest value of a column by its name, nil without one, without blocking the caller's thread. See
    /// `max(_:_:as:in:where:)` of `FMDatabase`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await reading(file, line) { try $0.max(Model.self, column, as: Value.self, in: table, where: condition) }
    }

    /// The mean of a column by its name, nil without a value, without blocking the caller's thread. See
    /// `average(_:of:in:where:)` of `FMDatabase`.
    public func average<Model: FMModel & Sendable>(
        _ type: Model.Type, of column: String, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Double? {
        try await reading(file, line) { try $0.average(Model.self, of: column, in: table, where: condition) }
    }
}
