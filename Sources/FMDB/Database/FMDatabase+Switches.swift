/// Switches of a connection.
extension FMDatabase {
    /// Runs a body while a switch of the connection, `foreign_keys` for example, is on or off, and puts it back in every
    /// case, even after an interruption.
    ///
    ///     try db.withPragma("foreign_keys", false) {
    ///         try db.withTransaction { try db.execute("DROP TABLE person") }
    ///     }
    ///
    /// Nothing is switched if it is that way already, or if SQLite does not know the switch. See
    /// [PRAGMA](https://sqlite.org/pragma.html).
    ///
    /// - Parameters:
    ///   - name: the name of a pragma that is on or off.
    ///   - isOn: how it is while the body runs.
    ///   - body: what to do.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`: `.misuse` if the switch cannot be moved, as `foreign_keys` within a
    ///   transaction.
    @discardableResult
    public func withPragma<Value>(_ name: String, _ isOn: Bool, _ body: () throws -> Value) throws -> Value {
        let question: FMSQL = "PRAGMA \(identifier: name)"
        guard let before = try value(question, as: Bool?.self), before != isOn else { return try body() }
        defer {
            insistently { () throws(FMError) in
                try command("PRAGMA \(FMSQL.quoted(identifier: name)) = \(before ? 1 : 0)")
            }
        }
        try execute("PRAGMA \(identifier: name) = \(raw: isOn ? "1" : "0")")
        guard try value(question, as: Bool?.self) == isOn else {
            throw FMError.misuse(
                "\(name) cannot be changed now, for example because a transaction is open", sql: question.text)
        }
        return try body()
    }
}
