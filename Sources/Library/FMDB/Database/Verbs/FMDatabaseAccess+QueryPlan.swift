/// Query plans.
extension FMDatabaseAccess {
    /// Returns how SQLite would run a statement, without running it.
    ///
    ///     let plan = try db.queryPlan(of: "SELECT * FROM book WHERE author = \(author)")
    ///     #expect(plan.scannedTables.isEmpty && plan.usedIndexes == ["book_author"])
    ///
    /// Values are bound, because the plan may depend on them: a pattern of LIKE that begins with letters can use an index. The plan of a
    /// statement that writes sets ``FMDatabase/changes`` to 0. A pool uses one of its readers, which has no temporary tables. See [EXPLAIN
    /// QUERY PLAN](https://sqlite.org/eqp.html).
    ///
    /// - Parameters:
    ///   - sql: one SELECT, VALUES, WITH, INSERT, REPLACE, UPDATE or DELETE with its values.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Returns: the plan.
    /// - Throws: `FMError`. `.error` if SQLite cannot compile the SQL. `.misuse` for another statement, for more than one or none, and if
    ///   the database is not open. `.range` for a wrong number of values. `.mismatch` for a value that SQLite cannot store.
    public func queryPlan(
        of sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMQueryPlan {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            try db.plan(of: sql)
        }
    }

    /// Returns how SQLite would run a statement with a value for each `?` and no interpolated values. See ``queryPlan(of:file:line:)``.
    public func queryPlan<First: FMValueConvertible, each Rest: FMValueConvertible>(
        of sql: FMSQL, _ first: First, _ rest: repeat each Rest, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMQueryPlan {
        try queryPlan(of: sql.listing(first, repeat each rest), file: file, line: line)
    }
}

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `queryPlan(of:)`.
    public func queryPlan(of sql: FMSQL, file: StaticString = #fileID, line: UInt = #line) async throws -> FMQueryPlan {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in try db.plan(of: sql) }
    }

    /// Asynchronous form of `queryPlan(of:)` with listed values.
    public func queryPlan<First: FMValueConvertible, each Rest: FMValueConvertible>(
        of sql: FMSQL, _ first: First, _ rest: repeat each Rest, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMQueryPlan {
        try await queryPlan(of: sql.listing(first, repeat each rest), file: file, line: line)
    }
}

extension FMDatabase {
    fileprivate final func plan(of sql: FMSQL) throws(FMError) -> FMQueryPlan {
        try opened(sql.text).queryPlan(of: sql.text) { statement throws(FMError) in
            try statement.bind(.typed(sql.arguments), dates: dateFormatter)
        }
    }
}
