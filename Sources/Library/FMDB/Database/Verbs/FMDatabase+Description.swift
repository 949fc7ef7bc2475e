/// Descriptions of statements.
extension FMDatabase {
    /// Compiles the first statement in an SQL string and describes it, without running it.
    ///
    /// The exception is `PRAGMA`: some pragmas take effect while they are compiled. See
    /// [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html), and <doc:QueryPlans> for how a statement would be run.
    ///
    /// - Parameter sql: the SQL; the values of its parameters are not needed.
    /// - Returns: the parameters and the columns of the first statement. The rest begins after ``FMStatementDescription/length``.
    /// - Throws: `FMError`: `.error` if SQLite cannot compile the statement, with the position in ``FMError/offset``; `.misuse` if it
    ///   contains no statement, and if the database is not open.
    public func statementDescription(of sql: FMSQL) throws(FMError) -> FMStatementDescription {
        let statement = try opened(sql.text).prepare(sql.text, isOwn: true)
        defer { statement.close() }
        guard let description = statement.compiledDescription else { throw .takenAway(sql.text) }
        return description
    }

    /// Whether SQL ends with a complete statement: with a semicolon outside string literals, comments and trigger bodies. See
    /// [`sqlite3_complete`](https://sqlite.org/c3ref/complete.html).
    package static func isComplete(_ sql: String) -> Bool { Connection.isComplete(sql) }
}
