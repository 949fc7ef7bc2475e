import FMDB

// The calls for records, without blocking the caller's thread. They throw what the synchronous forms do, and
// `CancellationError`.

extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `insert(_:into:)`.
    @discardableResult
    public func insert(
        _ record: FMRecord, into table: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line) { try $0.insert(record, into: table) }
    }

    /// Asynchronous form of `insert(_:into:)`.
    @discardableResult
    public func insert(
        _ records: [FMRecord], into table: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Int64] {
        try await writing(file, line) { try $0.insert(records, into: table) }
    }

    /// Asynchronous form of `insertPossible(_:into:)`.
    public func insertPossible(
        _ records: [FMRecord], into table: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Int: FMError] {
        try await writing(file, line) { try $0.insertPossible(records, into: table) }
    }

    /// Asynchronous form of `update(_:in:key:)`.
    public func update(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(record, in: table, key: key) }
    }

    /// Asynchronous form of `update(_:in:key:)`.
    public func update(
        _ records: [FMRecord], in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(records, in: table, key: key) }
    }

    /// Asynchronous form of `update(_:set:in:where:)`.
    @discardableResult
    public func update(
        _ type: FMRecord.Type, set values: FMRecord, in table: String, where condition: FMWhere<FMRecord>,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.update(type, set: values, in: table, where: condition) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(record, in: table, key: key) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save(
        _ records: [FMRecord], in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(records, in: table, key: key) }
    }

    /// Asynchronous form of `replaceAll(_:with:in:)`.
    public func replaceAll(
        _ type: FMRecord.Type, with records: [FMRecord], in table: String, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.replaceAll(type, with: records, in: table) }
    }

    /// Asynchronous form of `delete(_:from:key:)`.
    @discardableResult
    public func delete(
        _ record: FMRecord, from table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await writing(file, line) { try $0.delete(record, from: table, key: key) }
    }

    /// Asynchronous form of `delete(_:from:key:)`.
    @discardableResult
    public func delete(
        _ records: [FMRecord], from table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.delete(records, from: table, key: key) }
    }

    /// Asynchronous form of `find(_:from:where:orderBy:after:limit:key:)`.
    public func find(
        _ type: FMRecord.Type, from table: String, where condition: FMWhere<FMRecord> = .all,
        orderBy order: [FMOrder<FMRecord>] = [], after last: FMRecord?, limit: Int, key: FMKey,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [FMRecord] {
        try await reading(file, line) {
            try $0.find(type, from: table, where: condition, orderBy: order, after: last, limit: limit, key: key)
        }
    }

    /// The rows that a condition holds for, one after the other, where other columns than the primary key tell them from
    /// each other. See `each(_:from:where:orderBy:batch:)`.
    ///
    /// - Parameters:
    ///   - type: `FMRecord.self`.
    ///   - table: any name.
    ///   - condition: which rows.
    ///   - order: columns by their names, in their order; the key decides between equals.
    ///   - batch: how many rows are read, and kept, at a time; less than 1 counts as 1.
    ///   - key: unique columns.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    public func each(
        _ type: FMRecord.Type, from table: String, where condition: FMWhere<FMRecord> = .all,
        orderBy order: [FMOrder<FMRecord>] = [], batch: Int = 256, key: FMKey, file: StaticString = #fileID,
        line: UInt = #line
    ) -> FMPages<FMRecord> {
        let size = Swift.max(1, batch)
        return FMPages(of: size) { last in
            try await find(
                type, from: table, where: condition, orderBy: order, after: last, limit: size, key: key, file: file,
                line: line)
        }
    }
}
