import FMDB

/// The verbs that take a request. A pool reads on one of its reading connections. A queue and a pool run each change in a
/// transaction.
extension FMDatabaseAccess {
    /// Returns the results of a request.
    ///
    ///     let adults = Person.all.where { $0.age >= 18 }
    ///     let people = try db.find(adults.order(\.name.ascending).limit(50))
    ///     let names = try db.find(adults.select(\.name))
    ///
    /// The corresponding SQL is [SELECT](https://sqlite.org/lang_select.html).
    ///
    /// - Throws: `FMError`: `.mismatch` for a row that does not fit; the message names the column and the row. `.misuse` and
    ///   `.range` for errors in the request. SQLite's code if a statement fails. Also what the closure of `map` throws.
    public func find<Model: FMModel, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Element] {
        try reading(file, line) { try $0.elements(of: request) }
    }

    /// Returns the results of a request. Rows that do not fit are skipped, and each is reported.
    ///
    ///     let people = try db.findReadable(Person.all.order(\.name.ascending)) { error, row in
    ///         print(error.message, row["id"] ?? .null)
    ///     }
    ///
    /// A row fits if its selected columns can be decoded. Rows that do not fit count towards the request's limit. An error from
    /// `including` or from a closure of `map` ends the call.
    ///
    /// The closure receives an error with the code `.mismatch`, which names the row, counted from 0, and the column. It also
    /// receives the selected columns of the row, with NULL for a TEXT value that is not UTF-8. If the closure throws, the call
    /// ends.
    ///
    /// - Throws: what the closure throws, and the errors of `find(_:)` for requests.
    public func findReadable<Model: FMModel, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line,
        onMismatch report: (_ error: FMError, _ row: FMRecord) throws -> Void
    ) throws -> [Element] {
        try reading(file, line) { database in
            try withoutActuallyEscaping(report) { report in
                var elements: [Element] = []
                try database.forEachElement(of: request, onMismatch: report) { elements.append($0) }
                return elements
            }
        }
    }

    /// Returns the result of the first row of a request, or nil if there is no row.
    ///
    ///     let oldest = try db.first(Person.all.order(\.age.descending))
    ///
    /// - Throws: the errors of `find(_:)` for requests.
    public func first<Model: FMModel, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Element? {
        try reading(file, line) { try $0.elements(of: request.onlyFirst).first }
    }

    /// Calls a closure for each result of a request without collecting the results. The connection stays in use until the last
    /// result. If the closure throws, the query ends.
    ///
    /// - Throws: what the closure throws, and the errors of `find(_:)` for requests.
    public func forEach<Model: FMModel, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line,
        _ body: (Element) throws -> Void
    ) throws {
        try reading(file, line) { try $0.forEachElement(of: request, body) }
    }

    /// Returns the number of results of a request.
    ///
    /// - Throws: `FMError`: `.misuse` and `.range` for errors in the request; SQLite's code if the statement fails.
    public func count<Model: FMModel, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Int {
        try accessing(.read, file, line) { database throws(FMError) in
            try request.explaining { () throws(FMError) in try database.value(request.counting) }
        }
    }

    /// Returns whether a request has at least one result.
    ///
    /// - Throws: `FMError`, as `count(_:)` does for requests.
    public func exists<Model: FMModel, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Bool {
        try accessing(.read, file, line) { database throws(FMError) in
            let sql = try request.withoutKeyOrder.sql
            // Older versions of SQLite replace the limit of a subquery in EXISTS with 1, even if it is 0.
            guard request.selection.limit != 0 else { return false }
            return try request.explaining { () throws(FMError) in try database.value("SELECT EXISTS (\(sql))") }
        }
    }

    /// Sets columns of the rows of a request. With a limit, it changes the rows that `find(_:)` would return.
    ///
    ///     try db.update(Person.all.where { $0.name == name }, set: [\.age <- 3])
    ///
    /// At least one column must be set. The column for the time of the last update is set to the current time, unless it is
    /// assigned explicitly.
    ///
    /// - Returns: the number of changed rows.
    /// - Throws: `FMError`: as `update(_:set:in:_:)`. `.misuse` for a request with `distinct()` or groups. `.misuse` with a
    ///   limit if the table is a view or its rows have no key.
    @discardableResult
    public func update<Model: FMModel>(
        _ request: FMRequest<Model, Model>, set assignments: [FMAssignment<Model>], file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> Int {
        try accessing(.write, file, line) { database throws(FMError) in
            let table = try Model.table(named: request.table)
            return try request.explaining { () throws(FMError) in
                try database.updateRows(of: table, assignments, where: request.rows(in: database))
            }
        }
    }

    /// Sets columns of the rows of a request.
    ///
    ///     try db.update(Person.all.where { $0.name == name }) { [$0.age <- $0.age + 1] }
    @discardableResult
    public func update<Model: FMModel>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line,
        set assignments: (Model.Columns) -> [FMAssignment<Model>]
    ) throws(AccessError) -> Int {
        try update(request, set: assignments(Model.Columns()), file: file, line: line)
    }

    /// Deletes the rows of a request. With a limit, it deletes the rows that `find(_:)` would return.
    ///
    ///     try db.delete(Person.all.where { $0.age > 3 })
    ///
    /// - Returns: the number of deleted rows.
    /// - Throws: `FMError`: `.misuse` for a request with `distinct()` or groups. `.misuse` with a limit if the table is a view
    ///   or its rows have no key. SQLite's code if the statement fails.
    @discardableResult
    public func delete<Model: FMModel>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Int {
        try accessing(.write, file, line) { database throws(FMError) in
            let table = try Model.table(named: request.table)
            let clause = try request.clause(in: database)
            return try request.explaining { () throws(FMError) in
                try database.execute("DELETE FROM \(table.source([clause]))\(clause)")
            }
        }
    }
}

