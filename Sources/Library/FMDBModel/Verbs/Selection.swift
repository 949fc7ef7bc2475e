import FMDB

/// The parts of a SELECT on a model's table.
@usableFromInline
struct Selection<Model: FMModel>: Sendable {
    var condition: FMWhere<Model>
    var order: [FMOrder<Model>]
    var limit: Int?
    var offset: Int
    var isDistinct = false
    var isReversed = false
    /// The terms of GROUP BY.
    var grouping: FMSQL?
    var having = FMWhere<Model>.all
    /// The maximum number of rows for each value of a term.
    var limitPerValue: (term: FMSQL, limit: Int)?
    var join: SelectionJoin<Model>?
    /// Returns the error for a sort term of a query with groups, given the term's SQL; nil if the term is valid.
    var problemOfOrder: (@Sendable (FMSQL) -> FMError?)?

    @usableFromInline
    init(
        _ condition: FMWhere<Model> = .all, _ order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0
    ) {
        self.condition = condition
        self.order = order
        self.limit = limit
        self.offset = offset
    }

    /// Returns the order, or if it is invalid, an order whose statement throws the error.
    func checked(_ order: FMOrder<Model>) -> FMOrder<Model> {
        guard let problemOfOrder, let sql = try? order.target.sql(in: Model.fmTable), let problem = problemOfOrder(sql)
        else { return order }
        return .asc(sql: "\(Refused(error: problem))" as FMSQL)
    }

    @usableFromInline
    func sql(_ database: FMDatabase, _ name: String?) throws(FMError) -> FMSQL {
        try sql(database.table(of: Model.self, name))
    }

    /// Returns the statement with the order reversed.
    func reversed(_ database: FMDatabase, _ name: String?) throws(FMError) -> FMSQL {
        var reversed = self
        reversed.isReversed = true
        let (selection, table) = try reversed.resolved(in: database, name)
        return try selection.sql(table)
    }

    /// Returns the selection and its table. A reversed selection without an order gets the rowid or the primary key as its order, if
    /// the model has no key.
    func resolved(
        in database: FMDatabase, _ name: String?
    ) throws(FMError) -> (selection: Selection, table: FMTable<Model>) {
        guard isReversed, isUnordered, grouping == nil else {
            return (self, try database.table(of: Model.self, name))
        }
        let table = try database.tableWithKey(of: Model.self, name)
        guard table.sql.key.isEmpty else { return (self, table) }
        // The name of the rowid depends on columns that the model may not have, so the schema is read.
        var sorted = self
        sorted.order = try database.rowKey(of: table.name, sorts: true).listed(isQuoted: join != nil).map {
            .asc(sql: $0)
        }
        return (sorted, table)
    }

    /// - Parameters:
    ///   - columns: the result columns; nil for the columns of the model.
    ///   - number: the name of the rowid, if it is a result column.
    func sql(
        _ table: FMTable<Model>, _ columns: FMSQL? = nil, number: String? = nil
    ) throws(FMError) -> FMSQL {
        guard limitPerValue == nil, join == nil else { return try composed(table, columns, number) }
        let terms = try terms(order, in: table)
        return try sql(head(table, columns, terms), condition, terms)
    }

    /// Whether there is no order.
    private var isUnordered: Bool { order.isEmpty && join?.order.isEmpty != false }

    private func head(_ table: FMTable<Model>, _ columns: FMSQL?, _ terms: [FMSQL]) -> FMSQL {
        guard columns != nil || isDistinct || table.ownName != nil else { return FMSQL(raw: table.sql.select) }
        let columns = columns ?? FMSQL(raw: table.sql.selected)
        return head(columns, table.source([columns, condition.sql, grouping ?? "", having.sql] + terms))
    }

    private func head(_ columns: FMSQL, _ source: FMSQL) -> FMSQL {
        "SELECT \(raw: isDistinct ? "DISTINCT " : "")\(columns) FROM \(source)"
    }

    private func terms(_ order: [FMOrder<Model>], in table: FMTable<Model>) throws(FMError) -> [FMSQL] {
        if isReversed, isUnordered { return try table.descendingKey }
        return try order.map { term throws(FMError) in try (isReversed ? term.reversed : term).resolved(in: table) }
    }

