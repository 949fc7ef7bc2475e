import FMDB

/// Saving models: updating existing rows or inserting new ones. A queue or pool runs each call in a transaction.
extension FMDatabaseAccess {
    /// Updates the row that has a model's key, or inserts the model if there is none.
    ///
    /// The call runs one statement, an [UPSERT](https://sqlite.org/lang_upsert.html). It runs two if SQLite is older than 3.24, or if a
    /// key column is nullable and not automatic, because NULL never conflicts with NULL. It also runs two if a constraint rejects the
    /// model as a new row: the existing row may have values that the model lacks. A conflict in unique columns other than the key is an
    /// error.
    ///
    /// - Parameters:
    ///   - model: a model with a key, or a record. A nil automatic key inserts a new row. Columns that a record lacks stay unchanged,
    ///     or get their defaults in a new row.
    ///   - table: a table other than the model's own; required for a record.
    ///   - key: the unique columns that identify the row. Default: the model's key; for a record, the table's primary key. A row that
    ///     is found by other columns keeps its key.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.misuse` for a model without a key, and for key columns that the model or record does not have. `.misuse`
    ///   for a key that is not automatic and is nil in all columns, because it identifies no row.
    ///
    ///   Also `.misuse` if the key is 0 (as in `var id = 0`) or an empty string, and a row already has that key. This does not apply
    ///   if `key` or the options name the column. `.constraint` and `.mismatch` as for `insert(_:into:)`.
    @inlinable
    public func save<Model: FMModel>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.saveRow(model, table, key) }
    }

    /// Updates the row that has a model's key, or inserts the model, then fills in the model's automatic key and its created and
    /// updated times.
    ///
    /// - Throws: `FMError`, as `save(_:in:key:)` does. The model is not changed then.
    @inlinable
    public func save<Model: FMModel>(
        _ model: inout Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        model = try writing(file, line) { try $0.saveAndRead(model, table, key) }
    }

    /// Updates the rows that have the models' keys and inserts the other models, all or none.
    ///
    /// - Throws: `FMError`, as `save(_:in:key:)` does, with the index of the model in `FMError.batchIndex`.
    ///   Nothing is changed then.
    public func save<Model: FMModel>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.saveRows(models, table, key) }
    }

    /// Deletes all rows of the table and inserts models. Either all changes are made or none.
    ///
    /// - Throws: `FMError`, as `insert(_:into:)` does. Nothing is changed then.
    public func replaceAll<Model: FMModel>(
        _ type: Model.Type, with models: [Model], in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try writing(file, line) { database in
            let tables = try database.tables(of: models, table, .none)
            try database.withTable(tables.common) {
                try database.allOrNothing {
                    try database.delete(type, from: table, where: .all)
                    guard Model.fmCallbacks == nil else {
                        _ = try database.insertRows(models, table)
                        return
                    }
                    try database.writeAll(models, tables, .insertion) {
                        _ = try database.isRow($0, in: tables.common.name)
                    }
                }
            }
        }
    }
}

// MARK: - On a connection

extension FMDatabase {
    @usableFromInline
    func saveRow<Model: FMModel>(_ model: Model, _ table: String?, _ key: FMKey?) throws {
        if Model.fmCallbacks != nil {
            _ = try saveAndRead(model, table, key)
            return
        }
        let table = try self.table(of: model, table, .needed(key))
        _ = try withTable(table) { try save([model], table) }
    }

    func saveRows<Model: FMModel>(_ models: [Model], _ table: String?, _ key: FMKey?) throws {
        if Model.fmCallbacks != nil {
            _ = try forEachOrNothing(models) { try saveAndRead($0, table, key) }
            return
        }
        let tables = try self.tables(of: models, table, .needed(key))
        guard let each = tables.each else {
            _ = try withTable(tables.common) { try save(models, tables.common) }
            return
        }
        _ = try forEachOrNothing(models) { try save([$0], each($0)) }
    }

    @usableFromInline
    func saveAndRead<Model: FMModel>(_ model: Model, _ name: String?, _ key: FMKey?) throws -> Model {
        try saving(model) { (try saveAndReadUncalled($0, name, key), ()) }.0
    }

