import FMDB

/// The fields of a model, and what can be computed of a group of its rows.
///
///     Person.all.group(\.town).select { ($0.town, $0.count, $0.average($0.age)) }
///
/// A field that is called `count` is named by `$0[\.count]`. See
/// [Aggregate Functions](https://sqlite.org/lang_aggfunc.html).
@dynamicMemberLookup
public struct FMGroup<Model: FMModel>: Sendable {
    private let columns = Model.Columns()

    init() {}

    /// A field of the model.
    public subscript<Field>(dynamicMember field: KeyPath<Model.Columns, Field>) -> Field { columns[keyPath: field] }

    /// A field of the model.
    public subscript<Field>(_ field: KeyPath<Model.Columns, Field>) -> Field { columns[keyPath: field] }

    /// How many rows the group has.
    public var count: FMAggregateExpression<Model, Int> { FMAggregateExpression("count(*)") }

    /// How many values there are of a term in the group.
    ///
    /// - Parameters:
    ///   - term: a field or another term of the model.
    ///   - isDistinct: whether those that are equal count once.
    public func count<Value>(
        _ term: some FMTerm<Model, Value>, distinct isDistinct: Bool = false
    ) -> FMAggregateExpression<Model, Int> {
        FMAggregateExpression("count(\(raw: isDistinct ? "DISTINCT " : "")\(term.exact))")
    }

    /// The sum of the numbers, nil without one. That of Decimals is exact, and only rounded to the 38 digits that a `Decimal` has: it is
    /// computed by the SQL function `fm_decimal_sum`, which the connections of the library have.
    ///
    /// The call throws an `FMError`: with the code `.error` if a sum of integers or of Decimals is too large, and with the code
    /// `.mismatch` if a value is no Decimal where they are expected.
    public func sum<Value: FMSummable>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value.Sum?> {
        FMAggregateExpression("\(raw: Aggregate.sum.name(of: Value.Sum.self))(\(term.exact))")
    }

    /// The mean of the numbers, nil without one. That of Decimals is their sum, rounded to 38 digits, divided: the SQL
    /// function `fm_decimal_avg` computes it. The call throws as for ``sum(_:)``.
    public func average<Value: FMSummable>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<
        Model, Value.Mean?
    > {
        FMAggregateExpression("\(raw: Aggregate.average.name(of: Value.Mean.self))(\(term.exact))")
    }

    /// The least value, nil without one.
    public func min<Value>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("min(\(term.sized))")
    }

    /// The least value of those that are there, nil without one.
    public func min<Value>(_ term: some FMTerm<Model, Value?>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("min(\(term.sized))")
    }

    /// The greatest value, nil without one.
    public func max<Value>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("max(\(term.sized))")
    }

    /// The greatest value of those that are there, nil without one.
    public func max<Value>(_ term: some FMTerm<Model, Value?>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("max(\(term.sized))")
    }
}

/// A value that is computed of a group of rows. See ``FMGroup``.
public struct FMAggregateExpression<Model, Value>: FMTerm {
    /// The SQL expression.
    public let fmSQL: FMSQL

    init(_ sql: FMSQL) { fmSQL = sql }
}
