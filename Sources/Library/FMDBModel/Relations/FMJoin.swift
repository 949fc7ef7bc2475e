import FMDB

/// The rows of a request joined with the rows that belong to them. Select results from the pairs:
///
///     let lines = Book.all.joining(Book.writer).where { book, writer in book.year < writer.born + 20 }
///
///     for (title, name) in try db.find(lines.select { ($0.title, $1.name) }) { … }
///
/// It is one statement. A row to which several others belong occurs several times; `including` gives each row once,
/// with all that belongs to it. See [JOIN](https://sqlite.org/lang_select.html#fromclause).
public struct FMJoin<Model: FMModel, Joined> {
    var rows: FMRequest<Model, Model>
    let joined: Joined

    private func with(_ change: (inout Selection<Model>) -> Void) -> FMJoin {
        var join = self
        change(&join.rows.selection)
        return join
    }
}

extension FMJoin: Sendable where Model: Sendable, Joined: Sendable {}
extension FMJoined: Sendable where Model: Sendable, Target: Sendable {}
extension FMOptionallyJoined: Sendable where Model: Sendable, Target: Sendable {}

/// The fields of a joined model, as terms of the request's model. See ``FMJoin``.
///
/// Write a field with the name of a method as `$1[\.name]`.
@dynamicMemberLookup
public struct FMJoined<Model: FMModel, Target: FMModel> {
    fileprivate let link: RelationLink<Model, Target>
    fileprivate let alias: String

    /// A field.
    public subscript<Value>(
        dynamicMember field: KeyPath<Target.Columns, FMField<Target, Value>>
    ) -> FMExpression<Model, Value> { self[field] }

    /// A field.
    ///
    /// - Parameter field: a field of the other model, also a place within JSON text: `\.address.town`.
    public subscript<Value>(_ field: KeyPath<Target.Columns, FMField<Target, Value>>) -> FMExpression<Model, Value> {
        link.term(Target.Columns()[keyPath: field], alias)
    }
}

/// The fields of a joined model, nil where no row belongs to one. See ``FMJoin``.
@dynamicMemberLookup
public struct FMOptionallyJoined<Model: FMModel, Target: FMModel> {
    fileprivate let link: RelationLink<Model, Target>
    fileprivate let alias: String

    /// A field.
    public subscript<Value>(
        dynamicMember field: KeyPath<Target.Columns, FMField<Target, Value>>
    ) -> FMExpression<Model, Value?> { self[field] }

    /// A field that may be nil itself.
    public subscript<Value>(
        dynamicMember field: KeyPath<Target.Columns, FMField<Target, Value?>>
    ) -> FMExpression<Model, Value?> { self[field] }

    /// A field.
    ///
    /// - Parameter field: a field of the other model, also a place within JSON text: `\.address.town`.
    public subscript<Value>(_ field: KeyPath<Target.Columns, FMField<Target, Value>>) -> FMExpression<Model, Value?> {
        link.term(Target.Columns()[keyPath: field], alias)
    }

    /// A field that may be nil itself.
    ///
    /// - Parameter field: a field of the other model, also a place within JSON text: `\.address.town`.
    public subscript<Value>(_ field: KeyPath<Target.Columns, FMField<Target, Value?>>) -> FMExpression<Model, Value?> {
        link.term(Target.Columns()[keyPath: field], alias)
    }
}

extension FMRequest where Element == Model {
    /// Joins each row with the rows that belong to it. Rows to which nothing belongs are left out.
    ///
    /// The request must have no groups, no other join, no distinct rows, and no limit but one per value. Otherwise the call that
    /// gets the join throws an `FMError` with the code `.misuse`.
    ///
    /// - Parameter relation: of the model of the request. Its condition counts, its order does not. `hasOne` with an order is
    ///   `.misuse`, because its other rows are joined, too. So is a relation with a selection or with something included.
    public func joining<Target, Related>(
        _ relation: FMRelation<Model, Target, Related>
    ) -> FMJoin<Model, FMJoined<Model, Target>> {
        let alias = relation.link.alias
        return FMJoin(rows: joined("JOIN", relation), joined: FMJoined(link: relation.link, alias: alias))
    }

