import FMDB

/// The rows of a request joined with their related rows. Select results from the pairs:
///
///     let lines = Book.all.joining(Book.writer).where { book, writer in book.year < writer.born + 20 }
///
///     for (title, name) in try db.find(lines.select { ($0.title, $1.name) }) { … }
///
/// A join is one statement. A row with several related rows occurs several times. `including` instead returns each row once,
/// with all its related rows. See [JOIN](https://sqlite.org/lang_select.html#fromclause).
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
/// If a field has the same name as a method, write `$1[\.name]`.
@dynamicMemberLookup
public struct FMJoined<Model: FMModel, Target: FMModel> {
    fileprivate let link: RelationLink<Model, Target>
    fileprivate let alias: String

    /// Returns a field of the joined model.
    public subscript<Value>(
        dynamicMember field: KeyPath<Target.Columns, FMField<Target, Value>>
    ) -> FMExpression<Model, Value> { self[field] }

    /// Returns a field of the joined model.
    ///
    /// - Parameter field: a field of the other model, or a path within its JSON: `\.address.town`.
    public subscript<Value>(_ field: KeyPath<Target.Columns, FMField<Target, Value>>) -> FMExpression<Model, Value> {
        link.term(Target.Columns()[keyPath: field], alias)
    }
}

/// The fields of a joined model. They are nil for a row without a related row. See ``FMJoin``.
@dynamicMemberLookup
public struct FMOptionallyJoined<Model: FMModel, Target: FMModel> {
    fileprivate let link: RelationLink<Model, Target>
    fileprivate let alias: String

    /// Returns a field of the joined model.
    public subscript<Value>(
        dynamicMember field: KeyPath<Target.Columns, FMField<Target, Value>>
    ) -> FMExpression<Model, Value?> { self[field] }

    /// Returns a field of the joined model that may itself be nil.
    public subscript<Value>(
        dynamicMember field: KeyPath<Target.Columns, FMField<Target, Value?>>
    ) -> FMExpression<Model, Value?> { self[field] }

    /// Returns a field of the joined model.
    ///
    /// - Parameter field: a field of the other model, or a path within its JSON: `\.address.town`.
    public subscript<Value>(_ field: KeyPath<Target.Columns, FMField<Target, Value>>) -> FMExpression<Model, Value?> {
        link.term(Target.Columns()[keyPath: field], alias)
    }

    /// Returns a field of the joined model that may itself be nil.
    ///
    /// - Parameter field: a field of the other model, or a path within its JSON: `\.address.town`.
    public subscript<Value>(_ field: KeyPath<Target.Columns, FMField<Target, Value?>>) -> FMExpression<Model, Value?> {
        link.term(Target.Columns()[keyPath: field], alias)
    }
}

extension FMRequest where Element == Model {
    /// Joins each row with its related rows. Rows without a related row are excluded.
    ///
    /// The request must have no groups, no other join, no `distinct()`, and no limit except a limit per value. Otherwise the
    /// call that runs the join throws an `FMError` with the code `.misuse`.
    ///
    /// - Parameter relation: a relation of the request's model. Its condition applies, its order does not. `hasOne` with an
    ///   order is `.misuse`, because a join returns all related rows. A relation with `select` or `including` is also
    ///   `.misuse`.
    public func joining<Target, Related>(
        _ relation: FMRelation<Model, Target, Related>
    ) -> FMJoin<Model, FMJoined<Model, Target>> {
        let alias = relation.link.alias
        return FMJoin(rows: joined("JOIN", relation), joined: FMJoined(link: relation.link, alias: alias))
    }

    /// Joins each row with its related rows. A row without a related row occurs once.
    ///
    ///     Book.all.joining(optional: Book.writer).select { ($0.title, $1.name) }
    ///
    /// - Parameter relation: a relation of the request's model. Its condition applies, its order does not.
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
                    "a request with distinct(), groups, a limit, an offset, map or another join cannot be joined")
            }
            guard Related.FMElement.self == Target.self else {
                throw FMError(
                    .misuse,
                    "a join cannot use a relation with select or including: select from the pairs of \(Model.self) and \(Target.self)"
                )
            }
            if Related.self is any OneOrNone.Type, relation.link.target != nil, !relation.selection.order.isEmpty {
                throw FMError(
                    .misuse,
                    "a join returns all related rows of \(Target.self): use a relation without an order, or hasMany")
            }
            return "\(raw: kind) \(try relation.link.joined(relation.condition))"
        }
        request.selection.join = SelectionJoin(sql: sql)
        return request
    }
}

// MARK: - Which pairs

