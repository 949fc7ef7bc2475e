import FMDB

extension FMCallbacks {
    /// Runs a body that writes a model, with the callbacks before and after it, all or nothing.
    ///
    /// - Parameters:
    ///   - isNew: whether the model is inserted.
    ///   - isWritten: whether the body has written the model.
    ///   - body: gets the model to write, and returns it as it has been written.
    func saving<Value>(
        _ model: Model, in database: FMDatabase, isNew: Bool = false, isWritten: (Value) -> Bool = { _ in true },
        _ body: (Model) throws -> (Model, Value)
    ) throws -> (Model, Value) where Model: FMModel {
        try database.allOrNothing {
            var model = model
            try willSave(&model, database)
            if isNew { try willInsert(&model, database) }
            let (stored, value) = try body(model)
            if isWritten(value) { try didSave(stored, database) }
            return (stored, value)
        }
    }

    /// Runs a body that deletes the row of a model, with the callbacks before and after it, all or nothing.
    ///
    /// - Parameter body: returns whether there was a row.
    func deleting(_ model: Model, in database: FMDatabase, _ body: () throws -> Bool) throws -> Bool {
        try database.allOrNothing {
            try willDelete(model, database)
            let isDeleted = try body()
            if isDeleted { try didDelete(model, database) }
            return isDeleted
        }
    }
}
