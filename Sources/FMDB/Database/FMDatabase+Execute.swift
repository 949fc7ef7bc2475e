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
        try sql.expectNoValues()
        let statement = try borrow(sql.text, from: quietCache, alone: true)
        let use = statement.use
        defer { statement.endUse(use) }
        var binding = try ListedValues(for: statement, isTraced: traceExecution)
        try binding.add(first)
        repeat try binding.add(each rest)
        try binding.finish(self)
        return try runCounting(statement)
    }

    private func runCounting(_ statement: FMStatement) throws(FMError) -> Int {
        try opened(statement.sql).countingChanges { () throws(FMError) in
            try statement.finish(statement.stepThrough(.drain))
        }
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
}

/// Binds the values behind an SQL text one by one.
///
/// A pack is not passed on, nor captured by a closure: either would copy its values into a tuple whose type the runtime
/// has to look up.
struct ListedValues {
    private let statement: FMStatement
    private let parameterCount: Int
    private var count = 0
    /// The values once more, if they are to be logged.
    private var traced: FMArguments?

    init(for statement: FMStatement, isTraced: Bool) throws(FMError) {
        self.statement = statement
        traced = isTraced ? FMArguments() : nil
        parameterCount = statement.parameterCount
        try statement.beginBinding()
    }

    mutating func add<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        traced?.append(value)
        count += 1
        // Past the last parameter SQLite refuses; the count in the end names the reason.
        guard count <= parameterCount else { return }
        do throws(FMError) {
            try statement.check(statement.bind(try value.fmValue, at: Int32(truncatingIfNeeded: count)))
        } catch {
            statement.abandonBinding()
            throw error.concerning(statement.sql)
        }
    }

    func finish(_ database: FMDatabase) throws(FMError) {
        guard count == parameterCount else {
            statement.abandonBinding()
            throw .wrongCount(expected: parameterCount, given: count, sql: statement.sql)
        }
        try statement.endBinding()
        if let traced { database.trace(statement, .typed(traced)) }
    }
}

extension FMSQL {
    /// Refuses values in the literal where others are listed behind it.
    func expectNoValues() throws(FMError) {
        guard arguments.isEmpty else {
            throw .misuse("values are either interpolated or listed behind the text, not both", sql: text)
        }
    }
}
