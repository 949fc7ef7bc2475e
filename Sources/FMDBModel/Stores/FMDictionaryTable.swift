import FMDB

/// A dictionary that lies in a database, one row for each key.
///
///     let settings = FMDictionaryTable<String, Int>("settings", in: db)
///     try settings.set(14, for: "font size")
///     print(try settings["font size"] ?? 12)
///
/// It is the view of a database; ``FMStoredDictionary`` is the one of a queue or pool, which tasks may share. Values are
/// read and written when they are asked for, none is kept. Each change is complete or did not happen; within a transaction
/// it belongs to that. The table is [WITHOUT ROWID](https://sqlite.org/withoutrowid.html); keys are in SQLite's order.
///
/// Keys are stored as their `fmValue`, texts in their composed Unicode form, as Swift compares them; values as
/// `FMValue.init(encoding:dates:)` says. It belongs to the thread that uses the database.
public struct FMDictionaryTable<Key: FMValueConvertible & Hashable & Sendable, Value: Codable & Sendable> {
    /// A key with its value.
    public typealias Element = (key: Key, value: Value)

    /// The name of the store. Stores of different names have nothing in common.
    public let name: String
    /// The name of its table, with the columns `key` and `value`.
    public var tableName: String { table.name }

    private let database: FMDatabase
    private let table: StoreTable

    /// The dictionary of a name. Nothing is done with the database yet.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - database: an open database.
    public init(_ name: String, in database: FMDatabase) {
        self.init(name, StoreTable("dictionary", name), database)
    }

    init(_ name: String, _ table: StoreTable, _ database: FMDatabase) {
        self.name = name
        self.table = table
        self.database = database
    }
}

// MARK: - Reading

extension FMDictionaryTable {
    /// The number of keys. All of them are counted.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func count() throws -> Int {
        try reading { try database.value("SELECT count(*) FROM \(raw: table.sql)") } ?? 0
    }

    /// Whether there are none.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func isEmpty() throws -> Bool {
        try reading { try database.value("SELECT NOT EXISTS (SELECT 1 FROM \(raw: table.sql))") } ?? true
    }

    /// The value of a key; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value that is no `Value`, and a key that cannot be one.
    public subscript(key: Key) -> Value? {
        get throws { try value(for: key) }
    }

    /// The value of a key; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value that is no `Value`, and a key that cannot be one.
    public func value(for key: Key) throws -> Value? {
        let key = try storedKey(key)
        let found = try reading { () -> [FMValue] in
            try database.rows("SELECT value FROM \(raw: table.sql) WHERE key = \(key)")
        }
        return try found?.first.map(decodeValue)
    }

    /// Whether a key has a value.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func contains(_ key: Key) throws -> Bool {
        let key = try storedKey(key)
        return try reading {
            try database.value("SELECT EXISTS (SELECT 1 FROM \(raw: table.sql) WHERE key = \(key))")
        } ?? false
    }

    /// All keys in SQLite's order.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value that is no key.
    public func keys() throws -> [Key] {
        let stored = try reading { () -> [FMValue] in
            try database.rows("SELECT key FROM \(raw: table.sql) ORDER BY key")
        }
        return try stored?.map(decodeKey) ?? []
    }

    /// All keys with their values.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for what is no key or no value.
    public func contents() throws -> [Key: Value] {
        var contents: [Key: Value] = [:]
        try forEach { contents[$0.key] = $0.value }
        return contents
    }

    /// The keys with their values that come behind another key, page by page.
    ///
    ///     var page = try settings.page(after: nil, limit: 50)
    ///     while let last = page.last { page = try settings.page(after: last.key, limit: 50) }
    ///
    /// - Parameters:
    ///   - key: the last one of the page before; nil for the first page.
    ///   - limit: how many at the most.
    /// - Throws: `FMError`: `.misuse` for a negative limit, `.mismatch` for what is no key or no value.
    public func page(after key: Key?, limit: Int) throws -> [Element] {
        guard limit >= 0 else { throw FMError(.misuse, "the limit of a page is not negative") }
        let condition: FMSQL = try key.map { "key > \(try storedKey($0))" } ?? "1"
        var page: [Element] = []
        try forEach("WHERE \(condition) ORDER BY key LIMIT \(limit)") { page.append($0) }
        return page
    }

    /// Calls a body for each key with its value, in SQLite's order of the keys, without keeping any.
    ///
    /// - Parameter body: it may read, but must not change the dictionary. If it throws, the others are left out.
    /// - Throws: what the body throws, or `FMError` with the code `.mismatch` for what is no key or no value.
    public func forEach(_ body: (Element) throws -> Void) throws { try forEach("ORDER BY key", body) }

    private func forEach(_ rest: FMSQL, _ body: (Element) throws -> Void) throws {
        guard let cursor = try reading({ try database.query("SELECT key, value FROM \(raw: table.sql) \(rest)") })
        else { return }
        defer { cursor.close() }
        while let row = try cursor.nextRow() {
            try body((decodeKey(row.value(at: 0)), decodeValue(row.value(at: 1))))
        }
    }
}

