import FMDB

extension FMTerm where Value == Bool {
    /// The rows of which it is not true. Those without a value are among them: for these use `== false` where they do not count.
    ///
    ///     Person.all.where { !$0.isActive }
    ///
    /// With `&&` and `||` write `$0.isActive == true`: more forms of these operators would take the compiler long.
    public static prefix func ! (term: Self) -> FMWhere<Model> { !(term == true) }
}
