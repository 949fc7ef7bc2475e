import FMDB

// MARK: - Lists

// The overloads for sequences are disfavoured, because a range of integers is also a sequence and would match two overloads.
extension FMTerm {
    /// Returns the condition that the term equals one of the values. An empty list matches no row. A nil in the list matches NULL.
    ///
    /// - Parameter values: an array or a set. More than a thousand integers or strings are bound as one parameter. Other values need one
    ///   parameter each. A statement may have 32,766 parameters, or 999 before SQLite 3.32. See
    ///   [Limits](https://sqlite.org/limits.html#max_variable_number).
    @_disfavoredOverload
    public func `in`<Values: Sequence>(_ values: Values) -> FMWhere<Model> where Values.Element == Value {
        isOne(of: values)
    }

    /// Returns the condition that the optional term equals one of the values. An empty list matches no row.
    ///
    /// - Parameter values: an array or a set. More than a thousand integers or strings are bound as one parameter. Other values need one
    ///   parameter each. A statement may have 32,766 parameters, or 999 before SQLite 3.32. See
    ///   [Limits](https://sqlite.org/limits.html#max_variable_number).
    @_disfavoredOverload
    public func `in`<Values: Sequence>(_ values: Values) -> FMWhere<Model> where Value == Values.Element? {
        isOne(of: values)
    }

    /// Returns the condition that the term equals one of the values of a query with one column.
    ///
    ///     $0.id.in(sql: "SELECT owner FROM car WHERE make = \(make)")
    public func `in`(sql query: FMModelSQL<Model>) -> FMWhere<Model> { `in`(sql: query.sql) }

    /// Returns the condition that the term equals one of the values of a query, given as `FMSQL`.
    @_disfavoredOverload
    public func `in`(sql query: FMSQL) -> FMWhere<Model> {
        FMWhere(sql: "\(isDecimal ? equated : wholeText) IN (\(query.enclosable(in: .list)))")
    }

    private func isOne<Element>(of values: some Sequence<Element>) -> FMWhere<Model> {
        if values.underestimatedCount > 1000, let condition = isAmong(values) { return condition }
        var list: FMSQL.StringInterpolation?
        var (hasNil, needsWhole) = (false, false)
        for value in values {
            needsWhole = needsWhole || self.needsWhole(value)
            guard let bound = bound(value) else {
                hasNil = true
                continue
            }
            if list == nil {
                list = .init(literalCapacity: 0, interpolationCount: values.underestimatedCount)
            } else {
                list?.appendLiteral(", ")
            }
            list?.appendInterpolation(bound)
        }
        let isNull = hasNil ? self.isNull : .none
        guard let list else { return isNull }
        return equal(hasNUL: needsWhole) { FMWhere(sql: "\($0) IN (\(FMSQL(stringInterpolation: list)))") } || isNull
    }
}

extension FMTerm {
    /// Returns the condition with all values bound as one JSON text.
    ///
    /// - Returns: nil if a value's form in JSON text differs from its form in a column.
    private func isAmong<Element>(_ values: some Sequence<Element>) -> FMWhere<Model>? {
        guard !isWithinJSON else { return nil }
        var stored: [[FMValue]] = []
        var hasNil = false
        for value in values {
            guard let next = try? StoredValue<Model, Element>(value: value).fmValue else { return nil }
            if next.isNull { hasNil = true } else { stored.append([next]) }
        }
        guard let list = JSONList.text(stored) else { return nil }
        return FMWhere(sql: "\(equated) IN (SELECT value FROM json_each(\(list)))") || (hasNil ? isNull : .none)
    }
}

// MARK: - Ranges

extension FMTerm {
    /// Returns the condition that the term is within a range: `18...65`, `1..<10`, `18...` and so on.
    ///
    /// - Parameter range: a range of the standard library. For another type the statement throws an `FMError` with the code `.misuse`.
    public func `in`<Bounds: RangeExpression>(_ range: Bounds) -> FMWhere<Model> where Value == Bounds.Bound {
        lies(in: range)
    }

    /// Returns the condition that the optional term is within a range.
    public func `in`<Bounds: RangeExpression>(_ range: Bounds) -> FMWhere<Model> where Value == Bounds.Bound? {
        lies(in: range)
    }

    private func lies<Bounds: RangeExpression>(in range: Bounds) -> FMWhere<Model> {
        switch range {
        case let range as ClosedRange<Bounds.Bound>:
            compared(">=", range.lowerBound) && compared("<=", range.upperBound)
        case let range as Range<Bounds.Bound>: compared(">=", range.lowerBound) && compared("<", range.upperBound)
        case let range as PartialRangeFrom<Bounds.Bound>: compared(">=", range.lowerBound)
        case let range as PartialRangeThrough<Bounds.Bound>: compared("<=", range.upperBound)
        case let range as PartialRangeUpTo<Bounds.Bound>: compared("<", range.upperBound)
        default: FMWhere(sql: "\(Refused(error: FMError(.misuse, "a condition cannot use a \(Bounds.self)")))")
        }
    }
}
