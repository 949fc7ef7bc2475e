import FMDB

/// Changed rows. The calls run on the thread that uses the database, as all of its calls do.
extension FMDatabase {
    /// Writes a model over the row that has its key.
    ///
    /// The corresponding SQL is [UPDATE](https://sqlite.org/lang_update.html).
    ///
    /// - Parameters:
    ///   - model: a model with a key. A key that was changed is another row's.
    ///   - table: another table than the model's own.
    /// - Throws: `FMError`: `.notFound` if no row has the key; `.misuse` for a model without one, and for one whose key is nil in
    ///   all of its columns and not automatic; `.constraint` and `.mismatch` as for `insert(_:into:)`.
    public func update<Model: FMModel>(_ model: Model, in table: String? = nil) throws {
        let table = try self.table(of: model, table)
        guard let statement = table.texts.update else { throw table.withoutKey("updated") }
        guard try write(model, with: statement) > 0 else { throw table.rowIsMissing() }
    }

    /// Writes some columns of a model over those of the row that has its key.
    ///
    /// - Parameters:
    ///   - model: a model with a key.
    ///   - columns: names of columns other than those of the key and that of the time of creation.
    ///   - table: another table than the model's own.
    /// - Throws: `FMError`, as `update(_:in:)` does; `.range` for a column that the model does not have, and `.misuse` for
    ///   one that is not to be set.
    public func update<Model: FMModel>(_ model: Model, only columns: [String], in table: String? = nil) throws {
        let table = try self.table(of: model, table)
        let layout = table.texts.layout
        var taken: [Int] = []
        for column in columns {
            let index = try table.expectIndex(of: column)
            guard !layout.key.contains(index), index != layout.created else { throw table.isFixed(column) }
            taken.append(index)
        }
        if let updated = layout.updated { taken.append(updated) }
        let statement = ModelStatement.update(layout, Set(taken).sorted())
        guard let statement else { throw table.withoutKey("updated") }
        guard try write(model, with: statement) > 0 else { throw table.rowIsMissing() }
    }

    /// Writes models over the rows that have their keys, all of them or none.
    ///
    /// - Parameters:
    ///   - models: models with keys.
    ///   - table: another table than the models' own.
    /// - Throws: `FMError`, as `update(_:in:)` does, with `FMError.batchIndex`, the number of the model.
    ///   Nothing is changed then.
    public func update<Model: FMModel>(_ models: [Model], in table: String? = nil) throws {
        let table = try self.table(of: models.first, table)
        guard let statement = table.texts.update else { throw table.withoutKey("updated") }
        try writeAll(models, with: statement) { changes in
            guard changes > 0 else { throw table.rowIsMissing() }
        }
    }

    /// Sets columns of all rows that a condition holds for.
    ///
    ///     try db.update(Person.self, set: [\.age <- 3]) { $0.name == name }
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - assignments: at least one. The column of the last update gets the present time besides, unless it is among them.
    ///   - table: another table than the model's own.
    ///   - condition: which rows.
    /// - Returns: how many rows were changed.
    /// - Throws: `FMError`: SQLite's code if it refuses; `.range` for a property that is not known to be a column; `.error`
    ///   where a number is computed that its property cannot hold, and `.mismatch` where a structure would lack a value that it
    ///   needs: nothing is changed then.
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int {
        try update(type, set: assignments, in: table, where: condition(Model.Columns()))
    }

    /// Sets columns of all rows that a condition holds for. See the form with a closure.
    ///
    ///     try db.update(Person.self, set: [FMAssignment("age", 3)], where: "name = \(name)")
    ///
    /// - Throws: as the form with a closure; `.misuse` if there is no assignment, or two for one column.
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        where condition: FMWhere<Model>
    ) throws -> Int {
        let table = try self.table(of: type, table)
        var changes = try FMAssignment.resolved(assignments, in: table)
        guard let first = changes.first else { throw FMError(.misuse, "an update sets at least one column") }
        if let updated = table.options.updated, try !assignments.contains(where: { try $0.sets(updated, in: table) }) {
            changes.append("\(identifier: updated) = \(try table.options.dates.value(of: Date()))")
        }
        let list = changes.dropFirst().reduce(first) { "\($0), \($1)" }
        do throws(FMError) {
            return try execute("UPDATE \(raw: table.texts.table) SET \(list) WHERE \(condition.sql)")
        } catch {
            throw NestedRefusal.explained(error)
        }
    }

    /// Sets columns of all rows.
    ///
    ///     try db.updateAll(Person.self, set: [FMAssignment("age", 3)])
    ///
    /// - Returns: how many rows there were.
    /// - Throws: as the form with a closure; `.misuse` if there is no assignment, or two for one column.
    @discardableResult
    public func updateAll<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil
    ) throws -> Int {
        try update(type, set: assignments, in: table, where: .all)
    }
}

extension FMTable {
    func withoutKey(_ verb: String) -> FMError {
        let reason =
            texts.key.isEmpty
            ? "it has no key; its row is found and deleted by the number that insert returned, find(_:id:) and delete(_:id:)"
            : "it has no column besides its key"
        return FMError(.misuse, "a model of the table \(name) cannot be \(verb): \(reason)")
    }

    fileprivate func isFixed(_ column: String) -> FMError {
        FMError(.misuse, "the column \(column) of the table \(name) is the key's or the time of creation: it stays")
    }

    func rowIsMissing() -> FMError { FMError(.notFound, "the table \(name) has no row with the key of the model") }
}

extension FMAssignment {
    fileprivate func sets(_ column: String, in table: FMTable<Model>) throws(FMError) -> Bool {
        try columnName(in: table).foldedAsName == column.foldedAsName
    }
}
