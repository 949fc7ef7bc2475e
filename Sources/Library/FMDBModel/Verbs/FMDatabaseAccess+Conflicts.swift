import FMDB

/// Saving models with a conflict policy. A queue or pool runs each call in a transaction.
extension FMDatabaseAccess {
    /// Inserts a model. If a row already has its key, applies a conflict policy.
    ///
    ///     try db.save(person, key: "mail", onConflict: .ignore)
    ///
    /// `key` names unique columns. If it is nil, the model's key is used; for a record, the table's primary key.
    ///
    /// - Returns: whether the model was written. Only `.ignore` can return false.
    /// - Throws: `FMError`, as `save(_:in:key:)` does; `.misuse` if `.replace` would delete several rows.
    @discardableResult
    public func save<Model: FMModel>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try writing(file, line) { try $0.saveRow(model, table, key, policy) }
    }

    /// Inserts a model. If a row already has the same value in a unique column, applies a conflict policy.
    ///
    ///     try db.save(person, by: \.mail)
    ///     try db.save(person, by: \.mail, onConflict: .ignore)
    ///
    /// - Returns: whether the model was written. Only `.ignore` can return false.
    /// - Throws: `FMError`, as `save(_:in:key:onConflict:)` does; SQLite's code if the column is not unique.
    @discardableResult
    public func save<Model: FMModel, Value>(
        _ model: Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        let key = try column(Model.Columns()).key
        return try save(model, in: table, key: key, onConflict: policy, file: file, line: line)
    }

    /// Inserts a model or applies a conflict policy, then gives the model the values of its row. This includes a row that `.ignore`
    /// left unchanged.
    ///
    /// - Returns: whether the model was written. Only `.ignore` can return false.
    /// - Throws: `FMError`, as `save(_:in:key:onConflict:)` does. The model is not changed then.
    @discardableResult
    public func save<Model: FMModel>(
        _ model: inout Model, in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        let (filled, isWritten) = try writing(file, line) { try $0.saveAndRead(model, table, key, policy) }
        model = filled
        return isWritten
    }

    /// Inserts a model or, if a row has the same value in a unique column, applies a conflict policy. Then gives the model the values
    /// of its row.
    ///
    /// - Returns: whether the model was written. Only `.ignore` can return false.
    /// - Throws: `FMError`, as `save(_:by:in:onConflict:)` does. The model is not changed then.
    @discardableResult
    public func save<Model: FMModel, Value>(
        _ model: inout Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        let key = try column(Model.Columns()).key
        return try save(&model, in: table, key: key, onConflict: policy, file: file, line: line)
    }

    /// Inserts models, and applies a conflict policy where rows already have their keys. Either all changes are made or none.
    ///
    /// - Returns: the number of models that were written.
    /// - Throws: `FMError`, as `save(_:in:key:onConflict:)` does, with the index of the model in `FMError.batchIndex`. Nothing is
    ///   changed then.
    @discardableResult
    public func save<Model: FMModel>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { try $0.saveRows(models, table, key, policy) }
    }

    /// Inserts models, and applies a conflict policy where rows have the same value in a unique column. Either all changes are made or
    /// none.
    ///
    /// - Returns: the number of models that were written.
    /// - Throws: `FMError`, as `save(_:by:in:onConflict:)` does, with the index of the model in `FMError.batchIndex`. Nothing is
    ///   changed then.
    @discardableResult
    public func save<Model: FMModel, Value>(
        _ models: [Model], by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        let key = try column(Model.Columns()).key
        return try save(models, in: table, key: key, onConflict: policy, file: file, line: line)
    }
}

// MARK: - On a connection

extension FMDatabase {
    fileprivate func saveRow<Model: FMModel>(
        _ model: Model, _ name: String?, _ key: FMKey?, _ policy: FMConflictPolicy
    ) throws -> Bool {
        if Model.fmCallbacks != nil { return try saveAndRead(model, name, key, policy).1 }
        let table = try self.table(of: model, name, .needed(key))
        return try withTable(table) { try allOrNothing { try save(model, table, policy) } }
    }

