import FMDB

/// Asynchronous forms, which do not block the caller's thread.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `insert(_:into:)`.
    @discardableResult
    public func insert(
        _ record: FMRecord, into table: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line) { try $0.insert(record, into: table) }
    }

    /// Asynchronous form of `update(_:in:key:)`.
    public func update(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(record, in: table, key: key) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(record, in: table, key: key) }
    }

    /// Asynchronous form of `update(_:set:in:where:)`.
    @discardableResult
    public func update(
        _ type: FMRecord.Type, set values: FMRecord, in table: String, where condition: FMWhere<FMRecord>,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.update(type, set: values, in: table, where: condition) }
    }
}
