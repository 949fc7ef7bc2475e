import FMDB

// `select(\.name, \.age)`: each form is that of one closure for all values, which Tuples.swift has.

extension FMRequest {
    /// Two values of each row.
    ///
    ///     for (name, age) in try db.find(Person.all.select(\.name, \.age)) { … }
    public func select<First: FMTerm, Second: FMTerm>(
        _ first: (Model.Columns) -> First, _ second: (Model.Columns) -> Second
    ) -> FMRequest<Model, (First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        select { (first($0), second($0)) }
    }

    /// Three values of each row. Each closure gets the fields of the model.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ first: (Model.Columns) -> First, _ second: (Model.Columns) -> Second, _ third: (Model.Columns) -> Third
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        select { (first($0), second($0), third($0)) }
    }

    /// Four values of each row. Each closure gets the fields of the model.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm>(
        _ first: (Model.Columns) -> First, _ second: (Model.Columns) -> Second, _ third: (Model.Columns) -> Third,
        _ fourth: (Model.Columns) -> Fourth
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model {
        select { (first($0), second($0), third($0), fourth($0)) }
    }
}

extension FMGroups {
    /// Two values of each group.
    ///
    ///     for (town, count) in try db.find(Person.all.group(\.town).select(\.town, \.count)) { … }
    public func select<First: FMTerm, Second: FMTerm>(
        _ first: (FMGroup<Model>) -> First, _ second: (FMGroup<Model>) -> Second
    ) -> FMRequest<Model, (First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        select { (first($0), second($0)) }
    }

    /// Three values of each group. Each closure gets the fields of the model, and what can be computed of a group.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ first: (FMGroup<Model>) -> First, _ second: (FMGroup<Model>) -> Second, _ third: (FMGroup<Model>) -> Third
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        select { (first($0), second($0), third($0)) }
    }
}
