import FMDB

struct ModelTables<Model: FMModel> {
    /// The table of all models of the call. For records it has the name, but not the columns.
    let common: FMTable<Model>
    /// Returns the table of a record; nil for other models.
    let each: ((Model) throws(FMError) -> FMTable<Model>)?

    func table(of model: Model) throws(FMError) -> FMTable<Model> { try each?(model) ?? common }
}

extension FMDatabase {
    func table<Model: FMModel>(of type: Model.Type, _ name: String?) throws(FMError) -> FMTable<Model> {
        try type.table(named: name)
    }

    /// Returns the table of a model's type. Some `Codable` types need a value to determine their columns.
    func table<Model: FMModel>(learnedFrom model: Model?, _ name: String?) throws(FMError) -> FMTable<Model> {
        do throws(FMError) {
            return try table(of: Model.self, name)
        } catch {
            guard let learner = model as? any FMModel & Codable, try learner.learnsTable() else { throw error }
            return try table(of: Model.self, name)
        }
    }

    func table<Model: FMModel>(of model: Model, _ name: String?, _ use: KeyUse) throws(FMError) -> FMTable<Model> {
        let table = try table(learnedFrom: model, name)
        if let records = table.records { return try records.ofValues(self, table.name, use)(model) }
        guard case .needed(let key?) = use else { return table }
        return try table.found(by: key)
    }

    func tables<Model: FMModel>(
        of models: [Model], _ name: String?, _ use: KeyUse
    ) throws(FMError) -> ModelTables<Model> {
        let table = try table(learnedFrom: models.first, name)
        if let records = table.records {
            return ModelTables(common: table, each: try records.ofValues(self, table.name, use))
        }
        guard case .needed(let key?) = use else { return ModelTables(common: table, each: nil) }
        return ModelTables(common: try table.found(by: key), each: nil)
    }

    /// Returns a table that has a key: the given key, or else the table's own key.
    ///
    /// - Parameter columns: other columns that the call uses.
    func tableWithKey<Model: FMModel>(
        of type: Model.Type, _ name: String?, key: FMKey? = nil, _ columns: [String] = []
    ) throws(FMError) -> FMTable<Model> {
        let table = try table(of: type, name)
        if let records = table.records { return try records.ofColumns(self, table.name, key, columns) }
        guard let key else { return table }
        return try table.found(by: key)
    }

    /// Runs a body in a transaction, or in a savepoint of the open transaction.
    func allOrNothing<Value>(_ body: () throws -> Value) throws -> Value {
        isTransactionOpen ? try withSavePoint(body) : try withTransaction(.immediate, body)
    }

    /// Runs a body whose statements see one snapshot of the database.
    func withOneState(_ body: () throws -> Void) throws {
        if isTransactionOpen { try body() } else { try withTransaction(.deferred, body) }
    }

    /// Runs a body. If it fails because the table is missing, and the model's options allow it, creates the table and
    /// runs the body again.
    func withTable<Model: FMModel, Value>(
        _ table: FMTable<Model>, _ body: () throws -> Value
    ) throws -> Value {
        guard table.options.isMadeOnInsertion else { return try body() }
        do {
            return try body()
        } catch let error as FMError {
            guard error.resultCode == .error, !tableExists(table.name) else { throw error }
            try createTable(Model.self, named: table.name)
            return try body()
        }
    }
}
