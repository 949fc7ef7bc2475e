import FMDB

/// New rows. The calls run on the thread that uses the database, as all of its calls do.
///
/// A view takes rows by its `INSTEAD OF` trigger, of which SQLite tells nothing: no number of a row, nor whether there is
/// one. What is returned has no meaning there, nor for a table `WITHOUT ROWID`, and models that a view takes stay as they are.
extension FMDatabase {
    /// Adds a model as a new row.
    ///
    /// The corresponding SQL is [INSERT](https://sqlite.org/lang_insert.html).
    ///
    /// - Parameters:
    ///   - model: its automatic key, if it has one that is nil, is given by SQLite.
    ///   - table: another table than the model's own.
    /// - Returns: the `rowid` of the new row, which is the automatic key.
    /// - Throws: `FMError`: `.constraint` if the key or a unique set is taken, a rule of the table is broken, or the table
    ///   has ignored the row, by `ON CONFLICT IGNORE` or by a trigger, though what triggers had done by then stays;
    ///   `.mismatch` for a value that SQLite cannot hold.
    @discardableResult
    public func insert<Model: FMModel>(_ model: Model, into table: String? = nil) throws -> Int64 {
        let table = try self.table(of: model, table)
        return try withTable(table) { try insert(model, with: table.texts.insertion, table) }
    }

    /// Adds a model as a new row, without some of its columns, which get their default values.
    ///
    /// - Parameters:
    ///   - model: its other values.
    ///   - excluded: names of columns.
    ///   - table: another table than the model's own.
    /// - Returns: the `rowid` of the new row.
    /// - Throws: `FMError`, as `insert(_:into:)` does; `.range` for a column that the model does not have.
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: Model, excluding excluded: [String], into table: String? = nil
    ) throws -> Int64 {
        let table = try self.table(of: model, table)
        let statement = try table.insertion(without: excluded)
        return try withTable(table) { try insert(model, with: statement, table) }
    }

    /// Adds a model as a new row, without some of its properties, which get their default values.
    ///
    /// - Parameters:
    ///   - model: its other values.
    ///   - excluded: properties.
    ///   - table: another table than the model's own.
    /// - Returns: the `rowid` of the new row.
    /// - Throws: `FMError`, as `insert(_:into:)` does; `.range` for a property that is not known to be a column.
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: Model, excluding excluded: [PartialKeyPath<Model>], into table: String? = nil
    ) throws -> Int64 {
        let known = try self.table(of: model, table)
        let names = try excluded.map { try known.name(of: $0) }
        return try insert(model, excluding: names, into: table)
    }

    /// Adds a model as a new row, and gives it the automatic key and the times that the table has got.
    ///
    /// - Parameters:
    ///   - model: what it has in the table.
    ///   - table: another table than the model's own.
    /// - Returns: the `rowid` of the new row.
    /// - Throws: `FMError`, as `insert(_:into:)` does. The model is left as it is then.
    @discardableResult
    public func insert<Model: FMModel>(_ model: inout Model, into table: String? = nil) throws -> Int64 {
        let known = try self.table(of: model, table)
        guard known.fillsModels else { return try insert(model, into: table) }
        let (filled, row) = try withTable(known) {
            try allOrNothing {
                let isRow = try isRow(write(model, with: known.texts.insertion), in: known.name)
                let row = lastInsertRowId
                return (isRow ? try newRow(of: model, row, known) : model, row)
            }
        }
        model = filled
        return row
    }

    /// Adds models as new rows, all of them or none.
    ///
    /// - Parameters:
    ///   - models: they are gone through once.
    ///   - table: another table than the models' own.
    /// - Returns: the `rowid`s of the new rows.
    /// - Throws: `FMError`, as `insert(_:into:)` does, with `FMError.batchIndex`, the number of the model.
    ///   Nothing is changed then.
    @discardableResult
    public func insert<Model: FMModel>(_ models: [Model], into table: String? = nil) throws -> [Int64] {
        let table = try self.table(of: models.first, table)
        return try withTable(table) {
            var rows: [Int64] = []
            rows.reserveCapacity(models.count)
            try writeAll(models, with: table.texts.insertion) { changes in
                _ = try isRow(changes, in: table.name)
                rows.append(lastInsertRowId)
            }
            return rows
        }
    }

    /// Adds models as new rows, and gives them the automatic keys and the times that the table has got. All of them or
    /// none.
    ///
    /// - Parameters:
    ///   - models: what they have in the table.
    ///   - table: another table than the models' own.
    /// - Throws: `FMError`, as `insert(_:into:)` does, with `FMError.batchIndex`, the number of the model.
    ///   Nothing is changed then, in the table nor in the models.
    public func insert<Model: FMModel>(_ models: inout [Model], into table: String? = nil) throws {
        let known = try self.table(of: models.first, table)
        guard known.fillsModels else {
            try insert(models, into: table)
            return
        }
        models = try withTable(known) { try allOrNothing { try insertAndRead(models, known) } }
    }

    private func insertAndRead<Model: FMModel>(_ models: [Model], _ table: FMTable<Model>) throws -> [Model] {
        var rows: [Int64?] = []
        rows.reserveCapacity(models.count)
        try writeAll(models, with: table.texts.insertion) { changes in
            rows.append(try isRow(changes, in: table.name) ? lastInsertRowId : nil)
        }
        var filled = models
        for (index, row) in rows.enumerated() {
            guard let row else { continue }
            do {
                filled[index] = try newRow(of: models[index], row, table)
            } catch let error as FMError {
                throw error.ofElement(index)
            }
        }
        return filled
    }

    /// Adds models as new rows, as many as can be.
    ///
    /// - Parameters:
    ///   - models: they are gone through once.
    ///   - table: another table than the models' own.
    /// - Returns: why models are not in the table, by their number, counted from 0: rules of the table, and values that
    ///   SQLite cannot hold.
    /// - Throws: `FMError` for what would concern all of them, a full disk for example. Nothing is changed then.
    public func insertPossible<Model: FMModel>(_ models: [Model], into table: String? = nil) throws -> [Int: FMError] {
        let table = try self.table(of: models.first, table)
        return try withTable(table) {
            try allOrNothing {
                var failures: [Int: FMError] = [:]
                var values = FMModelValues(table.texts.insertion)
                for (index, model) in models.enumerated() {
                    do {
                        _ = try isRow(write(model, with: table.texts.insertion, &values), in: table.name)
                    } catch let error as FMError where error.concernsOneModel && isTransactionOpen {
                        failures[index] = error
                    }
                }
                return failures
            }
        }
    }

    private func insert<Model: FMModel>(
        _ model: Model, with statement: ModelStatement, _ table: FMTable<Model>
    ) throws -> Int64 {
        _ = try isRow(write(model, with: statement), in: table.name)
        return lastInsertRowId
    }
}

