import FMDB

// MARK: - Conditions and terms of the origin

extension FMRelation {
    /// The rows to which something belongs.
    ///
    ///     Author.all.where(Author.books.where { $0.year > 2000 }.exists)
    ///     Author.all.where(!Author.books.exists)
    public var exists: FMWhere<Origin> {
        do throws(FMError) {
            let columns = try link.columns()
            return FMWhere(sql: "\(columns.origin.term) IN (\(try link.origins(columns, of: selection.condition)))")
        } catch {
            return FMWhere(sql: "\(Refused(error: error))")
        }
    }

    /// How many rows belong to one.
    ///
    ///     Author.all.where(Author.books.count > 3)
    ///     Author.all.order(by: Author.books.count.descending)
    ///     Author.all.select { ($0.name, Author.books.count) }
    ///
    /// In a request for another table than the model's own SQLite does not find the column.
    public var count: FMExpression<Origin, Int> { FMExpression(sql: query("count(*)")) }

    /// A value that is computed of the rows that belong to one.
    ///
    ///     Author.all.select { ($0.name, Author.books.value { $0.max($0.year) }) }
    ///
    /// - Parameter term: gets the fields of the other model, and what can be computed of a group.
    public func value<Value>(
        _ term: (FMGroup<Target>) -> FMAggregate<Target, Value>
    ) -> FMExpression<Origin, Value> {
        FMExpression(sql: query(term(FMGroup()).fmSQL))
    }

    private func query(_ term: FMSQL) -> FMSQL {
        do throws(FMError) {
            return try link.query(term, selection.condition)
        } catch {
            return "\(Refused(error: error))"
        }
    }
}

extension FMRelation where Related == Target? {
    /// A value of the row that belongs to one; nil if there is none.
    ///
    ///     Book.all.order(by: Book.author.value(\.name).ascending)
    ///
    /// - Parameter field: gets the fields of the other model.
    public func value<Value>(_ field: (Target.Columns) -> FMField<Target, Value>) -> FMExpression<Origin, Value?> {
        FMExpression(sql: first(field(Target.Columns()).fmSQL))
    }

    /// A value of the row that belongs to one; nil if there is none.
    ///
    /// - Parameter field: gets the fields of the other model.
    public func value<Value>(_ field: (Target.Columns) -> FMField<Target, Value?>) -> FMExpression<Origin, Value?> {
        FMExpression(sql: first(field(Target.Columns()).fmSQL))
    }

    private func first(_ term: FMSQL) -> FMSQL {
        do throws(FMError) {
            let table = try Target.table(named: nil)
            var terms: [FMSQL] = []
            for order in selection.order { terms.append(try order.resolved(in: table)) }
            let order: FMSQL = terms.isEmpty ? "" : " ORDER BY \(terms.joined(", "))"
            return "\(try link.query(term, selection.condition))\(order) LIMIT 1"
        } catch {
            return "\(Refused(error: error))"
        }
    }
}

extension RelationLink {
    /// A query of the rows that belong to the row of the origin in which it stands. Each name is looked for first in the table
    /// that stands next to it, so the origin's own is in reach unless the target is the same table: that has another name.
    fileprivate func query(_ term: FMSQL, _ condition: FMWhere<Target>) throws(FMError) -> FMSQL {
        let columns = try columns()
        let table = try Target.table(named: nil).sql.table
        let origin = columns.origin.term(in: try Origin.table(named: nil).sql.table)
        let isOwn = columns.origin.table.foldedAsName == columns.target.table.foldedAsName
        let name = isOwn ? "`fm:related`" : table
        let belongs = try belongs(columns, columns.target.term(in: name), to: origin)
        if condition.form == .all {
            return "SELECT \(term) FROM \(raw: isOwn ? "\(table) AS \(name)" : table) WHERE \(belongs)"
        }
        guard isOwn else { return "SELECT \(term) FROM \(raw: table) WHERE \(belongs) AND (\(condition.sql))" }
        let rows: FMSQL = "SELECT * FROM \(raw: table) WHERE \(condition.sql)"
        return "SELECT \(term) FROM (\(rows)) AS \(raw: name) WHERE \(belongs)"
    }

    private func belongs(_ columns: Columns, _ target: FMSQL, to origin: FMSQL) throws(FMError) -> FMSQL {
        guard let sides = try pivot?.sides() else { return "\(target) = \(origin)" }
        let pairs: FMSQL = "\(sides.from.term(in: sides.table)) = \(origin)"
        return "\(target) IN (SELECT \(sides.to.listed) FROM \(raw: sides.table) WHERE \(pairs))"
    }
}
