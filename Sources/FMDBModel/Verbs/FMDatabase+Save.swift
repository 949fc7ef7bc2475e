import FMDB

/// Rows that are new or changed.
extension FMDatabase {
    /// Writes a model over the row that has its key, or adds it if there is none.
    ///
    /// It is one statement, [UPSERT](https://sqlite.org/lang_upsert.html), or two where SQLite is older than 3.24. Only the
    /// key decides: another unique set that is taken is an error.
    ///
    /// - Parameters:
    ///   - model: a model with a key. An automatic one that is nil makes a new row.
    ///   - table: another table than the model's own.
    /// - Throws: `FMError`: `.misuse` for a model without a key; `.constraint` and `.mismatch` as for `insert(_:into:)`.
    public func save<Model: FMModel>(_ model: Model, in table: String? = nil) throws {
        let table = try self.table(of: Model.self, table)
        try withTable(table) { try save([model], table) }
    }

    /// Writes a model over the row that has its key, or adds it if there is none, and gives it the automatic key and the
    /// times that the table has got.
    ///
    /// - Parameters:
    ///   - model: what it has in the table.
    ///   - table: another table than the model's own.
    /// - Throws: `FMError`, as `save(_:in:)` does. The model is left as it is then.
    public func save<Model: FMModel>(_ model: inout Model, in table: String? = nil) throws {
        let known = try self.table(of: Model.self, table)
        guard known.fillsModels else { return try save(model, in: table) }
        try withTable(known) {
            try allOrNothing {
                let key = try known.keyValues(of: model)
                try save([model], known)
                // A row that was there is the one with the key; lastInsertRowId tells of new ones only.
                let isNew = known.options.key?.isAutomatic == true && key.contains(.null)
                model = try storedRow(
                    of: known, isNew ? known.condition(rowID: lastInsertRowId) : known.keyCondition(key))
            }
        }
    }

    /// Writes models over the rows that have their keys, or adds them where there are none. All of them or none.
    ///
    /// - Parameters:
    ///   - models: models with keys.
    ///   - table: another table than the models' own.
    /// - Throws: `FMError`, as `save(_:in:)` does, with ``FMError/batchIndex``, the number of the model.
    ///   Nothing is changed then.
    public func save<Model: FMModel>(_ models: [Model], in table: String? = nil) throws {
        let table = try self.table(of: Model.self, table)
        try withTable(table) { try save(models, table) }
    }

    /// Removes all rows of the table, and adds models. All of it or nothing.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - models: the new content.
    ///   - table: another table than the model's own.
    /// - Throws: `FMError`, as `insert(_:into:)` does. Nothing is changed then.
    public func replaceAll<Model: FMModel>(_ type: Model.Type, with models: [Model], in table: String? = nil) throws {
        let known = try self.table(of: type, table)
        try withTable(known) {
            try allOrNothing {
                try deleteAll(type, in: table)
                try writeAll(models, with: known.texts.insertion)
            }
        }
    }

    private func save<Model: FMModel>(_ models: [Model], _ table: FMTable<Model>) throws {
        guard let upsert = table.texts.upsert else { throw table.withoutKey("saved") }
        guard LinkedSQLite.hasUpsert else { return try allOrNothing { try saveInTwoSteps(models, table) } }
        if models.count == 1 { try write(models[0], with: upsert) } else { try writeAll(models, with: upsert) }
    }

    private func saveInTwoSteps<Model: FMModel>(_ models: [Model], _ table: FMTable<Model>) throws {
        for (index, model) in models.enumerated() {
            do {
                let isThere: Bool
                if let update = table.texts.update {
                    isThere = try write(model, with: update) > 0
                } else {
                    let condition = table.keyCondition(try table.keyValues(of: model))
                    isThere = try value("SELECT EXISTS (SELECT 1 FROM \(raw: table.texts.table) WHERE \(condition))")
                }
                if !isThere { try insert(model, with: table.texts.insertion) }
            } catch let error as FMError {
                throw models.count > 1 ? error.ofElement(index) : error
            }
        }
    }
}

extension FMTable where Model: FMModel {
    func keyValues(of model: Model) throws -> [FMValue] {
        let values = try FMModelValues.collect(model, self)
        return texts.key.map { values[$0] }
    }
}

extension FMTable {
    /// The condition that a row has a key.
    func keyCondition(_ key: [FMValue]) -> FMSQL {
        let parts = zip(texts.key, key).map { "\(raw: texts.columns[$0]) IS \($1)" as FMSQL }
        guard let first = parts.first else { return "0" }
        return parts.dropFirst().reduce(first) { "\($0) AND \($1)" }
    }
}
