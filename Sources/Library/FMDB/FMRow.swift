/// The current row of a query, read column by column.
///
///     try db.forEachRow("SELECT name, age FROM person") { row in
///         print(try row.value("name", as: String.self), try row.value("age", as: Int?.self) ?? 0)
///     }
///
/// A row is only a view of the query's current row. It is valid until the query moves to another row or ends, and each call checks that.
/// ``dictionary()`` returns a copy. Use a row only on the thread that uses the database.
public struct FMRow {
    private let statement: FMStatement
    private let rowNumber: UInt64

    init(_ statement: FMStatement) {
        self.statement = statement
        rowNumber = statement.state.pointee.rowNumber
    }

    /// The number of columns.
    public var columnCount: Int { Int(statement.columnCount) }

    /// The names of the columns as written in the query.
    public var columnNames: [String] { statement.columnNames.names }

    /// Returns the value of a column by its index. See [`sqlite3_column_*`](https://sqlite.org/c3ref/column_blob.html).
    ///
    /// - Parameters:
    ///   - index: counted from 0.
    ///   - type: the type of the result; optional if the context determines it.
    /// - Throws: `FMError`. `.range` for an index out of range. `.mismatch` for a value that cannot be converted to the type: NULL for a
    ///   non-optional type, a number out of range, another storage class. `.misuse` for a row that is no longer valid.
    @inlinable
    public func value<Value: FMValueConvertible>(at index: Int, as type: Value.Type = Value.self) throws(FMError)
        -> Value
    {
        // The compiler resolves these checks if it knows the type.
        if Value.self == Int64.self, let integer = integer(at: index), let value = integer as? Value { return value }
        if Value.self == Double.self, let real = real(at: index), let value = real as? Value { return value }
        // Not `Int(exactly:) as? Value`: casting an Optional takes the Swift runtime as long as SQLite needs for the column.
        if Value.self == Int.self, let integer = integer(at: index), let exact = Int(exactly: integer),
            let value = exact as? Value
        {
            return value
        }
        let cell = try cell(at: index)
        do throws(FMError) {
            return try Value.fromFMCell(cell)
        } catch {
            throw located(error, at: index)
        }
    }

    @usableFromInline
    func cell(at index: Int) throws(FMError) -> FMCell {
        guard let place = column(at: index) else { return try parkedCell(at: index) }
        return statement.state.cell(place)
    }

    /// Returns a cell of a row that an earlier access has read. Throws if there is none.
    @inline(never)
    private func parkedCell(at index: Int) throws(FMError) -> FMCell {
        try check()
        guard index >= 0, index < Int(statement.currentWidth) else {
            throw FMError(.range, "the row has no column \(index)", sql: statement.sql, stage: .step)
        }
        return statement.cell(Int32(index))
    }

    @usableFromInline
    func located(_ error: FMError, at index: Int) -> FMError {
        statement.located(error, at: Int32(truncatingIfNeeded: index))
    }

    /// Returns the value of a column by its name. If several columns share a name, the last one is used.
    ///
    /// - Parameters:
    ///   - name: case-insensitive.
    ///   - type: the type of the result; optional if the context determines it.
    /// - Throws: `FMError`, as ``value(at:as:)`` does; `.range` for an unknown name.
    @inlinable
    public func value<Value: FMValueConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(FMError) -> Value {
        if Value.self == Int64.self, let integer = integer(named: name), let value = integer as? Value { return value }
        if Value.self == Double.self, let real = real(named: name), let value = real as? Value { return value }
        // Not `Int(exactly:) as? Value`: casting an Optional takes the Swift runtime as long as SQLite needs for the column.
        if Value.self == Int.self, let integer = integer(named: name), let exact = Int(exactly: integer),
            let value = exact as? Value
        {
            return value
        }
        let cell = try cell(named: name)
        do throws(FMError) {
            return try Value.fromFMCell(cell)
        } catch {
            throw located(error, named: name)
        }
    }

    @usableFromInline
    func cell(named name: String) throws(FMError) -> FMCell {
        guard let place = column(named: name) else { return try unexpectedCell(named: name) }
        return statement.state.cell(place)
    }

    @inline(never)
    private func unexpectedCell(named name: String) throws(FMError) -> FMCell {
        try check()
        let index = statement.columnIndex(name)
        guard index >= 0 else {
            throw FMError(.range, "the query has no column named \(name)", sql: statement.sql, stage: .step)
        }
        return statement.cell(index)
    }

