// The forms of blocks whose result is not wanted. Within a closure that returns nothing, as in `titles.forEach { … }` or
// `Task<Void, any Error> { … }`, the compiler would take the result of a block of one line for that of the closure, and
// refuse it. In an extension of a protocol these forms come last: wherever the result is wanted or nothing speaks against
// it, the compiler takes the form of the class, which returns it.

extension FMDatabaseAccess where Self: FMDatabase {
    /// Runs statements as one, where the result of the body is not wanted.
    ///
    /// - Parameters:
    ///   - kind: when locks are taken.
    ///   - body: its changes are committed when it returns and rolled back when it throws. It does not run if the
    ///     transaction cannot begin.
    /// - Throws: as ``FMDatabase/withTransaction(_:_:)`` does.
    public func withTransaction<Ignored>(
        _ kind: FMDatabase.TransactionKind = .immediate, _ body: () throws -> Ignored
    ) throws {
        let _: Ignored = try withTransaction(kind, body)
    }

    /// Runs statements whose changes can be undone alone, where the result of the body is not wanted.
    ///
    /// - Parameter body: its changes are kept when it returns and undone when it throws.
    /// - Throws: as ``FMDatabase/withSavePoint(_:)`` does.
    public func withSavePoint<Ignored>(_ body: () throws -> Ignored) throws {
        let _: Ignored = try withSavePoint(body)
    }

    /// Runs a body while a switch of the connection is on or off, where the result of the body is not wanted.
    ///
    /// - Parameters:
    ///   - name: the name of a pragma that is on or off.
    ///   - isOn: how it is while the body runs; nil leaves it as it is.
    ///   - body: what to do.
    /// - Throws: as ``FMDatabase/withPragma(_:_:_:)`` does.
    public func withPragma<Ignored>(_ name: String, _ isOn: Bool?, _ body: () throws -> Ignored) throws {
        // Were it no optional, the compiler would look at the form of the class alone.
        guard let isOn else {
            _ = try body()
            return
        }
        let _: Ignored = try withPragma(name, isOn, body)
    }
}
