import FMDB

/// Calculation in SQL: an integer divided by an integer gives one, what does not fit into 64 bits becomes a real number, and
/// NULL makes all NULL.
extension FMTerm where Value: FMNumberValue {
    /// The sum.
    public static func + (left: Self, right: Value) -> FMExpression<Model, Value> { left.calculated("+", right) }

    /// The difference.
    public static func - (left: Self, right: Value) -> FMExpression<Model, Value> { left.calculated("-", right) }

    /// The product.
    public static func * (left: Self, right: Value) -> FMExpression<Model, Value> { left.calculated("*", right) }

    /// The quotient; NULL where it is divided by 0.
    public static func / (left: Self, right: Value) -> FMExpression<Model, Value> { left.calculated("/", right) }

    /// The sum.
    public static func + (left: Self, right: some FMTerm<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: "\(left.fmSQL) + \(right.fmSQL)")
    }

    /// The difference.
    public static func - (left: Self, right: some FMTerm<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: "\(left.fmSQL) - \(right.fmSQL)")
    }

    /// The product.
    public static func * (left: Self, right: some FMTerm<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: "\(left.fmSQL) * \(right.fmSQL)")
    }

    /// The quotient; NULL where it is divided by 0.
    public static func / (left: Self, right: some FMTerm<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: "\(left.fmSQL) / \(right.fmSQL)")
    }

    /// The number with the other sign.
    public static prefix func - (term: Self) -> FMExpression<Model, Value> { FMExpression(sql: "-\(term.fmSQL)") }

    private func calculated(_ operation: String, _ value: Value) -> FMExpression<Model, Value> {
        FMExpression(sql: "\(fmSQL) \(raw: operation) \(FMSQL.bound(value, Model.self))")
    }
}
