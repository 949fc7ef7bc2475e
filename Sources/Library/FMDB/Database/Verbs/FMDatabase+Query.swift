/// Queries in the modern API. Compiled statements are cached.
///
/// Values are interpolated into the literal; most calls also accept them listed after it, one for each `?`.
extension FMDatabase {
    /// Returns a cursor over the rows of a query, for reading with ``FMResultSet/nextRow()``.
    ///
    /// The statement starts to run when the first row is requested. A table that another connection has dropped is reported only then. A
    /// statement that writes is complete and committed only when ``FMResultSet/nextRow()`` has returned nil. See
    /// [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html).
    ///
    /// - Parameter sql: one statement with its values.
    /// - Returns: a cursor before the first row.
    /// - Throws: `FMError`. `.error` if SQLite cannot compile the SQL. `.misuse` if it has no statement, or more than one, and if the
    ///   database is not open (or the code of the failed opening). `.range` for a wrong number of values. `.mismatch` for a value that
    ///   SQLite cannot store.
    public func query(_ sql: FMSQL) throws(FMError) -> FMResultSet {
        let statement = try borrow(sql.text, from: modernStatementCache, alone: true)
        return try cursor(over: statement, .typed(sql.arguments))
    }

    /// Returns a cursor over the rows of a query, with a value for each `?` and no interpolated values. See ``query(_:)``.
    @inlinable
    public func query<First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest
    ) throws(FMError) -> FMResultSet {
        var run = try listedRun(sql)
        do throws(FMError) {
            try run.begin()
            try run.add(first)
            repeat try run.add(each rest)
            try run.finish()
        } catch {
            run.end()
            throw error
        }
        return run.cursor()
    }

    /// Calls a body for each row, without storing rows.
    ///
    /// A statement that writes is complete and committed only when this call has returned.
    ///
    /// - Parameters:
    ///   - sql: one statement with its values.
    ///   - body: receives the row, which is valid during the call. If it throws, the query ends.
    /// - Throws: what the body throws, or `FMError`, as ``query(_:)`` and ``FMResultSet/nextRow()`` do.
    public func forEachRow(_ sql: FMSQL, _ body: (FMRow) throws -> Void) throws { try forEachRow(of: query(sql), body) }

    /// Calls a body for each row of a query with a value for each `?` and no interpolated values. See ``forEachRow(_:_:)``.
    public func forEachRow<First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest, body: (FMRow) throws -> Void
    ) throws {
        try forEachRow(of: query(sql, first, repeat each rest), body)
    }

    private func forEachRow(of cursor: FMResultSet, _ body: (FMRow) throws -> Void) throws {
        defer { cursor.close() }
        while let row = try cursor.nextRow() { try body(row) }
    }
}

// MARK: - One value

extension FMDatabase {
    /// Returns the first column of the first row.
    ///
    ///     let count = try db.value("SELECT count(*) FROM person", as: Int.self)
    ///     let age: Int? = try db.value("SELECT age FROM person WHERE name = \(name)")
    ///
    /// - Parameters:
    ///   - sql: one statement with its values.
    ///   - type: an optional type is nil for NULL and if there is no row.
    /// - Throws: `FMError`, as ``execute(_:)`` does; `.mismatch` for a value of the wrong type; for a non-optional type
    ///   `.done` if there is no row, and `.mismatch` for NULL.
    public func value<Value: FMValueConvertible>(
        _ sql: FMSQL, as type: Value.Type = Value.self
    ) throws(FMError) -> Value {
        try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            return try statement.firstValue()
        }
    }

    /// Returns the first column of the first row of a query with a value for each `?` and no interpolated values. See ``value(_:as:)``.
    @inlinable
    public func value<Value: FMValueConvertible, First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest, as type: Value.Type = Value.self
    ) throws(FMError) -> Value {
        var run = try listedRun(sql)
        defer { run.end() }
        try run.begin()
        try run.add(first)
        repeat try run.add(each rest)
        try run.finish()
        return try run.value()
    }
}

extension FMStatement {
    fileprivate func firstValue<Value: FMValueConvertible>() throws(FMError) -> Value {
        guard try advance(in: use) else { return try noValue() }
        return try isReadOnly ? decode(0) : completedValue()
    }

    /// Returns the value of a statement that writes. The statement runs to its end, even if the value cannot be read.
    @usableFromInline @inline(never)
    func completedValue<Value: FMValueConvertible>() throws(FMError) -> Value {
        let use = use
        let value: Value
        do throws(FMError) {
            value = try decode(0)
        } catch {
            try complete(use)
            throw error
        }
        try complete(use)
        return value
    }

    /// Returns the result of a query without a row. It is not inlined, because looking up the type `Value?` costs time.
    @usableFromInline @inline(never)
    func noValue<Value: FMValueConvertible>() throws(FMError) -> Value {
        if let none = Value.fromFMValue(.null) { return none }
        throw FMError(
            .done, "the query returned no row", sql: sql, stage: .step,
            reason: "as: \(Value.self)?.self returns nil if there is no row")
    }

    /// Moves to the next row.
    ///
    /// - Parameter use: the use of the statement in which the first row was read. App code that decodes a row may have ended it.
    /// - Returns: false at the end.
    func advance(in use: UInt32) throws(FMError) -> Bool {
        guard self.use == use else { throw .takenAway(sql) }
        let code = step()
        if code == FMResultCode.row.rawValue { return true }
        guard code == FMResultCode.done.rawValue else { throw stepError(code) }
        return false
    }

