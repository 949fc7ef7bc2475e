import FMDB

/// A query of a model's table: the rows to select, and the result to make from each row.
///
///     let adults = Person.all.where { $0.age >= 18 }.order(\.name.ascending)
///
///     let people = try db.find(adults.limit(50))
///     let names = try db.find(adults.select(\.name))
///     let number = try db.count(adults)
///
/// A request is a value that needs no database. A function can return one, and another function can narrow it down. ``sql`` is
/// the SELECT statement. Errors in a request, such as a missing column, are thrown by the call that runs it.
///
/// The closures receive ``FMModel/Columns``, the fields of the model. A key path literal such as `\.name` can be passed as a
/// closure.
public struct FMRequest<Model: FMModel, Element> {
    var selection: Selection<Model>
    var table: String?
    let output: RequestOutput<Model, Element>

    @usableFromInline
    init(_ selection: Selection<Model>, from table: String?, _ output: RequestOutput<Model, Element>) {
        self.selection = selection
        self.table = table
        self.output = output
    }

    /// Returns a request for the same rows with another output.
    func giving<Other>(_ output: RequestOutput<Model, Other>) -> FMRequest<Model, Other> {
        FMRequest<Model, Other>(selection, from: table, output)
    }

    private func with(_ change: (inout FMRequest) -> Void) -> FMRequest {
        var request = self
        change(&request)
        return request
    }
}

extension FMRequest: Sendable where Model: Sendable {}

extension FMModel {
    /// A request whose results are models: `func adults() -> Person.Request`.
    public typealias Request = FMRequest<Self, Self>

    /// The request for all models of the table.
    ///
    ///     let adults = Person.all.where { $0.age >= 18 }
    @inlinable
    public static var all: Request {
        FMRequest(Selection(), from: nil, .models)
    }
}

// MARK: - Which rows

extension FMRequest {
    /// Adds a condition that the rows must fulfil.
    ///
    ///     Person.all.where { $0.age >= 18 }.where { $0.name.hasPrefix("a") }
    public func `where`(_ filter: (Model.Columns) -> FMWhere<Model>) -> FMRequest {
        self.where(filter(Model.Columns()))
    }

    /// Adds the condition that a Boolean term is true.
    ///
    ///     Person.all.where(\.isActive)
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMRequest
    where Term.Model == Model, Term.Value == Bool {
        self.where(term(Model.Columns()) == true)
    }

    /// Adds the condition that a Boolean term is true. Rows where the term is NULL are excluded.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMRequest
    where Term.Model == Model, Term.Value == Bool? {
        self.where(term(Model.Columns()) == true)
    }

    /// Adds a condition that the rows must fulfil.
    ///
    ///     Person.all.where("age > \(age)")
    public func `where`(_ condition: FMWhere<Model>) -> FMRequest {
        with { $0.selection.condition = $0.selection.condition && condition }
    }

    /// Adds a sort term. It applies to rows that the previous terms leave equal.
    ///
    ///     Person.all.order(\.age.descending).order(\.name)
    public func order(_ term: (Model.Columns) -> FMOrder<Model>) -> FMRequest { ordered([term(Model.Columns())]) }

    /// Sorts the rows by a term in ascending order.
    ///
    ///     Person.all.order(\.name)
    @_disfavoredOverload
    public func order<Ordering: FMOrdering>(_ term: (Model.Columns) -> Ordering) -> FMRequest
    where Ordering.Model == Model {
        ordered([term(Model.Columns()).fmOrder])
    }

    /// Sorts the rows by several terms.
    ///
    ///     Person.all.order(\.age.descending, \.name.ascending)
    public func order(
        _ first: (Model.Columns) -> FMOrder<Model>, _ second: (Model.Columns) -> FMOrder<Model>,
        _ others: ((Model.Columns) -> FMOrder<Model>)...
    ) -> FMRequest {
        let columns = Model.Columns()
        return ordered([first(columns), second(columns)] + others.map { $0(columns) })
    }

    /// Sorts the rows by several terms, each in ascending order unless it is marked as descending.
    ///
    ///     Person.all.order(\.age.descending, \.name)
    @_disfavoredOverload
    public func order<First: FMOrdering, Second: FMOrdering>(
        _ first: (Model.Columns) -> First, _ second: (Model.Columns) -> Second,
        _ others: ((Model.Columns) -> FMOrder<Model>)...
    ) -> FMRequest where First.Model == Model, Second.Model == Model {
        let columns = Model.Columns()
        return order(first).order(second).ordered(others.map { $0(columns) })
    }