    private func sql(_ head: FMSQL, _ condition: FMWhere<Model>, _ order: [FMSQL]) throws(FMError) -> FMSQL {
        guard offset >= 0, limit ?? 0 >= 0 else {
            throw FMError(
                .misuse,
                "limit and offset must not be negative: they are \(limit ?? 0) and \(offset); leave out the limit for all rows"
            )
        }
        var sql = head
        if condition.form != .all { sql = "\(sql) WHERE \(condition.sql)" }
        if let grouping { sql = "\(sql) GROUP BY \(grouping)" }
        if having.form != .all { sql = "\(sql) HAVING \(having.sql)" }
        if !order.isEmpty { sql = "\(sql) ORDER BY \(order.joined(", "))" }
        // OFFSET requires LIMIT, and a negative LIMIT means no limit.
        if limit != nil || offset > 0 { sql = "\(sql) LIMIT \(limit ?? -1)" }
        if offset > 0 { sql = "\(sql) OFFSET \(offset)" }
        return sql
    }
}

extension FMTable {
    /// The terms for `ORDER BY` that sort by the key, greatest first.
    fileprivate var descendingKey: [FMSQL] {
        get throws(FMError) {
            let key = sql.key.map { sql.columns[$0] }
            return try (key.isEmpty ? [rowID] : key).map { "\(raw: $0) DESC" }
        }
    }
}

// MARK: - Several rows together

/// A join of a selection with another table.
struct SelectionJoin<Model: FMModel>: Sendable {
    /// The SQL after the name of the selection's table.
    var sql: Result<FMSQL, FMError>
    /// Whether the join is valid for the model's own table only.
    var isOfOwnTable = false
    /// The condition on pairs of rows.
    var condition = FMWhere<Model>.all
    /// The order of pairs that the order of the selection leaves equal.
    var order: [FMOrder<Model>] = []
}

extension Selection {
    /// The name of the result column that holds a row's position among the rows with the same value of the limit's term.
    private static var place: FMSQL { "`fm:place`" }

    private func composed(
        _ table: FMTable<Model>, _ columns: FMSQL?, _ number: String?
    ) throws(FMError) -> FMSQL {
        if let limitPerValue { try expectPossible(limit: limitPerValue.limit, table) }
        let name = table.ownName.map { FMSQL.quoted(identifier: $0) } ?? table.sql.table
        let terms = try terms(order, in: table)
        let columns = columns ?? FMSQL(raw: table.sql.selected)
        let (source, condition) = ranked(table, name, terms, number)
        guard let join else { return try sql(head(columns, source), condition, terms) }
        let others = join.order.isEmpty ? [] : try self.terms(join.order, in: table)
        let pairs = condition.form == .all ? condition : FMWhere(sql: condition.sql.qualified(by: name), condition.form)
        // A name that is both a column of the table and a result column refers to the table's column.
        let results = columns.namesOfResults.subtracting(table.columns.map(\.name.foldedAsName))
        return try sql(
            head(columns.qualified(by: name), "\(source) \(try join.sql.get())"),
            pairs && FMWhere(sql: join.condition.sql.qualified(by: name), join.condition.form),
            (terms + others).map { $0.qualified(by: name, except: results) })
    }

    private func expectPossible(limit: Int, _ table: FMTable<Model>) throws(FMError) {
        guard limit >= 0 else { throw FMError(.misuse, "a limit must not be negative") }
        guard grouping == nil else {
            throw FMError(.misuse, "groups cannot have a limit per value: limit the rows before grouping")
        }
        guard !table.isOfRecords else {
            throw FMError(.misuse, "records cannot have a limit per value: the columns of their table are unknown")
        }
        guard FMSQLiteFeature.windowFunctions.isAvailable else {
            throw FMError(
                .notSupported, "a limit per value is not possible: \(FMSQLiteFeature.windowFunctions.requirement)")
        }
    }

