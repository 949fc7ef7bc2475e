import FMDB

/// Deleting rows. A queue and a pool make each call a transaction.
///
/// `file` and `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseAccess {
    /// Removes the row that has the key of a model.
    ///
    /// The corresponding SQL is [DELETE](https://sqlite.org/lang_delete.html).
    ///
    /// - Parameters:
    ///   - model: a model with a key.
    ///   - table: another table than the model's own.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` for a model without a key, whose row is deleted by its number, `delete(_:id:)`, and
    ///   for one whose key is nil in all of its columns and not automatic; SQLite's code if it refuses.
    @inlinable
    @discardableResult
    public func delete<Model: FMModel>(
        _ model: Model, from table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try writing(file, line) { try $0.deleteRow(model, table) }
    }

    /// Removes the rows that have the keys of models, all of them or none.
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`, as `delete(_:from:)` does. Nothing is changed then.
    @discardableResult
    public func delete<Model: FMModel>(
        _ models: [Model], from table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { database in
            let table = try database.table(of: models.first, table)
            guard let statement = table.sql.deletion else { throw table.withoutKey("deleted") }
            return try database.writeAll(models, with: statement)
        }
    }

    /// Removes the row of a key.
    ///
    ///     try db.delete(Person.self, id: 7)
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column, or one without a key.
    ///   - id: the key; for a model without one the `rowid`, which `insert` has returned. A `VACUUM` may give rows without a
    ///     key other numbers.
    ///   - table: another table than the model's own.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` for a key of several columns; SQLite's code if it refuses.
    @inlinable
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> Bool {
        try accessing(.write, file, line) { database throws(FMError) in
            try database.deleteRow(type, id, table)
        }
    }

    /// Removes the row of a key of a type that goes into one column as a raw value, or as JSON text.
    ///
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    @inlinable
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> Bool {
        try delete(type, id: EncodedKey<Model>(id), from: table, file: file, line: line)
    }

    /// Removes all rows that a condition holds for.
    ///
    ///     try db.delete(Person.self) { $0.age > 3 }
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @inlinable
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model>
    ) throws(AccessError) -> Int {
        try delete(type, from: table, where: filter(Model.Columns()), file: file, line: line)
    }

    /// Removes all rows that a condition holds for; by `.all` all rows.
    ///
    ///     try db.delete(Person.self, where: "age > \(age)")
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @inlinable
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model>,
        file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Int {
        try accessing(.write, file, line) { database throws(FMError) in
            try database.deleteRows(type, condition, table)
        }
    }
}

extension FMDatabase {
    @usableFromInline
    func deleteRow<Model: FMModel>(_ model: Model, _ table: String?) throws -> Bool {
        try deleteRow(model, self.table(of: model, table))
    }

    func deleteRow<Model: FMModel>(_ model: Model, _ table: FMTable<Model>) throws -> Bool {
        guard let statement = table.sql.deletion else { throw table.withoutKey("deleted") }
        return try write(model, with: statement) > 0
    }

    @usableFromInline
    func deleteRow<Model: FMModel>(
        _ type: Model.Type, _ id: any FMValueConvertible, _ table: String?
    ) throws(FMError) -> Bool {
        let table = try tableWithKey(of: type, table)
        let key = try table.condition(key: table.keyValue(id))
        return try execute("DELETE FROM \(raw: table.sql.table) WHERE \(key)") > 0
    }

    @usableFromInline
    func deleteRows<Model: FMModel>(
        _ type: Model.Type, _ condition: FMWhere<Model>, _ table: String?
    ) throws(FMError) -> Int {
        let table = try self.table(of: type, table)
        if condition.form == .all { return try execute("DELETE FROM \(raw: table.sql.table)") }
        return try execute("DELETE FROM \(raw: table.sql.table) WHERE \(condition.sql)")
    }
}
