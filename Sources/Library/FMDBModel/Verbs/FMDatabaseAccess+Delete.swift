import FMDB

/// Deleting rows. A queue or pool runs each call in a transaction.
extension FMDatabaseAccess {
    /// Deletes the row that has a model's key.
    ///
    /// The corresponding SQL is [DELETE](https://sqlite.org/lang_delete.html).
    ///
    /// - Parameters:
    ///   - model: a model with a key, or a record. Only the key columns are used.
    ///   - table: a table other than the model's own; required for a record.
    ///   - key: the columns that identify the row. Default: the model's key; for a record, the table's primary key.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: whether a row was deleted.
    /// - Throws: `FMError`: `.misuse` for a model without a key; use `delete(_:id:from:)` for its row. `.misuse` for a key that is not
    ///   automatic and is nil in all columns, and for key columns that the model or record does not have. SQLite's code if the
    ///   statement fails.
    @inlinable
    @discardableResult
    public func delete<Model: FMModel>(
        _ model: Model, from table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Bool {
        try writing(file, line) { try $0.deleteRow(model, table, key) }
    }

    /// Deletes the rows that have the models' keys, all or none.
    ///
    /// - Returns: the number of rows deleted.
    /// - Throws: `FMError`, as `delete(_:from:key:)` does, with the index of the model in `FMError.batchIndex`. Nothing is
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

    /// Deletes the row that has a key. See `find(_:id:from:)` about keys.
    ///
    ///     try db.delete(Person.self, id: 7)
    ///
    /// - Returns: whether a row was deleted.
    /// - Throws: `FMError`: `.misuse` for a key of several columns; SQLite's code if the statement fails.
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

    /// Deletes the row that has a key stored as a raw value or as JSON text.
    ///
    /// - Returns: whether a row was deleted.
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> Bool {
        try delete(type, id: StoredValue<Model, any Encodable>(value: id), from: table, file: file, line: line)
    }

    /// Deletes all rows that match a condition.
    ///
    ///     try db.delete(Person.self) { $0.age > 3 }
    ///
    /// - Returns: the number of rows deleted.
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    @inlinable
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model>
    ) throws(AccessError) -> Int {
        try delete(type, from: table, where: filter(Model.Columns()), file: file, line: line)
    }

    /// Deletes all rows that match a condition. `.all` deletes all rows.
    ///
    ///     try db.delete(Person.self, where: "age > \(age)")
    ///
    /// - Returns: the number of rows deleted.
    /// - Throws: `FMError`: SQLite's code if the statement fails.
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
                    no row of the table \(table.name) is deleted, because the key of the \(table.subject) is nil: \
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
