/// Calls that run one statement, without a block.
///
///     try queue.execute("UPDATE person SET age = \(age) WHERE name = \(name)")
///     let count = try queue.value("SELECT count(*) FROM person", as: Int.self)
///
/// Each call is its own transaction. Statements that belong together, such as reading a value and writing it back,
/// belong in one block of `withTransaction`, or of a pool's `write` or `read`.
extension FMDatabaseCoordinator {
    /// Runs one statement in an immediate transaction, on this thread. Rows that it returns are ignored. A pool uses
    /// its writer.
    ///
    /// See ``FMDatabase/execute(_:)``.
    ///
    /// - Returns: the number of rows that the statement inserted, updated or deleted, not counting triggers.
    /// - Throws: `FMError` as ``FMDatabase/execute(_:)`` and `withTransaction` do. `.misuse` for a statement that
    ///   affects the connection (`PRAGMA`, `ATTACH`, `DETACH`) or the transaction, and for `VACUUM`. These belong in a
    ///   block of `withDatabase`.
    @discardableResult
    public final func execute(
        _ sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try sql.expectOneTransaction()
        return try access(.write, at: FMCallSite(file: file, line: line)) { db in try db.execute(sql) }
    }

    /// Runs one statement with a value for each `?`. See the overload without listed values.
    ///
    /// - Throws: the errors of that overload; `FMError` with the code `.misuse` if values are interpolated too.
    @discardableResult
    public final func execute<First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try execute(sql.listing(first, repeat each rest), file: file, line: line)
    }

    /// Runs one statement once for each tuple of values, in one immediate transaction, on this thread. A pool uses its writer.
    ///
    ///     try queue.executeMany("INSERT INTO person (name, age) VALUES (?, ?)", people.lazy.map { ($0.name, $0.age) })
    ///
    /// - Parameters:
    ///   - sql: one statement, without interpolated values.
    ///   - rows: tuples with an element for each `?`. With ``Configuration/retry`` all of them are in memory at once,
    ///     because the transaction may be repeated.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    /// - Returns: the number of rows inserted, updated or deleted in all, not counting triggers.
    /// - Throws: `FMError`, as `FMDatabase.executeMany` and `withTransaction` do. Then nothing is changed.
    @discardableResult
    public final func executeMany<each Value: FMValueConvertible>(
        _ sql: FMSQL, _ rows: some Sequence<(repeat each Value)>, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try sql.expectOneTransaction()
        let rows = RepeatableRows(rows, isRepeated: configuration.retry != nil)
        return try access(.write, at: FMCallSite(file: file, line: line)) { db in try db.executeMany(sql, rows) }
    }

    /// Runs one statement once for each value. See the overload for tuples.
    @discardableResult
    public final func executeMany<Value: FMValueConvertible>(
        _ sql: FMSQL, _ values: some Sequence<Value>, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try sql.expectOneTransaction()
        let values = RepeatableRows(values, isRepeated: configuration.retry != nil)
        return try access(.write, at: FMCallSite(file: file, line: line)) { db in try db.executeMany(sql, values) }
    }

    /// Returns the first column of the first row, read on this thread. A pool uses one of its readers.
    ///
    ///     let age: Int? = try queue.value("SELECT age FROM person WHERE name = \(name)")
    ///
    /// See ``FMDatabase/value(_:as:)``.
    ///
    /// - Parameters:
    ///   - sql: one query with its values.
    ///   - type: an optional type is nil for NULL and if there is no row.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    /// - Throws: `FMError` as ``FMDatabase/value(_:as:)`` and `withDatabase` do; `.readOnly` if a pool's statement
    ///   writes, such as `INSERT … RETURNING`, which belongs in a block of `write`.
    public final func value<Value: FMValueConvertible & Sendable>(
        _ sql: FMSQL, as type: Value.Type = Value.self, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value {
        try access(.read, at: FMCallSite(file: file, line: line)) { db in try db.value(sql, as: type) }
    }

    /// Returns the first column of the first row of a query with a value for each `?`. See the overload without listed
    /// values.
    ///
    /// - Throws: the errors of that overload; `FMError` with the code `.misuse` if values are interpolated too.
    public final func value<
        Value: FMValueConvertible & Sendable, First: FMValueConvertible, each Rest: FMValueConvertible
    >(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest, as type: Value.Type = Value.self,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value {
        try value(sql.listing(first, repeat each rest), as: type, file: file, line: line)
    }

    /// Returns the first column of all rows, read on this thread. A pool uses one of its readers.
    ///
    ///     let names = try queue.rows("SELECT name FROM person ORDER BY name", as: String.self)
    ///
    /// See `FMDatabase.rows`.
    ///
    /// - Parameters:
    ///   - sql: one query with its values.
    ///   - type: an optional type is nil for NULL.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    /// - Throws: the errors of `value`, but not if there is no row: the result is then empty.
    public final func rows<Value: FMValueConvertible & Sendable>(
        _ sql: FMSQL, as type: Value.Type = Value.self, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Value] {
        try access(.read, at: FMCallSite(file: file, line: line)) { db in try db.rows(sql, as: type) }
    }

    /// Returns all rows as tuples, one element for each column. See the overload for one column.
    ///
    ///     for (id, name) in try queue.rows("SELECT id, name FROM person", as: (Int64, String?).self) { … }
    ///
    /// - Throws: the errors of the overload for one column; `FMError` with the code `.mismatch` if the number of columns differs.
    public final func rows<
        First: FMValueConvertible & Sendable, Second: FMValueConvertible & Sendable,
        each Rest: FMValueConvertible & Sendable
    >(
        _ sql: FMSQL, as type: (First, Second, repeat each Rest).Type, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [(First, Second, repeat each Rest)] {
        try access(.read, at: FMCallSite(file: file, line: line)) { db in try db.rows(sql, as: type) }
    }

    /// Returns all rows as values of a `Decodable` type, whose properties have the names of the columns. See
    /// ``FMRow/decode(_:dates:)``.
    ///
    ///     struct Person: Decodable { var name: String, age: Int? }
    ///     let people = try queue.rows("SELECT name, age FROM person", as: Person.self)
    ///
    /// - Throws: the errors of the overload for one column; `FMError` with the code `.mismatch` for a missing column, naming it.
    @_disfavoredOverload
    public final func rows<Value: Decodable & Sendable>(
        _ sql: FMSQL, as type: Value.Type = Value.self, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Value] {
        try access(.read, at: FMCallSite(file: file, line: line)) { db in try db.rows(sql, as: type) }
    }

    /// Calls a body for each row, on this thread, without storing rows. A pool uses one of its readers.
    ///
    /// - Parameters:
    ///   - sql: one query with its values.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: receives the row, which is valid during the call. If it throws, the query ends.
    /// - Throws: what the body throws, and the errors of `rows`.
    public final func forEachRow(
        _ sql: FMSQL, file: StaticString = #fileID, line: UInt = #line, _ body: (FMRow) throws -> Void
    ) throws {
        try access(.read, at: FMCallSite(file: file, line: line)) { db in try db.forEachRow(sql, body) }
    }
}

extension FMSQL {
    private static let outsideTransactions: Set = [
        "ATTACH", "BEGIN", "COMMIT", "DETACH", "END", "PRAGMA", "RELEASE", "ROLLBACK", "SAVEPOINT", "VACUUM",
    ]

    /// Throws for a statement that must not run in its own transaction.
    func expectOneTransaction() throws(FMError) {
        guard let word = text.firstKeyword, FMSQL.outsideTransactions.contains(word) else { return }
        throw .misuse(
            "\(word) concerns a connection or its transaction: use it in a block of withDatabase, or for each connection in Configuration.configure",
            sql: text)
    }
}

/// The elements of a sequence for a transaction that may be repeated, because some sequences can be iterated only once.
struct RepeatableRows<Base: Sequence>: Sequence {
    private let base: Base
    private let kept: [Base.Element]?

    /// - Parameter isRepeated: whether there may be a second iteration. Then all elements are in memory at once.
    init(_ base: Base, isRepeated: Bool) {
        self.base = base
        kept = isRepeated ? Array(base) : nil
    }

    struct Iterator: IteratorProtocol {
        fileprivate var kept: IndexingIterator<[Base.Element]>?
        fileprivate var base: Base.Iterator?

        mutating func next() -> Base.Element? { kept != nil ? kept?.next() : base?.next() }
    }

    func makeIterator() -> Iterator {
        Iterator(kept: kept?.makeIterator(), base: kept == nil ? base.makeIterator() : nil)
    }
}

extension RepeatableRows: Sendable where Base: Sendable, Base.Element: Sendable {}
