import FMDB

// Members of Swift's types that have no equivalent in SQL. The messages say what to write.

extension FMTerm where Value: FMTextValue {
    /// Not available: SQLite's `lower` converts the letters A to Z only.
    @available(
        *, unavailable,
        message: "write `isEqual(to: text, ignoringCase: true)`, `contains` with `ignoringCase: true`, or `like`"
    )
    public func lowercased() -> FMExpression<Model, Value> { FMExpression(sql: fmSQL) }

    /// Not available: SQLite's `upper` converts the letters A to Z only.
    @available(
        *, unavailable,
        message: "write `isEqual(to: text, ignoringCase: true)`, `contains` with `ignoringCase: true`, or `like`"
    )
    public func uppercased() -> FMExpression<Model, Value> { FMExpression(sql: fmSQL) }

    /// Not available.
    @available(*, unavailable, message: "write `hasPrefix(text)`")
    public func starts(with prefix: String) -> FMWhere<Model> { hasPrefix(prefix) }

    /// Not available: SQLite counts Unicode scalars, not characters.
    @available(
        *, unavailable,
        message: "write `FMExpression<Model, Int>(sql: \"length(\\($0.field))\")`, which counts Unicode scalars"
    )
    public var count: FMExpression<Model, Int> { FMExpression(sql: fmSQL) }
}

/// SQLite calculates with 64-bit integers and binary floating point, so a Decimal would lose digits.
extension FMTerm where Value == Decimal {
    /// Not available.
    @available(*, unavailable, message: "SQLite has no decimal arithmetic: read the Decimals and calculate in Swift")
    public static func + (left: Self, right: Decimal) -> FMExpression<Model, Decimal> { FMExpression(sql: left.fmSQL) }

    /// Not available.
    @available(*, unavailable, message: "SQLite has no decimal arithmetic: read the Decimals and calculate in Swift")
    public static func - (left: Self, right: Decimal) -> FMExpression<Model, Decimal> { FMExpression(sql: left.fmSQL) }

    /// Not available.
    @available(*, unavailable, message: "SQLite has no decimal arithmetic: read the Decimals and calculate in Swift")
    public static func * (left: Self, right: Decimal) -> FMExpression<Model, Decimal> { FMExpression(sql: left.fmSQL) }

    /// Not available.
    @available(*, unavailable, message: "SQLite has no decimal arithmetic: read the Decimals and calculate in Swift")
    public static func / (left: Self, right: Decimal) -> FMExpression<Model, Decimal> { FMExpression(sql: left.fmSQL) }
}

// MARK: - Values in front

extension Sequence {
    /// Not available: the field comes first.
    @_disfavoredOverload
    @available(*, unavailable, message: "write the field first: `$0.field.in(values)`")
    public func contains<Term: FMTerm>(_ term: Term) -> FMWhere<Term.Model> where Term.Value == Element { .none }
}

extension RangeExpression {
    /// Not available: the field comes first.
    @available(*, unavailable, message: "write the field first: `$0.field.in(range)`")
    public func contains<Term: FMTerm>(_ term: Term) -> FMWhere<Term.Model> where Term.Value == Bound { .none }
}

// MARK: - Swift's own truth

/// Not available: a `Bool` is not a condition. Without this function the compiler has no clear message for `!flag || …`.
@available(*, unavailable, message: "a Bool is not a condition: write `flag ? condition : .all`, or `.none`")
public prefix func ! <Model>(value: Bool) -> FMWhere<Model> { .none }

// MARK: - What a search has found

extension FMColumns {
    /// Not available: the results of a search are requested with the model.
    @available(*, unavailable, message: "write `matching(pattern).including { $0.snippet(\\.field) }`")
    public func snippet<Model, Value>(_ column: (Self) -> FMField<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: column(self).fmSQL)
    }

    /// Not available: the results of a search are requested with the model.
    @available(*, unavailable, message: "write `matching(pattern).including { $0.highlight(\\.field) }`")
    public func highlight<Model, Value>(_ column: (Self) -> FMField<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: column(self).fmSQL)
    }
}