extension FMJoin {
    /// Adds a condition that the pairs of rows must fulfil.
    public func `where`(_ filter: (Model.Columns, Joined) -> FMWhere<Model>) -> FMJoin {
        matching(filter(Model.Columns(), joined))
    }

    /// Adds a condition on the request's model that the pairs of rows must fulfil.
    public func `where`(_ filter: (Model.Columns) -> FMWhere<Model>) -> FMJoin { matching(filter(Model.Columns())) }

    /// Adds the condition that a Boolean term is true.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns, Joined) -> Term) -> FMJoin
    where Term.Model == Model, Term.Value == Bool {
        matching(term(Model.Columns(), joined) == true)
    }

    /// Adds the condition that a Boolean term is true. Pairs where the term is NULL are excluded.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns, Joined) -> Term) -> FMJoin
    where Term.Model == Model, Term.Value == Bool? {
        matching(term(Model.Columns(), joined) == true)
    }

    /// Adds the condition that a Boolean term of the request's model is true.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMJoin
    where Term.Model == Model, Term.Value == Bool {
        matching(term(Model.Columns()) == true)
    }

    /// Adds the condition that a Boolean term of the request's model is true. Pairs where the term is NULL are excluded.
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

    /// Adds a sort term. It applies to pairs that the previous terms leave equal, including the joined request's terms.
    public func order(_ term: (Model.Columns, Joined) -> FMOrder<Model>) -> FMJoin {
        order(by: term(Model.Columns(), joined))
    }

    /// Sorts the pairs by a term of the request's model.
    public func order(_ term: (Model.Columns) -> FMOrder<Model>) -> FMJoin { order(by: term(Model.Columns())) }

    /// Sorts the pairs by a term of the request's model in ascending order.
    @_disfavoredOverload
    public func order<Ordering: FMOrdering>(_ term: (Model.Columns) -> Ordering) -> FMJoin
    where Ordering.Model == Model {
        order(by: term(Model.Columns()).fmOrder)
    }

    /// Sorts the pairs by a term in ascending order.
    @_disfavoredOverload
    public func order<Ordering: FMOrdering>(_ term: (Model.Columns, Joined) -> Ordering) -> FMJoin
    where Ordering.Model == Model {
        order(by: term(Model.Columns(), joined).fmOrder)
    }

    /// Adds sort terms. They apply to pairs that the previous terms leave equal, including the joined request's terms.
    public func order(by first: FMOrder<Model>, _ others: FMOrder<Model>...) -> FMJoin {
        with { $0.join?.order += [first] + others }
    }

    /// Sets the maximum number of pairs. It replaces the previous limit, and the previous offset if `offset` is given.
    public func limit(_ count: Int, offset: Int? = nil) -> FMJoin {
        with { ($0.limit, $0.offset) = (count, offset ?? $0.offset) }
    }

    /// Sets the number of pairs to skip.
    public func offset(_ count: Int) -> FMJoin { with { $0.offset = count } }
}

// MARK: - What becomes of a pair

extension FMJoin {
    /// Selects one value of each pair.
    public func select<Term: FMTerm>(
        _ term: (Model.Columns, Joined) -> Term
    ) -> FMRequest<Model, Term.Value> where Term.Model == Model {
        rows.select { term($0, joined) }
    }

    /// Selects one value of the request's model for each pair.
    public func select<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMRequest<Model, Term.Value>
    where Term.Model == Model {
        rows.select(term)
    }

    /// Decodes a value of a type from each pair. Its properties have the names of columns of the request's model, or are
    /// computed.
    ///
    ///     struct Line: Decodable { var title: String, writer: String }
    ///
    ///     Book.all.joining(Book.writer).select(Line.self) { [$1.name.as("writer")] }
    ///
    /// - Parameters:
    ///   - type: the type to decode. Each of its coding keys is the name of a column of the request's table, or of a computed
    ///     value.
    ///   - computed: receives the fields of both models, and returns the computed values.
    public func select<Row: Decodable>(
        _ type: Row.Type, _ computed: (Model.Columns, Joined) -> [FMResultColumn<Model>] = { _, _ in [] }
    ) -> FMRequest<Model, Row> {
        rows.select(type) { computed($0, joined) }
    }
}

// MARK: - SQL

extension RelationLink {
    /// The alias of the target in a join. It is the table's name, unless the origin is the same table.
    fileprivate var alias: String {
        let names = try? (Origin.table(named: nil), Target.table(named: nil))
        let isOwn = names.map { $0.0.name.foldedAsName == $0.1.name.foldedAsName } ?? true
        return isOwn ? "`fm:joined`" : names?.1.sql.table ?? "`fm:joined`"
    }

    /// Returns a field of the target as a term of the join.
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

    /// Returns the SQL that follows `JOIN`. Names in the condition refer to the target's columns.
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
