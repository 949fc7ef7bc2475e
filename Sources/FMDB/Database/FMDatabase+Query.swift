/// Queries in the throwing spelling. Compiled statements are kept for their next use.
///
/// Values are interpolated into the literal; most calls also take them listed behind it, one for each `?`.
extension FMDatabase {
    /// A cursor over the rows of a query, to be read with ``FMResultSet/nextRow()``.
    ///
    /// - Parameter sql: one statement with its values.
    /// - Throws: `FMError`; with the code `.misuse` if the text has no statement, or more than one.
    public func query(_ sql: FMSQL) throws(FMError) -> FMResultSet {
        try openCursor(sql.text) { statement throws(FMError) in try bind(statement, .typed(sql.arguments)) }
    }

    /// A cursor over the rows of a query, with a value for each `?`.
    public func query<First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest
    ) throws(FMError) -> FMResultSet {
        try openCursor(sql.text) { statement throws(FMError) in try bind(statement, sql, first, repeat each rest) }
    }

    private func openCursor(
        _ sql: String, _ bind: (FMStatement) throws(FMError) -> Void
    ) throws(FMError) -> FMResultSet {
        let statement = try borrow(sql, from: quietCache, alone: true)
        do {
            try bind(statement)
        } catch {
            statement.endUse()
            throw error
        }
        return FMResultSet(statement, of: self, closesAtEnd: true)
    }

    /// Calls a body for each row, without keeping any.
    ///
    /// - Parameters:
    ///   - sql: one statement with its values.
    ///   - body: gets a view of the row that is valid during the call. If it throws, the query ends.
    /// - Throws: `FMError`, or what the body throws.
    public func forEachRow(_ sql: FMSQL, _ body: (FMRow) throws -> Void) throws {
        try forEachRow(of: query(sql), body)
    }

    /// Calls a body for each row of a query with a value for each `?`.
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
    /// The first column of the first row.
    ///
    ///     let count = try db.value("SELECT count(*) FROM person", as: Int.self)
    ///     let age: Int? = try db.value("SELECT age FROM person WHERE name = \(name)")
    ///
    /// - Parameters:
    ///   - sql: one statement with its values.
    ///   - type: an optional type gives nil for NULL and where there is no row.
    /// - Throws: `FMError`; for a type that is not optional `.done` where there is no row, and `.mismatch` for NULL; `.mismatch`
    ///   for a value that does not fit.
    public func value<Value: FMValueConvertible>(
        _ sql: FMSQL, as type: Value.Type = Value.self
    ) throws(FMError) -> Value {
        try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            return try statement.firstValue()
        }
    }

    /// The first column of the first row of a query with a value for each `?`.
    public func value<Value: FMValueConvertible, First: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, _ first: First, _ rest: repeat each Rest, as type: Value.Type = Value.self
    ) throws(FMError) -> Value {
        try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, sql, first, repeat each rest)
            return try statement.firstValue()
        }
    }
}

extension FMStatement {
    fileprivate func firstValue<Value: FMValueConvertible>() throws(FMError) -> Value {
        if try advance() { return try decode(0) }
        guard let none = Value.fromFMValue(.null) else {
            throw FMError(.done, "the query returned no row", sql: sql, stage: .step)
        }
        return none
    }

    /// Goes to the next row.
    ///
    /// - Returns: false at the end.
    fileprivate func advance() throws(FMError) -> Bool {
        let code = step()
        if code == FMResultCode.row.rawValue { return true }
        guard code == FMResultCode.done.rawValue else { throw stepError(code) }
        return false
    }

    fileprivate func collect<Value>(_ row: () throws(FMError) -> Value) throws(FMError) -> [Value] {
        var all: [Value] = []
        while try advance() { all.append(try row()) }
        return all
    }

    fileprivate func expect(columns: Int) throws(FMError) {
        guard columnCount == columns else {
            throw FMError(
                .mismatch, "the query returns \(columnCount) columns, \(columns) are expected", sql: sql,
                stage: .prepare)
        }
    }
}

// MARK: - All rows

extension FMDatabase {
    /// The first column of all rows.
    ///
    ///     let names = try db.rows("SELECT name FROM person ORDER BY name", as: String.self)
    ///
    /// - Throws: `FMError`; `.mismatch` for a value that does not fit the type.
    public func rows<Value: FMValueConvertible>(
        _ sql: FMSQL, as type: Value.Type = Value.self
    ) throws(FMError) -> [Value] {
        try collect(sql) { statement throws(FMError) in try statement.decode(0) }
    }

    /// All rows as tuples, one element for each column.
    ///
    ///     for (id, name) in try db.rows("SELECT id, name FROM person", as: (Int64, String?).self) { … }
    ///
    /// - Throws: `FMError`; `.mismatch` if the number of columns differs, or a value does not fit its type.
    public func rows<First: FMValueConvertible, Second: FMValueConvertible, each Rest: FMValueConvertible>(
        _ sql: FMSQL, as type: (First, Second, repeat each Rest).Type
    ) throws(FMError) -> [(First, Second, repeat each Rest)] {
        var width = 2
        for _ in repeat (each Rest).self { width += 1 }
        return try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            try statement.expect(columns: width)
            return try statement.collect { () throws(FMError) in
                var column: Int32 = -1
                func next<Value: FMValueConvertible>(_: Value.Type) throws(FMError) -> Value {
                    column += 1
                    return try statement.decode(column)
                }
                return (try next(First.self), try next(Second.self), repeat try next((each Rest).self))
            }
        }
    }

    /// All rows as values of a `Decodable` type, whose properties are named like the columns.
    ///
    ///     struct Person: Decodable { var name: String, age: Int? }
    ///     let people = try db.rows("SELECT name, age FROM person", as: Person.self)
    ///
    /// - Throws: `FMError`; `.mismatch` for a value that does not fit, naming the column.
    @_disfavoredOverload
    public func rows<Value: Decodable>(_ sql: FMSQL, as type: Value.Type = Value.self) throws(FMError) -> [Value] {
        try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            let decoder = RowDecoder(statement)
            return try statement.collect { () throws(FMError) in try decoder.decode(type) }
        }
    }

    private func collect<Value>(
        _ sql: FMSQL, _ row: (FMStatement) throws(FMError) -> Value
    ) throws(FMError) -> [Value] {
        try withStatement(sql.text) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            return try statement.collect { () throws(FMError) in try row(statement) }
        }
    }
}

extension FMResultSet {
    /// Goes to the next row.
    ///
    ///     let cursor = try db.query("SELECT name FROM person")
    ///     while let row = try cursor.nextRow() {
    ///         print(try row.value("name", as: String.self))
    ///     }
    ///
    /// - Returns: a view of the row, or nil at the end, where the set closes itself.
    /// - Throws: `FMError`; `.misuse` on a closed set.
    @_disfavoredOverload
    public func nextRow() throws(FMError) -> FMRow? {
        try advance() ? FMRow(cursor) : nil
    }
}