    /// Returns the source of the rows and the condition on them. A limit per value numbers the rows of each value. See [Window
    /// Functions](https://sqlite.org/windowfunctions.html).
    private func ranked(
        _ table: FMTable<Model>, _ name: String, _ terms: [FMSQL], _ number: String?
    ) -> (source: FMSQL, condition: FMWhere<Model>) {
        let named: FMSQL = table.ownName == nil ? "\(raw: name)" : "\(raw: table.sql.table) AS \(raw: name)"
        guard let limitPerValue else { return (named, condition) }
        let order: FMSQL = terms.isEmpty ? "" : " ORDER BY \(terms.joined(", "))"
        // `*` does not include the rowid, so the subquery lists it if the outer query needs it.
        let isSorted = table.sql.rowID.map { name in terms.contains { $0.mentions(name) } } ?? false
        let number = number ?? (isSorted ? table.sql.rowID : nil)
        let all: FMSQL = number.map { "*, \(raw: $0) AS \(raw: $0)" } ?? "*"
        let rows: FMSQL = condition.form == .all ? "" : " WHERE \(condition.sql)"
        let place: FMSQL = "row_number() OVER (PARTITION BY \(limitPerValue.term)\(order)) AS \(Selection.place)"
        return (
            "(SELECT \(all), \(place) FROM \(named)\(rows)) AS \(raw: name)",
            FMWhere(sql: "\(Selection.place) <= \(limitPerValue.limit)")
        )
    }
}

// MARK: - Pages

extension Selection {
    /// - Parameter key: the columns to use in place of the table's own key.
    @usableFromInline
    func page(_ database: FMDatabase, _ name: String?, after last: Model?, key: FMKey?) throws -> FMSQL {
        let table = try database.tableWithKey(of: Model.self, name, key: key, order.compactMap(\.column))
        let steps = try steps(in: table)
        let terms = steps.map(\.step.term)
        let head = head(table, nil, terms)
        guard let last else { return try sql(head, condition, terms) }
        let values = try storedValues(of: last, steps.map(\.column), database, table)
        return try sql(
            head, condition && FMWhere(sql: PageStep.behind(steps.map(\.step), values), .disjunction), terms)
    }

    /// Returns the values of a model as its row stores them. The format of a stored date, for example, may differ from the one that the
    /// library would write now. If a value in the row has changed since, the model's value is returned.
    private func storedValues(
        of model: Model, _ columns: [Int], _ database: FMDatabase, _ table: FMTable<Model>
    ) throws -> [FMValue] {
        if let record = model as? FMRecord {
            return try record.values(sorting: columns.map { table.columns[$0].name })
        }
        var values = try FMModelValues.collect(model, table)
        let key = table.keyCondition(table.sql.key.map { values[$0] })
        let cursor = try database.query("\(raw: table.sql.select) WHERE \(key)")
        defer { cursor.close() }
        guard let row = try cursor.nextRow() else { return columns.map { values[$0] } }
        let stored = try row.values()
        let again = try FMModelValues.collect(Model(fmRow: row), table)
        for column in columns where again[column] == values[column] { values[column] = stored[column] }
        return columns.map { values[$0] }
    }

    /// Returns the columns of the order followed by those of the key, so that no two rows are equal.
    private func steps(in table: FMTable<Model>) throws(FMError) -> [(column: Int, step: PageStep)] {
        guard !table.sql.key.isEmpty else { throw table.withoutKey("paged through") }
        var steps: [(column: Int, step: PageStep)] = []
        for term in order {
            guard let name = try term.target.columnName(in: table), term.nulls == nil else {
                throw FMError(.misuse, "paging needs an order by columns with SQLite's placement of NULL")
            }
            let index = try table.expectIndex(of: name)
            let collation = try term.collation(in: table).map { " COLLATE \(FMSQL.quoted(identifier: $0.name))" } ?? ""
            let compared = FMSQL(raw: table.sql.columns[index] + collation)
            steps.append((index, PageStep(name: compared, isDescending: term.isDescending)))
        }
        // A key column with an explicit COLLATE may not distinguish all rows, so it is appended again without it.
        let names = Set(steps.map(\.step.name.text))
        for index in table.sql.key where !names.contains(table.sql.columns[index]) {
            steps.append((index, PageStep(name: FMSQL(raw: table.sql.columns[index]), isDescending: false)))
        }
        return steps
    }
}
