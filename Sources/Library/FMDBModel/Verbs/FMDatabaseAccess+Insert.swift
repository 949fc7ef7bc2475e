import FMDB

/// Inserting models. A queue and a pool make each call a transaction.
///
/// A view takes rows by its `INSTEAD OF` trigger. SQLite reports neither the number of a row nor whether there is one. So what is
/// returned has no meaning there, nor for a table `WITHOUT ROWID`, and models that a view takes stay as they are.
extension FMDatabaseAccess {
    /// Adds a model as a new row.
    ///
    /// The corresponding SQL is [INSERT](https://sqlite.org/lang_insert.html).
    ///
    /// - Parameters:
    ///   - model: its automatic key, if it has one that is nil, is given by SQLite. Columns that a record lacks get their
    ///     default values.
    ///   - excluded: names of columns that get their default values instead of those of the model.
    ///   - table: another table than the model's own; any for a record.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: the `rowid` of the new row, which is the automatic key.
    /// - Throws: `FMError`: `.constraint` if the key or a unique set is taken, or a constraint of the table is violated.
    ///   `.constraint` also if the table has ignored the row, by `ON CONFLICT IGNORE` or by a trigger, whose own changes stay.
    ///
    ///   `.mismatch` for a value that SQLite cannot hold; `.range` for an excluded column that the model does not have. `.misuse`
    ///   for a key that is nil though SQLite does not give it, unless it is excluded, and for a record without the name of a table.
    ///   `.error` for a record's column that the table does not have.
    @inlinable
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: Model, excluding excluded: [String] = [], into table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Int64 {
        try writing(file, line) { try $0.insertRow(model, excluded, table) }
    }

    /// Adds a model as a new row, without some of its properties, which get their default values.
    ///
    /// - Returns: the `rowid` of the new row.
    /// - Throws: `FMError`, as `insert(_:into:)` does; `.range` for a property that is not known to be a column.
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: Model, excluding excluded: [PartialKeyPath<Model>], into table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int64 {
        try writing(file, line) { database in
            let known = try database.table(learnedFrom: model, table)
            return try database.insertRow(model, known.names(of: excluded), table)
        }
    }

    /// Adds a model as a new row, and gives it the automatic key and the times of the row; a record receives all columns.
    ///
    /// - Returns: the `rowid` of the new row.
    /// - Throws: `FMError`, as `insert(_:into:)` does. The model is not changed then.
    @inlinable
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: inout Model, into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int64 {
        let (filled, row) = try writing(file, line) { try $0.insertAndRead(model, [], table) }
        model = filled
        return row
    }

    /// Adds models as new rows, all of them or none. Records need not have the same columns.
    ///
    /// - Returns: the `rowid`s of the new rows.
    /// - Throws: `FMError`, as `insert(_:into:)` does, with `FMError.batchIndex`, the number of the model.
    ///   Nothing is changed then.
    @inlinable
    @discardableResult
    public func insert<Model: FMModel>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Int64] {
        try writing(file, line) { try $0.insertRows(models, table) }
    }

    /// Adds models as new rows, all of them or none, and gives them the automatic keys and the times of their rows; records receive all
    /// columns.
    ///
    /// - Throws: `FMError`, as `insert(_:into:)` does, with `FMError.batchIndex`, the number of the model.
    ///   Nothing is changed then, in the table nor in the models.
    public func insert<Model: FMModel>(
        _ models: inout [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        models = try writing(file, line) { try $0.insertAndRead(models, table) }
    }

    /// Adds as many of the models as possible as new rows. Records need not have the same columns.
    ///
    /// - Returns: why models are not in the table, by their number, counted from 0: constraints of the table, keys that are nil,
    ///   and values that SQLite cannot hold.
    /// - Throws: `FMError` for what would concern all of them, a full disk for example. Nothing is changed then.
    public func insertPossible<Model: FMModel>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Int: FMError] {
        try writing(file, line) { try $0.insertPossibleRows(models, table) }
    }
}

// MARK: - On a connection

extension FMDatabase {
    @usableFromInline
    func insertRow<Model: FMModel>(_ model: Model, _ excluded: [String], _ table: String?) throws -> Int64 {
        guard Model.fmCallbacks != nil else { return try insertUncalled(model, excluded, table) }
        return try insertAndRead(model, excluded, table).1
    }