// MARK: - On a connection

extension FMDatabase {
    fileprivate func elements<Model: FMModel, Element>(of request: FMRequest<Model, Element>) throws -> [Element] {
        if let collect = request.output.collect { return try run(request) { try collect(self, $0) } }
        var elements: [Element] = []
        try forEachElement(of: request) { elements.append($0) }
        return elements
    }

    fileprivate func forEachElement<Model: FMModel, Element>(
        of request: FMRequest<Model, Element>, onMismatch report: ((FMError, FMRecord) throws -> Void)? = nil,
        _ body: (Element) throws -> Void
    ) throws {
        try run(request) { run in
            var run = run
            run.onMismatch = report
            try request.output.forEach(self, run, { _, _ in }, body)
        }
    }

    private func run<Model: FMModel, Element, Value>(
        _ request: FMRequest<Model, Element>, _ body: (RequestRun<Model>) throws -> Value
    ) throws -> Value {
        let (selection, table) = try request.selection.resolved(in: self, request.table)
        do {
            return try body(RequestRun(selection: selection, table: table))
        } catch let error as FMError {
            throw request.explained(error)
        }
    }
}

extension FMRequest {
    fileprivate var onlyFirst: FMRequest { limit(Swift.min(selection.limit ?? 1, 1), offset: selection.offset) }

    /// The request without the implicit order by the key. That order needs a look at the schema, and it does not affect `count`
    /// or `exists`.
    fileprivate var withoutKeyOrder: FMRequest {
        selection.order.isEmpty && selection.isReversed ? reversed() : self
    }

    /// The SELECT statement that counts the results.
    fileprivate var counting: FMSQL {
        get throws(FMError) {
            guard selection.isOfRows else { return "SELECT count(*) FROM (\(try withoutKeyOrder.sql))" }
            let table = try Model.table(named: table)
            return "SELECT count(*) FROM \(table.source([selection.condition.sql]))\(selection.clause)"
        }
    }
}

