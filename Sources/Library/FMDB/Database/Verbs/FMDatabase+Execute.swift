/// Statements without rows, in the modern API. Compiled statements are cached.
extension FMDatabase {
    /// Runs one statement to its end; rows that it returns are ignored.
    ///
    ///     try db.execute("UPDATE person SET age = \(age) WHERE name = \(name)")
    ///
    /// See [`sqlite3_step`](https://sqlite.org/c3ref/step.html).
    ///
    /// - Parameter sql: one statement with its values.
    /// - Returns: the number of rows that it inserted, updated or deleted, not counting triggers.
    /// - Throws: `FMError`, as ``query(_:)`` does, and SQLite's code if the statement fails, `.constraint` or `.busy` for example.
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
    @discardableResult @inlinable
    public func execute<First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest
    ) throws(FMError) -> Int {
        var run = try listedRun(sql)
        defer { run.end() }
        try run.begin()
        try run.add(first)
        repeat try run.add(each rest)
        return try run.complete()
    }

    @inline(never)
    final func runCounting(_ statement: FMStatement) throws(FMError) -> Int {
        try statement.runCounting(on: opened(statement.sql))
    }

    final func withStatement<Value>(
        _ sql: String, _ body: (FMStatement) throws(FMError) -> Value
    ) throws(FMError) -> Value {
        let statement = try borrow(sql, from: modernStatementCache, alone: true)
        let use = statement.use
        defer { statement.endUse(use) }
        return try body(statement)
    }
}

extension FMStatement {
    /// Runs the statement to its end, and returns the number of changed rows.
    @inline(__always)
    func runCounting(on connection: Connection) throws(FMError) -> Int {
        try finish(stepThrough(.drain))
        // After any other statement, such as CREATE, SQLite's count is that of an earlier statement, or of a virtual table's internal
        // statements.
        return changesRows ? Int(connection.changes) : 0
    }
}

extension FMSQL {
    func expectNoValues() throws(FMError) {
        guard arguments.isEmpty else {
            throw .misuse("values must be either interpolated or listed after the SQL, not both", sql: text)
        }
    }

    /// Returns the SQL with a value for each `?`. If values are interpolated too, the SQL throws when it is run.
    func listing<First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ first: First, _ rest: repeat each Rest
    ) -> FMSQL {
        var listed = FMArguments()
        listed.append(first)
        repeat listed.append(each rest)
        do throws(FMError) {
            try expectNoValues()
        } catch {
            listed.fail(error)
        }
        return FMSQL(raw: text, arguments: listed)
    }
}
