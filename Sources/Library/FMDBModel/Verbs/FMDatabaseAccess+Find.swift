import FMDB

/// Finding models.
///
/// A pool uses one of its reading connections. If a call has both `where:` and a closure, a row must match both.
extension FMDatabaseAccess {
    /// Returns the models that match a condition. Without a condition, returns all models.
    ///
    ///     let adults = try db.find(Person.self, orderBy: [.desc(\.age)], limit: 50) { $0.age >= 18 }
    ///     let people = try db.find(Person.self, where: "age > \(age) AND name IN \(names)")
    ///
    /// The corresponding SQL is [SELECT](https://sqlite.org/lang_select.html).
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: a table other than the model's own.
    ///   - condition: the condition on the rows.
    ///   - order: the sort terms, most significant first. Without them SQLite chooses the order.
    ///   - limit: the maximum number of models; nil for all.
    ///   - offset: the number of models to skip. To page through many rows, `find(_:from:where:orderBy:after:limit:key:)` is faster.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    ///   - filter: a condition written with the model's fields, ``FMModel/Columns``.
    /// - Throws: `FMError`: `.mismatch` if a row does not fit the model; the message names the column and the row. SQLite's code if the
    ///   statement fails.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0, file: StaticString = #fileID,
        line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws -> [Model] {
        let selection = Selection(condition.and(filter), order, limit: limit, offset: offset)
        return try reading(file, line) { try $0.models(type, selection.sql($0, table)) }
    }

