import FMDB

/// Counting rows, and aggregates of a column in all rows that fulfil a condition.
///
/// A pool reads on one of its reading connections. Where there are two conditions, `where:` and the closure, both hold.
///
/// Decimals are computed by the library, because SQLite would convert them to real numbers. Only the result is rounded, to the 38
/// digits of a `Decimal`.
extension FMDatabaseAccess {
    /// How many rows there are.
    ///
    ///     let adults = try db.count(Person.self) { $0.age >= 18 }
    ///
    /// See [count](https://sqlite.org/lang_aggfunc.html#count).
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
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

    /// Whether there is a row.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
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

    /// Whether there is the row of a key. `find(_:id:from:)` describes keys.
    ///
    /// - Throws: `FMError`: `.misuse` for a key of several columns; SQLite's code if it refuses.
    @inlinable
    public func exists<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> Bool {
        try accessing(.read, file, line) { database throws(FMError) in
            try database.rowExists(type, id, table)
        }
    }

    /// Whether there is the row of a key whose type is stored in one column, as a raw value or as JSON text.
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
    /// The sum of a column, nil without a value. See [sum](https://sqlite.org/lang_aggfunc.html#sumunc).
    ///
    ///     let total = try db.sum(\Person.score) { $0.age >= 18 }
    ///
    /// - Throws: `FMError`: `.error` if a sum of integers or of Decimals is too large; `.mismatch` if it does not fit the type.
    ///   `.range` for a property that is not known to be a column; SQLite's code if it refuses.
    @inlinable
    public func sum<Model: FMModel, Value: FMSummable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value.Sum? {
        try aggregate(.sum, .property(property), table, condition.and(filter), file, line)
    }

    /// The mean of a column, nil without a value. See [avg](https://sqlite.org/lang_aggfunc.html#avg).
    ///
    /// - Throws: `FMError`, as `sum(_:in:where:_:)` does; `.mismatch` if a value is no Decimal where they are expected.
    @inlinable
    public func average<Model: FMModel, Value: FMSummable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value.Mean? {
        try aggregate(.average, .property(property), table, condition.and(filter), file, line)
    }

    /// The least value of a column, nil without one. See [min](https://sqlite.org/lang_aggfunc.html#min_agg).
    ///
    /// - Throws: `FMError`, as `sum(_:in:where:_:)` does.
    @inlinable
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.min, .property(property), table, condition.and(filter), file, line)
    }

    /// The least value of a column in which values may be missing, nil without one.
    @inlinable
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.min, .property(property), table, condition.and(filter), file, line)
    }

    /// The greatest value of a column, nil without one. See [max](https://sqlite.org/lang_aggfunc.html#max_agg).
    ///
    /// - Throws: `FMError`, as `sum(_:in:where:_:)` does.
    @inlinable
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.max, .property(property), table, condition.and(filter), file, line)
    }

    /// The greatest value of a column in which values may be missing, nil without one.
    @inlinable
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.max, .property(property), table, condition.and(filter), file, line)
    }
}

// MARK: - By names

/// They throw what the forms by properties throw, and `FMError` with the code `.range` for a column that the model does not
/// have.
extension FMDatabaseAccess {
    /// The sum of a column by its name, nil without a value.
    @inlinable
    public func sum<Model: FMModel, Value: FMSummable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value.Sum? {
        try aggregate(.sum, .named(column), table, condition.and(filter), file, line)
    }

    /// The mean of a column by its name, nil without a value.
    @inlinable
    public func average<Model: FMModel, Value: FMSummable>(
        _ type: Model.Type, _ column: String, as: Value.Type = Double.self, in table: String? = nil,
        where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value.Mean? {
        try aggregate(.average, .named(column), table, condition.and(filter), file, line)
    }

    /// The least value of a column by its name, nil without one.
    @inlinable
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws(AccessError) -> Value? {
        try aggregate(.min, .named(column), table, condition.and(filter), file, line)
    }

    /// The greatest value of a column by its name, nil without one.
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
    /// A key path does not go to another thread; the name of its column does.
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
    ///   - column: what errors call the values.
    ///   - rows: a query of the values, under the name `fm:value`.
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

    /// One by one, so that a value that is no Decimal is an error.
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

/// What an aggregate is computed of.
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

/// An aggregate function by its name in SQL.
@usableFromInline
enum Aggregate: String, Sendable {
    case sum, min, max
    case average = "avg"

    var isExtreme: Bool { self == .min || self == .max }

    /// The name of the function whose result has a type. SQLite's own would make real numbers of Decimals.
    func name(of type: Any.Type) -> String {
        isExtreme || ColumnShape.unwrapped(type).0 != Decimal.self ? rawValue : "fm_decimal_\(rawValue)"
    }
}
