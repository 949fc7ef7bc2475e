import FMDBSQLiteC

/// Plans, by [EXPLAIN QUERY PLAN](https://sqlite.org/eqp.html).
extension Connection {
    private static let explainable: Set<String> = [
        "SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE",
    ]

    /// The plan of one statement.
    ///
    /// - Parameter bind: binds the values, on which the plan may depend.
    func queryPlan(
        of sql: String, _ bind: (FMStatement) throws(FMError) -> Void
    ) throws(FMError) -> FMQueryPlan {
        // Any other statement may do its work while it is compiled: a PRAGMA for example.
        if let first = sql.firstKeyword, !Connection.explainable.contains(first) {
            throw .misuse("only SELECT, VALUES, WITH, INSERT, REPLACE, UPDATE and DELETE have a query plan", sql: sql)
        }
        // Compiled as it is first: SQLite's errors name places in the client's text.
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

    /// The lines of a statement's query plan, each indented by two spaces below the one it belongs to.
    ///
    /// It leaves the connection's error state cleared, and everything else as it was. A statement that has changed rows
    /// is not explained: SQLite would forget their number, which the next statement may ask for.
    ///
    /// - Returns: nothing for a statement that cannot be explained.
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

    /// The words stand before the statement's first one: before a semicolon they would be a syntax error.
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
