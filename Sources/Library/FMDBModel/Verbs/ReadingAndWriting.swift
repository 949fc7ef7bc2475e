import FMDB

/// Access to a connection for the verbs of models.
///
/// The synchronous forms may return values that are not `Sendable`. The caller waits until the body returns, so two threads never use such
/// a value at once.
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

    /// Runs a body that throws only `FMError`.
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
/// A value that a block returns.
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

    /// Runs a body on a copy of a value, and replaces the original after the commit. The body may run more than once, and its
    /// transaction may fail.
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
