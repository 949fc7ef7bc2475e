import FMDB

/// Figures of all rows that a condition holds for. The calls run on the thread that uses the database, as all of its calls
/// do.
///
/// Those of Decimals are computed here, value by value, because SQLite would make real numbers of them: exactly, to the 38
/// digits that a `Decimal` has.
extension FMDatabase {
    /// How many rows there are.
    ///
    ///     let adults = try db.count(Person.self) { $0.age >= 18 }
    ///
    /// See [count](https://sqlite.org/lang_aggfunc.html#count).
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws(FMError) -> Int {
        try count(type, in: table, where: condition(Model.Columns()))
    }

    /// How many rows there are.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Int {
        let table = try self.table(of: type, table)
        return try value("SELECT count(*) FROM \(raw: table.texts.table) WHERE \(condition.sql)")
    }

    /// Whether there is a row.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Bool {
        let table = try self.table(of: type, table)
        return try value("SELECT EXISTS (SELECT 1 FROM \(raw: table.texts.table) WHERE \(condition.sql))")
    }

    /// Whether there is a row that a condition holds for.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws(FMError) -> Bool {
        try exists(type, in: table, where: condition(Model.Columns()))
    }

    /// Whether there is the row of a key.
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column, or one without a key.
    ///   - id: the key; for a model without one the number of the row, its `rowid`, which `insert` has returned. A `VACUUM` may
    ///     give rows without a key other numbers.
    ///   - table: another table than the model's own.
    /// - Throws: `FMError`: `.misuse` for a key of several columns; SQLite's code if it refuses.
    public func exists<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, in table: String? = nil
    ) throws(FMError) -> Bool {
        let known = try self.table(of: type, table)
        return try exists(type, in: table, where: FMWhere(sql: known.condition(key: known.keyValue(id))))
    }

    /// Whether there is the row of a key of a type that goes into one column as a raw value, or as JSON text.
    ///
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    public func exists<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, in table: String? = nil
    ) throws(FMError) -> Bool {
        let known = try self.table(of: type, table)
        return try exists(type, in: table, where: FMWhere(sql: known.condition(key: known.keyValue(id))))
    }
}

// MARK: - By properties

extension FMDatabase {
    /// The sum of a column, nil without a value.
    ///
    ///     let total = try db.sum(\Person.score)
    ///
    /// See [sum](https://sqlite.org/lang_aggfunc.html#sumunc).
    ///
    /// - Throws: `FMError`: `.error` if the sum of integers is too large, `.mismatch` if it does not fit the type, `.range`
    ///   for a property that is not known to be a column.
    public func sum<Model: FMModel, Value: FMValueConvertible & FMNumberValue>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("sum", property, table, condition)
    }

    /// The sum of a column in which values may be missing, nil without a value.
    ///
    /// - Throws: as where none is missing.
    public func sum<Model: FMModel, Value: FMValueConvertible & FMNumberValue>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("sum", property, table, condition)
    }

    /// The sum of Decimals, nil without a value.
    ///
    /// - Throws: `FMError`: `.error` if the sum is too large for a `Decimal`, `.mismatch` for a value that is none, `.range`
    ///   for a property that is not known to be a column.
    public func sum<Model: FMModel, Value: FMDecimalValue>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Decimal? {
        let known = try self.table(of: Model.self, table)
        return try decimals(known.name(of: property), known, condition)?.sum
    }

    /// The mean of a column, nil without a value. See [avg](https://sqlite.org/lang_aggfunc.html#avg).
    ///
    /// - Throws: `FMError`: `.range` for a property that is not known to be a column; SQLite's code if it refuses.
    public func average<Model: FMModel, Value: FMNumberValue>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Double? {
        try figure("avg", property, table, condition)
    }

    /// The mean of Decimals, nil without a value.
    ///
    /// - Throws: as the sum of Decimals does.
    public func average<Model: FMModel, Value: FMDecimalValue>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Decimal? {
        let known = try self.table(of: Model.self, table)
        return try decimals(known.name(of: property), known, condition)?.mean
    }

    /// The least value of a column, nil without one. See [min](https://sqlite.org/lang_aggfunc.html#min_agg).
    ///
    /// - Throws: `FMError`: `.mismatch` if it does not fit the type, `.range` for a property that is not known to be a
    ///   column; SQLite's code if it refuses.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("min", property, table, condition)
    }

    /// The least value of a column in which values may be missing, nil without one.
    ///
    /// - Throws: as where none is missing.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("min", property, table, condition)
    }

    /// The greatest value of a column, nil without one. See [max](https://sqlite.org/lang_aggfunc.html#max_agg).
    ///
    /// - Throws: `FMError`: `.mismatch` if it does not fit the type, `.range` for a property that is not known to be a
    ///   column; SQLite's code if it refuses.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("max", property, table, condition)
    }

    /// The greatest value of a column in which values may be missing, nil without one.
    ///
    /// - Throws: as where none is missing.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("max", property, table, condition)
    }
}

