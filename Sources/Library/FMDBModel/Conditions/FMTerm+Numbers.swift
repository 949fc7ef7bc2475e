import FMDB

/// Arithmetic in SQL. A quotient of integers is an integer, a result beyond 64 bits becomes a floating-point number, and every
/// operation with NULL gives NULL.
extension FMTerm where Value: FMNumberValue {
    /// The sum.
    public static func + (left: Self, right: Value) -> FMExpression<Model, Value> { left.calculated("+", right) }

    /// The difference.
    public static func - (left: Self, right: Value) -> FMExpression<Model, Value> { left.calculated("-", right) }

    /// The product.
    public static func * (left: Self, right: Value) -> FMExpression<Model, Value> { left.calculated("*", right) }

    /// The quotient; NULL if the divisor is 0.
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

    /// The quotient; NULL if the divisor is 0.
    public static func / (left: Self, right: some FMTerm<Model, Value>) -> FMExpression<Model, Value> {
        FMExpression(sql: "\(left.fmSQL) / \(right.fmSQL)")
    }

    /// The negated number.
    public static prefix func - (term: Self) -> FMExpression<Model, Value> { FMExpression(sql: "-\(term.fmSQL)") }
}

extension FMTerm where Value: FMNumberValue & BinaryInteger {
    /// The remainder, with the sign of the dividend; NULL if the divisor is 0.
    public static func % (left: Self, right: Value) -> FMExpression<Model, Value> { left.calculated("%", right) }
}

extension FMTerm {
    /// The remainder; NULL if the term is NULL or the divisor is 0.
    public static func % <Number: FMNumberValue & BinaryInteger>(
        left: Self, right: Number
    ) -> FMExpression<Model, Value> where Value == Number? { left.calculated("%", right) }
}

/// Operators with the number first. They are not disfavoured, because the compiler would then try them last and take seconds for an
/// expression with two of them.
extension FMTerm where Value: FMNumberValue {
    /// The sum.
    public static func + (left: Value, right: Self) -> FMExpression<Model, Value> {
        right.calculated("+", behind: left)
    }

    /// The difference.
    public static func - (left: Value, right: Self) -> FMExpression<Model, Value> {
        right.calculated("-", behind: left)
    }

    /// The product.
    public static func * (left: Value, right: Self) -> FMExpression<Model, Value> {
        right.calculated("*", behind: left)
    }

    /// The quotient; NULL if the divisor is 0.
    public static func / (left: Value, right: Self) -> FMExpression<Model, Value> {
        right.calculated("/", behind: left)
    }
}

extension FMTerm {
    fileprivate func calculated(_ operation: String, behind value: some Any) -> FMExpression<Model, Value> {
        FMExpression(sql: "\(FMSQL.bound(value, Model.self)) \(raw: operation) \(fmSQL)")
    }

    fileprivate func calculated(_ operation: String, _ value: some Any) -> FMExpression<Model, Value> {
        FMExpression(sql: "\(fmSQL) \(raw: operation) \(FMSQL.bound(value, Model.self))")
    }
}
