import FMDB

/// Models found. The calls run on the thread that uses the database, as all of its calls do.
extension FMDatabase {
    /// The models that a condition holds for.
    ///
    ///     let adults = try db.find(Person.self, orderBy: [.desc(\.age)], limit: 50) { $0.age >= 18 }
    ///
    /// The corresponding SQL is [SELECT](https://sqlite.org/lang_select.html).
    ///
    /// - Parameters:
    ///   - type: the model; ``FMModel/Columns`` are its fields.
    ///   - table: another table than the model's own.
    ///   - order: the first term counts most. Without one SQLite chooses.
    ///   - limit: how many at the most; nil for all.
    ///   - offset: how many are passed over first. To page through many rows `find(_:from:where:orderBy:after:limit:)` is
    ///     faster.
    ///   - condition: which rows.
    /// - Throws: `FMError`: `.mismatch` for a row that does not fit the model, naming the column and the row;
    ///   SQLite's code if it refuses.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [], limit: Int? = nil,
        offset: Int = 0, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> [Model] {
        try find(
            type, from: table, where: condition(Model.Columns()), orderBy: order, limit: limit, offset: offset)
    }

    /// The models that a condition holds for, all of them without one.
    ///
    ///     let people = try db.find(Person.self, where: "age > \(age) AND name IN \(names)")
    ///
    /// See the form with a closure.
    ///
    /// - Throws: as the form with a closure.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0
    ) throws -> [Model] {
        try ownModels(type, Selection(condition, order, limit: limit, offset: offset).sql(self, table))
    }

    /// The models that come behind another one, page by page.
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
    /// - Throws: `FMError`: `.misuse` for a model without a key, and for an order that is no column; otherwise as
    ///   `find(_:from:where:orderBy:limit:offset:)`.
    @inlinable
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], after last: Model?, limit: Int
    ) throws -> [Model] {
        try ownModels(type, Selection(condition, order, limit: limit, offset: 0).page(self, table, after: last))
    }

    /// The model of a key.
    ///
    ///     let person = try db.find(Person.self, id: 7)
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column, or one without a key.
    ///   - id: the key; for a model without one the number of the row, its `rowid`, which `insert` has returned. A `VACUUM` may
    ///     give rows without a key other numbers.
    ///   - table: another table than the model's own.
    /// - Returns: nil if there is none.
    /// - Throws: `FMError`: `.misuse` for a key of several columns; `.mismatch` for a row that does not fit.
    public func find<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil
    ) throws -> Model? {
        let table = try self.table(of: type, table)
        return try ownModels(type, "\(raw: table.texts.select) WHERE \(table.condition(key: table.keyValue(id)))").first
    }

    /// The model of a key of a type that goes into one column as a raw value, or as JSON text.
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column.
    ///   - id: the key.
    ///   - table: another table than the model's own.
    /// - Returns: nil if there is none.
    /// - Throws: `FMError`: as for other keys; `.mismatch` for a value that cannot be encoded.
    @_disfavoredOverload
    public func find<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil
    ) throws -> Model? {
        let table = try self.table(of: type, table)
        return try ownModels(type, "\(raw: table.texts.select) WHERE \(table.condition(key: table.keyValue(id)))").first
    }

    /// The first model in an order.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: as `find(_:from:where:orderBy:limit:offset:)`.
    @inlinable
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        where condition: FMWhere<Model> = .all
    ) throws -> Model? {
        try find(type, from: table, where: condition, orderBy: order, limit: 1).first
    }

    /// The first model that a condition holds for.
    ///
    /// - Throws: as `find(_:from:where:orderBy:limit:offset:)`.
    @inlinable
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Model? {
        try first(type, from: table, orderBy: order, where: condition(Model.Columns()))
    }

    /// The last model in an order; without one, the one with the greatest key.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: as `find(_:from:where:orderBy:limit:offset:)`.
    public func last<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        where condition: FMWhere<Model> = .all
    ) throws -> Model? {
        try ownModels(type, Selection(condition, order, limit: 1, offset: 0).reversed(self, table)).first
    }

    /// The models of the rows of any query that has the columns of the model, in any order.
    ///
    ///     let people = try db.models(Person.self, "SELECT p.* FROM Person p JOIN team ON … WHERE team.name = \(name)")
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - sql: one statement with its values.
    /// - Throws: `FMError`, as `FMDatabase.query(_:)` does; `.mismatch` for a row that does not fit, `.range` for a column
    ///   that is missing, and `.misuse` for two columns of a name that the model has, as `SELECT *` of a join has them.
    @inlinable
    public func models<Model: FMModel>(_ type: Model.Type, _ sql: FMSQL) throws -> [Model] {
        var models: [Model] = []
        try forEachModel(type, sql) { models.append($0) }
        return models
    }

    /// Calls a body for each model of any query that has the columns of the model, without keeping any.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - sql: one statement with its values.
    ///   - body: if it throws, the query ends.
    /// - Throws: what the body throws, or `FMError`, as `models(_:_:)` does.
    @inlinable
    public func forEachModel<Model: FMModel>(_ type: Model.Type, _ sql: FMSQL, _ body: (Model) throws -> Void) throws {
        try forEachModel(type, sql, isOwn: false, body)
    }

    /// The models of rows that were asked for column by column.
    @inlinable
    func ownModels<Model: FMModel>(_ type: Model.Type, _ sql: FMSQL) throws -> [Model] {
        var models: [Model] = []
        try forEachModel(type, sql, isOwn: true) { models.append($0) }
        return models
    }

    /// - Parameter isOwn: whether the columns are those of the model, each once.
    @inlinable
    func forEachModel<Model: FMModel>(
        _ type: Model.Type, _ sql: FMSQL, isOwn: Bool, _ body: (Model) throws -> Void
    ) throws {
        let cursor = try query(sql)
        defer { cursor.close() }
        var number = 0
        while let row = try cursor.nextRow() {
            if number == 0, !isOwn { try type.expectSingleColumns(row, sql) }
            let model: Model
            do {
                model = try Model(fmRow: row)
            } catch let error as FMError {
                throw error.ofRow(number)
            }
            number += 1
            try body(model)
        }
    }

    /// Calls a body for each model that a condition holds for, without keeping any.
    ///
    ///     try db.forEach(Person.self, where: "age > \(age)") { person in print(person.name) }
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: another table than the model's own.
    ///   - condition: which rows.
    ///   - order: the first term counts most.
    ///   - body: if it throws, the query ends.
    /// - Throws: what the body throws, or `FMError`, as `find(_:from:where:orderBy:limit:offset:)` does.
    @inlinable
    public func forEach<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], _ body: (Model) throws -> Void
    ) throws {
        try forEachModel(
            type, Selection(condition, order, limit: nil, offset: 0).sql(self, table), isOwn: true, body)
    }

    /// The model of the row that has just been written.
    func storedRow<Model: FMModel>(of table: FMTable<Model>, _ condition: FMSQL) throws -> Model {
        guard let model = try ownModels(Model.self, "\(raw: table.texts.select) WHERE \(condition)").first else {
            throw table.rowIsMissing()
        }
        return model
    }
}

extension FMModel {
    /// A row of a join may have a column of each table under one name: a model of it could be another row's.
    ///
    /// - Throws: `FMError` with the code `.misuse`, naming the column.
    @usableFromInline
    @inline(never)
    static func expectSingleColumns(_ row: FMRow, _ sql: FMSQL) throws(FMError) {
        let doubled = ColumnName.doubled(in: row.columnNames)
        guard !doubled.isEmpty else { return }
        // Where the table is not known, neither is what the model does without.
        let table = try? fmTable
        guard let name = doubled.first(where: { table?.index(of: $0) != nil || table == nil }) else { return }
        throw FMError(
            .misuse,
            """
            the query has more than one column \(name), which \(Self.self) has: select the columns of its table alone, as \
            in SELECT t.*, or give the others another name by AS
            """, sql: sql.text)
    }
}

extension FMError {
    @usableFromInline
    func ofRow(_ number: Int) -> FMError { FMError(extendedCode, "row \(number), \(message)", sql: sql) }
}
