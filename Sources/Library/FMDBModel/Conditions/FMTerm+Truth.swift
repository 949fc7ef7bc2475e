import FMDB

extension FMTerm where Value == Bool {
    /// Returns the condition that the term is not true, which includes NULL. `== false` does not include NULL.
    ///
    ///     Person.all.where { !$0.isActive }
    public static prefix func ! (term: Self) -> FMWhere<Model> { !(term == true) }
}

extension FMTerm where Value == Bool? {
    /// Returns the condition that the term is not true, which includes NULL.
    public static prefix func ! (term: Self) -> FMWhere<Model> { !(term == true) }
}

extension FMWhere {
    /// Returns the condition that a field is true and another condition holds.
    ///
    ///     Person.all.where { $0.isActive && $0.age >= 18 }
    @_disfavoredOverload
    public static func && (left: some FMTerm<Model, Bool>, right: FMWhere) -> FMWhere { (left == true) && right }

    /// Returns the condition that another condition holds and a field is true.
    @_disfavoredOverload
    public static func && (left: FMWhere, right: some FMTerm<Model, Bool>) -> FMWhere { left && (right == true) }

    /// Returns the condition that a field is true or another condition holds.
    @_disfavoredOverload
    public static func || (left: some FMTerm<Model, Bool>, right: FMWhere) -> FMWhere { (left == true) || right }

    /// Returns the condition that another condition holds or a field is true.
    @_disfavoredOverload
    public static func || (left: FMWhere, right: some FMTerm<Model, Bool>) -> FMWhere { left || (right == true) }
}

extension FMTerm where Value == Bool {
    /// Returns the condition that both fields are true.
    @_disfavoredOverload
    public static func && (left: Self, right: some FMTerm<Model, Bool>) -> FMWhere<Model> {
        (left == true) && (right == true)
    }

    /// Returns the condition that at least one of the fields is true.
    @_disfavoredOverload
    public static func || (left: Self, right: some FMTerm<Model, Bool>) -> FMWhere<Model> {
        (left == true) || (right == true)
    }
}