    private func saveAndReadUncalled<Model: FMModel>(
        _ model: Model, _ name: String?, _ key: FMKey?
    ) throws -> Model {
        let table = try self.table(of: model, name, .needed(key))
        return try withTable(table) {
            guard table.fillsModels else {
                _ = try save([model], table)
                return model
            }
            return try allOrNothing {
                let key = try table.keyValues(of: model)
                // `lastInsertRowId` is valid for a new row only, so an existing row is found by its key.
                return try save([model], table) && key.contains(.null)
                    ? newRow(of: model, lastInsertRowId, table) : storedRow(of: table, table.keyCondition(key))
            }
        }
    }

    /// - Returns: whether the last model may be a new row.
    func save<Model: FMModel>(_ models: [Model], _ table: FMTable<Model>) throws -> Bool {
        guard let upsert = table.sql.saving else { throw table.withoutKey("saved") }
        guard FMSQLiteFeature.upsert.isAvailable, !table.sql.hasNullableKey else {
            return try saveInTwoSteps(models, table)
        }
        let isInTransaction = isTransactionOpen
        do {
            if models.count == 1 {
                try expectSaved(models[0], write(models[0], with: upsert), table)
            } else {
                var index = 0
                try writeAll(models, with: upsert) { changes in
                    try expectSaved(models[index], changes, table)
                    index += 1
                }
            }
            return true
        } catch let error as FMError where isRefusalOfNewRow(error, table) && isTransactionOpen == isInTransaction {
            return try saveInTwoSteps(models, table)
        }
    }

    /// Returns whether an update might succeed after the insertion failed. SQLite checks constraints such as NOT NULL before it looks
    /// for an existing row, which may have values that the model lacks.
    func isRefusalOfNewRow<Model: FMModel>(_ error: FMError, _ table: FMTable<Model>) -> Bool {
        error.resultCode == .constraint && table.sql.update != nil
    }

    /// Checks that a statement has saved the model. If the table has only key columns, there is nothing to update, so an existing row
    /// counts as saved.
    func expectSaved<Model: FMModel>(_ model: Model, _ changes: Int, _ table: FMTable<Model>) throws {
        if changes > 0 { return }
        if table.sql.update == nil, try isThere(model, table) { return }
        try expectChosenKey(of: model, table)
        _ = try isRow(changes, in: table.name)
    }

    /// - Throws: `FMError` with the code `.misuse` if the model's key may be an unset initial value, as of `var id = 0`, and a row
    ///   already has it.
    func expectChosenKey<Model: FMModel>(of model: Model, _ table: FMTable<Model>) throws {
        guard let value = table.sql.layout.unchosenKey, try table.keyValues(of: model) == [value],
            table.sql.update != nil, try isThere(model, table)
        else { return }
        throw FMError.keyIsUnchosen(table.columns[table.sql.key[0]].name, value, table: table.name)
    }

    func isThere<Model: FMModel>(_ model: Model, _ table: FMTable<Model>) throws -> Bool {
        let key = try table.keyValues(of: model)
        if let error = table.sql.layout.keyIsNil, key.allSatisfy(\.isNull) { throw error }
        let condition = table.keyCondition(key)
        return try value("SELECT EXISTS (SELECT 1 FROM \(raw: table.sql.table) WHERE \(condition))")
    }

    private func saveInTwoSteps<Model: FMModel>(_ models: [Model], _ table: FMTable<Model>) throws -> Bool {
        let saveOne = { (model: Model) in
            try self.expectChosenKey(of: model, table)
            return try self.saveInTwoSteps(model, table)
        }
        if models.count == 1 { return try allOrNothing { try saveOne(models[0]) } }
        return try forEachOrNothing(models, saveOne).last ?? false
    }

    /// - Returns: whether the model was inserted as a new row.
    func saveInTwoSteps<Model: FMModel>(_ model: Model, _ table: FMTable<Model>) throws -> Bool {
        // A table that another program created may have rows with a NULL key, which the update would match. So a model whose automatic key
        // is nil is only inserted.
        let isNumbered = try table.options.key?.isAutomatic == true && table.keyValues(of: model).contains(.null)
        if !isNumbered {
            if let update = table.sql.update, try write(model, with: update) > 0 { return false }
            if table.sql.update == nil, try isThere(model, table) { return false }
        }
        return try isRow(write(model, with: table.sql.insertion), in: table.name)
    }
}
