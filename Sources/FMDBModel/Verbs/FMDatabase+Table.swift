import FMDB

extension FMDatabase {
    func table<Model: FMModel>(of type: Model.Type, _ name: String?) throws(FMError) -> FMTable<Model> {
        let own = try Model.fmTable
        let table = name.map(own.named) ?? own
        if let problem = table.sql.problem { throw problem }
        return table
    }

    /// The table of a model's type, which that type may not tell without a value.
    func table<Model: FMModel>(of model: Model?, _ name: String?) throws(FMError) -> FMTable<Model> {
        if Model.self == FMRecord.self, let name, let record = model as? FMRecord,
            let own = try self.table(of: record, name) as? FMTable<Model>
        {
            return own
        }
        do throws(FMError) {
            return try table(of: Model.self, name)
        } catch {
            guard let learner = model as? any FMModel & Codable, try learner.tellsTable() else { throw error }
            return try table(of: Model.self, name)
        }
    }

    /// Runs a body in a transaction, or in a save point of the transaction that is open.
    func allOrNothing<Value>(_ body: () throws -> Value) throws -> Value {
        isTransactionOpen ? try withSavePoint(body) : try withTransaction(.immediate, body)
    }

    /// Runs a body once more, after the table has been made, if it was missing and the model wants that.
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
