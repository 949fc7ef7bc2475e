import FMDB

/// A dictionary that lies in the database of a queue or pool, one row for each key.
///
///     let settings = FMStoredDictionary<String, Int>("settings", in: queue)
///     try await settings.set(14, for: "font size")
///     let size = try await settings.value(for: "font size") ?? 12
///
/// Any thread and any task may use it. Each call is an access of its own, a change a transaction; a pool reads by its
/// readers. In an asynchronous function the asynchronous forms are taken. Within a block that has a database already,
/// ``FMDictionaryTable`` is the same dictionary, and
/// `withContents(_:)` makes one change of several.
///
/// What is said of ``FMDictionaryTable`` holds here.
public struct FMStoredDictionary<Key: FMValueConvertible & Hashable & Sendable, Value: Codable & Sendable>: FMStore {
    /// A key with its value.
    public typealias Element = (key: Key, value: Value)

    /// The name of the store. Stores of different names have nothing in common.
    public let name: String
    /// The queue or pool.
    public let coordinator: FMDatabaseCoordinator
    /// The name of its table, with the columns `key` and `value`.
    public var tableName: String { table.name }

    private let table: StoreTable

    /// The dictionary of a name. Nothing is done with the database yet.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - coordinator: a queue or pool.
    public init(_ name: String, in coordinator: FMDatabaseCoordinator) {
        self.name = name
        self.coordinator = coordinator
        table = StoreTable("dictionary", name)
    }

    /// Several changes at once: all of them or none, and nothing of others in between.
    ///
    /// - Parameter body: runs within a transaction; must not keep the view.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withTransaction` does.
    @discardableResult
    public func withContents<Result: Sendable>(_ body: (FMDictionaryTable<Key, Value>) throws -> Result) throws
        -> Result
    {
        try writing(body)
    }

    /// Several changes at once, without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: what the closure throws, or `FMError`, as ``FMDictionaryTable`` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func withContents<Result: Sendable>(
        _ body: @escaping @Sendable (FMDictionaryTable<Key, Value>) throws -> Result
    ) async throws -> Result {
        try await writing(body)
    }

    private func reading<Result: Sendable>(_ body: (FMDictionaryTable<Key, Value>) throws -> Result) throws -> Result {
        try coordinator.reading { try body(FMDictionaryTable<Key, Value>(name, table, $0)) }
    }

    private func reading<Result: Sendable>(
        _ body: @escaping @Sendable (FMDictionaryTable<Key, Value>) throws -> Result
    ) async throws -> Result {
        try await coordinator.reading { [name, table] in try body(FMDictionaryTable<Key, Value>(name, table, $0)) }
    }

    private func writing<Result: Sendable>(_ body: (FMDictionaryTable<Key, Value>) throws -> Result) throws -> Result {
        try coordinator.writing { try body(FMDictionaryTable<Key, Value>(name, table, $0)) }
    }

    private func writing<Result: Sendable>(
        _ body: @escaping @Sendable (FMDictionaryTable<Key, Value>) throws -> Result
    ) async throws -> Result {
        try await coordinator.writing { [name, table] in try body(FMDictionaryTable<Key, Value>(name, table, $0)) }
    }
}

// MARK: - Synchronous

extension FMStoredDictionary {
    /// The value of a key; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value that is no `Value`, and a key that cannot be one.
    public subscript(key: Key) -> Value? {
        get throws { try reading { try $0.value(for: key) } }
    }

    /// The number of keys. All of them are counted.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do.
    public func count() throws -> Int {
        try reading { try $0.count() }
    }

    /// Whether there are no keys.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do.
    public func isEmpty() throws -> Bool {
        try reading { try $0.isEmpty() }
    }

    /// The value of a key; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value that is no `Value`, and a key that cannot be one.
    public func value(for key: Key) throws -> Value? {
        try reading { try $0.value(for: key) }
    }

    /// Whether a key has a value.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do.
    public func contains(_ key: Key) throws -> Bool {
        try reading { try $0.contains(key) }
    }

    /// All keys in SQLite's order.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a stored value that is no key.
    public func keys() throws -> [Key] {
        try reading { try $0.keys() }
    }

    /// All keys with their values.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for what is no key or no value.
    public func contents() throws -> [Key: Value] {
        try reading { try $0.contents() }
    }

    /// The keys with their values that come behind another key, page by page. Each page is of a state of its own.
    ///
    /// - Parameters:
    ///   - key: the last one of the page before; nil for the first page.
    ///   - limit: how many at the most.
    /// - Throws: `FMError`: `.misuse` for a negative limit, `.mismatch` for what is no key or no value.
    public func page(after key: Key?, limit: Int) throws -> [Element] {
        try reading { try $0.page(after: key, limit: limit) }
    }

    /// Calls a body for each key with its value, in SQLite's order of the keys, without keeping any. All of them are of one state.
    ///
    /// - Parameter body: must not use the queue or pool. If it throws, the others are left out.
    /// - Throws: what the body throws, or `FMError` with the code `.mismatch` for what is no key or no value.
    public func forEach(_ body: (Element) throws -> Void) throws {
        try reading { try $0.forEach(body) }
    }

