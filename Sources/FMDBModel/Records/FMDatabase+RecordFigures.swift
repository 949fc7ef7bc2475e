import FMDB

/// Figures of the rows of a table without a model.
extension FMDatabase {
    /// Whether a condition holds for a row of a table.
    ///
    /// See [EXISTS](https://sqlite.org/lang_expr.html#the_exists_operator).
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - condition: which rows; nil for any.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func exists(in table: String, where condition: FMSQL? = nil) throws(FMError) -> Bool {
        try value("SELECT EXISTS (SELECT 1 FROM \(identifier: table) WHERE \(condition?.enclosable ?? "1"))")
    }

    /// The sum of a column, nil without a value.
    ///
    ///     let total = try db.sum("age", in: "users", as: Int.self, where: "name <> \(name)")
    ///
    /// See [sum](https://sqlite.org/lang_aggfunc.html#sumunc).
    ///
    /// - Parameters:
    ///   - column: in any case of letters.
    ///   - table: any name.
    ///   - type: what the figure is read as; it may be left out where it is known.
    ///   - condition: which rows; nil for all.
    /// - Throws: `FMError`: `.error` if the sum of integers is too large, and for a column that the table does not have;
    ///   `.mismatch` if it does not fit the type; SQLite's code if it refuses.
    public func sum<Value: FMValueConvertible>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) throws(FMError) -> Value? {
        try figure("sum", column, table, condition)
    }

    /// The least value of a column, nil without one. See [min](https://sqlite.org/lang_aggfunc.html#min_agg).
    ///
    /// - Parameters:
    ///   - column: in any case of letters.
    ///   - table: any name.
    ///   - type: what the value is read as; it may be left out where it is known. Texts are compared as numbers for
    ///     `Decimal`.
    ///   - condition: which rows; nil for all.
    /// - Throws: `FMError`, as `sum(_:in:as:where:)` does.
    public func min<Value: FMValueConvertible>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) throws(FMError) -> Value? {
        try figure("min", column, table, condition)
    }

    /// The greatest value of a column, nil without one. See [max](https://sqlite.org/lang_aggfunc.html#max_agg).
    ///
    /// - Parameters:
    ///   - column: in any case of letters.
    ///   - table: any name.
    ///   - type: what the value is read as; it may be left out where it is known. Texts are compared as numbers for
    ///     `Decimal`.
    ///   - condition: which rows; nil for all.
    /// - Throws: `FMError`, as `sum(_:in:as:where:)` does.
    public func max<Value: FMValueConvertible>(
        _ column: String, in table: String, as type: Value.Type = Value.self, where condition: FMSQL? = nil
    ) throws(FMError) -> Value? {
        try figure("max", column, table, condition)
    }

    /// The mean of a column, nil without a value. See [avg](https://sqlite.org/lang_aggfunc.html#avg).
    ///
    /// - Parameters:
    ///   - column: in any case of letters.
    ///   - table: any name.
    ///   - condition: which rows; nil for all.
    /// - Throws: `FMError`, as `sum(_:in:as:where:)` does.
    public func average(
        of column: String, in table: String, where condition: FMSQL? = nil
    ) throws(FMError) -> Double? {
        try figure("avg", column, table, condition)
    }

    private func figure<Value: FMValueConvertible>(
        _ function: String, _ column: String, _ table: String, _ condition: FMSQL?
    ) throws(FMError) -> Value? {
        let name = FMSQL.column(column)
        let rows: FMSQL = "FROM \(identifier: table) WHERE (\(condition?.enclosable ?? "1")) AND \(name) IS NOT NULL"
        let figure: FMValue
        // Decimals are texts, of which SQLite would compare the first digits first.
        if FMColumnShape.unwrapped(Value.self).0 == Decimal.self, ["min", "max"].contains(function) {
            let order = function == "max" ? "DESC" : "ASC"
            let extreme: FMSQL = "SELECT \(name) \(rows) ORDER BY CAST(\(name) AS REAL) \(raw: order) LIMIT 1"
            figure = try value(extreme, as: FMValue?.self) ?? .null
        } else {
            figure = try value("SELECT \(raw: function)(\(name)) \(rows)")
        }
        if figure.isNull { return nil }
        guard let converted = Value.fromFMValue(figure) else {
            throw FMError(
                .mismatch, "\(function) of column \(column): expected \(Value.self), found \(figure.typeName)")
        }
        return converted
    }
}
