import FMDB

/// A dictionary in a database: a table with one row for each key.
///
///     let settings = FMStoredDictionary("settings", keys: String.self, values: Int.self, in: queue)
///     try await settings.set(14, for: "font size")
///     let size = try await settings.value(for: "font size") ?? 12
///
/// Each call reads or writes the database; no values are cached in memory. Each change is atomic. The table is [WITHOUT
/// ROWID](https://sqlite.org/withoutrowid.html), and keys are sorted in SQLite's order. Keys are stored as their `fmValue`.
/// String keys are stored in Unicode Normalization Form C, because Swift treats canonically equivalent strings as equal. See
/// `FMValue.init(encoding:dates:)` for the stored form of values.
///
/// For threads and transactions, see ``FMStoredArray``.
public struct FMStoredDictionary<
    Key: FMValueConvertible & Hashable & Sendable, Value: Codable & Sendable, Access: FMDatabaseAccess
>: FMStore {
    /// The name of the store. Each name has its own table.
    public let name: String
    /// The database, queue or pool that holds the dictionary.
    public let database: Access
    /// The name of its table, which has the columns `key` and `value`.
    public var tableName: String { table.name }

    let table: StoreTable
}

extension FMStoredDictionary {
    /// Creates the dictionary with a name, which may be any string. It does not access the database yet.
    public init(
        _ name: String, keys: Key.Type = Key.self, values: Value.Type = Value.self, in database: Access
    ) {
        self.init(name: name, database: database, table: StoreTable("dictionary", name))
    }

    /// Returns the same dictionary on a connection, for use inside a block that already has one.
    public func over(_ database: FMDatabase) -> FMStoredDictionary<Key, Value, FMDatabase> {
        FMStoredDictionary<Key, Value, FMDatabase>(name: name, database: database, table: table)
    }

    /// Makes several changes atomically and in isolation from other connections.
    ///
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws, or `FMError`, as `withTransaction` does.
    @discardableResult
    public func withContents<Result: Sendable>(
        file: StaticString = #fileID, line: UInt = #line,
        _ body: (FMStoredDictionary<Key, Value, FMDatabase>) throws -> Result
    ) throws -> Result {
        try changing(file, line, body)
    }
}

extension FMStoredDictionary: Sendable where Access: Sendable {}

// MARK: - Reading

extension FMStoredDictionary {
    /// Returns the number of keys. SQLite scans all of them.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func count(file: StaticString = #fileID, line: UInt = #line) throws -> Int {
        try reading(file, line) { try $0.stored("SELECT count(*) FROM \(raw: table.sql)") } ?? 0
    }

    /// Returns the value of a key, or nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if the stored value cannot be decoded as `Value`, or if the key is NULL or
    ///   NaN.
    public func value(for key: Key, file: StaticString = #fileID, line: UInt = #line) throws -> Value? {
        try reading(file, line) { try $0.storedValue(for: key) }
    }

    /// Returns whether a key has a value.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func contains(_ key: Key, file: StaticString = #fileID, line: UInt = #line) throws -> Bool {
        try reading(file, line) { contents in
            let key = try contents.storedKey(key)
            return try contents.stored("SELECT EXISTS (SELECT 1 FROM \(raw: table.sql) WHERE key = \(key))") ?? false
        }
    }

    /// Returns all keys in SQLite's order.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if a stored key cannot be decoded as `Key`.
    public func keys(file: StaticString = #fileID, line: UInt = #line) throws -> [Key] {
        try reading(file, line) { try $0.column("SELECT key FROM \(raw: table.sql) ORDER BY key").map($0.decodeKey) }
    }

    /// Returns all keys with their values.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value of another type.
    public func contents(file: StaticString = #fileID, line: UInt = #line) throws -> [Key: Value] {
        try reading(file, line) { dictionary in
            var contents: [Key: Value] = [:]
            try dictionary.visit("ORDER BY key") { contents[$0.key] = $0.value }
            return contents
        }
    }

    /// Returns at most `limit` keys that follow another key, with their values. Each page is a separate read.
    ///
    ///     var page = try settings.page(after: nil, limit: 50)
    ///     while let last = page.last { page = try settings.page(after: last.key, limit: 50) }
    ///
    /// - Throws: `FMError`: `.misuse` for a negative limit, `.mismatch` for a stored value of another type.
    public func page(
        after key: Key?, limit: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [(key: Key, value: Value)] {
        guard limit >= 0 else { throw FMError(.misuse, "the limit of a page must not be negative") }
        return try reading(file, line) { contents in
            let condition: FMSQL = try key.map { "key > \(try contents.storedKey($0))" } ?? "1"
            var page: [(key: Key, value: Value)] = []
            try contents.visit("WHERE \(condition) ORDER BY key LIMIT \(limit)") { page.append($0) }
            return page
        }
    }

    /// Calls a closure for each key with its value, in SQLite's order of the keys, without collecting them. All of them come
    /// from one snapshot. The closure must not change the dictionary and must not use the queue or pool. If it throws, the
    /// iteration ends.
    ///
    /// - Throws: what the closure throws, or `FMError` with the code `.mismatch` for a stored value of another type.
    public func forEach(
        file: StaticString = #fileID, line: UInt = #line, _ body: ((key: Key, value: Value)) throws -> Void
    ) throws {
        try reading(file, line) { try $0.visit("ORDER BY key", body) }
    }
}

// MARK: - Writing

