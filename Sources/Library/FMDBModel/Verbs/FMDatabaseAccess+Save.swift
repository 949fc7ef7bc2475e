import FMDB

/// Saving models: new rows, or changed ones. A queue and a pool make each call a transaction.
extension FMDatabaseAccess {
    /// Writes a model over the row that has its key, or adds it if there is none.
    ///
    /// It is one statement, [UPSERT](https://sqlite.org/lang_upsert.html). It is two where SQLite is older than 3.24, and where a
    /// property of a key of several columns is optional, because NULL is a value there. It is also two where the table refuses a
    /// new row, which may lack what the existing row has. Only the key decides: another unique set that is taken is an error.
    ///
    /// - Parameters:
    ///   - model: a model with a key, or a record. A key that is nil makes a new row, if SQLite gives it. Columns that a
    ///     record lacks stay as they are, or get their default values.
    ///   - table: another table than the model's own; any for a record.
    ///   - key: the unique columns by which the row is found; nil for the model's key, which is the table's for a record. A row that is
    ///     found by other columns keeps its key.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.misuse` for a model without a key, and for a key of columns that the model or the record does not have.
    ///   `.misuse` for a key that is nil in all columns and not automatic, because it names no row.
    ///
    ///   `.misuse`, too, for the 0 of `var id = 0`, or an empty text, if a row has it already and neither `key` nor the options
    ///   name the column. `.constraint` and `.mismatch` as for `insert(_:into:)`, the former also if the table has ignored the row.
    @inlinable
    public func save<Model: FMModel>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.saveRow(model, table, key) }
    }

    /// Writes a model over the row that has its key, or adds it, and gives it the automatic key and the times of the row.
    ///
    /// - Throws: `FMError`, as `save(_:in:key:)` does. The model is not changed then.
    @inlinable
    public func save<Model: FMModel>(
        _ model: inout Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        model = try writing(file, line) { try $0.saveAndRead(model, table, key) }
    }

    /// Writes models over the rows that have their keys, or adds them where there are none. All of them or none.
    ///
    /// - Throws: `FMError`, as `save(_:in:key:)` does, with `FMError.batchIndex`, the number of the model.
    ///   Nothing is changed then.
    public func save<Model: FMModel>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.saveRows(models, table, key) }
    }

    /// Removes all rows of the table, and adds models. All of it or nothing.
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
                // An existing row is found by its key; lastInsertRowId is that of a new row only.
                return try save([model], table) && key.contains(.null)
                    ? newRow(of: model, lastInsertRowId, table) : storedRow(of: table, table.keyCondition(key))
            }
        }
    }

    /// - Returns: whether the last one may be a new row.
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

    /// Whether an update might succeed where the insertion was refused. A new row may lack values that the model does not have, and
    /// SQLite checks these before it looks for the row.
    func isRefusalOfNewRow<Model: FMModel>(_ error: FMError, _ table: FMTable<Model>) -> Bool {
        error.resultCode == .constraint && table.sql.update != nil
    }

    /// Without columns besides the key an existing row stays as it is.
    func expectSaved<Model: FMModel>(_ model: Model, _ changes: Int, _ table: FMTable<Model>) throws {
        if changes > 0 { return }
        if table.sql.update == nil, try isThere(model, table) { return }
        try expectChosenKey(of: model, table)
        _ = try isRow(changes, in: table.name)
    }

    /// - Throws: `FMError` with the code `.misuse` for a model whose key nobody has chosen, where a row has that already.
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

    /// - Returns: whether it is a new row.
    func saveInTwoSteps<Model: FMModel>(_ model: Model, _ table: FMTable<Model>) throws -> Bool {
        // NULL would be a key like others in a table that was made elsewhere.
        let isNumbered = try table.options.key?.isAutomatic == true && table.keyValues(of: model).contains(.null)
        if !isNumbered {
            if let update = table.sql.update, try write(model, with: update) > 0 { return false }
            if table.sql.update == nil, try isThere(model, table) { return false }
        }
        return try isRow(write(model, with: table.sql.insertion), in: table.name)
    }
}
