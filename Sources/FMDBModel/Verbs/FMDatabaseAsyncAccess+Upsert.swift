import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`;
/// nothing is written then.
/// A closure over the columns is called before the wait, in the isolation of the caller. A model to be filled is replaced when all
/// is committed.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `save(_:in:key:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await writing(file, line) { try $0.save(model, in: table, key: key, onConflict: policy) }
    }

    /// Asynchronous form of `save(_:by:in:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable, Value>(
        _ model: Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        let key = try column(Model.Columns()).key
        return try await writing(file, line) { try $0.save(model, in: table, key: key, onConflict: policy) }
    }

    /// Asynchronous form of `save(_:in:key:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable>(
        _ model: inout Model, in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await writing(file, line, filling: &model) { try $0.save(&$1, in: table, key: key, onConflict: policy) }
    }

    /// Asynchronous form of `save(_:by:in:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable, Value>(
        _ model: inout Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        let key = try column(Model.Columns()).key
        return try await writing(file, line, filling: &model) {
            try $0.save(&$1, in: table, key: key, onConflict: policy)
        }
    }

    /// Asynchronous form of `save(_:in:key:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.save(models, in: table, key: key, onConflict: policy) }
    }

    /// Asynchronous form of `save(_:by:in:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable, Value>(
        _ models: [Model], by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        let key = try column(Model.Columns()).key
        return try await writing(file, line) { try $0.save(models, in: table, key: key, onConflict: policy) }
    }

    /// Asynchronous form of `upsert(_:in:key:setting:)`.
    @discardableResult
    public func upsert<Model: FMModel & Sendable>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) async throws -> Model {
        let assignments = assignments?(Model.Columns(), FMExcluded())
        return try await writing(file, line) { try $0.upsertRow(model, table, key, assignments) }
    }

    /// Asynchronous form of `upsert(_:by:in:setting:)`.
    @discardableResult
    public func upsert<Model: FMModel & Sendable, Value>(
        _ model: Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) async throws -> Model {
        let (key, assignments) = (try column(Model.Columns()).key, assignments?(Model.Columns(), FMExcluded()))
        return try await writing(file, line) { try $0.upsertRow(model, table, key, assignments) }
    }

    /// Asynchronous form of `upsert(_:in:key:setting:)`.
    @discardableResult
    public func upsert<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) async throws -> [Model] {
        let assignments = assignments?(Model.Columns(), FMExcluded())
        return try await writing(file, line) { try $0.upsertRows(models, table, key, assignments) }
    }

    /// Asynchronous form of `upsert(_:by:in:setting:)`.
    @discardableResult
    public func upsert<Model: FMModel & Sendable, Value>(
        _ models: [Model], by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) async throws -> [Model] {
        let (key, assignments) = (try column(Model.Columns()).key, assignments?(Model.Columns(), FMExcluded()))
        return try await writing(file, line) { try $0.upsertRows(models, table, key, assignments) }
    }
}