    fileprivate func saveRows<Model: FMModel>(
        _ models: [Model], _ name: String?, _ key: FMKey?, _ policy: FMConflictPolicy
    ) throws -> Int {
        if policy == .update {
            try saveRows(models, name, key)
            return models.count
        }
        if Model.fmCallbacks != nil {
            return try forEachOrNothing(models) { try saveAndRead($0, name, key, policy).1 ? 1 : 0 }.reduce(0, +)
        }
        let tables = try self.tables(of: models, name, .needed(key))
        return try withTable(tables.common) {
            try forEachOrNothing(models) { try save($0, tables.table(of: $0), policy) ? 1 : 0 }.reduce(0, +)
        }
    }

    fileprivate func saveAndRead<Model: FMModel>(
        _ model: Model, _ name: String?, _ key: FMKey?, _ policy: FMConflictPolicy
    ) throws -> (Model, Bool) {
        try saving(model, isWritten: { $0 }) { model in
            let table = try self.table(of: model, name, .needed(key))
            return try withTable(table) {
                try allOrNothing {
                    let isWritten = try save(model, table, policy)
                    return (try savedRow(of: model, table), isWritten)
                }
            }
        }
    }

    /// Calls a body for each model in one transaction or savepoint. An error gets the index of its model.
    func forEachOrNothing<Model: FMModel, Value>(
        _ models: [Model], _ body: (Model) throws -> Value
    ) throws -> [Value] {
        try allOrNothing {
            var values: [Value] = []
            values.reserveCapacity(models.count)
            for (index, model) in models.enumerated() {
                do {
                    values.append(try body(model))
                } catch let error as FMError {
                    throw error.ofElement(index)
                }
            }
            return values
        }
    }

    /// Returns the row of a model that was just saved. A model whose key is nil has a new row, whose rowid is `lastInsertRowId`. Any
    /// other row is found by its key.
    func savedRow<Model: FMModel>(of model: Model, _ table: FMTable<Model>) throws -> Model {
        let key = try table.keyValues(of: model)
        return key.contains(.null) && !table.sql.hasNullableKey
            ? try newRow(of: model, lastInsertRowId, table) : try storedRow(of: table, table.keyCondition(key))
    }

    /// - Returns: whether the model was written.
    private func save<Model: FMModel>(
        _ model: Model, _ table: FMTable<Model>, _ policy: FMConflictPolicy
    ) throws -> Bool {
        if table.sql.key.isEmpty { throw table.withoutKey("saved") }
        switch policy {
        case .update: _ = try save([model], table)
        case .ignore: return try saveIfNew(model, table)
        case .replace: try replace(model, table)
        case .fail: _ = try insertRow(model, with: table.sql.insertion, table)
        }
        return true
    }

    private func saveIfNew<Model: FMModel>(_ model: Model, _ table: FMTable<Model>) throws -> Bool {
        guard FMSQLiteFeature.upsert.isAvailable, !table.sql.hasNullableKey else {
            if try isThere(model, table) { return false }
            _ = try insertRow(model, with: table.sql.insertion, table)
            return true
        }
        let (insertion, target) = (table.sql.insertion, table.sql.key.map { table.sql.columns[$0] })
        let sql = "\(insertion.sql.text) ON CONFLICT (\(target.joined(separator: ", "))) DO NOTHING"
        do {
            if try write(model, with: ModelStatement(sql, insertion.plan)) > 0 { return true }
        } catch let error as FMError where error.resultCode == .constraint && isTransactionOpen {
            guard try isThere(model, table) else { throw error }
        }
        if try isThere(model, table) { return false }
        return try isRow(0, in: table.name)
    }

    /// Deletes the row that has the model's key, and inserts the model. SQLite's REPLACE would also delete rows that conflict in other
    /// unique columns.
    private func replace<Model: FMModel>(_ model: Model, _ table: FMTable<Model>) throws {
        try expectChosenKey(of: model, table)
        let removed = try write(model, with: table.statement(.deletion))
        guard removed <= 1 else {
            throw FMError(
                .misuse,
                "the key matches \(removed) rows of the table \(table.name), and .replace replaces only one: name unique columns"
            )
        }
        _ = try insertRow(model, with: table.sql.insertion, table)
    }
}
