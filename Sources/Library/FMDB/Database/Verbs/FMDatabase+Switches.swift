/// Pragmas that are on or off.
extension FMDatabase {
    /// Runs a body while a pragma of the connection, for example `foreign_keys`, is on or off, and restores it in every
    /// case, even after an interruption.
    ///
    ///     try db.withPragma("foreign_keys", false) {
    ///         try db.withTransaction { try db.execute("DROP TABLE person") }
    ///     }
    ///
    /// Nothing is changed if the pragma already has the value, or if SQLite lacks the pragma. See [PRAGMA](https://sqlite.org/pragma.html).
    ///
    /// - Parameters:
    ///   - name: the name of a Boolean pragma.
    ///   - isOn: its value while the body runs.
    ///   - body: the block to run.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`: `.misuse` if the pragma cannot be changed, as with `foreign_keys` within a
    ///   transaction.
    @discardableResult
    public func withPragma<Value>(_ name: String, _ isOn: Bool, _ body: () throws -> Value) throws -> Value {
        let question: FMSQL = "PRAGMA \(identifier: name)"
        guard let before = try value(question, as: Bool?.self), before != isOn else { return try body() }
        defer {
            despiteInterruption { () throws(FMError) in
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
