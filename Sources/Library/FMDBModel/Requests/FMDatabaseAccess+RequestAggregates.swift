import FMDB

/// Aggregates of the rows of a request. With a limit, they use the rows that `find(_:)` would return.
///
/// All of them throw an `FMError`: `.misuse` for a request with `distinct()` or groups; `.mismatch` if the result does not fit
/// the type; SQLite's code if the statement fails.
extension FMDatabaseAccess {
    /// Returns the sum, or nil if there is no value. See [sum](https://sqlite.org/lang_aggfunc.html#sumunc).
    ///
    ///     let total = try db.sum(Person.all.where { $0.age >= 18 }, of: \.score)
    ///
    /// - Throws: also `.error` if a sum of integers or of `Decimal` values is too large.
    public func sum<Model: FMModel, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line,
        of term: (Model.Columns) -> Term
    ) throws(AccessError) -> Term.Value.Sum? where Term.Model == Model, Term.Value: FMSummable {
        let figure = RequestFigure(.sum, term(Model.Columns()), of: request)
        return try accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Returns the mean, or nil if there is no value. See [avg](https://sqlite.org/lang_aggfunc.html#avg).
    public func average<Model: FMModel, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line,
        of term: (Model.Columns) -> Term
    ) throws(AccessError) -> Term.Value.Mean? where Term.Model == Model, Term.Value: FMSummable {
        let figure = RequestFigure(.average, term(Model.Columns()), of: request)
        return try accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Returns the smallest value, or nil if there is none. See [min](https://sqlite.org/lang_aggfunc.html#min_agg).
    public func min<Model: FMModel, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line,
        of term: (Model.Columns) -> Term
    ) throws(AccessError) -> Term.Value? where Term.Model == Model, Term.Value: FMValueConvertible {
        let figure = RequestFigure(.min, term(Model.Columns()), of: request)
        return try accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Returns the smallest value that is not NULL, or nil if there is none.
    public func min<Model: FMModel, Term: FMTerm, Value: FMValueConvertible>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line,
        of term: (Model.Columns) -> Term
    ) throws(AccessError) -> Value? where Term.Model == Model, Term.Value == Value? {
        let figure = RequestFigure(.min, term(Model.Columns()), of: request)
        return try accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Returns the largest value, or nil if there is none. See [max](https://sqlite.org/lang_aggfunc.html#max_agg).
    public func max<Model: FMModel, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line,
        of term: (Model.Columns) -> Term
    ) throws(AccessError) -> Term.Value? where Term.Model == Model, Term.Value: FMValueConvertible {
        let figure = RequestFigure(.max, term(Model.Columns()), of: request)
        return try accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Returns the largest value that is not NULL, or nil if there is none.
    public func max<Model: FMModel, Term: FMTerm, Value: FMValueConvertible>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line,
        of term: (Model.Columns) -> Term
    ) throws(AccessError) -> Value? where Term.Model == Model, Term.Value == Value? {
        let figure = RequestFigure(.max, term(Model.Columns()), of: request)
        return try accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }
}

/// An aggregate of the rows of a request.
struct RequestFigure<Model: FMModel> {
    private let function: Aggregate
    private let term: FMSQL
    private let isWithinJSON: Bool
    private let request: FMRequest<Model, Model>

    init<Term: FMTerm>(_ function: Aggregate, _ term: Term, of request: FMRequest<Model, Model>)
    where Term.Model == Model {
        (self.function, self.term, isWithinJSON, self.request) = (function, term.exact, term.isWithinJSON, request)
    }

    func value<Value: FMValueConvertible>(_ database: FMDatabase) throws(FMError) -> Value? {
        if request.selection.isDistinct || request.selection.grouping != nil {
            throw FMError(
                .misuse, "aggregates are not available with distinct() or groups: use group(…).select { $0.sum(…) }")
        }
        let (selection, table) = try request.selection.resolved(in: database, request.table)
        let rows = try selection.sql(table, "\(term) AS `fm:value`")
        return try request.explaining { () throws(FMError) in
            try database.aggregate(
                function, of: term.text, rows, isWithinJSON ? .secondsSince1970 : table.options.dates)
        }
    }
}

extension RequestFigure: Sendable where Model: Sendable {}
