import FMDBSQLiteC

/// Untrusted statements, which run in a sandbox.
extension Connection {
    /// The maximum length of a statement in bytes.
    private static let longestText = 20_000
    /// The maximum number of copies of a common table expression. SQLite copies it for every use, before it calls the authorizer.
    private static let mostRepetitions = 1_000
    /// The maximum number of copies of a subquery. Wherever an alias is used, SQLite inserts a copy of the alias's expression.
    private static let mostExpansions = 100_000

    /// Compiles a statement under a sandbox's rules and runs a body with it. The sandbox's limits apply until the body returns.
    ///
    /// - Throws: `FMError` with the code `.authorization` if the sandbox refuses the statement, and the errors of SQLite and of the body.
    func withStatement<Value>(
        _ sql: String, in sandbox: FMSandbox, _ body: (FMStatement) throws(FMError) -> Value
    ) throws(FMError) -> Value {
        try FMSQLiteFeature.trustedSchema.expectAvailable(sql: sql)
        guard sql.utf8.count <= Connection.longestText else {
            throw FMError(.tooBig, "a sandboxed statement may have at most \(Connection.longestText) bytes", sql: sql)
        }
        // This makes SQLite reload a changed schema now. The limits are meant for the untrusted statement, not for reading the schema.
        _ = try strings("SELECT 1 FROM sqlite_master LIMIT 1")
        let others = try names(of: try allSchemas().filter { $0.foldedAsName != sandbox.schema.foldedAsName })
        let guardian = SandboxGuard(sandbox, SandboxText(sql), ownFunctions: guards.functions, otherTables: others)
        if let reason = try reason(against: sql, guardian) { throw .refused(reason, sql) }
        do throws(FMError) {
            return try inside(guardian) { () throws(FMError) in
                let statement = try compile(sql, guardian)
                let use = statement.use
                defer { statement.endUse(use) }
                return try body(statement)
            }
        } catch {
            guard let refusal = guardian.refusal, error.isSQLites else { throw error }
            throw .refused(refusal, sql)
        }
    }

    /// Runs a body, during which the sandbox's guard and limits apply to all statements of the connection.
    private func inside<Value>(
        _ guardian: SandboxGuard, _ body: () throws(FMError) -> Value
    ) throws(FMError) -> Value {
        let outer = guards.sandbox
        guards.sandbox = guardian
        let length = Int32(clamping: min(max(1_000, guardian.sandbox.limits.valueLength), 1_000_000_000))
        let limits = (Connection.sandboxLimits + [(SQLITE_LIMIT_LENGTH, length)]).map { type, most in
            (type: type, former: limit(type, min(most, limit(type, -1))))
        }
        defer {
            for (type, former) in limits { _ = limit(type, former) }
            guards.sandbox = outer
        }
        let (time, memory) = (max(.zero, guardian.sandbox.limits.time), guardian.sandbox.limits.memory)
        let clock = StatementClock(min(time, timeLimit ?? time), every: 50, memory: Int64(max(0, memory)))
        return try withClock(clock, body)
    }

    private func compile(_ sql: String, _ guardian: SandboxGuard) throws(FMError) -> FMStatement {
        var statement = try prepare(sql)
        if !guardian.isAsked {
            authorizeStatements()
            statement = try prepare(sql)
        }
        guard guardian.isAsked, statement.isReadOnly else { throw .refused("is not a query", sql) }
        if try isFollowed(statement) { throw .refused("is followed by another statement", sql) }
        statement.beginUse()
        return statement
    }

