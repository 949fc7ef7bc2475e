/// One statement for many rows, in the throwing spelling.
extension FMDatabase {
    /// Runs one statement once for each tuple of values, all of them or none.
    ///
    ///     try db.executeMany("INSERT INTO person (name, age) VALUES (?, ?)", people.lazy.map { ($0.name, $0.age) })
    ///
    /// The statement is compiled once, and each value is bound as it comes out of the sequence. All runs together are one
    /// transaction, immediate; within a transaction they are a save point.
    ///
    /// The corresponding C functions are [`sqlite3_step`](https://sqlite.org/c3ref/step.html) and
    /// [`sqlite3_reset`](https://sqlite.org/c3ref/reset.html).
    ///
    /// - Parameters:
    ///   - sql: one statement, without interpolated values.
    ///   - rows: tuples with an element for each `?`. The sequence is gone through once, on this thread.
    /// - Returns: the number of rows inserted, updated or deleted in all, not counting triggers.
    /// - Throws: `FMError`, as ``execute(_:_:_:)`` and ``withTransaction(_:_:)`` do, with the number of the tuple,
    ///   counted from 0, in the message. Nothing is changed then.
    @discardableResult
    public func executeMany<each Value: FMValueConvertible>(
        _ sql: FMSQL, _ rows: some Sequence<(repeat each Value)>
    ) throws -> Int {
        try repeating(sql) { runs in
            for row in rows {
                try runs.begin()
                repeat try runs.add(each row)
                try runs.end()
            }
        }
    }

    /// Runs one statement once for each value. See the form for tuples.
    ///
    ///     try db.executeMany("DELETE FROM person WHERE id = ?", ids)
    ///
    /// - Parameters:
    ///   - sql: one statement with one parameter.
    ///   - values: the sequence is gone through once, on this thread.
    /// - Returns: the number of rows inserted, updated or deleted in all, not counting triggers.
    /// - Throws: as the form for tuples does.
    @discardableResult
    public func executeMany<Value: FMValueConvertible>(_ sql: FMSQL, _ values: some Sequence<Value>) throws -> Int {
        try repeating(sql) { runs in
            for value in values {
                try runs.begin()
                try runs.add(value)
                try runs.end()
            }
        }
    }

    /// Runs one statement once for each list of values, by position or by name. See the form for tuples.
    ///
    ///     try db.executeMany(FMSQL(raw: insertion), lines.lazy.map { FMArguments($0.cells) })
    ///
    /// - Parameters:
    ///   - sql: one statement, without interpolated values.
    ///   - rows: the sequence is gone through once, on this thread.
    /// - Returns: the number of rows inserted, updated or deleted in all, not counting triggers.
    /// - Throws: as the form for tuples does.
    @discardableResult
    public func executeMany(_ sql: FMSQL, _ rows: some Sequence<FMArguments>) throws -> Int {
        try repeating(sql) { runs in
            for row in rows { try runs.run(row) }
        }
    }

    private func repeating(_ sql: FMSQL, _ body: (inout RepeatedRuns) throws -> Void) throws -> Int {
        try sql.expectNoValues()
        let all = { [self] in
            let statement = try borrow(sql.text, from: quietCache, alone: true)
            let use = statement.use
            defer { statement.endUse(use) }
            var runs = RepeatedRuns(of: statement, on: self, try opened(sql.text))
            do {
                try body(&runs)
            } catch let error as FMError {
                throw error.inRow(runs.row)
            }
            return runs.changes
        }
        return try isTransactionOpen ? withSavePoint(all) : withTransaction(.immediate, all)
    }
}

/// Runs a statement again and again, with values that are bound one by one.
private struct RepeatedRuns {
    private let statement: FMStatement
    private let database: FMDatabase
    private let connection: Connection
    private let use: UInt32
    private var values: ListedValues?
    /// How many runs are complete.
    private(set) var row = 0
    /// How many rows all of them have changed.
    private(set) var changes = 0

    init(of statement: FMStatement, on database: FMDatabase, _ connection: Connection) {
        self.statement = statement
        self.database = database
        self.connection = connection
        use = statement.use
    }

    mutating func begin() throws(FMError) {
        try expectUse()
        values = try ListedValues(for: statement, isTraced: database.traceExecution)
    }

    mutating func add(_ value: some FMValueConvertible) throws(FMError) {
        try values?.add(value)
    }

    mutating func end() throws(FMError) {
        try values?.finish(database)
        try run()
    }

    mutating func run(_ arguments: FMArguments) throws(FMError) {
        try expectUse()
        try database.bind(statement, .typed(arguments))
        try run()
    }

    private mutating func run() throws(FMError) {
        changes += try connection.countingChanges { () throws(FMError) in
            try statement.finish(statement.stepThrough(.drain))
        }
        statement.beginAgain()
        row += 1
    }

    /// The sequence may run a client's code, which may have closed the statement.
    private func expectUse() throws(FMError) {
        guard statement.use == use else { throw .takenAway(statement.sql) }
    }
}
