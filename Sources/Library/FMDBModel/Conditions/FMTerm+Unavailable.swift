import FMDB

// What Swift's own values have and SQL does not. These say what to write.

extension FMTerm where Value: FMTextValue {
    /// Not available: SQLite's `lower` knows the letters A to Z alone.
    @available(
        *, unavailable,
        message: "write isEqual(to: text, ignoringCase: true), contains(text, ignoringCase: true) or like(pattern)"
    )
    public func lowercased() -> FMExpression<Model, Value> { FMExpression(sql: fmSQL) }

    /// Not available: SQLite's `upper` knows the letters A to Z alone.
    @available(
        *, unavailable,
        message: "write isEqual(to: text, ignoringCase: true), contains(text, ignoringCase: true) or like(pattern)"
    )
    public func uppercased() -> FMExpression<Model, Value> { FMExpression(sql: fmSQL) }

    /// Not available.
    @available(*, unavailable, message: "write hasPrefix(text)")
    public func starts(with prefix: String) -> FMWhere<Model> { hasPrefix(prefix) }

    /// Not available: SQLite counts codes, not characters.
    @available(
        *, unavailable, message: "write FMExpression<Model, Int>(sql: \"length(\\($0.field))\"), which counts codes"
    )
    public var count: FMExpression<Model, Int> { FMExpression(sql: fmSQL) }
}

/// SQLite calculates with 64-bit integers and binary floating point, so a Decimal would lose digits.
extension FMTerm where Value == Decimal {
    /// Not available.
    @available(*, unavailable, message: "SQLite has no decimal numbers: read the Decimals and calculate in Swift")
    public static func + (left: Self, right: Decimal) -> FMExpression<Model, Decimal> { FMExpression(sql: left.fmSQL) }

    /// Not available.
    @available(*, unavailable, message: "SQLite has no decimal numbers: read the Decimals and calculate in Swift")
    public static func - (left: Self, right: Decimal) -> FMExpression<Model, Decimal> { FMExpression(sql: left.fmSQL) }

    /// Not available.
    @available(*, unavailable, message: "SQLite has no decimal numbers: read the Decimals and calculate in Swift")
    public static func * (left: Self, right: Decimal) -> FMExpression<Model, Decimal> { FMExpression(sql: left.fmSQL) }

    /// Not available.
    @available(*, unavailable, message: "SQLite has no decimal numbers: read the Decimals and calculate in Swift")
    public static func / (left: Self, right: Decimal) -> FMExpression<Model, Decimal> { FMExpression(sql: left.fmSQL) }
}

// MARK: - Values in front

extension Sequence {
    /// Not available: the field comes first.
    @_disfavoredOverload
    @available(*, unavailable, message: "write the field first: $0.field.in(values)")
    public func contains<Term: FMTerm>(_ term: Term) -> FMWhere<Term.Model> where Term.Value == Element { .none }
}

extension RangeExpression {
    /// Not available: the field comes first.
    @available(*, unavailable, message: "write the field first: $0.field.in(range)")
    public func contains<Term: FMTerm>(_ term: Term) -> FMWhere<Term.Model> where Term.Value == Bound { .none }
}

// MARK: - Swift's own truth

/// Not available: a `Bool` is no condition. For `!flag || …` the compiler has no message otherwise.
@available(*, unavailable, message: "a Bool is no condition: write flag ? condition : .all, or .none")
public prefix func ! <Model>(value: Bool) -> FMWhere<Model> { .none }

// MARK: - What a search has found

extension FMColumns {
    /// Not available: what a search has found comes with the model.
    @available(*, unavailable, message: "write matching(pattern).including { $0.snippet(\\.field) }")
    public func snippet<Model, Value>(_ column: (Self) -> FMField<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: column(self).fmSQL)
    }

    /// Not available: what a search has found comes with the model.
    @available(*, unavailable, message: "write matching(pattern).including { $0.highlight(\\.field) }")
    public func highlight<Model, Value>(_ column: (Self) -> FMField<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: column(self).fmSQL)
    }
}
