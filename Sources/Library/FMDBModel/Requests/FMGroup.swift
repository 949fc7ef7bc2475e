import FMDB

/// The fields of a model, and aggregates of a group of its rows.
///
///     Person.all.group(\.town).select { ($0.town, $0.count, $0.average($0.age)) }
///
/// Write a field with the name `count` as `$0[\.count]`. See [Aggregate Functions](https://sqlite.org/lang_aggfunc.html).
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

    /// The number of values of a term in the group that are not NULL.
    ///
    /// - Parameters:
    ///   - term: a field or another term of the model.
    ///   - isDistinct: whether equal values count once.
    public func count<Value>(
        _ term: some FMTerm<Model, Value>, distinct isDistinct: Bool = false
    ) -> FMAggregateExpression<Model, Int> {
        FMAggregateExpression("count(\(raw: isDistinct ? "DISTINCT " : "")\(term.exact))")
    }

    /// The sum of the numbers, nil without one. The SQL function `fm_decimal_sum` of the library's connections computes that of
    /// Decimals exactly, rounded to the 38 digits of a `Decimal`.
    ///
    /// The call throws an `FMError`: `.error` if a sum of integers or of Decimals is too large, and `.mismatch` if a value is no
    /// Decimal where they are expected.
    public func sum<Value: FMSummable>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value.Sum?> {
        FMAggregateExpression("\(raw: Aggregate.sum.name(of: Value.Sum.self))(\(term.exact))")
    }

    /// The mean of the numbers, nil without one. The SQL function `fm_decimal_avg` computes that of Decimals, from their sum
    /// rounded to 38 digits. The call throws as for ``sum(_:)``.
    public func average<Value: FMSummable>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<
        Model, Value.Mean?
    > {
        FMAggregateExpression("\(raw: Aggregate.average.name(of: Value.Mean.self))(\(term.exact))")
    }

    /// The least value, nil without one.
    public func min<Value>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("min(\(term.sized))")
    }

    /// The least value that is not NULL, nil without one.
    public func min<Value>(_ term: some FMTerm<Model, Value?>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("min(\(term.sized))")
    }

    /// The greatest value, nil without one.
    public func max<Value>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("max(\(term.sized))")
    }

    /// The greatest value that is not NULL, nil without one.
    public func max<Value>(_ term: some FMTerm<Model, Value?>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("max(\(term.sized))")
    }
}

/// A value that SQLite computes from a group of rows. See ``FMGroup``.
public struct FMAggregateExpression<Model, Value>: FMTerm {
    /// The SQL expression.
    public let fmSQL: FMSQL

    init(_ sql: FMSQL) { fmSQL = sql }
}
