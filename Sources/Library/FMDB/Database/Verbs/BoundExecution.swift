/// Executions of a statement whose values are listed after its text and bound one by one.
///
/// A pack is not passed on, nor captured by a closure: either would copy its values into a tuple whose type the runtime
/// has to look up. What is generic here is compiled again in the client's module, with the types that it names.
@usableFromInline
struct BoundExecution {
    @usableFromInline let statement: FMStatement
    // SAFETY: a run lasts no longer than a call of the database.
    unowned(unsafe) private let database: FMDatabase
    private let use: UInt32
    private let parameterCount: Int
    /// The number of values bound so far.
    @usableFromInline var count = 0
    /// How many values are bound without being logged: none while execution is traced.
    @usableFromInline var limit = 0
    /// What the engine knows of the statement.
    @usableFromInline let state: UnsafeMutableRawPointer
    /// A copy of the values, while execution is traced. An object, because an optional struct costs even if it is nil.
    private var traced: Traced?

    // Not private: what another module cannot name it can only copy and destroy by detours.
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
    /// Begins with the first value.
    @usableFromInline
    mutating func begin() throws(FMError) {
        // A client's code may have closed the statement between two runs.
        guard statement.use == use else { throw .takenAway(statement.sql) }
        count = 0
        limit = parameterCount
        if database.traceExecution { beginTrace() }
        try statement.beginBinding()
    }

    @inlinable
    mutating func add<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        count &+= 1
        // Past the last parameter SQLite would refuse; the count in the end names the reason.
        guard count <= limit else { return try trace(value) }
        do throws(FMError) {
            try value.bindFMParameter(parameter)
        } catch {
            throw abandoned(error)
        }
    }

    /// Four at once, for what Scripts/ladders writes.
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

    /// Binding begins again with the first value.
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

    /// Ends with the last value.
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
    /// Ends with the last value, and runs the statement to its end.
    @usableFromInline
    func complete() throws(FMError) -> Int {
        try finish()
        return try changes()
    }

    /// Runs the statement to its end, and returns how many rows it has changed.
    func changes() throws(FMError) -> Int {
        guard let connection = statement.connectionAtHand else { return try database.runCounting(statement) }
        return try statement.runCounting(on: connection)
    }

    /// Puts the statement back, for other values.
    func beginAgain() { statement.beginAgain() }

    /// Binds values of another form.
    func bind(_ arguments: FMArguments) throws(FMError) {
        guard statement.use == use else { throw .takenAway(statement.sql) }
        try database.bind(statement, .typed(arguments))
    }

    @usableFromInline
    func cursor() -> FMResultSet { FMResultSet.over(statement, of: database) }

    /// The first column of the first row.
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
