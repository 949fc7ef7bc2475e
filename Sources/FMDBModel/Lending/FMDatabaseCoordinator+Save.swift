import FMDB

/// Rows that are new or changed. Each call is a transaction of its own.
///
/// They run on the caller's thread, on the connection that writes, and throw what the verb of `FMDatabase` throws, or what
/// `withTransaction` does: nothing is changed then. The transaction may share its commit with others, and be repeated, as
/// the configuration says. `file` and `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseCoordinator {
    /// Writes a model over the row that has its key, or adds it if there is none. See `save(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func save<Model: FMModel>(
        _ model: Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.save(model, in: table) }
    }

    /// Writes a model over the row that has its key, or adds it if there is none, and gives it the automatic key and
    /// the times that the table has got, once that is committed. See `save(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func save<Model: FMModel>(
        _ model: inout Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line, filling: &model) { try $0.save(&$1, in: table) }
    }

    /// Writes models over the rows that have their keys, or adds them where there are none, all of them or none. See
    /// `save(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func save<Model: FMModel>(
        _ models: [Model], in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.save(models, in: table) }
    }

    /// Removes all rows of the table, and adds models. See `replaceAll(_:with:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func replaceAll<Model: FMModel>(
        _ type: Model.Type, with models: [Model], in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.replaceAll(Model.self, with: models, in: table) }
    }

    /// Writes a model over the row that has its key. See `update(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func update<Model: FMModel>(
        _ model: Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.update(model, in: table) }
    }

    /// Writes some columns of a model over those of the row that has its key. See `update(_:only:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func update<Model: FMModel>(
        _ model: Model, only columns: [String], in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.update(model, only: columns, in: table) }
    }

    /// Writes models over the rows that have their keys, all of them or none. See `update(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func update<Model: FMModel>(
        _ models: [Model], in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.update(models, in: table) }
    }

    /// Sets columns of all rows that a condition holds for. See `update(_:set:in:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int {
        try update(
            type, set: assignments, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// Sets columns of all rows that a condition holds for. See `update(_:set:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        where condition: FMWhere<Model>, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { try $0.update(Model.self, set: assignments, in: table, where: condition) }
    }

    /// Sets columns of all rows. See `updateAll(_:set:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func updateAll<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try update(type, set: assignments, in: table, where: .all, file: file, line: line)
    }
}

// MARK: - Asynchronous

/// The same verbs for asynchronous code, in which these forms are taken. Cancelling the task ends them with
/// `CancellationError`; nothing is written then. A closure over the columns is called before the wait, in the
/// isolation of the caller. A model to be filled is replaced when all is done; until then it is as it was.
extension FMDatabaseCoordinator {
    /// Writes a model over the row that has its key, or adds it if there is none, without blocking the caller's thread.
    /// See `save(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func save<Model: FMModel & Sendable>(
        _ model: Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(model, in: table) }
    }

    /// Writes a model over the row that has its key, or adds it if there is none, and gives it the automatic key and
    /// the times that the table has got, once that is committed, without blocking the caller's thread. See
    /// `save(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func save<Model: FMModel & Sendable>(
        _ model: inout Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line, filling: &model) { try $0.save(&$1, in: table) }
    }

    /// Writes models over the rows that have their keys, or adds them where there are none, all of them or none,
    /// without blocking the caller's thread. See `save(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func save<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(models, in: table) }
    }

    /// Removes all rows of the table, and adds models, without blocking the caller's thread. See
    /// `replaceAll(_:with:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func replaceAll<Model: FMModel & Sendable>(
        _ type: Model.Type, with models: [Model], in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.replaceAll(Model.self, with: models, in: table) }
    }

    /// Writes a model over the row that has its key, without blocking the caller's thread. See `update(_:in:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func update<Model: FMModel & Sendable>(
        _ model: Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(model, in: table) }
    }

    /// Writes some columns of a model over those of the row that has its key, without blocking the caller's thread. See
    /// `update(_:only:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func update<Model: FMModel & Sendable>(
        _ model: Model, only columns: [String], in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(model, only: columns, in: table) }
    }

    /// Writes models over the rows that have their keys, all of them or none, without blocking the caller's thread. See
    /// `update(_:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func update<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(models, in: table) }
    }

    /// Sets columns of all rows that a condition holds for, without blocking the caller's thread. See
    /// `update(_:set:in:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ condition: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Int {
        try await update(
            type, set: assignments, in: table, where: condition(Model.Columns()), file: file, line: line)
    }

    /// Sets columns of all rows that a condition holds for, without blocking the caller's thread. See
    /// `update(_:set:in:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        where condition: FMWhere<Model>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.update(Model.self, set: assignments, in: table, where: condition) }
    }

    /// Sets columns of all rows, without blocking the caller's thread. See `updateAll(_:set:in:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func updateAll<Model: FMModel & Sendable>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await update(type, set: assignments, in: table, where: .all, file: file, line: line)
    }
}
