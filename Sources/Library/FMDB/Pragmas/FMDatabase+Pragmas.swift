/// Pragmas with typed values.
extension FMDatabase {
    /// Reads a pragma.
    ///
    ///     let isEnforced = try db.pragma(.foreignKeys)
    ///
    /// See [PRAGMA Statements](https://sqlite.org/pragma.html).
    ///
    /// - Parameters:
    ///   - pragma: the pragma.
    ///   - schema: "main", "temp" or the name of an attached database, for a pragma of one database. Default: "main".
    /// - Returns: its value.
    /// - Throws: `FMError`. `.notSupported` if the linked SQLite lacks the pragma. `.mismatch` for an unknown value. `.error` for
    ///   an unknown database. `.misuse` for a pragma that can only be set, for a schema other than "main" with a pragma of the connection,
    ///   and if the database is not open.
    public final func pragma<Value>(_ pragma: FMPragma<Value>, schema: String = "main") throws(FMError) -> Value {
        try expectUse(pragma, schema)
        guard pragma.use != .set else { throw .misuse("\(pragma.name) can only be set") }
        guard let value = try known(pragma, schema) else {
            throw FMError(
                .notSupported,
                "SQLite \(Library.version) reports no \(pragma.name) of \(schema): this version lacks the pragma, or was built without it"
            )
        }
        return value
    }

    /// Sets a pragma, and checks that SQLite reports the new value.
    ///
    ///     try db.setPragma(.journalMode, to: .wal)
    ///     try db.setPragma(.cacheSize, to: -16_000, schema: "archive")
    ///
    /// For a queue or a pool, set pragmas of the connection in ``FMDatabaseCoordinator/Configuration-swift.struct/configure``. See
    /// [PRAGMA Statements](https://sqlite.org/pragma.html).
    ///
    /// - Parameters:
    ///   - pragma: the pragma.
    ///   - value: its new value.
    ///   - schema: "main", "temp" or the name of an attached database, for a pragma of one database. Default: "main".
    /// - Throws: the errors of ``pragma(_:schema:)``. Also `.misuse` if SQLite keeps a different value without an error, as with
    ///   `foreign_keys` within a transaction, and for a pragma that can only be read. Otherwise SQLite's code, for example `.busy`.
    public final func setPragma<Value>(
        _ pragma: FMPragma<Value>, to value: Value, schema: String = "main"
    ) throws(FMError) {
        try expectUse(pragma, schema)
        guard pragma.use != .read else { throw .misuse("\(pragma.name) can only be read") }
        if pragma.scope == .busyTimeout {
            // SQLite stores the value as a 32-bit integer.
            guard let milliseconds = Int32(pragma.text(value)), milliseconds >= 0 else {
                throw .misuse("busy_timeout is a number of milliseconds from 0 to \(Int32.max)")
            }
            maxBusyRetryTimeInterval = Double(milliseconds) / 1000
            return
        }
        let advice = pragma.advice.map { ": \($0)" } ?? ""
        guard pragma.canKeep(value) else { throw .misuse("\(pragma.name) cannot be set to \(value)\(advice)") }
        _ = try pragmaRows("\(raw: pragma.name) = \(raw: pragma.text(value))", in: schema) { _ throws(FMError) in }
        guard pragma.use != .set else { return }
        let found = try self.pragma(pragma, schema: schema)
        guard found != value else { return }
        throw .misuse("\(pragma.name) of \(schema) stays \(found); it cannot be set to \(value)\(advice)")
    }

    private func expectUse<Value>(_ pragma: FMPragma<Value>, _ schema: String) throws(FMError) {
        _ = try opened("PRAGMA \(pragma.name)")
        guard !schema.utf8.contains(0) else { throw .misuse("the name of a database contains NUL") }
        guard pragma.scope == .database || schema.foldedAsName == "main" else {
            throw .misuse("\(pragma.name) belongs to the connection, not to the database \(schema)")
        }
    }

    /// - Returns: nil if SQLite reports nothing.
    private func known<Value>(_ pragma: FMPragma<Value>, _ schema: String) throws(FMError) -> Value? {
        var found: [FMValue]
        if pragma.scope == .busyTimeout {
            let milliseconds = (max(0, maxBusyRetryTimeInterval) * 1000).rounded()
            found = [.integer(Int64(min(milliseconds, Double(Int32.max))))]
        } else {
            found = try pragmaRows("\(raw: pragma.name)", in: schema) { row throws(FMError) in try row.value(at: 0) }
        }
        guard !found.isEmpty else { return nil }
        guard let value = pragma.value(found) else {
            throw FMError(
                .mismatch, "SQLite \(Library.version) reports an unknown value of \(pragma.name): \(found[0])")
        }
        return value
    }
}
