import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`;
/// nothing is written then.
/// A model to be filled is replaced when all is committed.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `save(_:in:key:)`.
    public func save<Model: FMModel & Sendable>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(model, in: table, key: key) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save<Model: FMModel & Sendable>(
        _ model: inout Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await writing(file, line, filling: &model) { try $0.save(&$1, in: table, key: key) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(models, in: table, key: key) }
    }

    /// Asynchronous form of `replaceAll(_:with:in:)`.
    public func replaceAll<Model: FMModel & Sendable>(
        _ type: Model.Type, with models: [Model], in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.replaceAll(Model.self, with: models, in: table) }
    }
}