    /// Sorts the rows by three terms, each in ascending order unless it is marked as descending.
    @_disfavoredOverload
    public func order<First: FMOrdering, Second: FMOrdering, Third: FMOrdering>(
        _ first: (Model.Columns) -> First, _ second: (Model.Columns) -> Second, _ third: (Model.Columns) -> Third
    ) -> FMRequest where First.Model == Model, Second.Model == Model, Third.Model == Model {
        order(first).order(second).order(third)
    }

    /// Adds a sort term. It applies to rows that the previous terms leave equal.
    ///
    ///     Person.all.order(by: .desc("age"), .asc("name"))
    public func order(by first: FMOrder<Model>, _ others: FMOrder<Model>...) -> FMRequest { ordered([first] + others) }

    func ordered(_ terms: [FMOrder<Model>]) -> FMRequest {
        with { request in
            let terms = terms.map { request.selection.checked($0) }
            if request.selection.join == nil {
                request.selection.order += terms
            } else {
                request.selection.join?.order += terms
            }
        }
    }

    /// Removes all sort terms and undoes ``reversed()``. Sort terms added later apply.
    public func unordered() -> FMRequest {
        with {
            ($0.selection.order, $0.selection.isReversed) = ([], false)
            $0.selection.join?.order = []
        }
    }

    /// Reverses the order of the rows. A request without sort terms is sorted by the key in descending order.
    ///
    /// A limit counts rows in the reversed order. Sort terms added later are reversed, too.
    public func reversed() -> FMRequest { with { $0.selection.isReversed.toggle() } }

    /// Sets the maximum number of rows. It replaces the previous limit, and the previous offset if `offset` is given.
    public func limit(_ count: Int, offset: Int? = nil) -> FMRequest {
        with { ($0.selection.limit, $0.selection.offset) = (count, offset ?? $0.selection.offset) }
    }

    /// Sets the number of rows to skip. It replaces the previous offset.
    ///
    ///     Person.all.order(\.name.ascending).limit(10).offset(20)
    public func offset(_ count: Int) -> FMRequest { with { $0.selection.offset = count } }

    /// Limits the number of rows for each value of a term. The first rows in the request's order are kept.
    ///
    ///     let newest = try db.find(Message.all.order(\.date.descending).limit(1, per: \.chat))
    ///
    /// It replaces the previous limit per value. ``limit(_:offset:)`` counts the rows that remain. Requires SQLite 3.25; see
    /// [row_number](https://sqlite.org/windowfunctions.html#biwinfunc).
    public func limit<Term: FMTerm>(_ count: Int, per term: (Model.Columns) -> Term) -> FMRequest
    where Term.Model == Model {
        let error = FMError(
            .misuse, "set a limit per value before joining: it counts rows, and a join has pairs of rows")
        let term = selection.join == nil ? term(Model.Columns()).exact : "\(Refused(error: error))"
        return with { $0.selection.limitPerValue = (term, count) }
    }

    /// Selects from a table other than the model's own, or sets the table of a request for records.
    ///
    ///     FMRecord.all.from("car").where("doors > \(4)")
    public func from(_ table: String) -> FMRequest {
        with { request in
            request.table = table
            guard request.selection.join?.isOfOwnTable == true else { return }
            request.selection.join?.sql = .failure(
                FMError(.misuse, "full-text search works only on the model's own table"))
        }
    }

    /// Removes duplicate results. See [DISTINCT](https://sqlite.org/lang_select.html#distinct).
    ///
    ///     let towns = try db.find(Person.all.select(\.town).distinct())
    public func distinct() -> FMRequest { with { $0.selection.isDistinct = true } }
}

// MARK: - SQL

extension FMRequest: CustomStringConvertible {
    /// The SELECT statement with its values. It does not contain what `including` adds.
    ///
    /// - Throws: `FMError`, as the call that runs the request.
    public var sql: FMSQL {
        get throws(FMError) { try sql(of: Model.table(named: table)) }
    }

    /// The text of ``sql`` without the values, or the error message if the request has an error.
    public var description: String {
        do throws(FMError) {
            return try sql.text
        } catch {
            return error.message
        }
    }

    func sql(of table: FMTable<Model>) throws(FMError) -> FMSQL {
        try selection.sql(table, output.columns(table))
    }
}
