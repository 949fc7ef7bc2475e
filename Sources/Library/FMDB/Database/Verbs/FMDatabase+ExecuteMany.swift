/// One statement for many rows, in the modern API.
extension FMDatabase {
    /// Runs one statement once for each tuple of values, in one transaction.
    ///
    ///     try db.executeMany("INSERT INTO person (name, age) VALUES (?, ?)", people.lazy.map { ($0.name, $0.age) })
    ///
    /// The statement is compiled once, and values are bound directly from the sequence. All executions run in one immediate transaction, or
    /// in a savepoint if a transaction is open. See [`sqlite3_step`](https://sqlite.org/c3ref/step.html) and
    /// [`sqlite3_reset`](https://sqlite.org/c3ref/reset.html).
    ///
    /// - Parameters:
    ///   - sql: one statement, without interpolated values.
    ///   - rows: tuples with an element for each `?`. The sequence is iterated once, on this thread.
    /// - Returns: the number of rows inserted, updated or deleted in all, not counting triggers.
    /// - Throws: `FMError`, as ``execute(_:_:_:)`` and ``withTransaction(_:_:)`` do, with ``FMError/batchIndex``, the
    ///   index of the tuple; `.misuse` if the sequence ends the transaction. Nothing is changed in these cases.
    @discardableResult @inlinable
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

    /// Runs one statement with one parameter once for each value. See the overload for tuples.
    ///
    ///     try db.executeMany("DELETE FROM person WHERE id = ?", ids)
    @discardableResult @inlinable
    public func executeMany<Value: FMValueConvertible>(_ sql: FMSQL, _ values: some Sequence<Value>) throws -> Int {
        try repeating(sql) { runs in
            for value in values {
                try runs.begin()
                try runs.add(value)
                try runs.end()
            }
        }
    }

    /// Runs one statement once for each list of values, by position or by name. See the overload for tuples.
    ///
    ///     try db.executeMany(FMSQL(raw: insertion), lines.lazy.map { FMArguments($0.cells) })
    @discardableResult
    public func executeMany(_ sql: FMSQL, _ rows: some Sequence<FMArguments>) throws -> Int {
        try repeating(sql) { runs in
            for row in rows { try runs.run(row) }
        }
    }

    /// Runs one statement once for each element, with values that a closure adds one by one. See the overload for tuples.
    ///
    ///     try db.executeMany("INSERT INTO point VALUES (?, ?, ?)", points) { values, point in
    ///         for coordinate in point.coordinates { try values.add(coordinate) }
    ///     }
    ///
    /// - Parameters:
    ///   - sql: one statement, without interpolated values.
    ///   - elements: the sequence is iterated once, on this thread.
    ///   - binding: adds a value for each parameter, in order.
    ///   - afterEach: called after each execution with the number of changed rows; ``FMDatabase/lastInsertRowId`` is
    ///     that of the execution. If it throws, everything is rolled back.
    /// - Returns: the number of rows inserted, updated or deleted in all, not counting triggers.
    /// - Throws: what the bodies throw, or `FMError`, as the overload for tuples does.
    @discardableResult @inlinable
    public func executeMany<Elements: Sequence>(
        _ sql: FMSQL, _ elements: Elements, binding: (inout FMBindings, Elements.Element) throws -> Void,
        afterEach: (_ changes: Int) throws -> Void = { _ in }
    ) throws -> Int {
        try repeating(sql) { runs in
            for element in elements { try runs.run(afterEach) { values in try binding(&values, element) } }
        }
    }

    @usableFromInline
    func repeating(_ sql: FMSQL, _ body: (inout RepeatedRuns) throws -> Void) throws -> Int {
        let all = { [self] in
            var runs = RepeatedRuns(try listedRun(sql))
            defer { runs.values.run.end() }
            do {
                try body(&runs)
            } catch let error as FMError {
                throw error.ofElement(runs.row)
            }
            return runs.changes
        }
        return try isTransactionOpen ? withSavePoint(all) : withTransaction(.immediate, all)
    }
}

@usableFromInline
struct RepeatedRuns: ~Copyable {
    @usableFromInline var values: FMBindings
    /// The number of complete executions.
    private(set) var row = 0
    /// The number of rows that all executions have changed.
    private(set) var changes = 0

    init(_ run: BoundExecution) { values = FMBindings(run) }

    @usableFromInline
    mutating func begin() throws(FMError) { try values.run.begin() }

    @inlinable
    mutating func add(_ value: some FMValueConvertible) throws(FMError) { try values.run.add(value) }

    @usableFromInline
    mutating func end() throws(FMError) { try complete(finish()) }

    mutating func run(_ arguments: FMArguments) throws(FMError) {
        try values.run.bind(arguments)
        try complete(changesOfRun())
    }

    @inlinable
    mutating func run(_ done: (_ changes: Int) throws -> Void, _ binding: (inout FMBindings) throws -> Void) throws {
        try values.bind(binding)
        let changed = try finish()
        try done(changed)
        complete(changed)
    }

    @usableFromInline
    func finish() throws(FMError) -> Int {
        if let failure = values.failure { throw failure }
        try values.run.finish()
        return try changesOfRun()
    }

    private func changesOfRun() throws(FMError) -> Int {
        let statement = values.run.statement
        // The app's sequence may end the transaction with C functions. Further rows would then be committed one by one.
        if let connection = statement.connection, connection.handle != nil, !connection.isTransactionOpen {
            throw .misuse("the transaction of executeMany was ended before the last row", sql: statement.sql)
        }
        return try values.run.changes()
    }

    @usableFromInline
    mutating func complete(_ changed: Int) {
        values.run.beginAgain()
        changes += changed
        row += 1
    }
}
