import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`;
/// nothing is written then.
/// A closure over the columns is called before the wait, in the isolation of the caller.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `update(_:only:in:key:)`.
    public func update<Model: FMModel & Sendable>(
        _ model: Model, only columns: [String]? = nil, in table: String? = nil, key: FMKey? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(model, only: columns, in: table, key: key) }
    }

    /// Asynchronous form of `update(_:in:key:)`.
    public func update<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(models, in: table, key: key) }
    }

    /// Asynchronous form of `update(_:from:in:)`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ model: Model, from former: Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [String] {
        try await writing(file, line) { try $0.update(model, from: former, in: table) }
    }

    /// Asynchronous form of `update(_:set:in:_:)`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Int {
        try await update(type, set: assignments, in: table, where: filter(Model.Columns()), file: file, line: line)
    }

    /// Asynchronous form of `update(_:set:in:where:)`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        where condition: FMWhere<Model>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.update(Model.self, set: assignments, in: table, where: condition) }
    }
}