    fileprivate func collect<Value>(_ row: () throws(FMError) -> Value) throws(FMError) -> [Value] {
        var all: [Value] = []
        try forEach { () throws(FMError) in all.append(try row()) }
        return all
    }

    @inline(__always)
    fileprivate func forEach(_ body: () throws(FMError) -> Void) throws(FMError) {
        let use = use
        do throws(FMError) {
            while try advance(in: use) { try body() }
        } catch {
            try complete(use)
            throw error
        }
    }

    /// If the statement writes, runs it to its end, where it commits. The commit may fail.
    private func complete(_ use: UInt32) throws(FMError) {
        guard self.use == use, currentWidth > 0, !isReadOnly else { return }
        try finish(stepThrough(.drain))
    }

    fileprivate func expect(columns: Int) throws(FMError) {
        guard columnCount == columns else {
            throw FMError(
                .mismatch, "expected \(columns.of("column")), but the query returns \(Int(columnCount))", sql: sql,
                stage: .prepare)
        }
    }
}

// MARK: - All rows

extension FMDatabase {
    /// Returns the first column of all rows.
    ///
    ///     let names = try db.rows("SELECT name FROM person ORDER BY name", as: String.self)
    ///
    /// - Parameters:
    ///   - sql: one statement with its values.
    ///   - type: an optional type is nil for NULL.
    /// - Throws: `FMError`, as ``execute(_:)`` does; `.mismatch` for a value that cannot be converted to the type.
    @inlinable
    public func rows<Value: FMValueConvertible>(
        _ sql: FMSQL, as type: Value.Type = Value.self
    ) throws(FMError) -> [Value] {
        // Inlinable, so that the app's module knows the type. Otherwise the runtime looks up the array's type for each row.
        var rows: [Value] = []
        try forEachRow(of: sql) { row throws(FMError) in rows.append(try row.value(at: 0)) }
        return rows
    }

    /// Returns all rows as tuples, with one element for each column.
    ///
    ///     for (id, name) in try db.rows("SELECT id, name FROM person", as: (Int64, String?).self) { … }
    ///
    /// - Parameters:
    ///   - sql: one statement with its values.
    ///   - type: a type for each column, two or more.
    /// - Throws: `FMError`, as ``execute(_:)`` does; `.mismatch` if the number of columns differs, or a value has the wrong type.
    public func rows<First: FMValueConvertible, Second: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, as type: (First, Second, repeat each Rest).Type
    ) throws(FMError) -> [(First, Second, repeat each Rest)] {
        var width = 2
        for _ in repeat (each Rest).self { width += 1 }
        return try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            let rows = try statement.collect { () throws(FMError) in
                try statement.expect(columns: width)
                var column: Int32 = -1
                func next<Value: FMValueConvertible>(_: Value.Type) throws(FMError) -> Value {
                    column += 1
                    return try statement.decode(column)
                }
                return (try next(First.self), try next(Second.self), repeat try next((each Rest).self))
            }
            // Checked after the first step, which compiles the statement again if columns were added to the table.
            try statement.expect(columns: width)
            return rows
        }
    }

    /// Calls a body for each row of a query with a given number of columns.
    ///
    /// A statement that writes runs to its end, even if the body throws.
    ///
    /// - Parameter width: the number of columns, or 0 for any number.
    @usableFromInline
    final func forEachRow(
        of sql: FMSQL, columns width: Int32 = 0, _ body: (FMRow) throws(FMError) -> Void
    ) throws(FMError) {
        try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            try statement.forEach { () throws(FMError) in
                if statement.state.pointee.width != width, width > 0 { try statement.expect(columns: Int(width)) }
                try body(FMRow(statement))
            }
            // Checked after the first step, which compiles the statement again if columns were added to the table.
            if width > 0 { try statement.expect(columns: Int(width)) }
        }
    }

    /// Returns all rows as values of a `Decodable` type whose properties have the names of the columns.
    ///
    ///     struct Person: Decodable { var name: String, age: Int? }
    ///     let people = try db.rows("SELECT name, age FROM person", as: Person.self)
    ///
    /// If two columns have a property's name, as in `SELECT *` of a join, the call throws. Columns without a property are ignored.
    ///
    /// - Parameters:
    ///   - sql: one statement with its values.
    ///   - type: see ``FMRow/decode(_:dates:)``.
    /// - Throws: `FMError`, as ``execute(_:)`` does; `.mismatch` for a value of the wrong type and for a missing column; `.misuse` for a
    ///   property with two columns of its name. The message names the column.
    @inlinable @_disfavoredOverload
    public func rows<Value: Decodable>(_ sql: FMSQL, as type: Value.Type = Value.self) throws(FMError) -> [Value] {
        var rows: [Value] = []
        try forEachRow(of: sql) { row throws(FMError) in rows.append(try row.decode(type)) }
        return rows
    }
}

extension FMResultSet {
    /// Moves to the next row.
    ///
    ///     let cursor = try db.query("SELECT name FROM person")
    ///     while let row = try cursor.nextRow() {
    ///         print(try row.value("name", as: String.self))
    ///     }
    ///
    /// A statement that writes is complete and committed only when this call returns nil. See
    /// [`sqlite3_step`](https://sqlite.org/c3ref/step.html).
    ///
    /// - Returns: the row, or nil after the last row; the result set then closes itself.
    /// - Throws: `FMError`: SQLite's code if the step fails, `.constraint`, `.busy` or `.interrupt` for example;
    ///   `.misuse` on a result set that is closed or executing a step.
    @_disfavoredOverload
    public func nextRow() throws(FMError) -> FMRow? { try advance() ? FMRow(cursor) : nil }
}
