import FMDB

/// The fields of a model and the aggregate functions, for terms of a group of rows.
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

    /// The number of rows in the group.
    public var count: FMAggregateExpression<Model, Int> { FMAggregateExpression("count(*)") }

    /// Returns the number of values of a term in the group that are not NULL.
    ///
    /// - Parameters:
    ///   - term: a field or another term of the model.
    ///   - isDistinct: whether equal values count once.
    public func count<Value>(
        _ term: some FMTerm<Model, Value>, distinct isDistinct: Bool = false
    ) -> FMAggregateExpression<Model, Int> {
        FMAggregateExpression("count(\(raw: isDistinct ? "DISTINCT " : "")\(term.exact))")
    }

    /// Returns the sum of the numbers, or nil if there is none. For `Decimal` values, the library's SQL function
    /// `fm_decimal_sum` computes the sum exactly, rounded to the 38 digits of a `Decimal`.
    ///
    /// The call that runs the request throws an `FMError`. The code is `.error` if a sum of integers or of `Decimal` values is too large,
    /// and `.mismatch` if a value is not a `Decimal` where one is expected.
    public func sum<Value: FMSummable>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value.Sum?> {
        FMAggregateExpression("\(raw: Aggregate.sum.name(of: Value.Sum.self))(\(term.exact))")
    }

    /// Returns the mean of the numbers, or nil if there is none. For `Decimal` values, the library's SQL function
    /// `fm_decimal_avg` computes it from their sum, rounded to 38 digits. The call that runs the request throws as for
    /// ``sum(_:)``.
    public func average<Value: FMSummable>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<
        Model, Value.Mean?
    > {
        FMAggregateExpression("\(raw: Aggregate.average.name(of: Value.Mean.self))(\(term.exact))")
    }

    /// Returns the smallest value, or nil if there is none.
    public func min<Value>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("min(\(term.sized))")
    }

    /// Returns the smallest value that is not NULL, or nil if there is none.
    public func min<Value>(_ term: some FMTerm<Model, Value?>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("min(\(term.sized))")
    }

    /// Returns the largest value, or nil if there is none.
    public func max<Value>(_ term: some FMTerm<Model, Value>) -> FMAggregateExpression<Model, Value?> {
        FMAggregateExpression("max(\(term.sized))")
    }

    /// Returns the largest value that is not NULL, or nil if there is none.
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
