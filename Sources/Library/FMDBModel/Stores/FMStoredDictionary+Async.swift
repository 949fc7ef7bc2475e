import FMDB

// pure list: exempt from the length limits
// Scripts/ladders writes the extensions: the calls of a dictionary in a queue or pool, without blocking the caller's thread. They
// throw what the synchronous forms do, and `CancellationError`.

extension FMStoredDictionary where Access: FMDatabaseAsyncAccess {
    /// Asynchronous form of `withContents(_:)`.
    @discardableResult
    public func withContents<Result: Sendable>(
        file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (FMStoredDictionary<Key, Value, FMDatabase>) throws -> Result
    ) async throws -> Result {
        try await changing(file, line, body)
    }

    /// Asynchronous form of `count()`.
    public func count(file: StaticString = #fileID, line: UInt = #line) async throws -> Int {
        try await reading(file, line) { try $0.count() }
    }

    /// Asynchronous form of `value(for:)`.
    public func value(for key: Key, file: StaticString = #fileID, line: UInt = #line) async throws -> Value? {
        try await reading(file, line) { try $0.value(for: key) }
    }

    /// Asynchronous form of `contains(_:)`.
    public func contains(_ key: Key, file: StaticString = #fileID, line: UInt = #line) async throws -> Bool {
        try await reading(file, line) { try $0.contains(key) }
    }

    /// Asynchronous form of `keys()`.
    public func keys(file: StaticString = #fileID, line: UInt = #line) async throws -> [Key] {
        try await reading(file, line) { try $0.keys() }
    }

    /// Asynchronous form of `contents()`.
    public func contents(file: StaticString = #fileID, line: UInt = #line) async throws -> [Key: Value] {
        try await reading(file, line) { try $0.contents() }
    }

    /// Asynchronous form of `page(after:limit:)`.
    public func page(
        after key: Key?, limit: Int, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [(key: Key, value: Value)] {
        try await reading(file, line) { try $0.page(after: key, limit: limit) }
    }

    /// Asynchronous form of `forEach(_:)`.
    public func forEach(
        file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable ((key: Key, value: Value)) throws -> Void
    ) async throws {
        try await reading(file, line) { try $0.forEach(body) }
    }

    /// Asynchronous form of `set(_:for:)`.
    public func set(_ value: Value?, for key: Key, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await writing(file, line) { try $0.set(value, for: key) }
    }

    /// Asynchronous form of `merge(_:)`.
    public func merge(_ values: [Key: Value], file: StaticString = #fileID, line: UInt = #line) async throws {
        try await writing(file, line) { try $0.merge(values) }
    }

    /// Asynchronous form of `updateValue(_:for:)`.
    @discardableResult
    public func updateValue(
        _ value: Value, for key: Key, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value? {
        try await writing(file, line) { try $0.updateValue(value, for: key) }
    }

    /// Asynchronous form of `removeValue(for:)`.
    @discardableResult
    public func removeValue(for key: Key, file: StaticString = #fileID, line: UInt = #line) async throws -> Bool {
        try await writing(file, line) { try $0.removeValue(for: key) }
    }

    /// Asynchronous form of `replaceAll(with:)`.
    public func replaceAll(with values: [Key: Value], file: StaticString = #fileID, line: UInt = #line) async throws {
        try await writing(file, line) { try $0.replaceAll(with: values) }
    }
}
