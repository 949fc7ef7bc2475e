// These overloads discard the result of the block. A call of `withTransaction` may be the only line of a closure that returns nothing, such
// as `titles.forEach { … }`. The compiler then takes its result as the result of the closure, and rejects it. Overloads in a protocol
// extension rank last: if a result is possible, the compiler chooses the overload of the class.

extension FMDatabaseAccess where Self: FMDatabase {
    /// Runs statements in a transaction, and discards the result of the body. See ``FMDatabase/withTransaction(_:_:)``.
    public func withTransaction<Ignored>(
        _ kind: FMDatabase.TransactionKind = .immediate, _ body: () throws -> Ignored
    ) throws {
        let _: Ignored = try withTransaction(kind, body)
    }

    /// Runs statements in a savepoint, and discards the result of the body. See ``FMDatabase/withSavePoint(_:)``.
    public func withSavePoint<Ignored>(_ body: () throws -> Ignored) throws { let _: Ignored = try withSavePoint(body) }

    /// Runs a body while a pragma of the connection is on or off, and discards its result. If `isOn` is nil, the pragma is not changed. See
    /// ``FMDatabase/withPragma(_:_:_:)``.
    public func withPragma<Ignored>(_ name: String, _ isOn: Bool?, _ body: () throws -> Ignored) throws {
        // If `isOn` were not optional, the compiler would consider only the overload of the class.
        guard let isOn else {
            _ = try body()
            return
        }
        let _: Ignored = try withPragma(name, isOn, body)
    }
}
