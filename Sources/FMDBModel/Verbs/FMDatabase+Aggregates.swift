import FMDB

/// Figures of all rows that a condition holds for.
extension FMDatabase {
    /// How many rows there are.
    ///
    ///     let adults = try db.count(Person.self) { $0.age >= 18 }
    ///
    /// See [count](https://sqlite.org/lang_aggfunc.html#count).
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws(FMError) -> Int {
        try count(type, in: table, where: condition(Model.Columns()))
    }

    /// How many rows there are.
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Int {
        let table = try self.table(of: type, table)
        return try value("SELECT count(*) FROM \(raw: table.texts.table) WHERE \(condition.sql)")
    }

    /// Whether there is a row.
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Bool {
        let table = try self.table(of: type, table)
        return try value("SELECT EXISTS (SELECT 1 FROM \(raw: table.texts.table) WHERE \(condition.sql))")
    }

    /// Whether there is a row that a condition holds for.
    public func exists<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws(FMError) -> Bool {
        try exists(type, in: table, where: condition(Model.Columns()))
    }

    /// The sum of a column, nil without a value.
    ///
    ///     let total = try db.sum(\Person.score)
    ///
    /// See [sum](https://sqlite.org/lang_aggfunc.html#sumunc).
    ///
    /// - Throws: `FMError`: `.error` if the sum of integers is too large, `.mismatch` if it does not fit the type.
    public func sum<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("sum", property, table, condition)
    }

    /// The least value of a column, nil without one. See [min](https://sqlite.org/lang_aggfunc.html#min_agg).
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("min", property, table, condition)
    }

    /// The greatest value of a column, nil without one. See [max](https://sqlite.org/lang_aggfunc.html#max_agg).
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("max", property, table, condition)
    }

    /// The mean of a column, nil without a value. See [avg](https://sqlite.org/lang_aggfunc.html#avg).
    public func average<Model: FMModel, Value: FMValueConvertible>(
        of property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Double? {
        let known = try self.table(of: Model.self, table)
        return try figure("avg", try known.name(of: property), known, condition)
    }

    /// The sum of a column by its name, nil without a value.
    public func sum<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("sum", column, self.table(of: type, table), condition)
    }

    /// The least value of a column by its name, nil without one.
    public func min<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("min", column, self.table(of: type, table), condition)
    }

    /// The greatest value of a column by its name, nil without one.
    public func max<Model: FMModel, Value: FMValueConvertible>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Value? {
        try figure("max", column, self.table(of: type, table), condition)
    }

    /// The mean of a column by its name, nil without a value.
    public func average<Model: FMModel>(
        _ type: Model.Type, of column: String, in table: String? = nil, where condition: FMWhere<Model> = .all
    ) throws(FMError) -> Double? {
        try figure("avg", column, self.table(of: type, table), condition)
    }

    private func figure<Model: FMModel, Value: FMValueConvertible>(
        _ function: String, _ property: PartialKeyPath<Model>, _ table: String?, _ condition: FMWhere<Model>
    ) throws(FMError) -> Value? {
        let known = try self.table(of: Model.self, table)
        return try figure(function, known.name(of: property), known, condition)
    }

    private func figure<Model: FMModel, Value: FMValueConvertible>(
        _ function: String, _ column: String, _ table: FMTable<Model>, _ condition: FMWhere<Model>
    ) throws(FMError) -> Value? {
        let name = table.texts.columns[try table.expectIndex(of: column)]
        let kind = FMColumnShape.unwrapped(Value.self).0
        let figure: FMValue
        if kind == Decimal.self, function == "min" || function == "max" {
            figure = try extreme(of: name, isGreatest: function == "max", table, condition)
        } else {
            figure = try value(
                "SELECT \(raw: function)(\(raw: name)) FROM \(raw: table.texts.table) WHERE \(condition.sql)")
        }
        if figure.isNull { return nil }
        if kind == Date.self, let date = table.options.dates.date(of: figure) as? Value { return date }
        guard let converted = Value.fromFMValue(figure) else {
            throw FMError(
                .mismatch, "\(function) of column \(column): expected \(Value.self), found \(figure.typeName)")
        }
        return converted
    }

    /// Decimals are texts, of which SQLite would compare the first digits first.
    private func extreme<Model: FMModel>(
        of name: String, isGreatest: Bool, _ table: FMTable<Model>, _ condition: FMWhere<Model>
    ) throws(FMError) -> FMValue {
        let order = "CAST(\(name) AS REAL) \(isGreatest ? "DESC" : "ASC")"
        return try value(
            """
            SELECT \(raw: name) FROM \(raw: table.texts.table) WHERE (\(condition.sql)) AND \(raw: name) IS NOT NULL \
            ORDER BY \(raw: order) LIMIT 1
            """, as: FMValue?.self) ?? .null
    }
}
