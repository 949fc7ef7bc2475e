import FMDB

/// Counts and aggregates over the rows that match a condition.
///
/// A pool uses one of its reading connections. If a call has both `where:` and a closure, a row must match both.
///
/// The library itself computes aggregates of Decimals, because SQLite would convert them to floating point. Only the result is rounded,
/// to the 38 digits of a `Decimal`.
extension FMDatabaseAccess {
    /// Returns the number of rows that match a condition.
    ///
    ///     let adults = try db.count(Person.self) { $0.age >= 18 }
    ///
    /// See [count](https://sqlite.org/lang_aggfunc.html#count).
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    @inlinable
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Int {
        let condition = condition.and(filter)
        return try accessing(.read, file, line) { database throws(FMError) in
            try database.rowCount(type, condition, table)
        }
    }

    /// Returns whether a row matches a condition.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    @inlinable
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Bool {
        let condition = condition.and(filter)
        return try accessing(.read, file, line) { database throws(FMError) in
            try database.rowExists(type, condition, table)
        }
    }

    /// Returns whether a row has a key. See `find(_:id:from:)` about keys.
    ///
    /// - Throws: `FMError`: `.misuse` for a key of several columns; SQLite's code if the statement fails.
    @inlinable
    public func exists<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> Bool {
        try accessing(.read, file, line) { database throws(FMError) in
            try database.rowExists(type, id, table)
        }
    }

    /// Returns whether a row has a key that is stored as a raw value or as JSON text.
    ///
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    public func exists<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> Bool {
        try exists(type, id: StoredValue<Model, any Encodable>(value: id), in: table, file: file, line: line)
    }
}

// MARK: - By properties

extension FMDatabaseAccess {
    /// Returns the sum of a column, or nil if it has no value. See [sum](https://sqlite.org/lang_aggfunc.html#sumunc).
    ///
    ///     let total = try db.sum(\Person.score) { $0.age >= 18 }
    ///
    /// - Throws: `FMError`: `.error` if a sum of integers or Decimals overflows; `.mismatch` if the sum does not fit the type. `.range`
    ///   if the table has no column for the property; SQLite's code if the statement fails.
    @inlinable
    public func sum<Model: FMModel, Value: FMSummable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value.Sum? {
        try aggregate(.sum, .property(property), table, condition.and(filter), file, line)
    }

    /// Returns the mean of a column, or nil if it has no value. See [avg](https://sqlite.org/lang_aggfunc.html#avg).
    ///
    /// - Throws: `FMError`, as `sum(_:in:where:_:)` does; `.mismatch` if the property is a Decimal and a stored value is not.
    @inlinable
    public func average<Model: FMModel, Value: FMSummable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value.Mean? {
        try aggregate(.average, .property(property), table, condition.and(filter), file, line)
    }

    /// Returns the smallest value of a column, or nil if it has none. See [min](https://sqlite.org/lang_aggfunc.html#min_agg).
    ///
    /// - Throws: `FMError`, as `sum(_:in:where:_:)` does.
    @inlinable
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.min, .property(property), table, condition.and(filter), file, line)
    }

    /// Returns the smallest value of a nullable column, or nil if it has none.
    @inlinable
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.min, .property(property), table, condition.and(filter), file, line)
    }

    /// Returns the largest value of a column, or nil if it has none. See [max](https://sqlite.org/lang_aggfunc.html#max_agg).
    ///
    /// - Throws: `FMError`, as `sum(_:in:where:_:)` does.
    @inlinable
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.max, .property(property), table, condition.and(filter), file, line)
    }

    /// Returns the largest value of a nullable column, or nil if it has none.
    @inlinable
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.max, .property(property), table, condition.and(filter), file, line)
    }
}

// MARK: - By names

/// Aggregates of a column by its name. They throw what the overloads with a property throw, and `.range` if the model has no such column.
extension FMDatabaseAccess {
    /// Returns the sum of a column by its name, or nil if it has no value.
    @inlinable
    public func sum<Model: FMModel, Value: FMSummable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value.Sum? {
        try aggregate(.sum, .named(column), table, condition.and(filter), file, line)
    }

    /// Returns the mean of a column by its name, or nil if it has no value.
    @inlinable
    public func average<Model: FMModel, Value: FMSummable>(
        _ type: Model.Type, _ column: String, as: Value.Type = Double.self, in table: String? = nil,
        where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value.Mean? {
        try aggregate(.average, .named(column), table, condition.and(filter), file, line)
    }

    /// Returns the smallest value of a column by its name, or nil if it has none.
    @inlinable
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.min, .named(column), table, condition.and(filter), file, line)
    }

    /// Returns the largest value of a column by its name, or nil if it has none.
    @inlinable
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.max, .named(column), table, condition.and(filter), file, line)
    }
}

extension FMDatabaseAccess {
    @inlinable
    func aggregate<Model: FMModel, Value: FMValueConvertible>(
        _ function: Aggregate, _ source: AggregateSource<Model>, _ table: String?, _ condition: FMWhere<Model>,
        _ file: StaticString, _ line: UInt
    ) throws(AccessError) -> Value? {
        try accessing(.read, file, line) { database throws(FMError) in
            try database.aggregate(function, source, table, condition)
        }
    }
}

extension FMDatabaseAsyncAccess {
    /// Passes the name of the column to the other thread, because a key path is not `Sendable`.
    func aggregate<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ function: Aggregate, _ source: AggregateSource<Model>, _ table: String?, _ condition: FMWhere<Model>,
        _ file: StaticString, _ line: UInt, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value? {
        let column = try source.column(in: Model.fmTable)
        return try await reading(file, line) { try $0.aggregate(function, .named(column), table, condition) }
    }
}

