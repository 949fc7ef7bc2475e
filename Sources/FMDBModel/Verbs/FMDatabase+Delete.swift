import FMDB

/// Removed rows. The calls run on the thread that uses the database, as all of its calls do.
extension FMDatabase {
    /// Removes the row that has the key of a model.
    ///
    /// The corresponding SQL is [DELETE](https://sqlite.org/lang_delete.html).
    ///
    /// - Parameters:
    ///   - model: a model with a key.
    ///   - table: another table than the model's own.
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` for a model without a key, whose row is deleted by its number, `delete(_:id:)`, and
    ///   for one whose key is nil in all of its columns and not automatic; SQLite's code if it refuses.
    @discardableResult
    public func delete<Model: FMModel>(_ model: Model, from table: String? = nil) throws -> Bool {
        let table = try self.table(of: model, table)
        guard let statement = table.texts.deletion else { throw table.withoutKey("deleted") }
        return try write(model, with: statement) > 0
    }

    /// Removes the rows that have the keys of models, all of them or none.
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`, as `delete(_:from:)` does. Nothing is changed then.
    @discardableResult
    public func delete<Model: FMModel>(_ models: [Model], from table: String? = nil) throws -> Int {
        let table = try self.table(of: models.first, table)
        guard let statement = table.texts.deletion else { throw table.withoutKey("deleted") }
        return try writeAll(models, with: statement)
    }

    /// Removes the row of a key.
    ///
    ///     try db.delete(Person.self, id: 7)
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column, or one without a key.
    ///   - id: the key; for a model without one the number of the row, its `rowid`, which `insert` has returned. A `VACUUM` may
    ///     give rows without a key other numbers.
    ///   - table: another table than the model's own.
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` for a key of several columns; SQLite's code if it refuses.
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil
    ) throws(FMError) -> Bool {
        let table = try self.table(of: type, table)
        return try delete(table.condition(key: table.keyValue(id)), table)
    }

    /// Removes the row of a key of a type that goes into one column as a raw value, or as JSON text.
    ///
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil
    ) throws(FMError) -> Bool {
        let table = try self.table(of: type, table)
        return try delete(table.condition(key: table.keyValue(id)), table)
    }

    private func delete<Model: FMModel>(_ key: FMSQL, _ table: FMTable<Model>) throws(FMError) -> Bool {
        try execute("DELETE FROM \(raw: table.texts.table) WHERE \(key)") > 0
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

    /// A key as it is stored.
    func keyValue(_ id: some FMValueConvertible) throws(FMError) -> FMValue {
        if let date = id as? Date { try options.dates.value(of: date) } else { try id.fmValue }
    }

    /// A key as it is stored.
    @_disfavoredOverload
    func keyValue(_ id: some Encodable) throws(FMError) -> FMValue {
        try FMValue(encoding: id, dates: options.dates)
    }

    /// The condition that a row has a key of one column, or the number that is the key where no column is.
    func condition(key value: FMValue) throws(FMError) -> FMSQL {
        if texts.key.isEmpty, options.key?.isAutomatic == true { return "\(raw: texts.rowID) IS \(value)" }
        guard texts.key.count == 1 else {
            throw FMError(.misuse, "the key of the table \(name) has \(texts.key.count) columns, one value was given")
        }
        return "\(raw: texts.columns[texts.key[0]]) IS \(value)"
    }
}
