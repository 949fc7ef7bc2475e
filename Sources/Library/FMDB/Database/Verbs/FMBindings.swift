/// Binds the values of a statement's parameters, one after the other. See ``FMDatabase/execute(_:binding:)``.
///
/// A value is valid only during the call of the closure that receives it.
public struct FMBindings: ~Copyable {
    @usableFromInline var run: BoundExecution
    /// The error of the first value that was refused. It fails the execution even if the closure ignores it.
    @usableFromInline var failure: FMError?

    @usableFromInline
    init(_ run: BoundExecution) { self.run = run }

    /// Binds the next parameter. See [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store.
    @inlinable
    public mutating func add(_ value: some FMValueConvertible) throws(FMError) {
        do throws(FMError) {
            try run.add(value)
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    /// Discards the values so far: the next value is that of the first parameter.
    public mutating func startOver() {
        failure = nil
        run.startOver()
    }
}

extension FMDatabase {
    /// Runs one statement to its end, with values that a closure adds one by one, without an array.
    ///
    ///     try db.execute("INSERT INTO point VALUES (?, ?, ?)") { values in
    ///         for coordinate in point.coordinates { try values.add(coordinate) }
    ///     }
    ///
    /// - Parameters:
    ///   - sql: one statement, without interpolated values.
    ///   - binding: adds a value for each parameter, in order.
    /// - Returns: the number of rows that it inserted, updated or deleted, not counting triggers.
    /// - Throws: what the body throws, or `FMError`, as ``execute(_:)`` does; `.misuse` if values are interpolated too.
    @discardableResult @inlinable
    public func execute(_ sql: FMSQL, binding: (inout FMBindings) throws -> Void) throws -> Int {
        var values = FMBindings(try listedRun(sql))
        defer { values.run.end() }
        return try values.perform(binding)
    }
}

extension FMBindings {
    /// Runs the statement once. Returns the number of changed rows.
    @inlinable
    mutating func perform(_ binding: (inout FMBindings) throws -> Void) throws -> Int {
        try bind(binding)
        return try finish()
    }

    @inlinable
    mutating func bind(_ binding: (inout FMBindings) throws -> Void) throws {
        try begin()
        do {
            try binding(&self)
        } catch {
            abandon()
            throw error
        }
    }

    @usableFromInline
    mutating func begin() throws(FMError) {
        failure = nil
        try run.begin()
    }

    @usableFromInline
    func finish() throws(FMError) -> Int {
        if let failure { throw failure }
        return try run.complete()
    }

    @usableFromInline
    func abandon() { run.abandon() }
}