    /// Joins each row with the rows that belong to it. A row to which nothing belongs occurs once.
    ///
    ///     Book.all.joining(optional: Book.writer).select { ($0.title, $1.name) }
    ///
    /// - Parameter relation: of the model of the request. Its condition counts, its order does not.
    public func joining<Target, Related>(
        optional relation: FMRelation<Model, Target, Related>
    ) -> FMJoin<Model, FMOptionallyJoined<Model, Target>> {
        let pair = FMOptionallyJoined(link: relation.link, alias: relation.link.alias)
        return FMJoin(rows: joined("LEFT JOIN", relation), joined: pair)
    }

    private func joined<Target, Related>(_ kind: String, _ relation: FMRelation<Model, Target, Related>) -> FMRequest {
        var request = self
        let sql = Result { () throws(FMError) -> FMSQL in
            guard output.isPlain, selection.limit == nil, selection.offset == 0, !selection.isDistinct,
                selection.grouping == nil, selection.join == nil
            else {
                throw FMError(
                    .misuse,
                    "a request for distinct rows or of groups, with a limit, a map or another join cannot be joined")
            }
            guard Related.FMElement.self == Target.self else {
                throw FMError(
                    .misuse,
                    "a join has the rows of \(Target.self) themselves: select what becomes of a pair, and include for the request"
                )
            }
            if Related.self is any OneOrNone.Type, relation.link.target != nil, !relation.selection.order.isEmpty {
                throw FMError(
                    .misuse, "a join has all rows of \(Target.self) that belong to one, not the first in an order")
            }
            return "\(raw: kind) \(try relation.link.joined(relation.condition))"
        }
        request.selection.join = SelectionJoin(sql: sql)
        return request
    }
}

// MARK: - Which pairs

extension FMJoin {
    /// The pairs of rows that fulfil a condition, too.
    public func `where`(_ filter: (Model.Columns, Joined) -> FMWhere<Model>) -> FMJoin {
        matching(filter(Model.Columns(), joined))
    }

    /// The pairs of rows that fulfil a condition on the request's model, too.
    public func `where`(_ filter: (Model.Columns) -> FMWhere<Model>) -> FMJoin { matching(filter(Model.Columns())) }

    /// The pairs of rows where a Boolean term is true.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns, Joined) -> Term) -> FMJoin
    where Term.Model == Model, Term.Value == Bool {
        matching(term(Model.Columns(), joined) == true)
    }

    /// The pairs of rows where a Boolean term is true; not those where it is NULL.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns, Joined) -> Term) -> FMJoin
    where Term.Model == Model, Term.Value == Bool? {
        matching(term(Model.Columns(), joined) == true)
    }

    /// The pairs of rows where a Boolean term of the request's model is true.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMJoin
    where Term.Model == Model, Term.Value == Bool {
        matching(term(Model.Columns()) == true)
    }

    /// The pairs of rows where a Boolean term of the request's model is true; not those where it is NULL.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMJoin
    where Term.Model == Model, Term.Value == Bool? {
        matching(term(Model.Columns()) == true)
    }

    private func matching(_ condition: FMWhere<Model>) -> FMJoin {
        with { selection in
            if let all = selection.join?.condition { selection.join?.condition = all && condition }
        }
    }

    /// Sorts the pairs that are equal in the order given before, that of the joined request included.
    public func order(_ term: (Model.Columns, Joined) -> FMOrder<Model>) -> FMJoin {
        order(by: term(Model.Columns(), joined))
    }

    /// Sorts the pairs by a term of the request's model.
    public func order(_ term: (Model.Columns) -> FMOrder<Model>) -> FMJoin { order(by: term(Model.Columns())) }

