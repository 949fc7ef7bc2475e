import FMDB

/// The common interface of ``FMStoredArray`` and ``FMStoredDictionary``.
public protocol FMStore {
    /// A connection, a queue or a pool.
    associatedtype Access: FMDatabaseAccess
    /// The type of the same store on one connection.
    associatedtype Contents

    /// The name of the store. Each name has its own table.
    var name: String { get }
    /// The name of its table.
    var tableName: String { get }
    /// The database, queue or pool that holds the store.
    var database: Access { get }

    /// Returns the same store on a connection, for use inside a block that already has one.
    func over(_ database: FMDatabase) -> Contents
}

extension FMStore {
    // Each store itself declares the overload that returns a result. If both overloads were members of the protocol, the compiler would
    // find a one-line closure ambiguous or reject it.
    /// Makes several changes at once. The closure's result is ignored.
    public func withContents<Ignored: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (Contents) throws -> Ignored
    ) throws {
        _ = try changing(file, line, body)
    }

    /// Returns whether the store has no elements.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func isEmpty(file: StaticString = #fileID, line: UInt = #line) throws -> Bool {
        try database.reading(file, line) { db in try db.isEmpty(tableName) }
    }

    /// Removes all elements, and keeps the table.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func removeAll(file: StaticString = #fileID, line: UInt = #line) throws {
        try database.writing(file, line) { db in try db.clear(tableName) }
    }

    /// Drops the table.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func drop(file: StaticString = #fileID, line: UInt = #line) throws {
        try database.writing(file, line) { db in try db.dropTable(tableName) }
    }

    func reading<Value>(_ file: StaticString, _ line: UInt, _ body: (Contents) throws -> Value) throws -> Value {
        try database.reading(file, line) { try body(over($0)) }
    }

    /// Writes without a savepoint, for calls that open their own or need none.
    func writing<Value>(_ file: StaticString, _ line: UInt, _ body: (Contents) throws -> Value) throws -> Value {
        try database.writing(file, line) { try body(over($0)) }
    }

    /// Writes in a savepoint, so that all changes of the body succeed or none.
    func changing<Value>(_ file: StaticString, _ line: UInt, _ body: (Contents) throws -> Value) throws -> Value {
        try database.writing(file, line) { db in try db.allOrNothing { try body(over(db)) } }
    }
}

// MARK: - Asynchronous

extension FMStore where Self: Sendable, Access: FMDatabaseAsyncAccess {
    /// Asynchronous form of `withContents`. The closure's result is ignored.
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