// MARK: - What has become of it

extension FMDatabase {
    /// Whether an insertion has made a row, whose number `lastInsertRowId` is then.
    ///
    /// - Parameter changes: how many rows it has changed. SQLite does not count what the trigger of a view does.
    /// - Throws: `FMError` with the code `.constraint` if the row was ignored.
    func isRow(_ changes: Int, in table: String) throws(FMError) -> Bool {
        if changes > 0 { return true }
        let isView: Bool = try value(
            """
            SELECT EXISTS (
                SELECT 1 FROM (SELECT type, name FROM sqlite_master UNION ALL SELECT type, name FROM sqlite_temp_master)
                WHERE type = 'view' AND name = \(table) COLLATE NOCASE)
            """)
        if isView { return false }
        throw FMError(
            .constraint, "the table \(table) has ignored the row, by ON CONFLICT IGNORE or by a trigger")
    }

    /// The model of the row that has just been inserted.
    func newRow<Model: FMModel>(of model: Model, _ row: Int64, _ table: FMTable<Model>) throws -> Model {
        let key = table.texts.key
        if !key.isEmpty, table.options.key?.isAutomatic != true {
            let condition = table.keyCondition(try table.keyValues(of: model))
            let found = try models(Model.self, "\(raw: table.texts.select) WHERE \(condition) LIMIT 2")
            // A table that was made elsewhere may have more of them, or a trigger that changes the key.
            if found.count == 1 { return found[0] }
        }
        return try storedRow(of: table, table.condition(rowID: row))
    }
}

// MARK: - Writing

extension FMDatabase {
    /// Runs a statement with the values of a model.
    ///
    /// - Returns: how many rows it has changed.
    @discardableResult
    func write<Model: FMModel>(_ model: Model, with statement: ModelStatement) throws -> Int {
        var values = FMModelValues(statement)
        return try write(model, with: statement, &values)
    }

    /// The same for one model after the other.
    @discardableResult
    func write<Model: FMModel>(
        _ model: Model, with statement: ModelStatement, _ values: inout FMModelValues
    ) throws -> Int {
        try execute(statement.sql) { bindings in try values.take(model, into: &bindings) }
    }

    /// Runs a statement with the values of each model, for all of them or none.
    ///
    /// - Parameter done: gets the number of rows that each has changed.
    /// - Returns: how many rows all have changed.
    @discardableResult
    func writeAll<Model: FMModel>(
        _ models: [Model], with statement: ModelStatement, _ done: (Int) throws -> Void = { _ in }
    ) throws -> Int {
        var values = FMModelValues(statement)
        // By their places, so that none is copied.
        return try models.withUnsafeBufferPointer { models in
            try executeMany(
                statement.sql, models.indices, binding: { try values.take(at: $1, of: models, into: &$0) },
                afterEach: done)
        }
    }
}

extension FMError {
    /// Whether another model may fare better.
    var concernsOneModel: Bool { resultCode == .constraint || resultCode == .mismatch || resultCode == .tooBig }
}

extension FMTable {
    /// Whether a new row has something that its model does not.
    var fillsModels: Bool {
        options.key?.isAutomatic == true && !texts.key.isEmpty || !texts.insertion.plan.stamped.isEmpty
    }

    func name(of property: PartialKeyPath<Model>) throws(FMError) -> String {
        guard let name = columnName(of: property) else {
            throw FMError(
                .range, "the table \(self.name) does not know the property; columns of a Codable type have names only")
        }
        return name
    }

    func expectIndex(of column: String) throws(FMError) -> Int {
        guard let index = index(of: column) else {
            throw FMError(.range, "the table \(name) of the model has no column \(column)")
        }
        return index
    }

    func insertion(without excluded: [String]) throws(FMError) -> ModelStatement {
        var left = Set<Int>()
        for column in excluded { left.insert(try expectIndex(of: column)) }
        return .insertion(texts.layout, columns.indices.filter { !left.contains($0) })
    }
}
