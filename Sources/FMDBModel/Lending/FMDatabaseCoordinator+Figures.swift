import FMDB

/// Figures of a column in all rows that a condition holds for: by a pool on a connection that only reads.
///
/// They run on the caller's thread, and throw what the verb of `FMDatabase` throws, or what `withDatabase` does. `file` and
/// `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseCoordinator {
    /// The sum of a column, nil without a value. See `sum(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func sum<Model: FMModel, Value: FMValueConvertible & FMNumberValue>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try sum(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The sum of a column in which values may be missing, nil without a value. See `sum(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func sum<Model: FMModel, Value: FMValueConvertible & FMNumberValue>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try sum(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The sum of Decimals, nil without a value. See `sum(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func sum<Model: FMModel, Value: FMDecimalValue>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Decimal? {
        try sum(
            Model.self, Model.fmTable.name(of: property), as: Decimal.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The mean of a column, nil without a value. See `average(of:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func average<Model: FMModel, Value: FMNumberValue>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Double? {
        try average(
            Model.self, of: Model.fmTable.name(of: property), in: table, where: condition, file: file, line: line)
    }

    /// The mean of Decimals, nil without a value. See `average(of:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func average<Model: FMModel, Value: FMDecimalValue>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Decimal? {
        try average(
            Model.self, of: Model.fmTable.name(of: property), as: Decimal.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The least value of a column, nil without one. See `min(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try min(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The least value of a column in which values may be missing, nil without one. See `min(_:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try min(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The greatest value of a column, nil without one. See `max(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try max(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The greatest value of a column in which values may be missing, nil without one. See `max(_:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try max(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The sum of a column by its name, nil without a value. See `sum(_:_:as:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func sum<Model: FMModel, Value: FMValueConvertible & FMNumberValue>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try reading(file, line) {
            try $0.sum(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }

    /// The sum of Decimals by the name of their column, nil without a value. See `sum(_:_:as:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func sum<Model: FMModel>(
        _ type: Model.Type, _ column: String, as: Decimal.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Decimal? {
        try reading(file, line) {
            try $0.sum(Model.self, column, as: Decimal.self, in: table, where: condition)
        }
    }

    /// The mean of a column by its name, nil without a value. See `average(_:of:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func average<Model: FMModel>(
        _ type: Model.Type, of column: String, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Double? {
        try reading(file, line) {
            try $0.average(Model.self, of: column, in: table, where: condition)
        }
    }

    /// The mean of Decimals by the name of their column, nil without a value. See `average(_:of:as:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func average<Model: FMModel>(
        _ type: Model.Type, of column: String, as: Decimal.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Decimal? {
        try reading(file, line) {
            try $0.average(Model.self, of: column, as: Decimal.self, in: table, where: condition)
        }
    }

    /// The least value of a column by its name, nil without one. See `min(_:_:as:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try reading(file, line) {
            try $0.min(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }

    /// The greatest value of a column by its name, nil without one. See `max(_:_:as:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try reading(file, line) {
            try $0.max(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }
}

// MARK: - Asynchronous

/// The same verbs for asynchronous code, in which these forms are taken. Cancelling the task ends them with
/// `CancellationError`.
extension FMDatabaseCoordinator {
    /// The sum of a column, nil without a value, without blocking the caller's thread. See `sum(_:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func sum<Model: FMModel & Sendable, Value: FMValueConvertible & FMNumberValue & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await sum(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The sum of a column in which values may be missing, nil without a value, without blocking the caller's thread.
    /// See `sum(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func sum<Model: FMModel & Sendable, Value: FMValueConvertible & FMNumberValue & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await sum(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The sum of Decimals, nil without a value, without blocking the caller's thread. See `sum(_:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func sum<Model: FMModel & Sendable, Value: FMDecimalValue>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Decimal? {
        try await sum(
            Model.self, Model.fmTable.name(of: property), as: Decimal.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The mean of a column, nil without a value, without blocking the caller's thread. See `average(of:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func average<Model: FMModel & Sendable, Value: FMNumberValue>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Double? {
        try await average(
            Model.self, of: Model.fmTable.name(of: property), in: table, where: condition, file: file, line: line)
    }

    /// The mean of Decimals, nil without a value, without blocking the caller's thread. See `average(of:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func average<Model: FMModel & Sendable, Value: FMDecimalValue>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Decimal? {
        try await average(
            Model.self, of: Model.fmTable.name(of: property), as: Decimal.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The least value of a column, nil without one, without blocking the caller's thread. See `min(_:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await min(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The least value of a column in which values may be missing, nil without one, without blocking the caller's
    /// thread. See `min(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await min(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The greatest value of a column, nil without one, without blocking the caller's thread. See `max(_:in:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await max(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The greatest value of a column in which values may be missing, nil without one, without blocking the caller's
    /// thread. See `max(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await max(
            Model.self, Model.fmTable.name(of: property), as: Value.self, in: table, where: condition, file: file,
            line: line)
    }

    /// The sum of a column by its name, nil without a value, without blocking the caller's thread. See
    /// `sum(_:_:as:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func sum<Model: FMModel & Sendable, Value: FMValueConvertible & FMNumberValue & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await reading(file, line) {
            try $0.sum(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }

    /// The sum of Decimals by the name of their column, nil without a value, without blocking the caller's thread. See
    /// `sum(_:_:as:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func sum<Model: FMModel & Sendable>(
        _ type: Model.Type, _ column: String, as: Decimal.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Decimal? {
        try await reading(file, line) {
            try $0.sum(Model.self, column, as: Decimal.self, in: table, where: condition)
        }
    }

    /// The mean of a column by its name, nil without a value, without blocking the caller's thread. See
    /// `average(_:of:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func average<Model: FMModel & Sendable>(
        _ type: Model.Type, of column: String, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Double? {
        try await reading(file, line) {
            try $0.average(Model.self, of: column, in: table, where: condition)
        }
    }

    /// The mean of Decimals by the name of their column, nil without a value, without blocking the caller's thread. See
    /// `average(_:of:as:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func average<Model: FMModel & Sendable>(
        _ type: Model.Type, of column: String, as: Decimal.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Decimal? {
        try await reading(file, line) {
            try $0.average(Model.self, of: column, as: Decimal.self, in: table, where: condition)
        }
    }

    /// The least value of a column by its name, nil without one, without blocking the caller's thread. See
    /// `min(_:_:as:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await reading(file, line) {
            try $0.min(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }

    /// The greatest value of a column by its name, nil without one, without blocking the caller's thread. See
    /// `max(_:_:as:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await reading(file, line) {
            try $0.max(Model.self, column, as: Value.self, in: table, where: condition)
        }
    }
}