    /// Sorts the pairs by a term of the request's model, the least value first.
    @_disfavoredOverload
    public func order<Ordering: FMOrdering>(_ term: (Model.Columns) -> Ordering) -> FMJoin
    where Ordering.Model == Model {
        order(by: term(Model.Columns()).fmOrder)
    }

    /// Sorts the pairs by a term, the least value first.
    @_disfavoredOverload
    public func order<Ordering: FMOrdering>(_ term: (Model.Columns, Joined) -> Ordering) -> FMJoin
    where Ordering.Model == Model {
        order(by: term(Model.Columns(), joined).fmOrder)
    }

    /// Sorts the pairs; those that are equal by what was said before, also for the request that was joined.
    public func order(by first: FMOrder<Model>, _ others: FMOrder<Model>...) -> FMJoin {
        with { $0.join?.order += [first] + others }
    }

    /// At most some of the pairs. Without an offset the one given before stays.
    public func limit(_ count: Int, offset: Int? = nil) -> FMJoin {
        with { ($0.limit, $0.offset) = (count, offset ?? $0.offset) }
    }

    /// Without the first pairs.
    public func offset(_ count: Int) -> FMJoin { with { $0.offset = count } }
}

// MARK: - What becomes of a pair

extension FMJoin {
    /// One value of each pair.
    public func select<Term: FMTerm>(
        _ term: (Model.Columns, Joined) -> Term
    ) -> FMRequest<Model, Term.Value> where Term.Model == Model {
        rows.select { term($0, joined) }
    }

    /// One value of the request's model for each pair.
    public func select<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMRequest<Model, Term.Value>
    where Term.Model == Model {
        rows.select(term)
    }

    /// A value of a type for each pair, whose properties have the names of columns of the request's model, or are computed.
    ///
    ///     struct Line: Decodable { var title: String, writer: String }
    ///
    ///     Book.all.joining(Book.writer).select(Line.self) { [$1.name.as("writer")] }
    ///
    /// - Parameters:
    ///   - type: each of its coding keys is the name of a column of the request's table, or of a computed value.
    ///   - computed: gets the fields of both models.
    public func select<Row: Decodable>(
        _ type: Row.Type, _ computed: (Model.Columns, Joined) -> [FMResultColumn<Model>] = { _, _ in [] }
    ) -> FMRequest<Model, Row> {
        rows.select(type) { computed($0, joined) }
    }
}

// MARK: - SQL

extension RelationLink {
    /// The name of the target in a join: its own, unless that is the origin's.
    fileprivate var alias: String {
        let names = try? (Origin.table(named: nil), Target.table(named: nil))
        let isOwn = names.map { $0.0.name.foldedAsName == $0.1.name.foldedAsName } ?? true
        return isOwn ? "`fm:joined`" : names?.1.sql.table ?? "`fm:joined`"
    }

    /// A field of the target in a join.
    fileprivate func term<Field, Value>(_ field: FMField<Target, Field>, _ alias: String) -> FMExpression<Origin, Value>
    {
        do throws(FMError) {
            return FMExpression(
                bare: try readable(field).qualified(by: alias),
                try field.source.mapped { written throws(FMError) in written.qualified(by: alias) })
        } catch {
            return FMExpression(bare: "\(Refused(error: error))")
        }
    }

    /// What follows `JOIN`. Names in the condition are those of the target's rows.
    fileprivate func joined(_ condition: FMWhere<Target>) throws(FMError) -> FMSQL {
        let columns = try columns()
        let target = try Target.table(named: nil).sql.table
        let rows: FMSQL =
            condition.form == .all ? "\(raw: target)" : "(SELECT * FROM \(raw: target) WHERE \(condition.sql))"
        let named: FMSQL = condition.form == .all && alias == target ? rows : "\(rows) AS \(raw: alias)"
        let origin = try Origin.table(named: nil).sql.table
        return "\(named) ON \(try belongs(columns.target.term(in: alias), to: columns.origin.term(in: origin)))"
    }
}
