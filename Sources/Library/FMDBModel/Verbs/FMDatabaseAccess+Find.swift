import FMDB

/// Finding models.
///
/// A pool reads on one of its reading connections. Where there are two conditions, `where:` and the closure, both hold.
extension FMDatabaseAccess {
    /// The models that fulfil a condition; all of them without one.
    ///
    ///     let adults = try db.find(Person.self, orderBy: [.desc(\.age)], limit: 50) { $0.age >= 18 }
    ///     let people = try db.find(Person.self, where: "age > \(age) AND name IN \(names)")
    ///
    /// The corresponding SQL is [SELECT](https://sqlite.org/lang_select.html).
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: another table than the model's own.
    ///   - condition: which rows.
    ///   - order: the first term counts most. Without one SQLite chooses.
    ///   - limit: how many at the most; nil for all.
    ///   - offset: how many are skipped. To page through many rows `find(_:from:where:orderBy:after:limit:key:)` is
    ///     faster.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    ///   - filter: which rows, by ``FMModel/Columns``, the fields of the model.
    /// - Throws: `FMError`: `.mismatch` for a row that does not fit the model, naming the column and the row; SQLite's code
    ///   if it refuses.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0, file: StaticString = #fileID,
        line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws -> [Model] {
        let selection = Selection(condition.and(filter), order, limit: limit, offset: offset)
        return try reading(file, line) { try $0.models(type, selection.sql($0, table)) }
    }

    /// The models that come after another one, page by page. Each page is read by itself.
    ///
    ///     var page = try db.find(Person.self, orderBy: [.asc(\.name)], after: nil, limit: 50)
    ///     while let last = page.last {
    ///         page = try db.find(Person.self, orderBy: [.asc(\.name)], after: last, limit: 50)
    ///     }
    ///
    /// Each page takes as long as the first one where an index has the order. The key decides between equals.
    ///
    /// - Parameters:
    ///   - type: a model with a key.
    ///   - table: another table than the model's own.
    ///   - condition: which rows.
    ///   - order: columns in their order.
    ///   - last: the last model of the page before; nil for the first page.
    ///   - limit: how many at the most.
    ///   - key: the columns that distinguish the rows; nil for the model's key, which is the table's for records.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    ///   - filter: which rows, by the fields of the model.
    /// - Throws: `FMError`: `.misuse` for a model without a key and for a negative limit. `.misuse` for an order or a key of
    ///   columns that the model or the record does not have. Otherwise as `find(_:from:where:orderBy:limit:offset:)`.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], after last: Model?, limit: Int, key: FMKey? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws -> [Model] {
        let selection = Selection(condition.and(filter), order, limit: limit, offset: 0)
        return try reading(file, line) { try $0.models(type, selection.page($0, table, after: last, key: key)) }
    }

    /// The model of a key; nil if there is none.
    ///
    ///     let person = try db.find(Person.self, id: 7)
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column, or one without a key.
    ///   - id: the key; for a model without one the `rowid`, which `insert` has returned. A `VACUUM` may give rows without a
    ///     key other numbers.
    ///   - table: another table than the model's own.
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

    /// The model of a key whose type is stored in one column, as a raw value or as JSON text.
    ///
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    public func find<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Model? {
        try find(type, id: StoredValue<Model, any Encodable>(value: id), from: table, file: file, line: line)
    }

    /// The models of some keys, in any order.
    ///
    ///     let people = try db.find(Person.self, ids: [7, 9])
    ///
    /// The key of an enumeration is its raw value. A key without a row has no model in the result; a key that is given twice has one.
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

    /// The models of the rows of any query that has the columns of the model, in any order.
    ///
    ///     let people = try db.find(Person.self, sql: "SELECT p.* FROM Person p JOIN team ON … WHERE team.name = \(name)")
    ///
    /// - Throws: `FMError`, as `FMDatabase.query(_:)` does; `.mismatch` for a row that does not fit; `.range` for a missing column.
    ///   `.misuse` for two columns of a name that the model has, as `SELECT *` of a join has them.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Model] {
        try reading(file, line) { try $0.models(type, sql, isOwn: false) }
    }

    /// The first model in an order; nil if there is none.
    ///
    /// - Throws: as `find(_:from:where:orderBy:limit:offset:)`.
    @inlinable
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws -> Model? {
        try find(type, from: table, where: condition, orderBy: order, limit: 1, file: file, line: line, filter).first
    }

    /// The last model in an order; without one, the one with the greatest key. Nil if there is none.
    ///
    /// - Throws: as `find(_:from:where:orderBy:limit:offset:)`.
    public func last<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) throws -> Model? {
        let selection = Selection(condition.and(filter), order, limit: 1, offset: 0)
        return try reading(file, line) { try $0.models(type, selection.reversed($0, table)).first }
    }

    /// Calls a body for each model that fulfils a condition, without keeping any. The connection is kept until the end. If
    /// the body throws, the query ends.
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

    /// Calls a body for each model of any query that has the columns of the model, without keeping any. The connection is
    /// kept until the end. If the body throws, the query ends.
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

    /// The models of some keys: by one statement, or by several that see one state.
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

    /// The model of the row that has just been written.
    func storedRow<Model: FMModel>(of table: FMTable<Model>, _ condition: FMSQL) throws -> Model {
        guard let model = try models(Model.self, "\(raw: table.sql.select) WHERE \(condition)").first else {
            throw table.rowIsMissing()
        }
        return model
    }
}