// MARK: - By names

extension FMDatabase {
    /// The sum of a column by its name, nil without a value.
    ///
    /// - Throws: `FMError`: `.error` if the sum of integers is too large, `.mismatch` if it does not fit the type, `.range`
    ///   for a column that the model does not have.
    public func sum<Model: FMModel, Value: FMValueConvertible & FMNumberValue>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("sum", column, self.table(of: type, table), condition)
    }

    /// The sum of Decimals by the name of their column, nil without a value.
    ///
    /// - Throws: `FMError`: `.error` if the sum is too large for a `Decimal`, `.mismatch` for a value that is none, `.range`
    ///   for a column that the model does not have.
    public func sum<Model: FMModel>(
        _ type: Model.Type, _ column: String, as: Decimal.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Decimal? {
        try decimals(column, self.table(of: type, table), condition)?.sum
    }

    /// The mean of a column by its name, nil without a value.
    ///
    /// - Throws: `FMError`: `.range` for a column that the model does not have; SQLite's code if it refuses.
    public func average<Model: FMModel>(
        _ type: Model.Type, of column: String, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Double? {
        try figure("avg", column, self.table(of: type, table), condition)
    }

    /// The mean of Decimals by the name of their column, nil without a value.
    ///
    /// - Throws: as the sum of Decimals does.
    public func average<Model: FMModel>(
        _ type: Model.Type, of column: String, as: Decimal.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Decimal? {
        try decimals(column, self.table(of: type, table), condition)?.mean
    }

    /// The least value of a column by its name, nil without one.
    ///
    /// - Throws: `FMError`: `.mismatch` if it does not fit the type, `.range` for a column that the model does not have;
    ///   SQLite's code if it refuses.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("min", column, self.table(of: type, table), condition)
    }

    /// The greatest value of a column by its name, nil without one.
    ///
    /// - Throws: `FMError`: `.mismatch` if it does not fit the type, `.range` for a column that the model does not have;
    ///   SQLite's code if it refuses.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("max", column, self.table(of: type, table), condition)
    }
}

// MARK: - Figures

extension FMDatabase {
    private func figure<Model: FMModel, Value: FMValueConvertible>(
        _ function: String, _ property: PartialKeyPath<Model>, _ table: String?, _ condition: FMWhere<Model>
    ) throws(FMError) -> Value? {
        let known = try self.table(of: Model.self, table)
        return try figure(function, known.name(of: property), known, condition)
    }

    private func figure<Model: FMModel, Value: FMValueConvertible>(
        _ function: String, _ column: String, _ table: FMTable<Model>, _ condition: FMWhere<Model>
    ) throws(FMError) -> Value? {
        if Value.self is any FMDecimalValue.Type, let figures = try decimals(column, table, condition) {
            return (function == "min" ? figures.least : figures.greatest) as? Value
        }
        let name = table.texts.columns[try table.expectIndex(of: column)]
        let figure: FMValue = try value(
            "SELECT \(raw: function)(\(raw: name)) FROM \(raw: table.texts.table) WHERE \(condition.sql)")
        if figure.isNull { return nil }
        if FMColumnShape.unwrapped(Value.self).0 == Date.self, let date = table.options.dates.date(of: figure) as? Value
        {
            return date
        }
        guard let converted = Value.fromFMValue(figure) else {
            throw FMError(
                .mismatch, "\(function) of column \(column): expected \(Value.self), found \(figure.typeName)")
        }
        return converted
    }

    private func decimals<Model: FMModel>(
        _ column: String, _ table: FMTable<Model>, _ condition: FMWhere<Model>
    ) throws(FMError) -> DecimalFigures? {
        let name = table.texts.columns[try table.expectIndex(of: column)]
        let cursor = try query(
            """
            SELECT \(raw: name) FROM \(raw: table.texts.table) WHERE (\(condition.sql)) AND \(raw: name) IS NOT NULL
            """)
        defer { cursor.close() }
        var figures: DecimalFigures?
        while let row = try cursor.nextRow() {
            let value: Decimal = try row.value(at: 0)
            if figures == nil { figures = DecimalFigures(first: value) } else { figures?.add(value) }
        }
        return figures
    }
}

/// What is found out of Decimals one by one.
private struct DecimalFigures {
    private var total: Decimal
    private(set) var least: Decimal
    private(set) var greatest: Decimal
    private var count = 1

    init(first: Decimal) { (total, least, greatest) = (first, first, first) }

    var sum: Decimal {
        get throws(FMError) {
            if total.isNaN { throw FMError(.error, "the sum of the column is too large for a Decimal") }
            return total
        }
    }

    var mean: Decimal {
        get throws(FMError) { try sum / Decimal(count) }
    }

    mutating func add(_ value: Decimal) {
        total += value
        least = Swift.min(least, value)
        greatest = Swift.max(greatest, value)
        count += 1
    }
}
