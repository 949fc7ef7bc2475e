import FMDB

/// A dictionary in a database: a table with a row for each key.
///
///     let settings = FMStoredDictionary("settings", keys: String.self, values: Int.self, in: queue)
///     try await settings.set(14, for: "font size")
///     let size = try await settings.value(for: "font size") ?? 12
///
/// Each call reads or writes its values; none is kept in memory. Each change is made completely or not at all. The table is
/// [WITHOUT ROWID](https://sqlite.org/withoutrowid.html); keys are in SQLite's order. Keys are stored as their `fmValue`, texts in
/// their composed Unicode form, as Swift compares them. See `FMValue.init(encoding:dates:)` for the stored form of values.
///
/// See ``FMStoredArray`` about threads and transactions.
public struct FMStoredDictionary<
    Key: FMValueConvertible & Hashable & Sendable, Value: Codable & Sendable, Access: FMDatabaseAccess
>: FMStore {
    /// The name of the store. Stores of different names have nothing in common.
    public let name: String
    /// The database, queue or pool that the dictionary is in.
    public let database: Access
    /// The name of its table, with the columns `key` and `value`.
    public var tableName: String { table.name }

    let table: StoreTable
}

extension FMStoredDictionary {
    /// The dictionary of a name, which may be any text. It does nothing with the database yet.
    public init(
        _ name: String, keys: Key.Type = Key.self, values: Value.Type = Value.self, in database: Access
    ) {
        self.init(name: name, database: database, table: StoreTable("dictionary", name))
    }

    /// The same dictionary in a connection, for a block that has one already.
    public func over(_ database: FMDatabase) -> FMStoredDictionary<Key, Value, FMDatabase> {
        FMStoredDictionary<Key, Value, FMDatabase>(name: name, database: database, table: table)
    }

    /// Several changes at once: all of them or none, and nothing of others in between.
    ///
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withTransaction` does.
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
    /// The number of keys. All of them are counted.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func count(file: StaticString = #fileID, line: UInt = #line) throws -> Int {
        try reading(file, line) { try $0.stored("SELECT count(*) FROM \(raw: table.sql)") } ?? 0
    }

    /// The value of a key; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value that is no `Value`, and a key that cannot be one.
    public func value(for key: Key, file: StaticString = #fileID, line: UInt = #line) throws -> Value? {
        try reading(file, line) { try $0.storedValue(for: key) }
    }

    /// Whether a key has a value.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func contains(_ key: Key, file: StaticString = #fileID, line: UInt = #line) throws -> Bool {
        try reading(file, line) { contents in
            let key = try contents.storedKey(key)
            return try contents.stored("SELECT EXISTS (SELECT 1 FROM \(raw: table.sql) WHERE key = \(key))") ?? false
        }
    }

    /// All keys in SQLite's order.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value that is no key.
    public func keys(file: StaticString = #fileID, line: UInt = #line) throws -> [Key] {
        try reading(file, line) { try $0.column("SELECT key FROM \(raw: table.sql) ORDER BY key").map($0.decodeKey) }
    }

    /// All keys with their values.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value of another type.
    public func contents(file: StaticString = #fileID, line: UInt = #line) throws -> [Key: Value] {
        try reading(file, line) { dictionary in
            var contents: [Key: Value] = [:]
            try dictionary.visit("ORDER BY key") { contents[$0.key] = $0.value }
            return contents
        }
    }

    /// At most `limit` keys with their values, those behind another key, page by page. Each page is read by itself.
    ///
    ///     var page = try settings.page(after: nil, limit: 50)
    ///     while let last = page.last { page = try settings.page(after: last.key, limit: 50) }
    ///
    /// - Throws: `FMError`: `.misuse` for a negative limit, `.mismatch` for a stored value of another type.
    public func page(
        after key: Key?, limit: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [(key: Key, value: Value)] {
        guard limit >= 0 else { throw FMError(.misuse, "the limit of a page is not negative") }
        return try reading(file, line) { contents in
            let condition: FMSQL = try key.map { "key > \(try contents.storedKey($0))" } ?? "1"
            var page: [(key: Key, value: Value)] = []
            try contents.visit("WHERE \(condition) ORDER BY key LIMIT \(limit)") { page.append($0) }
            return page
        }
    }

    /// Calls a body for each key with its value, in SQLite's order of the keys, without keeping any. All of them are of
    /// one state. The body must not change the dictionary nor use the queue or pool. If it throws, the others are left out.
    ///
    /// - Throws: what the body throws, or `FMError` with the code `.mismatch` for a stored value of another type.
    public func forEach(
        file: StaticString = #fileID, line: UInt = #line, _ body: ((key: Key, value: Value)) throws -> Void
    ) throws {
        try reading(file, line) { try $0.visit("ORDER BY key", body) }
    }
}

// MARK: - Writing

extension FMStoredDictionary {
    /// Gives a key a value; nil removes the key.
    ///
    /// - Throws: `FMError`: `.mismatch` for a value that cannot be encoded, and a key that is NULL; SQLite's code if it
    ///   refuses.
    public func set(_ value: Value?, for key: Key, file: StaticString = #fileID, line: UInt = #line) throws {
        guard let value else {
            try removeValue(for: key, file: file, line: line)
            return
        }
        try change(file, line) { try $0.put(value, key) }
    }

    /// Gives keys values, all of them or none. Other keys stay.
    ///
    /// - Throws: `FMError`, as `set(_:for:)` does.
    public func merge(_ values: [Key: Value], file: StaticString = #fileID, line: UInt = #line) throws {
        try change(file, line) { try $0.put(values) }
    }

    /// Gives a key a value, and returns the one that it had.
    ///
    /// - Returns: nil if it had none.
    /// - Throws: `FMError`, as `set(_:for:)` does; `.mismatch` if the old value is no `Value`.
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
    /// - Returns: whether it existed.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @discardableResult
    public func removeValue(for key: Key, file: StaticString = #fileID, line: UInt = #line) throws -> Bool {
        try change(file, line) { contents in
            let key = try contents.storedKey(key)
            return try contents.database.execute("DELETE FROM \(raw: table.sql) WHERE key = \(key)") > 0
        }
    }

    /// Puts other keys and values in the place of all. All of it or nothing.
    ///
    /// - Throws: `FMError`, as `set(_:for:)` does.
    public func replaceAll(with values: [Key: Value], file: StaticString = #fileID, line: UInt = #line) throws {
        try change(file, line) { contents in
            try contents.removeAll()
            try contents.put(values)
        }
    }

    /// Changes the dictionary, whose table is made if it is missing. All or nothing.
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
    /// The value of a query; nil if the table does not exist.
    fileprivate func stored<Result: FMValueConvertible>(_ sql: FMSQL) throws -> Result? {
        try database.ifThereIs(tableName) { try database.value(sql) }
    }

    fileprivate func storedValue(for key: Key) throws -> Value? {
        try column("SELECT value FROM \(raw: table.sql) WHERE key = \(storedKey(key))").first.map(decodeValue)
    }

    /// The values of a query; none if the table does not exist.
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

    /// Stores keys that are equal in Swift as the same bytes.
    fileprivate func storedKey(_ key: Key) throws(FMError) -> FMValue {
        switch try key.fmValue {
        case .null: throw FMError(.mismatch, "the stored dictionary \(name) has no key NULL")
        case .text(let text) where !text.utf8.allSatisfy { $0 < 0x80 }:
            return .text(text.precomposedStringWithCanonicalMapping)
        case .real(let real) where real.isNaN: throw FMError(.mismatch, "not-a-number is no key")
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