    @usableFromInline
    func located(_ error: FMError, named name: String) -> FMError {
        statement.located(error, at: statement.columnIndex(name))
    }

    /// Decodes the row as a `Decodable` type whose properties have the names of the columns.
    ///
    /// A property that is a structure or an array is read from JSON text, as ``FMValue/init(encoding:dates:)`` writes
    /// it. If two columns have a property's name (case-insensitive), as in `SELECT *` of a join, the call throws.
    ///
    /// The `stringValue` of a coding key must not change, because its column is looked up only once for as long as the statement is cached.
    /// A decoder that the type retains reads the current row of the query, and throws `.misuse` after its end.
    ///
    /// - Parameters:
    ///   - type: a non-optional property needs a column; columns without a property are ignored.
    ///   - dates: how dates are stored.
    /// - Throws: `FMError`. `.mismatch` for a value of the wrong type, for a missing column, and if the type's initializer throws.
    ///   `.misuse` for two columns with a property's name, and for a row that is no longer valid.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, dates: FMDateStorage = .secondsSince1970
    ) throws(FMError) -> Value {
        try check()
        return try statement.decodeRow(type, dates)
    }

    /// Returns a copy of the row by column name. If several columns share a name, the last one is used.
    ///
    /// - Throws: `FMError`: `.mismatch` for text that is not UTF-8, `.misuse` for a row that is no longer valid.
    public func dictionary() throws(FMError) -> [String: FMValue] {
        try check()
        var isComplete = true
        let row = statement.columnNames.columns.mapValues { index in
            let value = statement.value(index)
            isComplete = isComplete && value != nil
            return value ?? .null
        }
        // Reads the columns in order, so that the error names the first unreadable one.
        if !isComplete {
            _ = try values()
            // `values()` has thrown no error, so all text is valid. The unreadable column is one that SQLite returned as NULL for lack of
            // memory.
            throw statement.noMemory(columnNames.joined(separator: ", "))
        }
        return row
    }

    /// Returns a copy of the row by position.
    ///
    /// - Throws: `FMError`, as ``dictionary()`` does.
    public func values() throws(FMError) -> [FMValue] {
        try check()
        var row: [FMValue] = []
        row.reserveCapacity(columnCount)
        for index in 0..<Int32(columnCount) { row.append(try statement.decode(index)) }
        return row
    }

    private func check() throws(FMError) {
        guard statement.state.pointee.rowNumber == rowNumber, statement.currentWidth > 0 else {
            throw .rowIsGone(statement.sql)
        }
    }
}

extension FMRow {
    /// Returns the value of a column without copying its bytes. It is valid until the query moves to another row. Throws `FMError`, as
    /// ``value(at:as:)`` does for the index and for a row that is no longer valid.
    package func borrowed(at index: Int) throws(FMError) -> BorrowedValue { try cell(at: index).borrowed }
}

// MARK: - Numbers

// One call finds the column, checks its storage class and reads the number: measured for ten integers per row, 3,027 instructions instead
// of 3,269. If anything is unusual it returns nil, and reading the cell then finds the reason.
extension FMRow {
    @usableFromInline
    func integer(at index: Int) -> Int64? {
        guard let place = column(at: index) else { return nil }
        return statement.state.cell(place).integer
    }

    @usableFromInline
    func real(at index: Int) -> Double? {
        guard let place = column(at: index) else { return nil }
        return statement.state.cell(place).real
    }

    @usableFromInline
    func integer(named name: String) -> Int64? {
        guard let place = column(named: name) else { return nil }
        return statement.state.cell(place).integer
    }

    @usableFromInline
    func real(named name: String) -> Double? {
        guard let place = column(named: name) else { return nil }
        return statement.state.cell(place).real
    }

    /// Returns SQLite's index of a column, or nil if it is out of range or the current access has not read the row.
    @inline(__always)
    private func column(at index: Int) -> Int32? {
        let state = statement.state
        guard state.pointee.rowNumber == rowNumber, UInt(bitPattern: index) < UInt(bitPattern: Int(state.pointee.width))
        else { return nil }
        return Int32(truncatingIfNeeded: index)
    }

    @inline(__always)
    private func column(named name: String) -> Int32? {
        let state = statement.state
        guard state.pointee.rowNumber == rowNumber, state.pointee.width > 0 else { return nil }
        return state.expectedColumn(name)
    }
}
