import FMDB

// One form for each number of values. With a tuple of any number of types, a parameter pack, the compiler does not know the parts
// until a whole expression is settled: `find(…).map { $0.1 }` would not compile.

extension FMRequest {
    /// Two values of each row.
    ///
    ///     for (name, age) in try db.find(Person.all.select { ($0.name, $0.age) }) { … }
    public func select<First: FMTerm, Second: FMTerm>(
        _ terms: (Model.Columns) -> (First, Second)
    ) -> FMRequest<Model, (First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        let terms = terms(Model.Columns())
        return giving(.tuple(ResultColumns(), terms.0, terms.1))
    }

    /// Three values of each row.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ terms: (Model.Columns) -> (First, Second, Third)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        let terms = terms(Model.Columns())
        return giving(.tuple(ResultColumns(), terms.0, terms.1, terms.2))
    }

    /// Four values of each row.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm>(
        _ terms: (Model.Columns) -> (First, Second, Third, Fourth)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model {
        let terms = terms(Model.Columns())
        return giving(.tuple(ResultColumns(), terms.0, terms.1, terms.2, terms.3))
    }

    /// Five values of each row.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm, Fifth: FMTerm>(
        _ terms: (Model.Columns) -> (First, Second, Third, Fourth, Fifth)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value, Fifth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model, Fifth.Model == Model
    {
        let terms = terms(Model.Columns())
        return giving(.tuple(ResultColumns(), terms.0, terms.1, terms.2, terms.3, terms.4))
    }
}

extension FMGroups {
    /// Two values of each group.
    ///
    ///     for (town, count) in try db.find(Person.all.group(\.town).select { ($0.town, $0.count) }) { … }
    ///
    /// - Parameter terms: gets the fields of the model, and what can be computed of a group. Another field than one by which
    ///   the rows are grouped is an error, because it has as many values as there are rows.
    public func select<First: FMTerm, Second: FMTerm>(
        _ terms: (FMGroup<Model>) -> (First, Second)
    ) -> FMRequest<Model, (First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        let terms = terms(FMGroup())
        return giving(.tuple(columns, terms.0, terms.1))
    }

    /// Three values of each group.
    ///
    /// - Parameter terms: as for two values.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ terms: (FMGroup<Model>) -> (First, Second, Third)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        let terms = terms(FMGroup())
        return giving(.tuple(columns, terms.0, terms.1, terms.2))
    }

    /// Four values of each group.
    ///
    /// - Parameter terms: as for two values.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm>(
        _ terms: (FMGroup<Model>) -> (First, Second, Third, Fourth)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model {
        let terms = terms(FMGroup())
        return giving(.tuple(columns, terms.0, terms.1, terms.2, terms.3))
    }

    /// Five values of each group.
    ///
    /// - Parameter terms: as for two values.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm, Fifth: FMTerm>(
        _ terms: (FMGroup<Model>) -> (First, Second, Third, Fourth, Fifth)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value, Fifth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model, Fifth.Model == Model
    {
        let terms = terms(FMGroup())
        return giving(.tuple(columns, terms.0, terms.1, terms.2, terms.3, terms.4))
    }
}

extension RequestOutput {
    static func tuple<First: FMTerm, Second: FMTerm>(
        _ columns: ResultColumns<Model>, _ first: First, _ second: Second
    ) -> RequestOutput where Element == (First.Value, Second.Value) {
        var columns = columns
        let readers = (columns.add(first), columns.add(second))
        return .rows(columns) { dates in
            let (first, second) = (readers.0.reading(dates), readers.1.reading(dates))
            return { row in (try first(row), try second(row)) }
        }
    }

    static func tuple<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ columns: ResultColumns<Model>, _ first: First, _ second: Second, _ third: Third
    ) -> RequestOutput where Element == (First.Value, Second.Value, Third.Value) {
        var columns = columns
        let readers = (columns.add(first), columns.add(second), columns.add(third))
        return .rows(columns) { dates in
            let (first, second, third) = (readers.0.reading(dates), readers.1.reading(dates), readers.2.reading(dates))
            return { row in (try first(row), try second(row), try third(row)) }
        }
    }

    static func tuple<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm>(
        _ columns: ResultColumns<Model>, _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth
    ) -> RequestOutput where Element == (First.Value, Second.Value, Third.Value, Fourth.Value) {
        var columns = columns
        let readers = (columns.add(first), columns.add(second), columns.add(third), columns.add(fourth))
        return .rows(columns) { dates in
            let (first, second, third, fourth) = (
                readers.0.reading(dates), readers.1.reading(dates), readers.2.reading(dates), readers.3.reading(dates)
            )
            return { row in (try first(row), try second(row), try third(row), try fourth(row)) }
        }
    }

    static func tuple<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm, Fifth: FMTerm>(
        _ columns: ResultColumns<Model>, _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth,
        _ fifth: Fifth
    ) -> RequestOutput where Element == (First.Value, Second.Value, Third.Value, Fourth.Value, Fifth.Value) {
        var columns = columns
        let readers = (
            columns.add(first), columns.add(second), columns.add(third), columns.add(fourth), columns.add(fifth)
        )
        return .rows(columns) { dates in
            let (first, second, third, fourth, fifth) = (
                readers.0.reading(dates), readers.1.reading(dates), readers.2.reading(dates), readers.3.reading(dates),
                readers.4.reading(dates)
            )
            return { row in (try first(row), try second(row), try third(row), try fourth(row), try fifth(row)) }
        }
    }
}
