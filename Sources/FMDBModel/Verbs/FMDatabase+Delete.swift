import FMDB

/// Removed rows.
extension FMDatabase {
    /// Removes the row that has the key of a model.
    ///
    /// The corresponding SQL is [DELETE](https://sqlite.org/lang_delete.html).
    ///
    /// - Parameters:
    ///   - model: a model with a key.
    ///   - table: another table than the model's own.
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` for a model without a key; SQLite's code if it refuses.
    @discardableResult
    public func delete<Model: FMModel>(_ model: Model, from table: String? = nil) throws -> Bool {
        let table = try self.table(of: Model.self, table)
        guard let statement = table.texts.deletion else { throw table.withoutKey("deleted") }
        return try write(model, with: statement) > 0
    }

    /// Removes the rows that have the keys of models, all of them or none.
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`, as `delete(_:from:)` does. Nothing is changed then.
    @discardableResult
    public func delete<Model: FMModel>(_ models: [Model], from table: String? = nil) throws -> Int {
        let table = try self.table(of: Model.self, table)
        guard let statement = table.texts.deletion else { throw table.withoutKey("deleted") }
        return try writeAll(models, with: statement)
    }

    /// Removes the row of a key.
    ///
    ///     try db.delete(Person.self, id: 7)
    ///
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` for a model whose key is not one column; SQLite's code if it refuses.
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: some FMValueConvertible, from table: String? = nil
    ) throws(FMError) -> Bool {
        let table = try self.table(of: type, table)
        return try execute("DELETE FROM \(raw: table.texts.table) WHERE \(table.condition(id: id))") > 0
    }

    /// Removes all rows that a condition holds for.
    ///
    ///     try db.delete(Person.self) { $0.age > 3 }
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws(FMError) -> Int {
        try delete(type, from: table, where: condition(Model.Columns()))
    }

    /// Removes all rows that a condition holds for.
    ///
    ///     try db.delete(Person.self, where: "age > \(age)")
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model>
    ) throws(FMError) -> Int {
        let table = try self.table(of: type, table)
        return try execute("DELETE FROM \(raw: table.texts.table) WHERE \(condition.sql)")
    }

    /// Removes all rows.
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @discardableResult
    public func deleteAll<Model: FMModel>(_ type: Model.Type, in table: String? = nil) throws(FMError) -> Int {
        let table = try self.table(of: type, table)
        return try execute("DELETE FROM \(raw: table.texts.table)")
    }
}

extension FMTable {
    func condition(rowID: Int64) -> FMSQL { "\(raw: texts.rowID) = \(rowID)" }

    /// The condition that a row has a key of one column.
    func condition(id: some FMValueConvertible) throws(FMError) -> FMSQL {
        let value = if let date = id as? Date { try options.dates.value(of: date) } else { try id.fmValue }
        if texts.key.isEmpty, options.key?.isAutomatic == true { return "\(raw: texts.rowID) IS \(value)" }
        guard texts.key.count == 1 else {
            throw FMError(.misuse, "the key of the table \(name) has \(texts.key.count) columns, one value was given")
        }
        return "\(raw: texts.columns[texts.key[0]]) IS \(value)"
    }
}