    /// Gives a key a value; nil removes the key.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - key: any key but one that is stored as NULL.
    /// - Throws: `FMError`: `.mismatch` for a value that cannot be encoded, and a key that is NULL; SQLite's code if it refuses.
    public func set(_ value: Value?, for key: Key) throws {
        try writing { try $0.set(value, for: key) }
    }

    /// Gives keys values, all of them or none. Other keys stay.
    ///
    /// - Throws: `FMError`, as `set(_:for:)` does.
    public func merge(_ values: [Key: Value]) throws {
        try writing { try $0.merge(values) }
    }

    /// Gives a key a value, and returns the one that it had.
    ///
    /// - Returns: nil if it had none.
    /// - Throws: `FMError`, as `set(_:for:)` does; `.mismatch` if the old value is no `Value`.
    @discardableResult
    public func updateValue(_ value: Value, for key: Key) throws -> Value? {
        try writing { try $0.updateValue(value, for: key) }
    }

    /// Removes a key.
    ///
    /// - Returns: whether it was there.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @discardableResult
    public func removeValue(for key: Key) throws -> Bool {
        try writing { try $0.removeValue(for: key) }
    }

    /// Removes all keys. The table stays.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do.
    public func removeAll() throws {
        try writing { try $0.removeAll() }
    }

    /// Puts other keys and values in the place of all. All of it or nothing.
    ///
    /// - Throws: `FMError`, as `set(_:for:)` does.
    public func replaceAll(with values: [Key: Value]) throws {
        try writing { try $0.replaceAll(with: values) }
    }

    /// Removes the table.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do.
    public func drop() throws {
        try writing { try $0.drop() }
    }
}

// MARK: - Asynchronous

/// The same verbs, without blocking the caller's thread; they throw what the synchronous forms do, and
/// `CancellationError`.
extension FMStoredDictionary {
    /// The number of keys. All of them are counted.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do; `CancellationError`.
    public func count() async throws -> Int {
        try await reading { try $0.count() }
    }

    /// Whether there are no keys.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do; `CancellationError`.
    public func isEmpty() async throws -> Bool {
        try await reading { try $0.isEmpty() }
    }

    /// The value of a key; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do; `CancellationError`.
    public func value(for key: Key) async throws -> Value? {
        try await reading { try $0.value(for: key) }
    }

    /// Whether a key has a value.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do; `CancellationError`.
    public func contains(_ key: Key) async throws -> Bool {
        try await reading { try $0.contains(key) }
    }

    /// All keys in SQLite's order.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do; `CancellationError`.
    public func keys() async throws -> [Key] {
        try await reading { try $0.keys() }
    }

    /// All keys with their values.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do; `CancellationError`.
    public func contents() async throws -> [Key: Value] {
        try await reading { try $0.contents() }
    }

    /// The keys with their values that come behind another key, page by page. Each page is of a state of its own.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withDatabase` do; `CancellationError`.
    public func page(after key: Key?, limit: Int) async throws -> [Element] {
        try await reading { try $0.page(after: key, limit: limit) }
    }

    /// Calls a body for each key with its value, in SQLite's order of the keys, without keeping any. All of them are of one state.
    ///
    /// - Throws: what the closure throws, or `FMError`, as ``FMDictionaryTable`` and `withDatabase` do; `CancellationError`.
    public func forEach(_ body: @escaping @Sendable (Element) throws -> Void) async throws {
        try await reading { try $0.forEach(body) }
    }

    /// Gives a key a value; nil removes the key.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do; `CancellationError`.
    public func set(_ value: Value?, for key: Key) async throws {
        try await writing { try $0.set(value, for: key) }
    }

    /// Gives keys values, all of them or none. Other keys stay.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do; `CancellationError`.
    public func merge(_ values: [Key: Value]) async throws {
        try await writing { try $0.merge(values) }
    }

    /// Gives a key a value, and returns the one that it had.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func updateValue(_ value: Value, for key: Key) async throws -> Value? {
        try await writing { try $0.updateValue(value, for: key) }
    }

    /// Removes a key.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func removeValue(for key: Key) async throws -> Bool {
        try await writing { try $0.removeValue(for: key) }
    }

    /// Removes all keys. The table stays.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do; `CancellationError`.
    public func removeAll() async throws {
        try await writing { try $0.removeAll() }
    }

    /// Puts other keys and values in the place of all. All of it or nothing.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do; `CancellationError`.
    public func replaceAll(with values: [Key: Value]) async throws {
        try await writing { try $0.replaceAll(with: values) }
    }

    /// Removes the table.
    ///
    /// - Throws: `FMError`, as ``FMDictionaryTable`` and `withTransaction` do; `CancellationError`.
    public func drop() async throws {
        try await writing { try $0.drop() }
    }
}
