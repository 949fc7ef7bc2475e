import FMDB

/// The rows of a request in groups. Each group yields one result.
///
///     let towns = Person.all.group(\.town).having { $0.count > 3 }.order(\.count.descending)
///
///     let numbers = try db.find(towns.select { ($0.town, $0.count) })
///     let oldest = try db.find(towns.select { ($0.town, $0.max($0.age)) })
///
/// See [GROUP BY](https://sqlite.org/lang_select.html#resultset).
public struct FMGroups<Model: FMModel>: Sendable {
    private var selection: Selection<Model>
    private let table: String?
    private let spellings: [String]

    fileprivate init(_ selection: Selection<Model>, from table: String?, by terms: [any FMTerm]) {
        self.selection = selection
        // An order of the request would sort the groups, not the rows.
        (self.selection.order, self.selection.isReversed) = ([], false)
        let grouping = terms.map { $0.exact }.joined(", ")
        let error = FMError(
            .misuse,
            "a request with a limit, an offset, distinct(), groups or a join cannot be grouped")
        self.selection.grouping = selection.isOfRows ? grouping : "\(Refused(error: error))"
        self.table = table
        spellings = terms.flatMap { $0.spellings }
    }
}

extension FMRequest {
    /// Groups the rows by a term. The request's sort terms are dropped.
    ///
    ///     Person.all.group(\.town)
    ///
    /// The call that runs the request throws an `FMError` with the code `.misuse` for a request with a limit, `distinct()`,
    /// groups or a join.
    public func group<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMGroups<Model> where Term.Model == Model {
        FMGroups(selection, from: table, by: [term(Model.Columns())])
    }

    /// Groups the rows by two terms.
    ///
    ///     Person.all.group(\.town, \.age)
    public func group<First: FMTerm, Second: FMTerm>(
        _ first: (Model.Columns) -> First, _ second: (Model.Columns) -> Second
    ) -> FMGroups<Model> where First.Model == Model, Second.Model == Model {
        group { (first($0), second($0)) }
    }

    /// Groups the rows by two terms.
    ///
    ///     Person.all.group { ($0.town, $0.age) }
    public func group<First: FMTerm, Second: FMTerm>(
        _ terms: (Model.Columns) -> (First, Second)
    ) -> FMGroups<Model> where First.Model == Model, Second.Model == Model {
        let terms = terms(Model.Columns())
        return FMGroups(selection, from: table, by: [terms.0, terms.1])
    }

    /// Groups the rows by three terms.
    public func group<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ terms: (Model.Columns) -> (First, Second, Third)
    ) -> FMGroups<Model> where First.Model == Model, Second.Model == Model, Third.Model == Model {
        let terms = terms(Model.Columns())
        return FMGroups(selection, from: table, by: [terms.0, terms.1, terms.2])
    }
}

extension FMGroups {
    /// Adds a condition that the groups must fulfil. The closure receives ``FMGroup``. See
    /// [HAVING](https://sqlite.org/lang_select.html#resultset).
    public func having(_ filter: (FMGroup<Model>) -> FMWhere<Model>) -> FMGroups {
        with { $0.having = $0.having && filter(FMGroup()) }
    }

    /// Adds a sort term. It applies to groups that the previous terms leave equal.
    public func order(_ term: (FMGroup<Model>) -> FMOrder<Model>) -> FMGroups {
        with { $0.order.append(term(FMGroup())) }
    }

    /// Sorts the groups by a term in ascending order.
    @_disfavoredOverload
    public func order<Ordering: FMOrdering>(_ term: (FMGroup<Model>) -> Ordering) -> FMGroups
    where Ordering.Model == Model {
        with { $0.order.append(term(FMGroup()).fmOrder) }
    }

    /// Sorts the groups by two terms.
    ///
    ///     Person.all.group(\.town).order(\.count.descending, \.town.ascending)
    public func order(
        _ first: (FMGroup<Model>) -> FMOrder<Model>, _ second: (FMGroup<Model>) -> FMOrder<Model>
    ) -> FMGroups {
        order(first).order(second)
    }

    /// Sorts the groups by two terms, each in ascending order unless it is marked as descending.
    ///
    ///     Person.all.group(\.town).order(\.count.descending, \.town)
    @_disfavoredOverload
    public func order<First: FMOrdering, Second: FMOrdering>(
        _ first: (FMGroup<Model>) -> First, _ second: (FMGroup<Model>) -> Second
    ) -> FMGroups where First.Model == Model, Second.Model == Model {
        order(first).order(second)
    }

    /// Sets the maximum number of groups. It replaces the previous limit, and the previous offset if `offset` is given.
    public func limit(_ count: Int, offset: Int? = nil) -> FMGroups {
        with { ($0.limit, $0.offset) = (count, offset ?? $0.offset) }
    }

    /// Sets the number of groups to skip.
    public func offset(_ count: Int) -> FMGroups { with { $0.offset = count } }

    private func with(_ change: (inout Selection<Model>) -> Void) -> FMGroups {
        var groups = self
        change(&groups.selection)
        return groups
    }
}

// MARK: - What becomes of a group

extension FMGroups {
    /// Selects one value of each group.
    ///
    /// - Parameter term: receives ``FMGroup``. A field that the rows are not grouped by is an error, because each row of the group may have
    ///   another value.
    public func select<Term: FMTerm>(_ term: (FMGroup<Model>) -> Term) -> FMRequest<Model, Term.Value>
    where Term.Model == Model {
        var columns = columns
        let reader = columns.add(term(FMGroup()))
        return giving(.rows(columns) { reader.reading($0) })
    }

    /// Decodes a value of a type from each group. Each of its coding keys is the name of a GROUP BY column or of a computed
    /// value.
    ///
    ///     struct Town: Decodable { var town: String, people: Int }
    ///
    ///     let towns = try db.find(Person.all.group(\.town).select(Town.self) { [$0.count.as("people")] })
    public func select<Row: Decodable>(
        _ type: Row.Type, _ computed: (FMGroup<Model>) -> [FMResultColumn<Model>] = { _ in [] }
    ) -> FMRequest<Model, Row> {
        let computed = computed(FMGroup())
        let check = check
        let columns = NamedColumns(of: type, computed) { check.problem(of: $0) }
        return giving(.decoding(type, columns), computed.map(\.name))
    }

    /// - Parameter computed: the names of computed columns, which ORDER BY may use.
    func giving<Element>(
        _ output: RequestOutput<Model, Element>, _ computed: [String] = []
    ) -> FMRequest<Model, Element> {
        var selection = selection
        let (check, results) = (check, computed.map { FMSQL.column($0).text })
        selection.problemOfOrder = { check.problem(of: $0, results) }
        selection.order = selection.order.map { selection.checked($0) }
        if let problem = check.problem(of: selection.having.sql) {
            selection.having = FMWhere(sql: "\(Refused(error: problem))")
        }
        return FMRequest(selection, from: table, output)
    }

    var columns: ResultColumns<Model> {
        let check = check
        return ResultColumns { check.problem(of: $0.exact) }
    }

    private var check: GroupCheck { GroupCheck(spellings, Model.self, table) }
}
