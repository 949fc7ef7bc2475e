/// Statements without rows, in the throwing spelling. Compiled statements are kept for their next use.
extension FMDatabase {
    /// Runs one statement to its end; rows that it returns are passed over.
    ///
    ///     try db.execute("UPDATE person SET age = \(age) WHERE name = \(name)")
    ///
    /// The corresponding C function is [`sqlite3_step`](https://sqlite.org/c3ref/step.html).
    ///
    /// - Parameter sql: one statement with its values.
    /// - Returns: the number of rows that it inserted, updated or deleted, not counting triggers.
    /// - Throws: `FMError`: as ``query(_:)`` does, and SQLite's code if the statement fails, `.constraint` or `.busy`
    ///   for example.
    @discardableResult
    public func execute(_ sql: FMSQL) throws(FMError) -> Int {
        try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            return try runCounting(statement)
        }
    }

    /// Runs one statement to its end, with a value for each `?`.
    ///
    ///     try db.execute("UPDATE person SET age = ? WHERE name = ?", age, name)
    ///
    /// The values are bound one by one, without an array.
    ///
    /// - Parameters:
    ///   - sql: one statement, without interpolated values.
    ///   - first: the value of the first `?`.
    ///   - rest: the values of the others.
    /// - Returns: the number of rows that it inserted, updated or deleted, not counting triggers.
    /// - Throws: `FMError`, as ``execute(_:)`` does; `.misuse` if values are interpolated too.
    @discardableResult
    public func execute<First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest
    ) throws(FMError) -> Int {
        try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, sql, first, repeat each rest)
            return try runCounting(statement)
        }
    }

    private func runCounting(_ statement: FMStatement) throws(FMError) -> Int {
        let connection = try opened(statement.sql)
        let before = connection.totalChanges
        try statement.finish(statement.stepThrough(.drain))
        // A statement that changes nothing, a CREATE for example, leaves the count of the one before it.
        return connection.totalChanges == before ? 0 : Int(connection.changes)
    }

    /// Lends a compiled statement for the time of a body.
    final func withStatement<Value>(
        _ sql: String, _ body: (FMStatement) throws(FMError) -> Value
    ) throws(FMError) -> Value {
        let statement = try borrow(sql, from: quietCache, alone: true)
        let use = statement.use
        defer { statement.endUse(use) }
        return try body(statement)
    }

    final func bind<each Bound: FMValueConvertible>(
        _ statement: FMStatement, _ sql: FMSQL, _ values: repeat each Bound
    ) throws(FMError) {
        guard sql.arguments.isEmpty else {
            throw .misuse("values are either interpolated or listed behind the text, not both", sql: sql.text)
        }
        if traceExecution {
            var arguments = FMArguments()
            for value in repeat each values { arguments.append(value) }
            trace(statement, .typed(arguments))
        }
        try statement.binding { () throws(FMError) in
            var count: Int32 = 0
            for value in repeat each values {
                count += 1
                // Past the last parameter SQLite refuses; the count below names the reason.
                guard count <= statement.parameterCount else { continue }
                try statement.check(statement.bind(try value.fmValue, at: count))
            }
            try statement.expect(given: Int(count))
        }
    }
}
