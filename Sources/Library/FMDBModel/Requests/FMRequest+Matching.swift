import FMDB

extension FMRequest where Element == Model {
    /// Selects the rows that match a full-text query, best match first.
    ///
    ///     let pattern = try FMSearchPattern(typed: text, isLive: true)
    ///     let books = try db.find(Book.all.matching(pattern).limit(20))
    ///
    /// Sort terms added before this call take precedence over the rank, and later ones follow it. ``unordered()`` removes all
    /// of them.
    ///
    /// - Parameters:
    ///   - pattern: the query.
    ///   - weights: the weight of a match in each column. Default: 1.
    /// - Returns: a request. The call that runs it throws `.misuse` if the model's table options have no `search`, or if the
    ///   table is not the model's own. It also throws `.misuse` with a join, a limit per value, or groups.
    public func matching(_ pattern: FMSearchPattern, weights: [String: Double] = [:]) -> FMRequest {
        var request = self
        let parts = Result { () throws(FMError) in try searching(pattern, weights) }
        request.selection.join = SelectionJoin(sql: parts.map(\.sql), isOfOwnTable: true)
        // An error is thrown later, by the join.
        if case .success(let parts) = parts { request.selection.join?.order = [.asc(sql: parts.rank)] }
        return request
    }

    private func searching(
        _ pattern: FMSearchPattern, _ weights: [String: Double]
    ) throws(FMError) -> (sql: FMSQL, rank: FMSQL) {
        guard output.isPlain, selection.grouping == nil, selection.join == nil, selection.limitPerValue == nil,
            table == nil
        else {
            throw FMError(
                .misuse,
                "full-text search is not available with another table, groups, a join, map or a limit per value")
        }
        let (search, own) = (try Model.searchTable, try Model.table(named: nil))
        guard own.sql.key.count == 1, let key = own.sql.key.first else {
            throw FMError(.misuse, "full-text search in the table \(own.name) needs a primary key of one column")
        }
        let name = FMSQL.quoted(identifier: search.name)
        let sql: FMSQL = """
            JOIN main.\(raw: name) ON \(raw: name).rowid = \(raw: own.sql.table).\(raw: own.sql.columns[key]) \
            AND \(raw: name) MATCH \(pattern)
            """
        return (sql, try search.rank(weights))
    }

    /// Adds a term of the full-text match to each result. See ``FMSearchHit``.
    ///
    ///     for (book, text) in try db.find(Book.all.matching(pattern).including { $0.snippet("body") }) { … }
    public func including<Term: FMTerm>(
        _ term: (FMSearchHit<Model>) -> Term
    ) -> FMRequest<Model, (Model, Term.Value)> where Term.Model == Model {
        including(term(FMSearchHit()))
    }

    /// Adds two terms of the full-text match to each result.
    ///
    ///     let hits = Book.all.matching(pattern).including { ($0.highlight(\.title), $0.snippet(\.body)) }
    ///     for (book, title, text) in try db.find(hits) { … }
    public func including<First: FMTerm, Second: FMTerm>(
        _ terms: (FMSearchHit<Model>) -> (First, Second)
    ) -> FMRequest<Model, (Model, First.Value, Second.Value)> where First.Model == Model, Second.Model == Model {
        let terms = terms(FMSearchHit())
        return giving(output.including(terms.0).including(terms.1).map { ($0.0, $0.1, $1) })
    }

    /// Adds three terms of the full-text match to each result.
    public func including<First: FMTerm, Second: FMTerm, Third: FMTerm>(
        _ terms: (FMSearchHit<Model>) -> (First, Second, Third)
    ) -> FMRequest<Model, (Model, First.Value, Second.Value, Third.Value)>
    where First.Model == Model, Second.Model == Model, Third.Model == Model {
        let terms = terms(FMSearchHit())
        let output = output.including(terms.0).including(terms.1).including(terms.2)
        return giving(output.map { ($0.0.0, $0.0.1, $0.1, $1) })
    }
}

/// The terms of a full-text match in a row, for requests with ``FMRequest/matching(_:weights:)``.
public struct FMSearchHit<Model: FMModel> {
    /// Creates the terms of a match.
    public init() {}

    /// The rank of the match without weights. The best match has the lowest rank. See
    /// [bm25()](https://sqlite.org/fts5.html#the_bm25_function).
    public var rank: FMExpression<Model, Double> { term { search throws(FMError) in try search.rank() } }

    /// Returns the text of a column with marks around each match, for models that declare no fields. See
    /// [highlight()](https://sqlite.org/fts5.html#the_highlight_function).
    ///
    ///     let books = try db.find(Book.all.matching(pattern).including { $0.highlight("title") })
    ///
    /// - Parameters:
    ///   - column: the name of an indexed column.
    ///   - before: the mark before each match.
    ///   - after: the mark after each match.
    /// - Returns: a term, which is nil in a row where the column is NULL.
    public func highlight(
        _ column: String, before: String = "<b>", after: String = "</b>"
    ) -> FMExpression<Model, String?> {
        term { search throws(FMError) in try search.highlight(column, before: before, after: after) }
    }

    /// Returns the text of a column with marks around each match. See
    /// [highlight()](https://sqlite.org/fts5.html#the_highlight_function).
    public func highlight<Value>(
        _ column: (Model.Columns) -> FMField<Model, Value>, before: String = "<b>", after: String = "</b>"
    ) -> FMExpression<Model, Value> {
        FMExpression(bare: highlight(column(Model.Columns()).fmName, before: before, after: after).fmSQL)
    }

    /// Returns the best part of a column's text, with marks around each match, for models that declare no fields. See
    /// [snippet()](https://sqlite.org/fts5.html#the_snippet_function).
    ///
    /// - Parameters:
    ///   - column: the name of an indexed column, or nil for the best one.
    ///   - before: the mark before each match.
    ///   - after: the mark after each match.
    ///   - ellipsis: the mark for omitted text.
    ///   - tokens: the maximum length of the part, 1 to 64 tokens.
    /// - Returns: a term, which is nil in a row where the column is NULL.
    public func snippet(
        _ column: String? = nil, before: String = "<b>", after: String = "</b>", ellipsis: String = "…",
        tokens: Int = 16
    ) -> FMExpression<Model, String?> {
        term { search throws(FMError) in
            try search.snippet(column, before: before, after: after, ellipsis: ellipsis, tokens: tokens)
        }
    }

    /// Returns the best part of a column's text, with marks around each match. See
    /// [snippet()](https://sqlite.org/fts5.html#the_snippet_function).
    public func snippet<Value>(
        _ column: (Model.Columns) -> FMField<Model, Value>, before: String = "<b>", after: String = "</b>",
        ellipsis: String = "…", tokens: Int = 16
    ) -> FMExpression<Model, Value> {
        let name = column(Model.Columns()).fmName
        return FMExpression(
            bare: snippet(name, before: before, after: after, ellipsis: ellipsis, tokens: tokens).fmSQL)
    }

    private func term<Value>(
        _ sql: (FMSearchTable) throws(FMError) -> FMSQL
    ) -> FMExpression<Model, Value> {
        FMExpression(bare: .trying { () throws(FMError) in try sql(Model.searchTable) })
    }
}