    private func insertUncalled<Model: FMModel>(
        _ model: Model, _ excluded: [String], _ table: String?
    ) throws -> Int64 {
        let table = try self.table(of: model, table, .none)
        let statement = try table.insertion(without: excluded)
        return try withTable(table) { try insertRow(model, with: statement, table) }
    }

    func insertRow<Model: FMModel>(
        _ model: Model, with statement: ModelStatement, _ table: FMTable<Model>
    ) throws -> Int64 {
        _ = try isRow(write(model, with: statement), in: table.name)
        return lastInsertRowId
    }

    @usableFromInline
    func insertRows<Model: FMModel>(_ models: [Model], _ table: String?) throws -> [Int64] {
        if Model.fmCallbacks != nil { return try forEachOrNothing(models) { try insertAndRead($0, [], table).1 } }
        let tables = try self.tables(of: models, table, .none)
        return try withTable(tables.common) {
            var rows: [Int64] = []
            rows.reserveCapacity(models.count)
            try writeAll(models, tables, .insertion) { changes in
                _ = try isRow(changes, in: tables.common.name)
                rows.append(lastInsertRowId)
            }
            return rows
        }
    }

    @usableFromInline
    func insertAndRead<Model: FMModel>(
        _ model: Model, _ excluded: [String], _ name: String?
    ) throws -> (Model, Int64) {
        try saving(model, isNew: true) { try insertAndReadUncalled($0, excluded, name) }
    }

    private func insertAndReadUncalled<Model: FMModel>(
        _ model: Model, _ excluded: [String], _ name: String?
    ) throws -> (Model, Int64) {
        let table = try self.table(of: model, name, .ifThere)
        guard table.fillsModels else { return (model, try insertUncalled(model, excluded, name)) }
        let statement = try table.insertion(without: excluded)
        return try withTable(table) {
            try allOrNothing {
                let isRow = try isRow(write(model, with: statement), in: table.name)
                let row = lastInsertRowId
                return (isRow ? try newRow(of: model, row, table, excluded) : model, row)
            }
        }
    }

    fileprivate func insertAndRead<Model: FMModel>(_ models: [Model], _ name: String?) throws -> [Model] {
        if Model.fmCallbacks != nil { return try forEachOrNothing(models) { try insertAndRead($0, [], name).0 } }
        let tables = try self.tables(of: models, name, .ifThere)
        guard tables.common.fillsModels else {
            _ = try insertRows(models, name)
            return models
        }
        return try withTable(tables.common) { try allOrNothing { try insertAndRead(models, tables) } }
    }

    private func insertAndRead<Model: FMModel>(_ models: [Model], _ tables: ModelTables<Model>) throws -> [Model] {
        var rows: [Int64?] = []
        rows.reserveCapacity(models.count)
        try writeAll(models, tables, .insertion) { changes in
            rows.append(try isRow(changes, in: tables.common.name) ? lastInsertRowId : nil)
        }
        var filled = models
        for (index, row) in rows.enumerated() {
            guard let row else { continue }
            do {
                filled[index] = try newRow(of: models[index], row, tables.table(of: models[index]))
            } catch let error as FMError {
                throw error.ofElement(index)
            }
        }
        return filled
    }

    fileprivate func insertPossibleRows<Model: FMModel>(_ models: [Model], _ table: String?) throws -> [Int: FMError] {
        let tables = try self.tables(of: models, table, .none)
        let hasCallbacks = Model.fmCallbacks != nil
        return try withTable(tables.common) {
            try allOrNothing {
                var failures: [Int: FMError] = [:]
                var table = tables.common
                var values = FMModelValues(table.sql.insertion)
                for (index, model) in models.enumerated() {
                    do {
                        if hasCallbacks {
                            _ = try insertAndRead(model, [], table.name)
                            continue
                        }
                        if let each = tables.each {
                            table = try each(model)
                            values = FMModelValues(table.sql.insertion)
                        }
                        _ = try isRow(write(model, with: table.sql.insertion, &values), in: table.name)
                    } catch let error as FMError
                        where (error.concernsOneModel || error.message == table.sql.layout.keyIsNil?.message)
                        && isTransactionOpen
                    {
                        failures[index] = error
                    }
                }
                return failures
            }
        }
    }
}