// MARK: - Writing

extension FMDictionaryTable {
    /// Gives a key a value; nil removes the key.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - key: any key but one that is stored as NULL.
    /// - Throws: `FMError`: `.mismatch` for a value that cannot be encoded, and a key that is NULL; SQLite's code if it
    ///   refuses.
    public func set(_ value: Value?, for key: Key) throws {
        guard let value else {
            try removeValue(for: key)
            return
        }
        try writing { try put(value, key) }
    }

    /// Gives keys values, all of them or none. Other keys stay.
    ///
    /// - Throws: `FMError`, as `set(_:for:)` does.
    public func merge(_ values: [Key: Value]) throws {
        try writing { for (key, value) in values { try put(value, key) } }
    }

    /// Gives a key a value, and returns the one that it had.
    ///
    /// - Returns: nil if it had none.
    /// - Throws: `FMError`, as `set(_:for:)` does; `.mismatch` if the old value is no `Value`.
    @discardableResult
    public func updateValue(_ value: Value, for key: Key) throws -> Value? {
        try writing {
            let old = try self.value(for: key)
            try put(value, key)
            return old
        }
    }

    /// Removes a key.
    ///
    /// - Returns: whether it was there.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @discardableResult
    public func removeValue(for key: Key) throws -> Bool {
        let key = try storedKey(key)
        return try writing { try database.execute("DELETE FROM \(raw: table.sql) WHERE key = \(key)") > 0 }
    }

    /// Removes all keys. The table stays.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func removeAll() throws { try writing { _ = try database.execute("DELETE FROM \(raw: table.sql)") } }

    /// Puts other keys and values in the place of all. All of it or nothing.
    ///
    /// - Throws: `FMError`, as `set(_:for:)` does.
    public func replaceAll(with values: [Key: Value]) throws {
        try writing {
            try removeAll()
            try merge(values)
        }
    }

    /// Removes the table.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func drop() throws { try database.dropTable(table.name) }
}

extension FMDictionaryTable {
    private func reading<Result>(_ body: () throws -> Result) throws -> Result? {
        try database.readStore(table, body)
    }

    private func writing<Result>(_ body: () throws -> Result) throws -> Result {
        try database.writeStore(
            ["CREATE TABLE IF NOT EXISTS \(raw: table.sql) (key NOT NULL PRIMARY KEY, value) WITHOUT ROWID"], body)
    }

    private func put(_ value: Value, _ key: Key) throws(FMError) {
        let (key, value) = (try storedKey(key), try FMValue(encoding: value))
        try database.execute("REPLACE INTO \(raw: table.sql) (key, value) VALUES (?, ?)", key, value)
    }

    /// Keys that are equal in Swift are the same bytes.
    private func storedKey(_ key: Key) throws(FMError) -> FMValue {
        switch try key.fmValue {
        case .null: throw FMError(.mismatch, "the stored dictionary \(name) has no key NULL")
        case .text(let text) where !text.utf8.allSatisfy { $0 < 0x80 }:
            return .text(text.precomposedStringWithCanonicalMapping)
        case .real(let real) where real.isNaN: throw FMError(.mismatch, "not-a-number is no key")
        case let value: return value
        }
    }

    private func decodeKey(_ value: FMValue) throws(FMError) -> Key {
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
