import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`;
/// nothing is written then.
/// A model to be filled is replaced when all is committed.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `insert(_:excluding:into:)`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: Model, excluding excluded: [String] = [], into table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line) { try $0.insert(model, excluding: excluded, into: table) }
    }

    /// Asynchronous form of `insert(_:excluding:into:)`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: Model, excluding excluded: [PartialKeyPath<Model>], into table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        let names = try Model.fmTable.names(of: excluded)
        return try await writing(file, line) { try $0.insert(model, excluding: names, into: table) }
    }

    /// Asynchronous form of `insert(_:into:)`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: inout Model, into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line, filling: &model) { try $0.insert(&$1, into: table) }
    }

    /// Asynchronous form of `insert(_:into:)`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Int64] {
        try await writing(file, line) { try $0.insert(models, into: table) }
    }

    /// Asynchronous form of `insert(_:into:)`.
    public func insert<Model: FMModel & Sendable>(
        _ models: inout [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line, filling: &models) { try $0.insert(&$1, into: table) }
    }

    /// Asynchronous form of `insertPossible(_:into:)`.
    public func insertPossible<Model: FMModel & Sendable>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Int: FMError] {
        try await writing(file, line) { try $0.insertPossible(models, into: table) }
    }
}
