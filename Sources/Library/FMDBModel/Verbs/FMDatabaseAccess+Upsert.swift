import FMDB

/// Inserting a model, or updating the row that conflicts with it. A queue or pool runs each call in a transaction.
extension FMDatabaseAccess {
    /// Inserts a model, or sets columns of the row that has its key. Returns the resulting row.
    ///
    ///     let page = try db.upsert(Page(address: address), key: "address") { row, new in
    ///         [row.visits <- row.visits + 1, row.title <- new.title]
    ///     }
    ///
    /// The call runs one statement, an [UPSERT](https://sqlite.org/lang_upsert.html) with
    /// [RETURNING](https://sqlite.org/lang_returning.html). A second statement in the same transaction reads the row if SQLite is older
    /// than 3.35, or if the table has triggers, whose changes RETURNING does not include.
    ///
    /// - Parameters:
    ///   - model: a model with a key, or a record.
    ///   - table: a table other than the model's own; required for a record.
    ///   - key: unique columns. Default: the model's key; for a record, the table's primary key. A conflict in other unique columns is
    ///     an error.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    ///   - assignments: the changes to an existing row, which must not set columns of `key`. The closure receives the fields of the row
    ///     and the values of the model. The column ``FMTableOptions/updated`` also gets the current time, unless it is assigned.
    ///     Without assignments, all columns get the model's values, except the key and the creation time.
    /// - Returns: the inserted or updated row.
    /// - Throws: `FMError`, as `save(_:in:key:)` does. With assignments also what `update(_:set:in:_:)` throws, and `.notSupported` if
    ///   SQLite is older than 3.24. `.misuse` for an assignment to a column of `key`, and for assignments with a nil key, because NULL
    ///   never conflicts.
    @discardableResult
    public func upsert<Model: FMModel>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) throws -> Model {
        let assignments = assignments?(Model.Columns(), FMExcluded())
        return try writing(file, line) { try $0.upsertRow(model, table, key, assignments) }
    }

    /// Inserts a model, or sets columns of the row that has the same value in a unique column. Returns the resulting row.
    ///
    ///     let ann = try db.upsert(person, by: \.mail)
    ///     try db.upsert(page, by: \.address) { row, new in [row.visits <- row.visits + new.visits] }
    ///
    /// - Returns: the inserted or updated row.
    /// - Throws: `FMError`, as `upsert(_:in:key:setting:)` does; SQLite's code if the column is not unique.
    @discardableResult
    public func upsert<Model: FMModel, Value>(
        _ model: Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) throws -> Model {
        let key = try column(Model.Columns()).key
        return try upsert(model, in: table, key: key, file: file, line: line, setting: assignments)
    }

    /// Inserts each model, or sets columns of the row that has its key. Returns the rows. Either all changes are made or none.
    ///
    /// The closure is called once.
    ///
    /// - Returns: the row of each model, as it was right after that model was written.
    /// - Throws: `FMError`, as `upsert(_:in:key:setting:)` does, with the index of the model in `FMError.batchIndex`. Nothing is
    ///   changed then.
    @discardableResult
    public func upsert<Model: FMModel>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) throws -> [Model] {
        let assignments = assignments?(Model.Columns(), FMExcluded())
        return try writing(file, line) { try $0.upsertRows(models, table, key, assignments) }
    }

    /// Inserts each model, or sets columns of the row that has the same value in a unique column. The closure is called once.
    ///
    /// - Returns: the row of each model, as it was right after that model was written.
    /// - Throws: `FMError`, as `upsert(_:by:in:setting:)` does, with the index of the model in `FMError.batchIndex`. Nothing is
    ///   changed then.
    @discardableResult
    public func upsert<Model: FMModel, Value>(
        _ models: [Model], by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) throws -> [Model] {
        let key = try column(Model.Columns()).key
        return try upsert(models, in: table, key: key, file: file, line: line, setting: assignments)
    }
}

// MARK: - On a connection

extension FMDatabase {
    func upsertRow<Model: FMModel>(
        _ model: Model, _ name: String?, _ key: FMKey?, _ assignments: [FMAssignment<Model>]?
    ) throws -> Model {
        let table = try self.table(of: model, name, .needed(key))
        return try withTable(table) {
            try allOrNothing {
                try upsert(model, table, assignments, returning: returnsRows(of: table.name))
            }
        }
    }

    func upsertRows<Model: FMModel>(
        _ models: [Model], _ name: String?, _ key: FMKey?, _ assignments: [FMAssignment<Model>]?
    ) throws -> [Model] {
        let tables = try self.tables(of: models, name, .needed(key))
        return try withTable(tables.common) {
            let returnsRows = try returnsRows(of: tables.common.name)
            return try forEachOrNothing(models) {
                try upsert($0, tables.table(of: $0), assignments, returning: returnsRows)
            }
        }
    }

