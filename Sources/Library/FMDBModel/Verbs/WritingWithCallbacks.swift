import FMDB

extension FMDatabase {
    /// Runs a body that writes a model, and the model's callbacks before and after it, all or nothing.
    ///
    /// - Parameters:
    ///   - isNew: whether the model is inserted.
    ///   - isWritten: whether the body has written the model.
    ///   - body: receives the model to write, and returns the model as written.
    func saving<Model: FMModel, Value>(
        _ model: Model, isNew: Bool = false, isWritten: (Value) -> Bool = { _ in true },
        _ body: (Model) throws -> (Model, Value)
    ) throws -> (Model, Value) {
        guard let callbacks = Model.fmCallbacks else { return try body(model) }
        return try allOrNothing {
            var model = model
            try callbacks.willSave(&model, self)
            if isNew { try callbacks.willInsert(&model, self) }
            let (stored, value) = try body(model)
            if isWritten(value) { try callbacks.didSave(stored, self) }
            return (stored, value)
        }
    }

    /// Runs a body that deletes the row of a model, and the model's callbacks before and after it, all or nothing.
    ///
    /// - Parameter body: deletes the row, and returns whether there was one.
    func deleting<Model: FMModel>(_ model: Model, _ body: () throws -> Bool) throws -> Bool {
        guard let callbacks = Model.fmCallbacks else { return try body() }
        return try allOrNothing {
            try callbacks.willDelete(model, self)
            let isDeleted = try body()
            if isDeleted { try callbacks.didDelete(model, self) }
            return isDeleted
        }
    }
}
