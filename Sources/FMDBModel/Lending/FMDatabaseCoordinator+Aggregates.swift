import FMDB

/// Figures of all rows that a condition holds for: by a pool on a connection that only reads.
///
/// They run on the caller's thread, and throw what the verb of `FMDatabase` throws, or what `withDatabase` does. `file` and
/// `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseCoordinator {
    /// How many rows there are. See `count(_:in:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int {
        try count(type, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// How many rows there are. See `count(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try reading(file, line) { try $0.count(Model.self, in: table, where: condition) }
    }

    /// Whether there is a row that a condition holds for. See `exists(_:in:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Bool {
        try exists(type, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// Whether there is a row. See `exists(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try reading(file, line) { try $0.exists(Model.self, in: table, where: condition) }
    }

    /// Whether there is the row of a key. See `exists(_:id:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func exists<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try reading(file, line) { try $0.exists(Model.self, id: key, in: table) }
    }

    /// Whether there is the row of a key of a type that goes into one column as a raw value, or as JSON text. See
    /// `exists(_:id:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    @_disfavoredOverload
    public func exists<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try reading(file, line) { try $0.exists(Model.self, id: key, in: table) }
    }
}

// MARK: - Asynchronous

/// The same verbs for asynchronous code, in which these forms are taken. Cancelling the task ends them with
/// `CancellationError`. A closure over the columns is called before the wait, in the isolation of the caller.
extension FMDatabaseCoordinator {
    /// How many rows there are, without blocking the caller's thread. See `count(_:in:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func count<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Int {
        try await count(type, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// How many rows there are, without blocking the caller's thread. See `count(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func count<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await reading(file, line) { try $0.count(Model.self, in: table, where: condition) }
    }

    /// Whether there is a row that a condition holds for, without blocking the caller's thread. See `exists(_:in:_:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Bool {
        try await exists(type, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// Whether there is a row, without blocking the caller's thread. See `exists(_:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await reading(file, line) { try $0.exists(Model.self, in: table, where: condition) }
    }

    /// Whether there is the row of a key, without blocking the caller's thread. See `exists(_:id:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try await reading(file, line) { try $0.exists(Model.self, id: key, in: table) }
    }

    /// Whether there is the row of a key of a type that goes into one column as a raw value, or as JSON text, without
    /// blocking the caller's thread. See `exists(_:id:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    @_disfavoredOverload
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try await reading(file, line) { try $0.exists(Model.self, id: key, in: table) }
    }
}
