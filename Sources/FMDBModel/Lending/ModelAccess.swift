import FMDB

/// How the verbs of models come to a connection.
///
/// The synchronous forms bring back values that are not `Sendable`: the caller waits until the body is over, so no two
/// threads ever use them at once.
extension FMDatabaseLender {
    /// A pool lends a connection that only reads, and does not wait for writers; but one whose connections have a content
    /// of their own each, as in memory, is lent as a queue is.
    func reading<Value>(
        _ file: StaticString = #fileID, _ line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        guard let pool = self as? FMDatabasePool, pool.hasReaders else { return try outside(file, line, body) }
        return try carried { keep in try pool.read(file: file, line: line) { keep(try body($0)) } }
    }

    /// In a transaction, which may share its commit with others, and is repeated as the configuration says.
    func writing<Value>(
        _ file: StaticString = #fileID, _ line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try carried { keep in
            guard let pool = self as? FMDatabasePool, pool.hasReaders else {
                return try withTransaction(.immediate, file: file, line: line) { keep(try body($0)) }
            }
            try pool.write(file: file, line: line) { keep(try body($0)) }
        }
    }

    /// Outside of a transaction, for what SQLite does not do within one.
    func outside<Value>(
        _ file: StaticString = #fileID, _ line: UInt = #line, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try carried { keep in try withDatabase(file: file, line: line) { keep(try body($0)) } }
    }

    private func carried<Value>(_ access: ((Value) -> Void) throws -> Void) throws -> Value {
        var value: Value?
        try access { value = $0 }
        guard let value else { throw FMError(.misuse, "the access was over without its body") }
        return value
    }
}

extension FMDatabasePool {
    /// Whether its connections see one content.
    fileprivate var hasReaders: Bool { path?.isEmpty == false && path != ":memory:" }
}

// MARK: - Asynchronous

extension FMDatabaseLender {
    func reading<Value: Sendable>(
        _ file: StaticString = #fileID, _ line: UInt = #line,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        guard let pool = self as? FMDatabasePool, pool.hasReaders else { return try await outside(file, line, body) }
        return try await pool.read(file: file, line: line, body)
    }

    func writing<Value: Sendable>(
        _ file: StaticString = #fileID, _ line: UInt = #line,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        guard let pool = self as? FMDatabasePool, pool.hasReaders else {
            return try await withTransaction(.immediate, file: file, line: line, body)
        }
        return try await pool.write(file: file, line: line, body)
    }

    func outside<Value: Sendable>(
        _ file: StaticString = #fileID, _ line: UInt = #line,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        try await withDatabase(file: file, line: line, body)
    }
}

// MARK: - Filling models

/// A verb fills a copy: it may be repeated, and in the end may not be committed.
extension FMDatabaseLender {
    func writing<Filled, Value>(
        _ file: StaticString, _ line: UInt, filling original: inout Filled,
        _ verb: (FMDatabase, inout Filled) throws -> Value
    ) throws -> Value {
        let (filled, value) = try writing(file, line) { [original] in try $0.filling(original, verb) }
        original = filled
        return value
    }

    func writing<Filled: Sendable, Value: Sendable>(
        _ file: StaticString, _ line: UInt, filling original: inout Filled,
        _ verb: @escaping @Sendable (FMDatabase, inout Filled) throws -> Value
    ) async throws -> Value {
        let (filled, value) = try await writing(file, line) { [original] in try $0.filling(original, verb) }
        original = filled
        return value
    }
}

extension FMDatabase {
    fileprivate func filling<Filled, Value>(
        _ original: Filled, _ verb: (FMDatabase, inout Filled) throws -> Value
    ) throws -> (Filled, Value) {
        var copy = original
        let value = try verb(self, &copy)
        return (copy, value)
    }
}

extension FMTable {
    func names(of properties: [PartialKeyPath<Model>]) throws(FMError) -> [String] {
        var names: [String] = []
        for property in properties { names.append(try name(of: property)) }
        return names
    }
}
