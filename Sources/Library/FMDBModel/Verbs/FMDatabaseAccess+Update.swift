import FMDB

/// Changing rows. A queue and a pool make each call a transaction.
extension FMDatabaseAccess {
    /// Writes a model, or some of its columns, over the row that has its key.
    ///
    /// The corresponding SQL is [UPDATE](https://sqlite.org/lang_update.html).
    ///
    /// - Parameters:
    ///   - model: a model with a key, or a record, of whose row other columns stay as they are. A key that was changed is
    ///     another row's.
    ///   - columns: names of columns other than those of the key and that of the time of creation; nil for all.
    ///   - table: another table than the model's own; any for a record.
    ///   - key: the columns by which the row is found; nil for the model's key, which is the table's for a record. A row
    ///     that is found by other columns keeps its key.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.notFound` if no row has the key. `.misuse` for a model without one, for one whose key is nil in all
    ///   columns and not automatic, and for a column that cannot be set. `.misuse` for a key of columns that the model or the
    ///   record does not have. `.range` for a column that the model does not have; `.constraint` and `.mismatch` as for
    ///   `insert(_:into:)`.
    @inlinable
    public func update<Model: FMModel>(
        _ model: Model, only columns: [String]? = nil, in table: String? = nil, key: FMKey? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.updateRow(model, columns, table, key) }
    }

    /// Writes the columns of a model that differ from those of a former value of it.
    ///
    ///     var person = try db.find(Person.self, id: 7)
    ///     let former = person
    ///     person.age += 1
    ///     try db.update(person, from: former)  // UPDATE "Person" SET `age` = ? WHERE `id` IS ?
    ///
    /// So changes of other columns that others have made meanwhile stay. Values are compared as they are stored. The column of the last
    /// update gets the present time if there is a change.
    ///
    /// - Returns: the names of the columns that have been written; none if the models are equal.
    /// - Throws: `FMError`: `.misuse` for models with different keys, and for records, whose columns are those to write;
    ///   otherwise as `update(_:only:in:key:)`.
    @discardableResult
    public func update<Model: FMModel>(
        _ model: Model, from former: Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [String] {
        try writing(file, line) { try $0.updateDifferences(model, former, table) }
    }

    /// Writes models over the rows that have their keys, all of them or none.
    ///
    /// - Throws: `FMError`, as `update(_:only:in:key:)` does, with `FMError.batchIndex`, the number of the model.
    ///   Nothing is changed then.
    public func update<Model: FMModel>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.updateRows(models, table, key) }
    }

    /// Sets columns of all rows that fulfil a condition.
    ///
    ///     try db.update(Person.self, set: [\.age <- 3]) { $0.name == name }
    ///
    /// At least one column is set. The column of the last update gets the present time besides, unless it is set itself.
    ///
    /// - Returns: how many rows were changed.
    /// - Throws: `FMError`, and nothing is changed then. `.misuse` if there is no assignment, or two for one column; `.range` for a
    ///   property that is not known to be a column. `.error` for a computed number that its property cannot hold; `.mismatch` where
    ///   a structure would lack a value that it needs. SQLite's code if it refuses.
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int {
        try update(type, set: assignments, in: table, where: filter(Model.Columns()), file: file, line: line)
    }

    /// Sets columns of all rows that fulfil a condition; by `.all` of all rows. See the form with a closure.
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

    /// - Returns: the model of the row, where the row has what the model may lack.
    private func updateAndRead<Model: FMModel>(
        _ model: Model, _ columns: [String]?, _ table: String?, _ key: FMKey?
    ) throws -> Model {
        let table = try updateUncalled(model, columns, table, key)
        guard table.fillsModels else { return model }
        let condition = table.keyCondition(try table.keyValues(of: model))
        let found = try models(Model.self, "\(raw: table.sql.select) WHERE \(condition) LIMIT 2")
        // Other columns than those of the key may find several rows, and a trigger may change the key.
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
    /// The columns in which a model differs from a former value of it. Those that the time is written to do not count.
    fileprivate func differences(_ model: Model, _ former: Model) throws -> [String] {
        if isOfRecords { throw FMError(.misuse, "a record has the columns that it writes: leave out the others") }
        if sql.key.isEmpty { throw withoutKey("updated") }
        let (new, old) = (try FMModelValues.collect(model, self), try FMModelValues.collect(former, self))
        let stamped = [sql.layout.created, sql.layout.updated]
        let changed = columns.indices.filter { ExactValue(new[$0]) != ExactValue(old[$0]) && !stamped.contains($0) }
        guard !changed.contains(where: sql.key.contains) else {
            throw FMError(.misuse, "the models of the table \(name) have different keys: they are not of one row")
        }
        return changed.map { columns[$0].name }
    }
}

extension FMTable {
    /// The statement that writes some columns.
    fileprivate func update(of columns: [String]) throws(FMError) -> ModelStatement {
        let layout = sql.layout
        var taken: Set<Int> = []
        for column in columns {
            let index = try expectIndex(of: column)
            guard !layout.kept.contains(index) else {
                throw FMError(
                    .misuse, "the column \(column) of the table \(name) is the key's or the time of creation: it stays")
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
            it has no key: declare `var id: Int64?`, or name one by FMTableOptions(key:); \
            its row is found and deleted by the number that insert returned, find(_:id:) and delete(_:id:)
            """
            : "it has no column besides its key"
        return FMError(.misuse, "a \(subject) of the table \(name) cannot be \(verb): \(reason)")
    }

    var adviceOnNilKey: String {
        options.key?.isAutomatic == true
            ? "insert(&…) and save(&…) put the key into a new one, insert(…) leaves it nil" : "give it a value"
    }

    func rowIsMissing() -> FMError { FMError(.notFound, "the table \(name) has no row with the key of the \(subject)") }
}

extension FMTable where Model: FMModel {
    /// The error with the key, as far as it consists of whole numbers.
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
    /// What an error shows of a key: values of other kinds may be secret.
    fileprivate var shownAsKey: String {
        switch self {
        case .integer, .null: description
        default: "(a value of type \(typeName))"
        }
    }
}

extension FMAssignment where Model: FMModel {
    /// The list behind `SET`.
    static func changes(_ assignments: [FMAssignment], in table: FMTable<Model>) throws(FMError) -> FMSQL {
        var changes = try FMAssignment.resolved(assignments, in: table)
        guard !changes.isEmpty else { throw FMError(.misuse, "an update sets at least one column") }
        if let updated = table.options.updated {
            let names = try assignments.map { assignment throws(FMError) in try assignment.columnName(in: table) }
            if !names.contains(where: { $0.foldedAsName == updated.foldedAsName }) {
                changes.append("\(identifier: updated) = \(try table.options.dates.value(of: Date()))")
            }
        }
        return changes.joined(", ")
    }
}
