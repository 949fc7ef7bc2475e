import FMDB

/// Deleting rows. A queue and a pool make each call a transaction.
extension FMDatabaseAccess {
    /// Removes the row that has the key of a model.
    ///
    /// The corresponding SQL is [DELETE](https://sqlite.org/lang_delete.html).
    ///
    /// - Parameters:
    ///   - model: a model with a key, or a record; other columns do not count.
    ///   - table: another table than the model's own; any for a record.
    ///   - key: the columns by which the row is found; nil for the model's key, which is the table's for a record.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` for a model without a key, whose row `delete(_:id:from:)` removes. `.misuse` for a key that is
    ///   nil in all columns and not automatic, and for one of columns that the model or the record does not have. SQLite's code if it
    ///   refuses.
    @inlinable
    @discardableResult
    public func delete<Model: FMModel>(
        _ model: Model, from table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Bool {
        try writing(file, line) { try $0.deleteRow(model, table, key) }
    }

    /// Removes the rows that have the keys of models, all of them or none.
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`, as `delete(_:from:key:)` does, with `FMError.batchIndex`, the number of the model. Nothing is
    ///   changed then.
    @discardableResult
    public func delete<Model: FMModel>(
        _ models: [Model], from table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { database in
            if Model.fmCallbacks != nil {
                return try database.forEachOrNothing(models) { try database.deleteRow($0, table, key) ? 1 : 0 }
                    .reduce(0, +)
            }
            let tables = try database.tables(of: models, table, .needed(key))
            return try database.writeAll(models, tables, .deletion)
        }
    }

    /// Removes the row of a key. `find(_:id:from:)` describes keys.
    ///
    ///     try db.delete(Person.self, id: 7)
    ///
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

    /// Removes the row of a key whose type is stored in one column, as a raw value or as JSON text.
    ///
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> Bool {
        try delete(type, id: StoredValue<Model, any Encodable>(value: id), from: table, file: file, line: line)
    }

    /// Removes all rows that fulfil a condition.
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

    /// Removes all rows that fulfil a condition; by `.all` all rows.
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
    func deleteRow<Model: FMModel>(_ model: Model, _ table: String?, _ key: FMKey?) throws -> Bool {
        try deleting(model) {
            let table = try self.table(of: model, table, .needed(key))
            let isDeleted = try write(model, with: table.statement(.deletion)) > 0
            if !isDeleted, (try? table.keyValues(of: model))?.contains(.null) == true {
                warn(
                    """
                    no row of the table \(table.name) is deleted, for the key of the \(table.subject) is nil: \
                    \(table.adviceOnNilKey)
                    """)
            }
            return isDeleted
        }
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
        return try type.explaining { () throws(FMError) in
            try execute("DELETE FROM \(table.source([condition.sql])) WHERE \(condition.sql)")
        }
    }
}