extension FMStoredDictionary {
    /// Sets the value of a key. A nil value removes the key.
    ///
    /// - Throws: `FMError`: `.mismatch` if the value cannot be encoded or the key is NULL; SQLite's code if a statement fails.
    public func set(_ value: Value?, for key: Key, file: StaticString = #fileID, line: UInt = #line) throws {
        guard let value else {
            try removeValue(for: key, file: file, line: line)
            return
        }
        try change(file, line) { try $0.put(value, key) }
    }

    /// Sets the values of several keys, all of them or none. Other keys are kept.
    ///
    /// - Throws: `FMError`, as `set(_:for:)` does.
    public func merge(_ values: [Key: Value], file: StaticString = #fileID, line: UInt = #line) throws {
        try change(file, line) { try $0.put(values) }
    }

    /// Sets the value of a key and returns its old value.
    ///
    /// - Returns: the old value, or nil if the key had none.
    /// - Throws: `FMError`, as `set(_:for:)` does; `.mismatch` if the old value cannot be decoded as `Value`.
    @discardableResult
    public func updateValue(
        _ value: Value, for key: Key, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value? {
        try change(file, line) { contents in
            let old = try contents.storedValue(for: key)
            try contents.put(value, key)
            return old
        }
    }

    /// Removes a key.
    ///
    /// - Returns: whether the key existed.
    /// - Throws: `FMError`: SQLite's code if a statement fails.
    @discardableResult
    public func removeValue(for key: Key, file: StaticString = #fileID, line: UInt = #line) throws -> Bool {
        try change(file, line) { contents in
            let key = try contents.storedKey(key)
            return try contents.database.execute("DELETE FROM \(raw: table.sql) WHERE key = \(key)") > 0
        }
    }

    /// Replaces all keys and values atomically.
    ///
    /// - Throws: `FMError`, as `set(_:for:)` does.
    public func replaceAll(with values: [Key: Value], file: StaticString = #fileID, line: UInt = #line) throws {
        try change(file, line) { contents in
            try contents.removeAll()
            try contents.put(values)
        }
    }

    /// Changes the dictionary in a savepoint. The table is created if it does not exist.
    private func change<Result>(
        _ file: StaticString, _ line: UInt, _ body: (FMStoredDictionary<Key, Value, FMDatabase>) throws -> Result
    ) throws -> Result {
        try changing(file, line) { contents in
            try contents.database.execute(
                "CREATE TABLE IF NOT EXISTS \(raw: table.sql) (key NOT NULL PRIMARY KEY, value) WITHOUT ROWID")
            return try body(contents)
        }
    }
}

// MARK: - In a connection

extension FMStoredDictionary where Access == FMDatabase {
    /// Returns the value of a query, or nil if the table does not exist.
    fileprivate func stored<Result: FMValueConvertible>(_ sql: FMSQL) throws -> Result? {
        try database.ifThereIs(tableName) { try database.value(sql) }
    }

    fileprivate func storedValue(for key: Key) throws -> Value? {
        try column("SELECT value FROM \(raw: table.sql) WHERE key = \(storedKey(key))").first.map(decodeValue)
    }

    /// Returns the values of a query, or an empty array if the table does not exist.
    fileprivate func column(_ sql: FMSQL) throws -> [FMValue] {
        try database.ifThereIs(tableName) { try database.rows(sql, as: FMValue.self) } ?? []
    }

    fileprivate func visit(_ rest: FMSQL, _ body: ((key: Key, value: Value)) throws -> Void) throws {
        let sql: FMSQL = "SELECT key, value FROM \(raw: table.sql) \(rest)"
        guard let cursor = try database.ifThereIs(tableName, { try database.query(sql) }) else { return }
        defer { cursor.close() }
        while let row = try cursor.nextRow() {
            try body((decodeKey(row.value(at: 0)), decodeValue(row.value(at: 1))))
        }
    }

    fileprivate func put(_ value: Value, _ key: Key) throws(FMError) {
        let (key, value) = (try storedKey(key), try FMValue(encoding: value))
        try database.execute("REPLACE INTO \(raw: table.sql) (key, value) VALUES (?, ?)", key, value)
    }

    fileprivate func put(_ values: [Key: Value]) throws(FMError) {
        for (key, value) in values { try put(value, key) }
    }

    /// Returns the stored form of a key. Strings that are equal in Swift have the same stored bytes.
    fileprivate func storedKey(_ key: Key) throws(FMError) -> FMValue {
        switch try key.fmValue {
        case .null: throw FMError(.mismatch, "the stored dictionary \(name) cannot have the key NULL")
        case .text(let text) where !text.utf8.allSatisfy { $0 < 0x80 }:
            return .text(text.precomposedStringWithCanonicalMapping)
        case .real(let real) where real.isNaN: throw FMError(.mismatch, "NaN cannot be the key of a stored dictionary")
        case let value: return value
        }
    }

    fileprivate func decodeKey(_ value: FMValue) throws(FMError) -> Key {
        guard let key = Key.fromFMValue(value) else {
            throw FMError(
                .mismatch, "a key of the stored dictionary \(name): \(value.reasonNotToBe(Key.self))")
        }
        return key
    }

    private func decodeValue(_ value: FMValue) throws(FMError) -> Value {
        do throws(FMError) {
            return try value.decode(Value.self)
        } catch {
            throw FMError(error.extendedCode, "a value of the stored dictionary \(name): \(error.message)")
        }
    }
}
