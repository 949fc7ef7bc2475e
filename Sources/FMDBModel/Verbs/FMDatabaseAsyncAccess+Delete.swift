import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`;
/// nothing is written then.
/// A closure over the columns is called before the wait, in the isolation of the caller.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `delete(_:from:key:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ model: Model, from table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        try await writing(file, line) { try $0.delete(model, from: table, key: key) }
    }

    /// Asynchronous form of `delete(_:from:key:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ models: [Model], from table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.delete(models, from: table, key: key) }
    }

    /// Asynchronous form of `delete(_:id:from:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        let key = try Model.fmTable.keyValue(id)
        return try await writing(file, line) { try $0.delete(Model.self, id: key, from: table) }
    }

    /// Asynchronous form of `delete(_:id:from:)`.
    @_disfavoredOverload
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await delete(type, id: EncodedKey<Model>(id), from: table, file: file, line: line)
    }

    /// Asynchronous form of `delete(_:from:_:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Int {
        try await delete(type, from: table, where: filter(Model.Columns()), file: file, line: line)
    }

    /// Asynchronous form of `delete(_:from:where:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model>,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.delete(Model.self, from: table, where: condition) }
    }
}
