import FMDB

/// The common interface of ``FMStoredArray`` and ``FMStoredDictionary``.
public protocol FMStore {
    /// A connection, or a queue or pool that lends one.
    associatedtype Access: FMDatabaseAccess
    /// The same store in one connection.
    associatedtype Contents

    /// The name of the store. Stores of different names have nothing in common.
    var name: String { get }
    /// The name of its table.
    var tableName: String { get }
    /// The database, queue or pool that the store is in.
    var database: Access { get }

    /// The same store in a connection, for a block that has one already.
    func over(_ database: FMDatabase) -> Contents
}

extension FMStore {
    // The form with a result is a member of each store. If both were members of the protocol, a body of one line would be ambiguous
    // or refused.
    /// Several changes at once, where the result of the body is not wanted.
    public func withContents<Ignored: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (Contents) throws -> Ignored
    ) throws {
        _ = try changing(file, line, body)
    }

    /// Whether there are no elements.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func isEmpty(file: StaticString = #fileID, line: UInt = #line) throws -> Bool {
        try database.reading(file, line) { db in try db.isEmpty(tableName) }
    }

    /// Removes all elements. The table stays.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func removeAll(file: StaticString = #fileID, line: UInt = #line) throws {
        try database.writing(file, line) { db in try db.clear(tableName) }
    }

    /// Removes the table.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func drop(file: StaticString = #fileID, line: UInt = #line) throws {
        try database.writing(file, line) { db in try db.dropTable(tableName) }
    }

    func reading<Value>(_ file: StaticString, _ line: UInt, _ body: (Contents) throws -> Value) throws -> Value {
        try database.reading(file, line) { try body(over($0)) }
    }

    /// For calls that begin their own savepoint, or need none.
    func writing<Value>(_ file: StaticString, _ line: UInt, _ body: (Contents) throws -> Value) throws -> Value {
        try database.writing(file, line) { try body(over($0)) }
    }

    /// For several calls, all of them or none.
    func changing<Value>(_ file: StaticString, _ line: UInt, _ body: (Contents) throws -> Value) throws -> Value {
        try database.writing(file, line) { db in try db.allOrNothing { try body(over(db)) } }
    }
}

// MARK: - Asynchronous

extension FMStore where Self: Sendable, Access: FMDatabaseAsyncAccess {
    /// Asynchronous form of `withContents`, where the result of the body is not wanted.
    public func withContents<Ignored: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable (Contents) throws -> Ignored
    ) async throws {
        _ = try await changing(file, line, body)
    }

    /// Asynchronous form of `isEmpty`.
    public func isEmpty(file: StaticString = #fileID, line: UInt = #line) async throws -> Bool {
        try await database.reading(file, line) { db in try db.isEmpty(tableName) }
    }

    /// Asynchronous form of `removeAll`.
    public func removeAll(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await database.writing(file, line) { db in try db.clear(tableName) }
    }

    /// Asynchronous form of `drop`.
    public func drop(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await database.writing(file, line) { db in try db.dropTable(tableName) }
    }

    func reading<Value: Sendable>(
        _ file: StaticString, _ line: UInt, _ body: @escaping @Sendable (Contents) throws -> Value
    ) async throws -> Value {
        try await database.reading(file, line) { try body(over($0)) }
    }

    func writing<Value: Sendable>(
        _ file: StaticString, _ line: UInt, _ body: @escaping @Sendable (Contents) throws -> Value
    ) async throws -> Value {
        try await database.writing(file, line) { try body(over($0)) }
    }

    func changing<Value: Sendable>(
        _ file: StaticString, _ line: UInt, _ body: @escaping @Sendable (Contents) throws -> Value
    ) async throws -> Value {
        try await database.writing(file, line) { db in try db.allOrNothing { try body(over(db)) } }
    }
}

extension FMDatabase {
    fileprivate func isEmpty(_ table: String) throws -> Bool {
        try ifThereIs(table) { try value("SELECT NOT EXISTS (SELECT 1 FROM \(identifier: table))") } ?? true
    }

    fileprivate func clear(_ table: String) throws {
        _ = try ifThereIs(table) { _ = try execute("DELETE FROM \(identifier: table)") }
    }
}