    /// Returns one page: the models that follow a given model in an order. Each page is a separate query.
    ///
    ///     var page = try db.find(Person.self, orderBy: [.asc(\.name)], after: nil, limit: 50)
    ///     while let last = page.last {
    ///         page = try db.find(Person.self, orderBy: [.asc(\.name)], after: last, limit: 50)
    ///     }
    ///
    /// If an index has the order, every page takes as long as the first. The key breaks ties.
    ///
    /// - Parameters:
    ///   - type: a model with a key.
    ///   - table: a table other than the model's own.
    ///   - condition: the condition on the rows.
    ///   - order: the columns to sort by, most significant first.
    ///   - last: the last model of the previous page; nil for the first page.
    ///   - limit: the maximum number of models.
    ///   - key: the columns that distinguish the rows. Default: the model's key; for records, the table's primary key.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    ///   - filter: a condition written with the model's fields.
    /// - Throws: `FMError`: `.misuse` for a model without a key, for a negative limit, and for an order or key column that the model or
    ///   record does not have. Otherwise the errors of `find(_:from:where:orderBy:limit:offset:)`.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], after last: Model?, limit: Int, key: FMKey? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws -> [Model] {
        let selection = Selection(condition.and(filter), order, limit: limit, offset: 0)
        return try reading(file, line) { try $0.models(type, selection.page($0, table, after: last, key: key)) }
    }

    /// Returns the model that has a key, or nil if there is none.
    ///
    ///     let person = try db.find(Person.self, id: 7)
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column, or a model without a key.
    ///   - id: the key; for a model without a key, the rowid that `insert` returned. `VACUUM` may change the rowids of a table without
    ///     a key.
    ///   - table: a table other than the model's own.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.misuse` for a key of several columns; `.mismatch` for a row that does not fit.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Model? {
        try reading(file, line) { try $0.model(type, id, table) }
    }

    /// Returns the model that has a key stored as a raw value or as JSON text.
    ///
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    public func find<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Model? {
        try find(type, id: StoredValue<Model, any Encodable>(value: id), from: table, file: file, line: line)
    }

    /// Returns the models that have the given keys, in no particular order.
    ///
    ///     let people = try db.find(Person.self, ids: [7, 9])
    ///
    /// The key of an enumeration is its raw value. A key without a row is ignored, and a duplicate key returns its model once.
    ///
    /// - Throws: `FMError`: as `find(_:id:from:)`.
    public func find<Model: FMModel>(
        _ type: Model.Type, ids: [any FMValueConvertible], from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Model] {
        try reading(file, line) { database in
            let table = try database.tableWithKey(of: type, table)
            return try database.models(of: table, ids.map { try table.keyValue($0) })
        }
    }

    /// Returns the models of any query that returns the model's columns. The order of the columns does not matter.
    ///
    ///     let people = try db.find(Person.self, sql: "SELECT p.* FROM Person p JOIN team ON … WHERE team.name = \(name)")
    ///
    /// - Throws: `FMError`, as `FMDatabase.query(_:)` does; `.mismatch` for a row that does not fit; `.range` for a missing column.
    ///   `.misuse` if a column of the model appears twice, as in `SELECT *` of a join.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Model] {
        try reading(file, line) { try $0.models(type, sql, isOwn: false) }
    }

    /// Returns the first model in an order, or nil if there is none.
    ///
    /// - Throws: the errors of `find(_:from:where:orderBy:limit:offset:)`.
    @inlinable
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws -> Model? {
        try find(type, from: table, where: condition, orderBy: order, limit: 1, file: file, line: line, filter).first
    }

    /// Returns the last model in an order, or nil if there is none. Without an order, returns the model with the greatest key.
    ///
    /// - Throws: the errors of `find(_:from:where:orderBy:limit:offset:)`.
    public func last<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws -> Model? {
        let selection = Selection(condition.and(filter), order, limit: 1, offset: 0)
        return try reading(file, line) { try $0.models(type, selection.reversed($0, table)).first }
    }

    /// Calls a body for each model that matches a condition, without collecting the models. The call holds the connection until the
    /// end. If the body throws, the query ends.
    ///
    ///     try db.forEach(Person.self, where: "age > \(age)") { person in print(person.name) }
    ///
    /// - Throws: what the body throws, or `FMError`, as `find(_:from:where:orderBy:limit:offset:)` does.
    @inlinable
    public func forEach<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ body: (Model) throws -> Void
    ) throws {
        let selection = Selection(condition, order, limit: nil, offset: 0)
        try reading(file, line) { try $0.forEachModel(type, selection.sql($0, table), isOwn: true, body) }
    }

    /// Calls a body for each model of any query that returns the model's columns, without collecting the models. The call holds the
    /// connection until the end. If the body throws, the query ends.
    ///
    /// - Throws: what the body throws, or `FMError`, as `find(_:sql:)` does.
    @inlinable
    public func forEach<Model: FMModel>(
        _ type: Model.Type, sql: FMSQL, file: StaticString = #fileID, line: UInt = #line,
        _ body: (Model) throws -> Void
    ) throws {
        try reading(file, line) { try $0.forEachModel(type, sql, isOwn: false, body) }
    }
}

// MARK: - On a connection

extension FMDatabase {
    @usableFromInline
    func model<Model: FMModel>(_ type: Model.Type, _ id: any FMValueConvertible, _ table: String?) throws -> Model? {
        let table = try tableWithKey(of: type, table)
        return try models(type, "\(raw: table.sql.select) WHERE \(table.condition(key: table.keyValue(id)))").first
    }

    /// Returns the models of the given keys, from one statement, or from several that read the same state of the database.
    fileprivate func models<Model: FMModel>(of table: FMTable<Model>, _ keys: [FMValue]) throws -> [Model] {
        let lists = JSONList.pieces(keys)
        var models: [Model] = []
        func find() throws {
            for keys in lists {
                models += try self.models(
                    Model.self, "\(raw: table.sql.select) WHERE \(table.condition(keys: keys))")
            }
        }
        if lists.count == 1 { try find() } else { try withOneState(find) }
        return models
    }

    /// Returns the model of the row that was just written.
    func storedRow<Model: FMModel>(of table: FMTable<Model>, _ condition: FMSQL) throws -> Model {
        guard let model = try models(Model.self, "\(raw: table.sql.select) WHERE \(condition)").first else {
            throw table.rowIsMissing()
        }
        return model
    }
}
