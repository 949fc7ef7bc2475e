import FMDB

extension FMTerm where Value == Bool {
    /// The rows of which it is false.
    ///
    ///     Person.all.where { !$0.isActive }
    ///
    /// With `&&` and `||` write `$0.isActive == true`: more forms of these operators would take the compiler long.
    public static prefix func ! (term: Self) -> FMWhere<Model> { !(term == true) }
}
