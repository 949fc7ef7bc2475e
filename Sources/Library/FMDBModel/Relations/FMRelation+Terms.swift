import FMDB

// MARK: - Conditions and terms of the origin

extension FMRelation {
    /// The condition that a row has a related row.
    ///
    ///     Author.all.where(Author.books.where { $0.year > 2000 }.exists)
    ///     Author.all.where(!Author.books.exists)
    public var exists: FMWhere<Origin> {
        let sql = FMSQL.trying { () throws(FMError) in
            let columns = try link.columns()
            return "\(columns.origin.term) IN (\(try link.origins(columns, of: condition)))"
        }
        return FMWhere(sql: sql)
    }

    /// The number of related rows.
    ///
    ///     Author.all.where(Author.books.count > 3)
    ///     Author.all.order(by: Author.books.count.descending)
    ///     Author.all.select { ($0.name, Author.books.count) }
    public var count: FMExpression<Origin, Int> { FMExpression(sql: query("count(*)")) }

    /// Returns an aggregate of the related rows.
    ///
    ///     Author.all.select { ($0.name, Author.books.value { $0.max($0.year) }) }
    public func value<Value>(
        _ term: (FMGroup<Target>) -> FMAggregateExpression<Target, Value>
    ) -> FMExpression<Origin, Value> {
        FMExpression(sql: query(term(FMGroup()).fmSQL))
    }

    private func query(_ term: FMSQL) -> FMSQL {
        .trying { () throws(FMError) in try link.query(term, condition) }
    }
}

extension FMRelation where Related == Target? {
    /// Returns a value of the related row. It is nil if there is no related row.
    ///
    ///     Book.all.order(by: Book.author.value(\.name).ascending)
    public func value<Value>(_ field: (Target.Columns) -> FMField<Target, Value>) -> FMExpression<Origin, Value?> {
        first(field(Target.Columns()))
    }

    /// Returns a value of the related row. It is nil if there is no related row.
    public func value<Value>(_ field: (Target.Columns) -> FMField<Target, Value?>) -> FMExpression<Origin, Value?> {
        first(field(Target.Columns()))
    }

    private func first<Field, Value>(_ field: FMField<Target, Field>) -> FMExpression<Origin, Value?> {
        do throws(FMError) {
            let table = try Target.table(named: nil)
            let terms = try selection.order.map { order throws(FMError) in try order.resolved(in: table) }
            let order: FMSQL = terms.isEmpty ? "" : " ORDER BY \(terms.joined(", "))"
            let value = { (term: FMSQL) throws(FMError) -> FMSQL in
                "(\(try link.query(term, condition))\(order) LIMIT 1)"
            }
            return FMExpression(bare: try value(link.readable(field)), try field.source.mapped(value))
        } catch {
            return FMExpression(bare: "\(Refused(error: error))")
        }
    }
}

extension RelationLink {
    /// Returns a subquery of the rows that belong to a row of the origin. SQLite resolves a name in the innermost table first. So the
    /// subquery can name the origin's key, unless both tables are the same. In that case a nested SELECT reads the key under an alias.
    fileprivate func query(_ term: FMSQL, _ condition: FMWhere<Target>) throws(FMError) -> FMSQL {
        let columns = try columns()
        let target = try Target.table(named: nil).sql.table
        let origin = try Origin.table(named: nil).sql.table
        let isOwn = columns.origin.table.foldedAsName == columns.target.table.foldedAsName
        guard isOwn else {
            let belongs = try belongs(columns.target.term(in: target), to: columns.origin.term(in: origin))
            let rows: FMSQL = condition.form == .all ? "" : " AND (\(condition.sql))"
            return "SELECT \(term) FROM \(raw: target) WHERE \(belongs)\(rows)"
        }
        let key = columns.origin.columns.enumerated().map { number, column in "\(origin).\(column) AS `fm:\(number)`" }
        let belongs = try belongs(
            columns.target.term(in: target),
            to: .tuple(columns.origin.columns.indices.map { "`fm:origin`.`fm:\($0)`" }))
        // The table keeps its own name, so that names in the term and in the condition refer to it.
        let rows: FMSQL =
            condition.form == .all
            ? FMSQL(raw: target) : "(SELECT * FROM \(raw: target) WHERE \(condition.sql)) AS \(raw: target)"
        let own: FMSQL = "(SELECT \(raw: key.joined(separator: ", "))) AS `fm:origin`"
        return "SELECT \(term) FROM \(own), \(rows) WHERE \(belongs)"
    }

    /// Returns a field of the target as a term of the origin. A date field must have the same date format in both tables.
    func readable<Value>(_ field: FMField<Target, Value>) throws(FMError) -> FMSQL {
        guard ColumnShape.unwrapped(Value.self).0 == Date.self, !field.isWithinJSON else { return field.fmSQL }
        let (own, other) = (try Origin.table(named: nil).options.dates, try Target.table(named: nil).options.dates)
        guard own == other else {
            throw FMError(
                .misuse, "\(field.fmName) of \(Target.self) is a date, and \(Origin.self) has another date format")
        }
        return field.fmSQL
    }

    /// Returns the condition that a target key belongs to an origin key. The pivot table has an alias, because it may be the
    /// same table as the origin or target.
    func belongs(_ target: FMSQL, to origin: FMSQL) throws(FMError) -> FMSQL {
        guard let sides = try pivot?.sides() else { return "\(target) = \(origin)" }
        let (name, pivot) = ("`fm:pivot`", FMSQL(raw: "\(sides.table) AS `fm:pivot`"))
        let keys = FMSQL(raw: sides.to.columns.map { "\(name).\($0)" }.joined(separator: ", "))
        return "\(target) IN (SELECT \(keys) FROM \(pivot) WHERE \(sides.from.term(in: name)) = \(origin))"
    }
}