    /// Returns whether RETURNING reports the final rows of a table: "the output from the RETURNING clause … does not reflect the
    /// actions of AFTER triggers", https://sqlite.org/lang_returning.html.
    private func returnsRows(of table: String) throws(FMError) -> Bool {
        FMSQLiteFeature.returning.isAvailable ? try !hasTrigger(table) : false
    }

    private func upsert<Model: FMModel>(
        _ model: Model, _ table: FMTable<Model>, _ assignments: [FMAssignment<Model>]?, returning: Bool
    ) throws -> Model {
        try saving(model) { (try upsertUncalled($0, table, assignments, returning: returning), ()) }.0
    }

    private func upsertUncalled<Model: FMModel>(
        _ model: Model, _ table: FMTable<Model>, _ assignments: [FMAssignment<Model>]?, returning: Bool
    ) throws -> Model {
        guard FMSQLiteFeature.upsert.isAvailable, assignments != nil || !table.sql.hasNullableKey else {
            if assignments != nil {
                throw FMError(
                    .notSupported,
                    "an upsert that sets columns needs SQLite 3.24 or later, this is \(FMDatabase.sqliteLibVersion())")
            }
            if table.sql.key.isEmpty { throw table.withoutKey("saved") }
            _ = try saveInTwoSteps(model, table)
            return try savedRow(of: model, table)
        }
        let sql = try table.upsertion(of: model, assignments)
        if let assignments, assignments.contains(where: \.isUntyped) {
            try expectReadable(assignments, of: table, where: table.keyCondition(table.keyValues(of: model)))
        }
        do {
            guard returning else {
                try expectSaved(model, execute(sql), table)
                return try savedRow(of: model, table)
            }
            let returned = try models(Model.self, "\(sql) RETURNING \(raw: table.sql.selected)")
            if let stored = returned.first { return stored }
            try expectSaved(model, 0, table)
        } catch let error as FMError where assignments != nil {
            throw NestedRefusal.explained(error)
        } catch let error as FMError where isRefusalOfNewRow(error, table) && isTransactionOpen {
            _ = try saveInTwoSteps(model, table)
        }
        return try savedRow(of: model, table)
    }
}

extension FMTable where Model: FMModel {
    /// Returns the statement that inserts a model, or updates the row that has its key.
    ///
    /// - Parameter assignments: the changes to an existing row; nil sets all columns.
    fileprivate func upsertion(of model: Model, _ assignments: [FMAssignment<Model>]?) throws -> FMSQL {
        guard let upsert = sql.upsert else { throw withoutKey("saved") }
        let values = try FMModelValues.collect(model, self, with: sql.insertion)
        guard let assignments else { return FMSQL(raw: upsert.sql.text, arguments: FMArguments(values)) }
        try expectConflicts(values)
        let changes = try FMAssignment.changes(assignments, in: self)
        try expectKeyStays(assignments)
        let names = sql.columns.joined(separator: ", ")
        let marks = sql.columns.map { _ in "?" }.joined(separator: ", ")
        let target = sql.key.map { sql.columns[$0] }.joined(separator: ", ")
        let head = FMSQL(
            raw:
                "INSERT INTO \(source([changes]).text) (\(names)) VALUES (\(marks)) ON CONFLICT (\(target)) DO UPDATE SET ",
            arguments: FMArguments(values))
        return "\(head)\(changes)"
    }

    /// Throws if a key column is nil: "For the purposes of UNIQUE constraints, NULL values are considered distinct from all other
    /// values, including other NULLs", https://sqlite.org/lang_createtable.html#unique_constraints.
    private func expectConflicts(_ values: [FMValue]) throws(FMError) {
        let missing = sql.key.filter { values[$0].isNull && options.key?.isAutomatic != true }
        if let error = sql.layout.keyIsNil, missing.count == sql.key.count { throw error }
        guard let first = missing.first else { return }
        throw FMError(
            .misuse,
            "the key column \(columns[first].name) of the table \(name) is nil, and NULL never conflicts with a row: give it a value"
        )
    }

    private func expectKeyStays(_ assignments: [FMAssignment<Model>]) throws(FMError) {
        for assignment in assignments {
            let column = try assignment.columnName(in: self)
            guard let index = index(of: column), sql.key.contains(index) else { continue }
            throw FMError(
                .misuse, "an upsert into the table \(name) cannot set the column \(column), by which it finds the row")
        }
    }
}
