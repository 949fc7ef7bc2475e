import FMDB

/// Removed rows. Each call is a transaction of its own.
///
/// They run on the caller's thread, on the connection that writes, and throw what the verb of `FMDatabase` throws, or what
/// `withTransaction` does: nothing is changed then. The transaction may share its commit with others, and be repeated, as
/// the configuration says. `file` and `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseCoordinator {
    /// Removes the row that has the key of a model. See `delete(_:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func delete<Model: FMModel>(
        _ model: Model, from table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try writing(file, line) { try $0.delete(model, from: table) }
    }

    /// Removes the rows that have the keys of models, all of them or none. See `delete(_:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func delete<Model: FMModel>(
        _ models: [Model], from table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { try $0.delete(models, from: table) }
    }

    /// Removes the row of a key. See `delete(_:id:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try writing(file, line) { try $0.delete(Model.self, id: key, from: table) }
    }

    /// Removes the row of a key of a type that goes into one column as a raw value, or as JSON text. See
    /// `delete(_:id:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @_disfavoredOverload
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try writing(file, line) { try $0.delete(Model.self, id: key, from: table) }
    }

    /// Removes all rows that a condition holds for. See `delete(_:from:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int {
        try delete(type, from: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// Removes all rows that a condition holds for. See `delete(_:from:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model>, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { try $0.delete(Model.self, from: table, where: condition) }
    }

    /// Removes all rows. See `deleteAll(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func deleteAll<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { try $0.deleteAll(Model.self, in: table) }
    }
}

// MARK: - Asynchronous

/// The same verbs for asynchronous code, in which these forms are taken. Cancelling the task ends them with
/// `CancellationError`; nothing is written then. A closure over the columns is called before the wait, in the
/// isolation of the caller. A model to be filled is replaced when all is done; until then it is as it was.
extension FMDatabaseCoordinator {
    /// Removes the row that has the key of a model, without blocking the caller's thread. See `delete(_:from:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ model: Model, from table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await writing(file, line) { try $0.delete(model, from: table) }
    }

    /// Removes the rows that have the keys of models, all of them or none, without blocking the caller's thread. See
    /// `delete(_:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ models: [Model], from table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.delete(models, from: table) }
    }

    /// Removes the row of a key, without blocking the caller's thread. See `delete(_:id:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try await writing(file, line) { try $0.delete(Model.self, id: key, from: table) }
    }

    /// Removes the row of a key of a type that goes into one column as a raw value, or as JSON text, without blocking
    /// the caller's thread. See `delete(_:id:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @_disfavoredOverload
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try await writing(file, line) { try $0.delete(Model.self, id: key, from: table) }
    }

    /// Removes all rows that a condition holds for, without blocking the caller's thread. See `delete(_:from:_:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Int {
        try await delete(type, from: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// Removes all rows that a condition holds for, without blocking the caller's thread. See `delete(_:from:where:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model>, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.delete(Model.self, from: table, where: condition) }
    }

    /// Removes all rows, without blocking the caller's thread. See `deleteAll(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func deleteAll<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.deleteAll(Model.self, in: table) }
    }
}
