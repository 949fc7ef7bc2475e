import FMDB

/// Updating rows. A queue or pool runs each call in a transaction.
extension FMDatabaseAccess {
    /// Updates the row that has a model's key with all or some of the model's columns.
    ///
    /// The corresponding SQL is [UPDATE](https://sqlite.org/lang_update.html).
    ///
    /// - Parameters:
    ///   - model: a model with a key, or a record. Columns that a record lacks stay unchanged. If the key of the model was changed, the
    ///     call updates the row with the new key.
    ///   - columns: the names of the columns to write, other than the key and the creation time; nil for all.
    ///   - table: a table other than the model's own; required for a record.
    ///   - key: the columns that identify the row. Default: the model's key; for a record, the table's primary key. A row that is found
    ///     by other columns keeps its key.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.notFound` if no row has the key. `.misuse` for a model without a key, for a key that is not automatic and
    ///   is nil in all columns, and for a column that cannot be set. `.misuse` for key columns that the model or record does not have.
    ///   `.range` for a column that the model does not have; `.constraint` and `.mismatch` as for `insert(_:into:)`.
    @inlinable
    public func update<Model: FMModel>(
        _ model: Model, only columns: [String]? = nil, in table: String? = nil, key: FMKey? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.updateRow(model, columns, table, key) }
    }

    /// Updates only the columns in which a model differs from a previous value of it.
    ///
    ///     var person = try db.find(Person.self, id: 7)
    ///     let former = person
    ///     person.age += 1
    ///     try db.update(person, from: former)  // UPDATE "Person" SET `age` = ? WHERE `id` IS ?
    ///
    /// Changes that others made to other columns in the meantime are kept. Values are compared in their stored form. If there is a change,
    /// the column ``FMTableOptions/updated`` also gets the current time.
    ///
    /// - Returns: the names of the columns that were written; empty if the models are equal.
    /// - Throws: `FMError`: `.misuse` for models with different keys, and for records, which have only the columns to write; otherwise
    ///   as `update(_:only:in:key:)`.
    @discardableResult
    public func update<Model: FMModel>(
        _ model: Model, from former: Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [String] {
        try writing(file, line) { try $0.updateDifferences(model, former, table) }
    }

    /// Updates the rows that have the models' keys, all or none.
    ///
    /// - Throws: `FMError`, as `update(_:only:in:key:)` does, with the index of the model in `FMError.batchIndex`.
    ///   Nothing is changed then.
    public func update<Model: FMModel>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.updateRows(models, table, key) }
    }

    /// Sets columns of all rows that match a condition.
    ///
    ///     try db.update(Person.self, set: [\.age <- 3]) { $0.name == name }
    ///
    /// At least one assignment is required. The column ``FMTableOptions/updated`` also gets the current time, unless it is assigned.
    ///
    /// - Returns: the number of rows changed.
    /// - Throws: `FMError`; nothing is changed then. `.misuse` if there is no assignment, if two assign the same column, or if the
    ///   table has no column for a property. `.error` if a computed number does not fit its property. `.mismatch` if a structure
    ///   within JSON text would lack a value that it needs. SQLite's code if the statement fails.
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int {
        try update(type, set: assignments, in: table, where: filter(Model.Columns()), file: file, line: line)
    }

    /// Sets columns of all rows that match a condition; `.all` matches all rows. See the overload with a closure.
    ///
    ///     try db.update(Person.self, set: [FMAssignment("age", 3)], where: "name = \(name)")
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        where condition: FMWhere<Model>, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { database in
            try database.updateRows(of: database.table(of: type, table), assignments, where: condition.sql)
        }
    }
}

extension FMDatabase {
    func updateRows<Model: FMModel>(
        of table: FMTable<Model>, _ assignments: [FMAssignment<Model>], where condition: FMSQL
    ) throws(FMError) -> Int {
        let changes = try FMAssignment.changes(assignments, in: table)
        try expectReadable(assignments, of: table, where: condition)
        do throws(FMError) {
            return try execute("UPDATE \(table.source([changes, condition])) SET \(changes) WHERE \(condition)")
        } catch {
            throw Model.explained(NestedRefusal.explained(error))
        }
    }

    @usableFromInline
    func updateDifferences<Model: FMModel>(_ model: Model, _ former: Model, _ name: String?) throws -> [String] {
        guard Model.fmCallbacks != nil else {
            let columns = try table(of: model, name, .none).differences(model, former)
            if !columns.isEmpty { try updateUncalled(model, columns, name, nil) }
            return columns
        }
        return try saving(model, isWritten: { !$0.isEmpty }) { model in
            let columns = try table(of: model, name, .none).differences(model, former)
            return (columns.isEmpty ? model : try updateAndRead(model, columns, name, nil), columns)
        }.1
    }

    @usableFromInline
    func updateRow<Model: FMModel>(_ model: Model, _ columns: [String]?, _ table: String?, _ key: FMKey?) throws {
        guard Model.fmCallbacks != nil else {
            try updateUncalled(model, columns, table, key)
            return
        }
        _ = try saving(model) { (try updateAndRead($0, columns, table, key), ()) }
    }