extension FMRequest {
    /// Replaces SQLite's error about a missing sort column. The column cannot be checked earlier, because the table may have
    /// columns that the model lacks.
    fileprivate func explained(_ error: FMError) -> FMError {
        guard error.resultCode == .error else { return error }
        // With a join, SQLite's message has the table's name before the column.
        let own = (try? Model.fmTable.name) ?? Model.tableName
        let names = (selection.order + (selection.join?.order ?? [])).compactMap(\.column)
        let missing = names.first { name in
            [name, "\(own).\(name)"].contains { error.message.hasSuffix("no such column: \($0)") }
        }
        guard let missing else { return error }
        return FMError(
            .range, "the table \(table ?? Model.tableName) has no column \(missing) to sort by",
            sql: error.sql)
    }

    func explaining<Value>(_ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        do throws(FMError) {
            return try body()
        } catch {
            throw explained(error)
        }
    }
}

extension FMRequest where Element == Model {
    /// Returns the condition for `UPDATE … SET … WHERE`.
    fileprivate func rows(in database: FMDatabase) throws(FMError) -> FMSQL {
        if selection.isDistinct || selection.grouping != nil {
            throw FMError(
                .misuse,
                "the results of a request with distinct() or groups are not rows of the table, so they cannot be changed"
            )
        }
        if selection.isOfRows { return selection.condition.sql }
        let (selection, table) = try selection.resolved(in: database, table)
        let key = try database.rowKey(of: table.name)
        let columns = key.listed(isQuoted: selection.join != nil).joined(", ")
        return "\(key.compared) IN (\(try selection.sql(table, columns, number: key.number)))"
    }

    /// Returns the WHERE clause of the DELETE statement. It is empty for all rows, because SQLite then clears the table at
    /// once.
    fileprivate func clause(in database: FMDatabase) throws(FMError) -> FMSQL {
        let rows = try rows(in: database)
        return selection.isOfRows ? selection.clause : " WHERE \(rows)"
    }
}

extension Selection {
    /// Whether the condition alone determines the rows: no limit, offset, DISTINCT, groups or join.
    var isOfRows: Bool {
        limit == nil && offset == 0 && !isDistinct && grouping == nil && limitPerValue == nil && join == nil
    }

    /// The WHERE clause, or an empty string for all rows.
    fileprivate var clause: FMSQL { condition.form == .all ? "" : " WHERE \(condition.sql)" }
}

// MARK: - Page by page

extension FMDatabaseAsyncAccess {
    /// Returns the models of a request one by one, in bounded memory. See `each(_:from:where:orderBy:batch:key:_:)`.
    ///
    ///     for try await person in queue.each(Person.all.where { $0.age > 3 }) { print(person.name) }
    ///
    /// - Returns: a sequence. Each iteration runs the request again. It throws an `FMError` with the code `.misuse` for a
    ///   request that cannot be read page by page, such as one with a limit.
    public func each<Model: FMModel & Sendable>(
        _ request: FMRequest<Model, Model>, batch: Int = 256, file: StaticString = #fileID, line: UInt = #line
    ) -> FMPages<Model> {
        let size = Swift.max(1, batch)
        return FMPages(size: size) { last in
            try await find(
                Model.self, from: request.table, where: request.pageable.condition, orderBy: request.pageable.order,
                after: last, limit: size, file: file, line: line)
        }
    }
}

extension FMRequest where Element == Model {
    /// The selection, if it can be read page by page.
    fileprivate var pageable: Selection<Model> {
        get throws(FMError) {
            guard output.isPlain, selection.isOfRows, !selection.isReversed else {
                throw FMError(
                    .misuse,
                    """
                    a request with a limit, an offset, distinct(), groups, a join, reversed(), map or including cannot be read \
                    page by page: use find(_:) or forEach(_:_:)
                    """)
            }
            return selection
        }
    }
}

// MARK: - Live

extension FMDatabaseCoordinator {
    /// Returns the current results of a request, and the new results after each commit that changes a table the request reads.
    ///
    ///     for try await names in queue.values(of: Person.all.select(\.name)).removingDuplicates() { print(names) }
    ///
    /// - Returns: a sequence. See `values(externalChanges:_:)`.
    public func values<Model: FMModel & Sendable, Element: Sendable>(
        of request: FMRequest<Model, Element>, externalChanges: ExternalChanges = .ignore
    ) -> FMValues<[Element]> {
        values(externalChanges: externalChanges) { try $0.find(request) }
    }
}