    private static let sandboxLimits: [(Int32, Int32)] = [
        (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_VDBE_OP, 250_000),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    // MARK: - What the text says

    private func reason(against sql: String, _ guardian: SandboxGuard) throws(FMError) -> String? {
        let text = guardian.text
        guard let first = sql.firstKeyword, ["SELECT", "VALUES", "WITH"].contains(first) else {
            return "is not a query"
        }
        if let choice = text.indexChoice { return "uses \(choice)" }
        if let slow = text.slowCall { return "calls \(slow)() with arguments that may take long" }
        if text.repetitions > Connection.mostRepetitions { return "repeats its common table expressions too often" }
        if text.expansions > Connection.mostExpansions { return "repeats its subqueries too often" }
        for table in guardian.tablesWithColumns where text.names.contains(table) {
            guard try isVirtual(table, guardian) else { continue }
            return "reads \(table), a virtual table without all of its columns allowed,"
        }
        guard !text.definitions.isEmpty || text.isNatural || !text.joinColumns.isEmpty else { return nil }
        return try reason(against: text, guardian)
    }

    /// Returns the reason to refuse names that the authorizer cannot check.
    ///
    /// SQLite's authorizer does not report whether a name is a view or a common table expression. SQLite does not call it for the columns
    /// of `NATURAL` and `USING`.
    private func reason(against text: SandboxText, _ guardian: SandboxGuard) throws(FMError) -> String? {
        let tables = try namesOfTables().union(guardian.allowedTables)
        let isTable = { (name: String) in
            tables.contains(name) || name.hasPrefix("sqlite_") || name.hasPrefix("pragma_") || name.hasPrefix("json_")
        }
        if let name = text.definitions.first(where: isTable) {
            return "uses the name of a table for something else: \(name)"
        }
        guard text.isNatural || !text.joinColumns.isEmpty else { return nil }
        for name in text.names.filter(isTable).sorted() {
            guard guardian.allows(table: name), !guardian.otherTables.contains(name) else {
                return "names \(name), in a statement with NATURAL or USING"
            }
            guard let columns = guardian.columns(of: name) else { continue }
            if text.isNatural { return "joins \(name) by NATURAL although not all of its columns are allowed" }
            let refused = text.joinColumns.subtracting(columns).sorted()
            for column in refused where try has(column, in: name, guardian.sandbox.schema) {
                return "reads \(name).\(column)"
            }
        }
        return nil
    }

    /// Whether a table or view has a column. It compiles a query, because
    /// [`sqlite3_table_column_metadata`](https://sqlite.org/c3ref/table_column_metadata.html) does not support views.
    private func has(_ column: String, in table: String, _ schema: String) throws(FMError) -> Bool {
        let quoted = FMSQL.quoted(identifier:)
        let sql =
            "SELECT \(quoted(column)).\(quoted(column)) FROM \(quoted(schema)).\(quoted(table)) AS \(quoted(column))"
        var raw: OpaquePointer?
        defer { sqlite3_finalize(raw) }
        let code = sqlite3_prepare_v2(handle, sql, -1, &raw, nil)
        // SQLITE_ERROR means "no such column" here.
        guard code == SQLITE_OK || code == SQLITE_ERROR else { throw failure(code, of: sql) }
        return code == SQLITE_OK
    }

    private func isVirtual(_ table: String, _ guardian: SandboxGuard) throws(FMError) -> Bool {
        let place = FMSQL.schemaTable(of: guardian.sandbox.schema)
        let virtual = try strings("SELECT name FROM \(place) WHERE type = 'table' AND coalesce(rootpage, 0) = 0")
        return virtual.contains { $0.foldedAsName == table }
    }

    /// Returns the folded names of the tables and views of all databases, and of the modules for virtual tables.
    private func namesOfTables() throws(FMError) -> Set<String> {
        let modules = try strings("PRAGMA module_list").map(\.foldedAsName)
        return try names(of: allSchemas()).union(modules + ["dbstat", "fts3tokenize"])
    }

    /// Returns the folded names of the tables and views of some databases. It throws if a schema cannot be read, so that no statement is
    /// allowed without complete knowledge.
    private func names(of schemas: [String]) throws(FMError) -> Set<String> {
        var names: Set<String> = []
        for schema in schemas {
            let table = FMSQL.schemaTable(of: schema)
            names.formUnion(
                try strings("SELECT name FROM \(table) WHERE type IN ('table', 'view')").map(\.foldedAsName))
        }
        return names
    }
}

extension FMError {
    fileprivate static func refused(_ reason: String, _ sql: String) -> FMError {
        FMError(.authorization, "the statement \(reason), which the sandbox does not allow", sql: sql, stage: .prepare)
    }
}
