import FMDB

extension FMDatabase {
    /// Returns whether an insertion added a row, whose rowid is `lastInsertRowId`. Throws if the table skipped the row.
    ///
    /// - Parameter changes: the number of rows that SQLite reports as changed. SQLite does not count the changes of a view's trigger.
    func isRow(_ changes: Int, in table: String) throws(FMError) -> Bool {
        if changes > 0 { return true }
        if try isView(table) { return false }
        throw FMError(
            .constraint, "the table \(table) has ignored the row, because of ON CONFLICT IGNORE or a trigger")
    }

    /// Returns the model of the row that was just inserted.
    ///
    /// - Parameter excluded: the columns that did not get the model's values.
    func newRow<Model: FMModel>(
        of model: Model, _ row: Int64, _ table: FMTable<Model>, _ excluded: [String] = []
    ) throws -> Model {
        let key = table.sql.key
        let isGiven =
            table.options.key?.isAutomatic != true && !excluded.compactMap(table.index).contains(where: key.contains)
        if !key.isEmpty, isGiven {
            let condition = table.keyCondition(try table.keyValues(of: model))
            let found = try models(Model.self, "\(raw: table.sql.select) WHERE \(condition) LIMIT 2")
            // A table that another program created may have several such rows, or a trigger that changes the key. The row is then found by
            // its rowid.
            if found.count == 1 { return found[0] }
        }
        // In a WITHOUT ROWID table, nothing else identifies the new row.
        if table.options.isWithoutRowID == true { return model }
        return try storedRow(of: table, table.condition(rowID: row))
    }
}

// MARK: - Writing

extension FMDatabase {
    /// Runs a statement with the values of a model.
    ///
    /// - Returns: the number of rows changed.
    @discardableResult
    func write<Model: FMModel>(_ model: Model, with statement: ModelStatement) throws -> Int {
        var values = FMModelValues(statement)
        return try write(model, with: statement, &values)
    }

    /// Runs a statement with the values of a model. The caller passes the same `values` for several models, one after another.
    @discardableResult
    func write<Model: FMModel>(
        _ model: Model, with statement: ModelStatement, _ values: inout FMModelValues
    ) throws -> Int {
        do {
            return try execute(statement.sql) { bindings in try values.take(model, into: &bindings) }
        } catch let error as FMError {
            throw Model.explained(statement.explained(error))
        }
    }

    /// Runs a statement with the values of each model, all or none.
    ///
    /// - Parameter done: receives the number of rows that each statement changed.
    /// - Returns: the total number of rows changed.
    @discardableResult
    func writeAll<Model: FMModel>(
        _ models: [Model], with statement: ModelStatement, _ done: (Int) throws -> Void = { _ in }
    ) throws -> Int {
        var values = FMModelValues(statement)
        // Accesses models by index, so that none is copied.
        return try models.withUnsafeBufferPointer { models in
            do {
                return try executeMany(
                    statement.sql, models.indices, binding: { try values.take(at: $1, of: models, into: &$0) },
                    afterEach: done)
            } catch let error as FMError {
                throw Model.explained(statement.explained(error))
            }
        }
    }

    /// Writes each model into its table, all or none.
    ///
    /// - Parameter done: receives the number of rows that each statement changed.
    /// - Returns: the total number of rows changed.
    @discardableResult
    func writeAll<Model: FMModel>(
        _ models: [Model], _ tables: ModelTables<Model>, _ verb: ModelVerb, _ done: (Int) throws -> Void = { _ in }
    ) throws -> Int {
        guard let each = tables.each else { return try writeAll(models, with: tables.common.statement(verb), done) }
        return try allOrNothing {
            var sum = 0
            // Consecutive records often have the same columns, so they share a table.
            var table: FMTable<Model>?
            var values = FMModelValues(tables.common.sql.insertion)
            for (index, model) in models.enumerated() {
                do {
                    let own = try each(model)
                    let statement = try own.statement(verb)
                    if own !== table { values = FMModelValues(statement) }
                    table = own
                    let changes = try write(model, with: statement, &values)
                    try done(changes)
                    sum += changes
                } catch let error as FMError {
                    throw error.ofElement(index)
                }
            }
            return sum
        }
    }
}

extension FMError {
    /// Whether the error concerns one model, so that other models can still be written.
    var concernsOneModel: Bool { resultCode == .constraint || resultCode == .mismatch || resultCode == .tooBig }
}

/// The kind of statement that writes a model.
enum ModelVerb { case insertion, update, deletion }

extension FMTable {
    @inline(__always)
    func statement(_ verb: ModelVerb) throws(FMError) -> ModelStatement {
        switch verb {
        case .insertion: return sql.insertion
        case .update:
            guard let update = sql.update else { throw withoutKey("updated") }
            return update
        case .deletion:
            guard let deletion = sql.deletion else { throw withoutKey("deleted") }
            return deletion
        }
    }

    /// Whether a new row may have values that its model lacks.
    var fillsModels: Bool {
        options.key?.isAutomatic == true && !sql.key.isEmpty || !sql.insertion.plan.stamped.isEmpty || isOfRecords
            || keepsKey
    }

    func name(of property: PartialKeyPath<Model>) throws(FMError) -> String {
        guard let name = columnName(of: property) else {
            // Swift describes a key path as "\Note.stars", or as "\Note.<offset 16 (Int)>" if the name is not known.
            let path = "\(property)".split(separator: ".").last.map(String.init) ?? ""
            let column = path.contains("<") ? "column" : path
            let value = ColumnShape.unwrapped(Swift.type(of: property).valueType).0
            throw FMError(
                .range,
                """
                the table \(self.name) does not know the property \(path), because a Codable type has only names: name the \
                column, as sum(\(Model.self).self, "\(column)", as: \(value).self) does
                """)
        }
        return name
    }

    func names(of properties: [PartialKeyPath<Model>]) throws(FMError) -> [String] {
        try properties.map { property throws(FMError) in try name(of: property) }
    }

    func expectIndex(of column: String) throws(FMError) -> Int {
        guard let index = index(of: column) else {
            throw FMError(.range, "the table \(name) of the model has no column \(column)")
        }
        return index
    }

    /// Returns the quoted name of a column. The columns of records are not checked, because they are known only from the database.
    func quotedName(of column: String) throws(FMError) -> String {
        isOfRecords ? FMSQL.column(column).text : sql.columns[try expectIndex(of: column)]
    }

    func insertion(without excluded: [String]) throws(FMError) -> ModelStatement {
        if excluded.isEmpty { return sql.insertion }
        let left = try excluded.map { column throws(FMError) in try expectIndex(of: column) }
        return .insertion(sql.layout, columns.indices.filter { !left.contains($0) })
    }
}
