import FMDB

// pure list: exempt from the length limits
// Scripts/ladders writes the extension.

/// Several values of each pair. There is one function for each number of values; see Tuples.swift.
extension FMJoin {
    /// Two values of each pair.
    public func select<First: FMTerm, Second: FMTerm>(
        _ terms: (Model.Columns, Joined) -> (First, Second)
    ) -> FMRequest<Model, (First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        rows.select { terms($0, joined) }
    }

    /// Three values of each pair.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ terms: (Model.Columns, Joined) -> (First, Second, Third)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        rows.select { terms($0, joined) }
    }

    /// Four values of each pair.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm>(
        _ terms: (Model.Columns, Joined) -> (First, Second, Third, Fourth)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model {
        rows.select { terms($0, joined) }
    }

    /// Five values of each pair.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm, Fifth: FMTerm>(
        _ terms: (Model.Columns, Joined) -> (First, Second, Third, Fourth, Fifth)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value, Fifth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model, Fifth.Model == Model
    {
        rows.select { terms($0, joined) }
    }
}