    fileprivate func updateRows<Model: FMModel>(_ models: [Model], _ table: String?, _ key: FMKey?) throws {
        if Model.fmCallbacks != nil {
            _ = try forEachOrNothing(models) { try updateRow($0, nil, table, key) }
            return
        }
        let tables = try tables(of: models, table, .needed(key))
        var index = 0
        try writeAll(models, tables, .update) { changes in
            guard changes > 0 else { throw try tables.table(of: models[index]).rowIsMissing(of: models[index]) }
            index += 1
        }
    }

    /// - Returns: the model read from the row, if the row may have values that the model lacks; otherwise the given model.
    private func updateAndRead<Model: FMModel>(
        _ model: Model, _ columns: [String]?, _ table: String?, _ key: FMKey?
    ) throws -> Model {
        let table = try updateUncalled(model, columns, table, key)
        guard table.fillsModels else { return model }
        let condition = table.keyCondition(try table.keyValues(of: model))
        let found = try models(Model.self, "\(raw: table.sql.select) WHERE \(condition) LIMIT 2")
        // Columns other than the primary key may match several rows, and a trigger may change the key. The given model is returned then.
        return found.count == 1 ? found[0] : model
    }

    @discardableResult
    private func updateUncalled<Model: FMModel>(
        _ model: Model, _ columns: [String]?, _ table: String?, _ key: FMKey?
    ) throws -> FMTable<Model> {
        let table = try self.table(of: model, table, .needed(key))
        let statement = if let columns { try table.update(of: columns) } else { try table.statement(.update) }
        guard try write(model, with: statement) > 0 else { throw table.rowIsMissing(of: model) }
        return table
    }
}

extension FMTable where Model: FMModel {
    /// Returns the columns in which a model differs from a previous value of it, without the created and updated times.
    fileprivate func differences(_ model: Model, _ former: Model) throws -> [String] {
        if isOfRecords {
            throw FMError(
                .misuse, "update(_:from:) does not take records: update a record that has only the changed columns")
        }
        if sql.key.isEmpty { throw withoutKey("updated") }
        let (new, old) = (try FMModelValues.collect(model, self), try FMModelValues.collect(former, self))
        let stamped = [sql.layout.created, sql.layout.updated]
        let changed = columns.indices.filter { ExactValue(new[$0]) != ExactValue(old[$0]) && !stamped.contains($0) }
        guard !changed.contains(where: sql.key.contains) else {
            throw FMError(.misuse, "the models of the table \(name) have different keys: they are not of the same row")
        }
        return changed.map { columns[$0].name }
    }
}

extension FMTable {
    /// Returns the UPDATE statement for some columns.
    fileprivate func update(of columns: [String]) throws(FMError) -> ModelStatement {
        let layout = sql.layout
        var taken: Set<Int> = []
        for column in columns {
            let index = try expectIndex(of: column)
            guard !layout.kept.contains(index) else {
                throw FMError(
                    .misuse,
                    "the column \(column) of the table \(name) cannot be updated: it is in the key or the creation time"
                )
            }
            taken.insert(index)
        }
        if let updated = layout.updated { taken.insert(updated) }
        guard let statement = ModelStatement.update(layout, taken.sorted()) else { throw withoutKey("updated") }
        return statement
    }

    func withoutKey(_ verb: String) -> FMError {
        let reason =
            sql.key.isEmpty
            ? """
            it has no key: declare `var id: Int64?`, or name one by FMTableOptions(key:). \
            Without a key, find(_:id:) and delete(_:id:) take the rowid that insert returned
            """
            : "it has no column besides its key"
        return FMError(.misuse, "a \(subject) of the table \(name) cannot be \(verb): \(reason)")
    }

    var adviceOnNilKey: String {
        options.key?.isAutomatic == true
            ? "insert(&…) and save(&…) set the key of a new model, insert(…) leaves it nil" : "give it a value"
    }

    func rowIsMissing() -> FMError { FMError(.notFound, "the table \(name) has no row with the key of the \(subject)") }
}

extension FMTable where Model: FMModel {
    /// Returns the error for a missing row. It contains the key, but of the key's values only integers and NULL.
    fileprivate func rowIsMissing(of model: Model) -> FMError {
        let values = (try? keyValues(of: model)) ?? []
        let key = zip(sql.key, values).map { "\(columns[$0].name) \($1.shownAsKey)" }.joined(separator: ", ")
        let advice =
            values.contains(.null)
            ? adviceOnNilKey
            : "insert it, or call save(_:)"
        return FMError(.notFound, "\(rowIsMissing().message), \(key): \(advice)")
    }
}

extension FMValue {
    /// The value as errors show it. Values other than integers and NULL may be confidential, so only their type is shown.
    fileprivate var shownAsKey: String {
        switch self {
        case .integer, .null: description
        default: "(a value of type \(typeName))"
        }
    }
}

extension FMAssignment where Model: FMModel {
    /// Returns the list after `SET`.
    static func changes(_ assignments: [FMAssignment], in table: FMTable<Model>) throws(FMError) -> FMSQL {
        var changes = try FMAssignment.resolved(assignments, in: table)
        guard !changes.isEmpty else { throw FMError(.misuse, "an update must set at least one column") }
        if let updated = table.options.updated {
            let names = try assignments.map { assignment throws(FMError) in try assignment.columnName(in: table) }
            if !names.contains(where: { $0.foldedAsName == updated.foldedAsName }) {
                changes.append("\(identifier: updated) = \(try table.options.dates.value(of: Date()))")
            }
        }
        return changes.joined(", ")
    }
}
