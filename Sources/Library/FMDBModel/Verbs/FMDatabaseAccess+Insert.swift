import FMDB

/// Inserting models. A queue or pool runs each call in a transaction.
///
/// A view accepts rows through its `INSTEAD OF` trigger. SQLite does not report whether the trigger inserted a row, or its rowid. So
/// the returned rowid is meaningless for a view, as it is for a `WITHOUT ROWID` table. Models inserted into a view stay unchanged.
extension FMDatabaseAccess {
    /// Inserts a model as a new row.
    ///
    /// The corresponding SQL is [INSERT](https://sqlite.org/lang_insert.html).
    ///
    /// - Parameters:
    ///   - model: the model. If its automatic key is nil, SQLite generates it. Columns that a record lacks get their defaults.
    ///   - excluded: the names of columns that get their defaults instead of the model's values.
    ///   - table: a table other than the model's own; required for a record.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: the rowid of the new row, which is also its automatic key.
    /// - Throws: `FMError`: `.constraint` if the row violates a primary key, `UNIQUE` or another constraint. Also `.constraint` if
    ///   `ON CONFLICT IGNORE` or a trigger makes SQLite skip the row; the trigger's own changes are kept.
    ///
    ///   `.mismatch` for a value that SQLite cannot store; `.range` for an excluded column that the model does not have. `.misuse` for
    ///   a nil key that SQLite does not generate, unless it is excluded, and for a record without a table name. `.error` for a record's
    ///   column that the table does not have.
    @inlinable
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: Model, excluding excluded: [String] = [], into table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Int64 {
        try writing(file, line) { try $0.insertRow(model, excluded, table) }
    }

    /// Inserts a model as a new row without some of its properties, whose columns get their defaults.
    ///
    /// - Returns: the rowid of the new row.
    /// - Throws: the errors of `insert(_:into:)`; `.range` if the table has no column for a property.
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

    /// Inserts a model as a new row, then fills in the model's automatic key and its created and updated times. A record receives all
    /// columns.
    ///
    /// - Returns: the rowid of the new row.
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

    /// Inserts models as new rows, all or none. Records may have different columns.
    ///
    /// - Returns: the rowids of the new rows.
    /// - Throws: `FMError`, as `insert(_:into:)` does, with the index of the model in `FMError.batchIndex`.
    ///   Nothing is changed then.
    @inlinable
    @discardableResult
    public func insert<Model: FMModel>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Int64] {
        try writing(file, line) { try $0.insertRows(models, table) }
    }

    /// Inserts models as new rows, all or none, then fills in their automatic keys and their created and updated times. Records receive
    /// all columns.
    ///
    /// - Throws: `FMError`, as `insert(_:into:)` does, with the index of the model in `FMError.batchIndex`.
    ///   Neither the table nor the models are changed then.
    public func insert<Model: FMModel>(
        _ models: inout [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        models = try writing(file, line) { try $0.insertAndRead(models, table) }
    }

    /// Inserts as many of the models as possible. Records may have different columns.
    ///
    /// - Returns: the errors of the models that were not inserted, by index: violated constraints, nil keys, and values that SQLite
    ///   cannot store.
    /// - Throws: `FMError` if the failure affects all models, for example a full disk. Nothing is changed then.
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
