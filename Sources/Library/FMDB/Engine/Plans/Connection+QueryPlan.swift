import FMDBSQLiteC

/// Query plans, by [EXPLAIN QUERY PLAN](https://sqlite.org/eqp.html).
extension Connection {
    private static let explainable: Set<String> = [
        "SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE",
    ]

    /// Returns the query plan of one statement.
    ///
    /// - Parameter bind: binds the values, on which the plan may depend.
    func queryPlan(
        of sql: String, _ bind: (FMStatement) throws(FMError) -> Void
    ) throws(FMError) -> FMQueryPlan {
        // Any other statement, such as a PRAGMA, may take effect during compilation.
        if let first = sql.firstKeyword, !Connection.explainable.contains(first) {
            throw .misuse("only SELECT, VALUES, WITH, INSERT, REPLACE, UPDATE and DELETE have a query plan", sql: sql)
        }
        // The plain SQL is compiled first, so that offsets in SQLite's errors refer to the client's SQL.
        let plain = try prepare(sql, isOwn: true)
        defer { plain.close() }
        try expectNothing(behind: plain)
        let explained = try prepare(Connection.explaining(sql), shownAs: sql, isOwn: true)
        defer { explained.close() }
        try bind(explained)
        guard let raw = explained.state.pointee.raw else { throw .takenAway(sql) }
        let (plan, code) = Connection.plan(raw)
        guard code == SQLITE_DONE else { throw error(code, sql: sql, stage: .step) }
        return plan
    }

    /// Returns the lines of a statement's query plan, each indented by two spaces below its parent.
    ///
    /// This clears the connection's error state, and changes nothing else. A statement that has changed rows is not
    /// explained, because that would reset `sqlite3_changes`, whose value the client may still read.
    ///
    /// - Returns: the lines; empty for a statement that cannot be explained.
    func linesOfPlan(of sql: String) -> [String] {
        guard let first = sql.firstKeyword, Connection.explainable.contains(first) else { return [] }
        var raw: OpaquePointer?
        defer {
            sqlite3_finalize(raw)
            forgetError()
        }
        guard sqlite3_prepare_v2(handle, Connection.explaining(sql), -1, &raw, nil) == SQLITE_OK, let raw,
            sqlite3_stmt_readonly(raw) != 0 || sqlite3_changes(handle) == 0
        else { return [] }
        let (plan, code) = Connection.plan(raw)
        return code == SQLITE_DONE ? plan.lines : []
    }

    /// Returns the SQL with EXPLAIN QUERY PLAN before the statement's first token. Placed before a leading semicolon,
    /// it would be a syntax error.
    private static func explaining(_ sql: String) -> String {
        let place = sql.withSQLScanner { scanner in scanner.nextStatement()?.range.lowerBound ?? scanner.position }
        return "EXPLAIN QUERY PLAN " + String(decoding: sql.utf8.dropFirst(place), as: UTF8.self)
    }

    private static func plan(_ raw: OpaquePointer) -> (FMQueryPlan, code: Int32) {
        var rows: [PlanReader.Row] = []
        var code = sqlite3_step(raw)
        while code == SQLITE_ROW {
            let detail = sqlite3_column_text(raw, 3).map { String(cString: $0) } ?? ""
            rows.append(
                PlanReader.Row(Int(sqlite3_column_int(raw, 0)), Int(sqlite3_column_int(raw, 1)), detail))
            code = sqlite3_step(raw)
        }
        return (PlanReader.plan(rows, isTree: Library.isAtLeast(3_024_000)), code)
    }
}
