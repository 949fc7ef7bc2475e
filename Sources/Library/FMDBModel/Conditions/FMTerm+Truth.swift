import FMDB

extension FMTerm where Value == Bool {
    /// The rows where it is not true, those without a value among them. `== false` leaves those out.
    ///
    ///     Person.all.where { !$0.isActive }
    public static prefix func ! (term: Self) -> FMWhere<Model> { !(term == true) }
}

extension FMTerm where Value == Bool? {
    /// The rows where it is not true; those without a value are among them.
    public static prefix func ! (term: Self) -> FMWhere<Model> { !(term == true) }
}

extension FMWhere {
    /// The rows where a field is true and that fulfil a condition.
    ///
    ///     Person.all.where { $0.isActive && $0.age >= 18 }
    @_disfavoredOverload
    public static func && (left: some FMTerm<Model, Bool>, right: FMWhere) -> FMWhere { (left == true) && right }

    /// The rows that fulfil a condition and where a field is true.
    @_disfavoredOverload
    public static func && (left: FMWhere, right: some FMTerm<Model, Bool>) -> FMWhere { left && (right == true) }

    /// The rows where a field is true or that fulfil a condition.
    @_disfavoredOverload
    public static func || (left: some FMTerm<Model, Bool>, right: FMWhere) -> FMWhere { (left == true) || right }

    /// The rows that fulfil a condition or where a field is true.
    @_disfavoredOverload
    public static func || (left: FMWhere, right: some FMTerm<Model, Bool>) -> FMWhere { left || (right == true) }
}

extension FMTerm where Value == Bool {
    /// The rows where both fields are true.
    @_disfavoredOverload
    public static func && (left: Self, right: some FMTerm<Model, Bool>) -> FMWhere<Model> {
        (left == true) && (right == true)
    }

    /// The rows where one of both fields is true.
    @_disfavoredOverload
    public static func || (left: Self, right: some FMTerm<Model, Bool>) -> FMWhere<Model> {
        (left == true) || (right == true)
    }
}
