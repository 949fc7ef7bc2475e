import FMDB

// pure list: exempt from the length limits
// Scripts/ladders writes the extensions.

// There is one function for each number of values. With a parameter pack, the compiler would infer a tuple's elements only
// after the whole expression, so `find(…).map { $0.1 }` would not compile.

/// Selects several values of each row or group.
///
///     for (name, age) in try db.find(Person.all.select(\.name, \.age)) { … }
///     for (town, count) in try db.find(Person.all.group(\.town).select { ($0.town, $0.count) }) { … }
extension FMRequest {
    /// Two values of each row.
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

    /// Two values of each row.
    public func select<First: FMTerm, Second: FMTerm>(
        _ first: (Model.Columns) -> First, _ second: (Model.Columns) -> Second
    ) -> FMRequest<Model, (First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        select { (first($0), second($0)) }
    }

    /// Three values of each row.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ first: (Model.Columns) -> First, _ second: (Model.Columns) -> Second, _ third: (Model.Columns) -> Third
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        select { (first($0), second($0), third($0)) }
    }

    /// Four values of each row.
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
    public func select<First: FMTerm, Second: FMTerm>(
        _ terms: (FMGroup<Model>) -> (First, Second)
    ) -> FMRequest<Model, (First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        let terms = terms(FMGroup())
        return giving(.tuple(columns, terms.0, terms.1))
    }

    /// Three values of each group.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ terms: (FMGroup<Model>) -> (First, Second, Third)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        let terms = terms(FMGroup())
        return giving(.tuple(columns, terms.0, terms.1, terms.2))
    }

    /// Four values of each group.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm>(
        _ terms: (FMGroup<Model>) -> (First, Second, Third, Fourth)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model {
        let terms = terms(FMGroup())
        return giving(.tuple(columns, terms.0, terms.1, terms.2, terms.3))
    }

    /// Five values of each group.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm, Fourth: FMTerm, Fifth: FMTerm>(
        _ terms: (FMGroup<Model>) -> (First, Second, Third, Fourth, Fifth)
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value, Fourth.Value, Fifth.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model, Fourth.Model == Model, Fifth.Model == Model
    {
        let terms = terms(FMGroup())
        return giving(.tuple(columns, terms.0, terms.1, terms.2, terms.3, terms.4))
    }

    /// Two values of each group.
    public func select<First: FMTerm, Second: FMTerm>(
        _ first: (FMGroup<Model>) -> First, _ second: (FMGroup<Model>) -> Second
    ) -> FMRequest<Model, (First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        select { (first($0), second($0)) }
    }

    /// Three values of each group.
    public func select<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ first: (FMGroup<Model>) -> First, _ second: (FMGroup<Model>) -> Second, _ third: (FMGroup<Model>) -> Third
    ) -> FMRequest<Model, (First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        select { (first($0), second($0), third($0)) }
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
