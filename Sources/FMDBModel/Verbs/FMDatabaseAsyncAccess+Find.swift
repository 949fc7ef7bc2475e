import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
/// A closure over the columns is called before the wait, in the isolation of the caller.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `find(_:from:where:orderBy:limit:offset:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> [Model] {
        let condition = condition.and(filter)
        return try await reading(file, line) {
            try $0.find(Model.self, from: table, where: condition, orderBy: order, limit: limit, offset: offset)
        }
    }

    /// Asynchronous form of `find(_:from:where:orderBy:after:limit:key:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], after last: Model?, limit: Int, key: FMKey? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> [Model] {
        let condition = condition.and(filter)
        return try await reading(file, line) {
            try $0.find(Model.self, from: table, where: condition, orderBy: order, after: last, limit: limit, key: key)
        }
    }

    /// Asynchronous form of `find(_:id:from:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Model? {
        let key = try Model.fmTable.keyValue(id)
        return try await reading(file, line) { try $0.find(Model.self, id: key, from: table) }
    }

    /// Asynchronous form of `find(_:id:from:)`.
    @_disfavoredOverload
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Model? {
        try await find(type, id: EncodedKey<Model>(id), from: table, file: file, line: line)
    }

    /// Asynchronous form of `find(_:ids:from:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, ids: [any FMValueConvertible], from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> [Model] {
        var keys: [FMValue] = []
        for id in ids { keys.append(try Model.fmTable.keyValue(id)) }
        return try await reading(file, line) { [keys] in try $0.find(Model.self, ids: keys, from: table) }
    }

    /// Asynchronous form of `find(_:sql:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Model] {
        try await reading(file, line) { try $0.find(Model.self, sql: sql) }
    }

    /// Asynchronous form of `first(_:from:where:orderBy:)`.
    public func first<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Model? {
        let condition = condition.and(filter)
        return try await reading(file, line) { try $0.first(Model.self, from: table, where: condition, orderBy: order) }
    }

    /// Asynchronous form of `last(_:from:where:orderBy:)`.
    public func last<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Model? {
        let condition = condition.and(filter)
        return try await reading(file, line) { try $0.last(Model.self, from: table, where: condition, orderBy: order) }
    }

    /// Asynchronous form of `forEach(_:from:where:orderBy:_:)`.
    public func forEach<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Model) throws -> Void
    ) async throws {
        try await reading(file, line) {
            try $0.forEach(Model.self, from: table, where: condition, orderBy: order, body)
        }
    }

    /// Asynchronous form of `forEach(_:sql:_:)`.
    public func forEach<Model: FMModel & Sendable>(
        _ type: Model.Type, sql: FMSQL, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Model) throws -> Void
    ) async throws {
        try await reading(file, line) { try $0.forEach(Model.self, sql: sql, body) }
    }
}

extension FMDatabaseAsyncAccess {
    /// The models that a condition holds for, one after the other, in bounded memory.
    ///
    ///     for try await person in queue.each(Person.self, where: "age > \(age)") { print(person.name) }
    ///
    /// Each page is a state of the database of its own: what is written meanwhile is seen if it lies ahead in the order, and
    /// a model whose place in the order changes may come twice or not at all. To see a single state, read all in one call,
    /// by `find` or `forEach`.
    ///
    /// - Parameters:
    ///   - type: a model with a key, by which the pages go on.
    ///   - table: another table than the model's own.
    ///   - condition: which rows.
    ///   - order: columns in their order; the key decides between equals.
    ///   - batch: how many models are read, and kept, at a time; less than 1 counts as 1.
    ///   - key: the columns that tell the rows from each other; nil for the model's key, which is the table's for records.
    ///   - file: the caller's file, named in errors about waiting and about locks.
    ///   - line: the caller's line.
    ///   - filter: which rows, by the fields of the model.
    /// - Returns: a sequence that may be gone through more than once, each time anew.
    public func each<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], batch: Int = 256, key: FMKey? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) -> FMPages<Model> {
        let condition = condition.and(filter)
        let size = Swift.max(1, batch)
        return FMPages(of: size) { last in
            try await find(
                Model.self, from: table, where: condition, orderBy: order, after: last, limit: size, key: key,
                file: file,
                line: line)
        }
    }
}