// MARK: - On a connection

extension FMDatabase {
    @usableFromInline
    func rowCount<Model: FMModel>(
        _ type: Model.Type, _ condition: FMWhere<Model>, _ table: String?
    ) throws(FMError) -> Int {
        let table = try self.table(of: type, table)
        return try type.explaining { () throws(FMError) in
            try value("SELECT count(*) FROM \(table.source([condition.sql])) WHERE \(condition.sql)")
        }
    }

    @usableFromInline
    func rowExists<Model: FMModel>(
        _ type: Model.Type, _ condition: FMWhere<Model>, _ table: String?
    ) throws(FMError) -> Bool {
        let table = try self.table(of: type, table)
        return try type.explaining { () throws(FMError) in
            try value("SELECT EXISTS (SELECT 1 FROM \(table.source([condition.sql])) WHERE \(condition.sql))")
        }
    }

    @usableFromInline
    func rowExists<Model: FMModel>(
        _ type: Model.Type, _ id: any FMValueConvertible, _ table: String?
    ) throws(FMError) -> Bool {
        let table = try tableWithKey(of: type, table)
        let key = try table.condition(key: table.keyValue(id))
        return try value("SELECT EXISTS (SELECT 1 FROM \(raw: table.sql.table) WHERE \(key))")
    }

    @usableFromInline
    func aggregate<Model: FMModel, Value: FMValueConvertible>(
        _ function: Aggregate, _ source: AggregateSource<Model>, _ table: String?, _ condition: FMWhere<Model>
    ) throws(FMError) -> Value? {
        let table = try self.table(of: Model.self, table)
        let column = try source.column(in: table)
        let name = try table.quotedName(of: column)
        let rows = table.source([condition.sql])
        if ColumnShape.unwrapped(Value.self).0 == Decimal.self, function.isExtreme {
            let values: FMSQL =
                "SELECT \(raw: name) FROM \(rows) WHERE (\(condition.sql)) AND \(raw: name) IS NOT NULL"
            return try extreme(function, values) as? Value
        }
        let result = try figure(
            function, of: column,
            "SELECT \(raw: function.name(of: Value.self))(\(raw: name)) FROM \(rows) WHERE \(condition.sql)")
        return try converted(result, function, of: column, table.options.dates)
    }

    /// - Parameters:
    ///   - column: the name for the values in errors.
    ///   - rows: a query that returns the values as the column `fm:value`.
    func aggregate<Value: FMValueConvertible>(
        _ function: Aggregate, of column: String, _ rows: FMSQL, _ dates: FMDateStorage
    ) throws(FMError) -> Value? {
        if ColumnShape.unwrapped(Value.self).0 == Decimal.self, function.isExtreme {
            return try extreme(function, "SELECT `fm:value` FROM (\(rows)) WHERE `fm:value` IS NOT NULL") as? Value
        }
        let result = try figure(
            function, of: column, "SELECT \(raw: function.name(of: Value.self))(`fm:value`) FROM (\(rows))")
        return try converted(result, function, of: column, dates)
    }

    private func figure(_ function: Aggregate, of column: String, _ sql: FMSQL) throws(FMError) -> FMValue {
        do throws(FMError) {
            return try value(sql)
        } catch  where error.resultCode == .mismatch {
            throw FMError(.mismatch, "\(function.rawValue) of column \(column): \(error.message)", sql: error.sql)
        }
    }

    private func converted<Value: FMValueConvertible>(
        _ result: FMValue, _ function: Aggregate, of column: String, _ dates: FMDateStorage
    ) throws(FMError) -> Value? {
        if result.isNull { return nil }
        if ColumnShape.unwrapped(Value.self).0 == Date.self, let date = dates.date(of: result) as? Value { return date }
        guard let converted = Value.fromFMValue(result) else {
            throw FMError(
                .mismatch,
                "\(function.rawValue) of column \(column): expected \(Value.self), found \(result.typeName)")
        }
        return converted
    }

    /// Reads the values one by one, so that a value that is not a Decimal throws.
    private func extreme(_ function: Aggregate, _ values: FMSQL) throws(FMError) -> Decimal? {
        let cursor = try query(values)
        defer { cursor.close() }
        var extreme: Decimal?
        while let row = try cursor.nextRow() {
            let value: Decimal = try row.value(at: 0)
            extreme = extreme.map { function == .min ? Swift.min($0, value) : Swift.max($0, value) } ?? value
        }
        return extreme
    }
}

/// The column of an aggregate, by property or by name.
@usableFromInline
enum AggregateSource<Model> {
    case property(PartialKeyPath<Model>)
    case named(String)

    func column(in table: FMTable<Model>) throws(FMError) -> String {
        switch self {
        case .property(let property): try table.name(of: property)
        case .named(let name): name
        }
    }
}

/// An aggregate function. The raw value is its name in SQL.
@usableFromInline
enum Aggregate: String, Sendable {
    case sum, min, max
    case average = "avg"

    var isExtreme: Bool { self == .min || self == .max }

    /// Returns the SQL function for values of a type. Decimals need the library's own, because SQLite's would convert them to floating
    /// point.
    func name(of type: Any.Type) -> String {
        isExtreme || ColumnShape.unwrapped(type).0 != Decimal.self ? rawValue : "fm_decimal_\(rawValue)"
    }
}
