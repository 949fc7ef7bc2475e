import FMDB

extension FMTerm where Value == Bool {
    /// The rows of which it is not true. Those without a value are among them: for these use `== false` where they do not count.
    ///
    ///     Person.all.where { !$0.isActive }
    public static prefix func ! (term: Self) -> FMWhere<Model> { !(term == true) }
}

extension FMTerm where Value == Bool? {
    /// The rows of which it is not true; those without a value are among them.
    public static prefix func ! (term: Self) -> FMWhere<Model> { !(term == true) }
}

extension FMWhere {
    /// The rows of which a field is true, and for which a condition holds.
    ///
    ///     Person.all.where { $0.isActive && $0.age >= 18 }
    @_disfavoredOverload
    public static func && (left: some FMTerm<Model, Bool>, right: FMWhere) -> FMWhere { (left == true) && right }

    /// The rows for which a condition holds, and of which a field is true.
    @_disfavoredOverload
    public static func && (left: FMWhere, right: some FMTerm<Model, Bool>) -> FMWhere { left && (right == true) }

    /// The rows of which a field is true, or for which a condition holds.
    @_disfavoredOverload
    public static func || (left: some FMTerm<Model, Bool>, right: FMWhere) -> FMWhere { (left == true) || right }

    /// The rows for which a condition holds, or of which a field is true.
    @_disfavoredOverload
    public static func || (left: FMWhere, right: some FMTerm<Model, Bool>) -> FMWhere { left || (right == true) }
}

extension FMTerm where Value == Bool {
    /// The rows of which both fields are true.
    @_disfavoredOverload
    public static func && (left: Self, right: some FMTerm<Model, Bool>) -> FMWhere<Model> {
        (left == true) && (right == true)
    }

    /// The rows of which one of both fields is true.
    @_disfavoredOverload
    public static func || (left: Self, right: some FMTerm<Model, Bool>) -> FMWhere<Model> {
        (left == true) || (right == true)
    }
}
