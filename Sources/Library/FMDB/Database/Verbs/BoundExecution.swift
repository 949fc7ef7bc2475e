/// Executes a statement once or several times, with values that are bound one by one.
///
/// Callers neither pass on a parameter pack nor capture it in a closure. Either would copy its values into a tuple whose type the runtime
/// must look up. The generic functions here are inlinable, so that the app's module specializes them for its types.
@usableFromInline
struct BoundExecution {
    @usableFromInline let statement: FMStatement
    // SAFETY: a run lasts no longer than a call of the database.
    unowned(unsafe) private let database: FMDatabase
    private let use: UInt32
    private let parameterCount: Int
    /// The number of values bound so far.
    @usableFromInline var count = 0
    /// The number of values that the inlined code binds. 0 while execution is traced, because traced values take another path.
    @usableFromInline var limit = 0
    /// The engine's state of the statement.
    @usableFromInline let state: UnsafeMutableRawPointer
    /// A copy of the values, kept while execution is traced. It is an object because an optional struct costs time even if it is nil.
    private var traced: Traced?

    // Not private: a type that another module cannot name is slower to copy and destroy there.
    @usableFromInline
    final class Traced {
        var values = FMArguments()
    }

    /// Takes over a statement in use, until ``end()``.
    init(of statement: FMStatement, on database: FMDatabase) {
        self.database = database
        self.statement = statement
        state = UnsafeMutableRawPointer(statement.state)
        use = statement.use
        parameterCount = statement.parameterCount
    }

    @usableFromInline
    func end() { statement.endUse(use) }
}

extension FMDatabase {
    @usableFromInline
    final func listedRun(_ sql: FMSQL) throws(FMError) -> BoundExecution {
        try sql.expectNoValues()
        return BoundExecution(of: try borrow(sql.text, from: modernStatementCache, alone: true), on: self)
    }
}

// MARK: - Values

extension BoundExecution {
    /// Begins an execution. The next value is that of the first parameter.
    @usableFromInline
    mutating func begin() throws(FMError) {
        // App code may have closed the statement between two executions.
        guard statement.use == use else { throw .takenAway(statement.sql) }
        count = 0
        limit = parameterCount
        if database.traceExecution { beginTrace() }
        try statement.beginBinding()
    }

    @inlinable
    mutating func add<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        count &+= 1
        // SQLite would refuse a value after the last parameter, so it is only counted. ``finish()`` throws a clearer error, with the count.
        guard count <= limit else { return try trace(value) }
        do throws(FMError) {
            try value.bindFMParameter(parameter)
        } catch {
            throw abandoned(error)
        }
    }

    /// Binds four values in one call, for the code that Scripts/ladders generates.
    @inlinable @inline(__always)
    mutating func add<V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible>(
        _ v1: V1, _ v2: V2, _ v3: V3, _ v4: V4
    ) throws(FMError) {
        try add(v1)
        try add(v2)
        try add(v3)
        try add(v4)
    }

    @inlinable
    var parameter: FMParameter { FMParameter(statement: state, position: Int32(truncatingIfNeeded: count)) }

    private mutating func beginTrace() {
        traced = Traced()
        limit = 0
    }

    @usableFromInline @inline(never)
    func trace(_ value: some FMValueConvertible) throws(FMError) {
        traced?.values.append(value)
        guard count <= parameterCount else { return }
        do throws(FMError) {
            try value.bindFMParameter(parameter)
        } catch {
            throw abandoned(error)
        }
    }

    /// Restarts binding at the first parameter.
    mutating func startOver() {
        count = 0
        traced?.values = FMArguments()
    }

    func abandon() { statement.abandonBinding() }

    @usableFromInline
    func abandoned(_ error: FMError) -> FMError {
        statement.abandonBinding()
        return error.concerning(statement.sql)
    }

    /// Ends binding. Throws if the number of values is wrong.
    @usableFromInline
    func finish() throws(FMError) {
        guard count == parameterCount else {
            throw abandoned(.wrongCount(expected: parameterCount, given: count, sql: statement.sql))
        }
        try statement.endBinding()
        if let traced { database.trace(statement, .typed(traced.values)) }
    }
}

// MARK: - Results

extension BoundExecution {
    /// Ends binding and runs the statement to its end. Returns the number of changed rows.
    @usableFromInline
    func complete() throws(FMError) -> Int {
        try finish()
        return try changes()
    }

    /// Runs the statement to its end, and returns the number of changed rows.
    func changes() throws(FMError) -> Int {
        guard let connection = statement.connectionAtHand else { return try database.runCounting(statement) }
        return try statement.runCounting(on: connection)
    }

    /// Resets the statement for new values.
    func beginAgain() { statement.beginAgain() }

    /// Binds a list of values, by position or by name.
    func bind(_ arguments: FMArguments) throws(FMError) {
        guard statement.use == use else { throw .takenAway(statement.sql) }
        try database.bind(statement, .typed(arguments))
    }

    @usableFromInline
    func cursor() -> FMResultSet { FMResultSet.over(statement, of: database) }

    /// Returns the first column of the first row.
    @inlinable
    func value<Value: FMValueConvertible>() throws(FMError) -> Value {
        guard try advance() else { return try statement.noValue() }
        guard isReadOnly else { return try statement.completedValue() }
        do throws(FMError) {
            return try Value.fromFMCell(cell)
        } catch {
            throw statement.located(error, at: 0)
        }
    }

    @usableFromInline
    func advance() throws(FMError) -> Bool { try statement.advance(in: use) }

    @usableFromInline
    var isReadOnly: Bool { statement.isReadOnly }

    @usableFromInline
    var cell: FMCell { statement.cell(0) }
}