// MARK: - Values of another type

// For an optional field the compiler's own message is about another operator.
extension FMField {
    /// Not available: a field is compared with a value of its type.
    @_disfavoredOverload
    @available(*, unavailable, message: "compare with a value of the field's type, such as Double(number)")
    public static func == <Wrapped, Other: FMValueConvertible>(left: Self, right: Other) -> FMWhere<Model>
    where Value == Wrapped? { .none }

    /// Not available: a field is compared with a value of its type.
    @_disfavoredOverload
    @available(*, unavailable, message: "compare with a value of the field's type, such as Double(number)")
    public static func < <Wrapped, Other: FMValueConvertible>(left: Self, right: Other) -> FMWhere<Model>
    where Value == Wrapped? { .none }

    /// Not available: a field is compared with a value of its type.
    @_disfavoredOverload
    @available(*, unavailable, message: "compare with a value of the field's type, such as Double(number)")
    public static func <= <Wrapped, Other: FMValueConvertible>(left: Self, right: Other) -> FMWhere<Model>
    where Value == Wrapped? { .none }

    /// Not available: a field is compared with a value of its type.
    @_disfavoredOverload
    @available(*, unavailable, message: "compare with a value of the field's type, such as Double(number)")
    public static func > <Wrapped, Other: FMValueConvertible>(left: Self, right: Other) -> FMWhere<Model>
    where Value == Wrapped? { .none }

    /// Not available: a field is compared with a value of its type.
    @_disfavoredOverload
    @available(*, unavailable, message: "compare with a value of the field's type, such as Double(number)")
    public static func >= <Wrapped, Other: FMValueConvertible>(left: Self, right: Other) -> FMWhere<Model>
    where Value == Wrapped? { .none }
}

/// Not available: a condition is a closure.
@_disfavoredOverload
@available(*, unavailable, message: "a condition is a closure: find(Note.self) { $0.title == text }")
public func == <Model: FMModel, Value>(left: KeyPath<Model, Value>, right: Value) -> FMWhere<Model> { .none }

/// Not available: a condition is a closure.
@_disfavoredOverload
@available(*, unavailable, message: "a condition is a closure: find(Note.self) { $0.pages > 3 }")
public func > <Model: FMModel, Value>(left: KeyPath<Model, Value>, right: Value) -> FMWhere<Model> { .none }

extension FMField {
    /// Not available: an assignment is written with `<-`.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `[$0.field <- $0.field + 1]`")
    public static func += <Other>(left: Self, right: Other) -> [FMAssignment<Model>] { [] }

    /// Not available: a replacement for NULL is written in SQL.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `\"ifnull(\\($0.field), 0) > 3\"`")
    public static func ?? <Wrapped>(left: Self, right: Wrapped) -> FMExpression<Model, Wrapped>
    where Value == Wrapped? {
        FMExpression(sql: left.fmSQL)
    }
}

// MARK: - Members that a field does not have

extension FMField where Value: FMValueConvertible {
    /// Not available: without this subscript, the compiler's message for a misspelt method would ask for an ``FMNested``.
    @available(*, unavailable, message: "no such member: a field has ==, in(…), contains, hasPrefix, like and others")
    public subscript(dynamicMember name: String) -> FMNoSuchMember<Model> { fatalError("not available") }
}

/// The type of a member that a field does not have. The type is neither a term nor a condition, so its use in a key path does not compile.
/// The compiler does not report unavailable parts of a key path.
@_documentation(visibility: internal)
@dynamicCallable
public struct FMNoSuchMember<Model> {
    /// Not available.
    @_documentation(visibility: internal)
    public func dynamicallyCall(withKeywordArguments values: KeyValuePairs<String, Any>) -> FMWhere<Model> { .none }
}
