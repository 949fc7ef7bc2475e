import FMDB

/// How the verbs of models get a connection.
///
/// The synchronous forms return values that are not `Sendable`. The caller waits for the end of the body, so no two threads use
/// them at once.
extension FMDatabaseAccess {
    @inlinable
    func reading<Value>(
        _ file: StaticString, _ line: UInt, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try access(.read, at: FMCallSite(file: file, line: line)) { Transfer(try body($0)) }.value
    }

    @inlinable
    func writing<Value>(
        _ file: StaticString, _ line: UInt, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try access(.write, at: FMCallSite(file: file, line: line)) { Transfer(try body($0)) }.value
    }

    /// For a body that throws nothing but `FMError`.
    @inlinable
    func accessing<Value>(
        _ kind: FMAccessKind, _ file: StaticString, _ line: UInt, _ body: (FMDatabase) throws(FMError) -> Value
    ) throws(AccessError) -> Value {
        try access(kind, at: FMCallSite(file: file, line: line), throwing: FMError.self) { database throws(FMError) in
            Transfer(try body(database))
        }.value
    }
}

// SAFETY: it carries a value out of a block that has ended when the value is read, on the same thread.
/// A value that leaves a block.
@usableFromInline
struct Transfer<Value>: @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}

// MARK: - Asynchronous

extension FMDatabaseAsyncAccess {
    func reading<Value: Sendable>(
        _ file: StaticString, _ line: UInt, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        try await accessing(.read, file, line, body)
    }

    func writing<Value: Sendable>(
        _ file: StaticString, _ line: UInt, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        try await accessing(.write, file, line, body)
    }

    func accessing<Value: Sendable>(
        _ kind: FMAccessKind, _ file: StaticString, _ line: UInt,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        try await access(kind, at: FMCallSite(file: file, line: line), body)
    }

    /// Fills a copy: the body may be repeated, and in the end may not be committed.
    func writing<Filled: Sendable, Value: Sendable>(
        _ file: StaticString, _ line: UInt, filling original: inout Filled,
        _ body: @escaping @Sendable (FMDatabase, inout Filled) throws -> Value
    ) async throws -> Value {
        let (filled, value) = try await writing(file, line) { [original] database in
            var copy = original
            let value = try body(database, &copy)
            return (copy, value)
        }
        original = filled
        return value
    }
}
