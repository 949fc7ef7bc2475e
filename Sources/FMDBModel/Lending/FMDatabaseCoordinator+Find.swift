import FMDB

/// Models found: by a pool on a connection that only reads.
///
/// They run on the caller's thread, and throw what the verb of `FMDatabase` throws, or what `withDatabase` does. `file` and
/// `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseCoordinator {
    /// The models that a condition holds for. See `find(_:from:orderBy:limit:offset:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [], limit: Int? = nil,
        offset: Int = 0, file: StaticString = #fileID, line: UInt = #line,
        _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> [Model] {
        try find(
            type, from: table, where: condition(Model.Columns()), orderBy: order, limit: limit, offset: offset,
            file: file, line: line)
    }

    /// The models that a condition holds for, all of them without one. See `find(_:from:where:orderBy:limit:offset:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Model] {
        try reading(file, line) {
            try $0.find(Model.self, from: table, where: condition, orderBy: order, limit: limit, offset: offset)
        }
    }

    /// The models that come behind another one, page by page. Each page is a state of the database of its own. See
    /// `find(_:from:where:orderBy:after:limit:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], after last: Model?, limit: Int, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Model] {
        try reading(file, line) {
            try $0.find(Model.self, from: table, where: condition, orderBy: order, after: last, limit: limit)
        }
    }

    /// The model of a key. See `find(_:id:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func find<Model: FMModel>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Model? {
        let key = try Model.fmTable.keyValue(id)
        return try reading(file, line) { try $0.find(Model.self, id: key, from: table) }
    }

    /// The model of a key of a type that goes into one column as a raw value, or as JSON text. See
    /// `find(_:id:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    @_disfavoredOverload
    public func find<Model: FMModel>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Model? {
        let key = try Model.fmTable.keyValue(id)
        return try reading(file, line) { try $0.find(Model.self, id: key, from: table) }
    }

    /// The first model in an order. See `first(_:from:orderBy:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Model? {
        try reading(file, line) { try $0.first(Model.self, from: table, orderBy: order, where: condition) }
    }

    /// The first model that a condition holds for. See `first(_:from:orderBy:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) throws -> Model? {
        try first(
            type, from: table, orderBy: order, where: condition(Model.Columns()), file: file, line: line)
    }

    /// The last model in an order; without one, the one with the greatest key. See `last(_:from:orderBy:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func last<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Model? {
        try reading(file, line) { try $0.last(Model.self, from: table, orderBy: order, where: condition) }
    }

    /// The models of the rows of any query that has the columns of the model, in any order. See `models(_:_:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func models<Model: FMModel>(
        _ type: Model.Type, _ sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Model] {
        try reading(file, line) { try $0.models(Model.self, sql) }
    }

    /// Calls a body for each model of any query that has the columns of the model, without keeping any. The connection
    /// is kept until the end. See `forEachModel(_:_:_:)` of `FMDatabase`.
    ///
    /// - Throws: What the body throws, or `FMError`, as that does, or what `withDatabase` throws.
    public func forEachModel<Model: FMModel>(
        _ type: Model.Type, _ sql: FMSQL, file: StaticString = #fileID, line: UInt = #line,
        _ body: (Model) throws -> Void
    ) throws {
        try reading(file, line) { try $0.forEachModel(Model.self, sql, body) }
    }

    /// Calls a body for each model that a condition holds for, without keeping any. The connection is kept until the
    /// end. See `forEach(_:from:where:orderBy:_:)` of `FMDatabase`.
    ///
    /// - Throws: What the body throws, or `FMError`, as that does, or what `withDatabase` throws.
    public func forEach<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ body: (Model) throws -> Void
    ) throws {
        try reading(file, line) { try $0.forEach(Model.self, from: table, where: condition, orderBy: order, body) }
    }
}

// MARK: - Asynchronous

/// The same verbs for asynchronous code, in which these forms are taken. Cancelling the task ends them with
/// `CancellationError`. A closure over the columns is called before the wait, in the isolation of the caller.
extension FMDatabaseCoordinator {
    /// The models that a condition holds for, without blocking the caller's thread. See
    /// `find(_:from:orderBy:limit:offset:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [], limit: Int? = nil,
        offset: Int = 0, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) async throws -> [Model] {
        try await find(
            type, from: table, where: condition(Model.Columns()), orderBy: order, limit: limit, offset: offset,
            file: file, line: line)
    }

    /// The models that a condition holds for, all of them without one, without blocking the caller's thread. See
    /// `find(_:from:where:orderBy:limit:offset:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> [Model] {
        try await reading(file, line) {
            try $0.find(Model.self, from: table, where: condition, orderBy: order, limit: limit, offset: offset)
        }
    }

    /// The models that come behind another one, page by page, without blocking the caller's thread. Each page is a
    /// state of the database of its own. See `find(_:from:where:orderBy:after:limit:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], after last: Model?, limit: Int, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> [Model] {
        try await reading(file, line) {
            try $0.find(Model.self, from: table, where: condition, orderBy: order, after: last, limit: limit)
        }
    }

    /// The model of a key, without blocking the caller's thread. See `find(_:id:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Model? {
        let key = try Model.fmTable.keyValue(id)
        return try await reading(file, line) { try $0.find(Model.self, id: key, from: table) }
    }

    /// The model of a key of a type that goes into one column as a raw value, or as JSON text, without blocking the
    /// caller's thread. See `find(_:id:from:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    @_disfavoredOverload
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Model? {
        let key = try Model.fmTable.keyValue(id)
        return try await reading(file, line) { try $0.find(Model.self, id: key, from: table) }
    }

    /// The first model in an order, without blocking the caller's thread. See `first(_:from:orderBy:where:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func first<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Model? {
        try await reading(file, line) { try $0.first(Model.self, from: table, orderBy: order, where: condition) }
    }

    /// The first model that a condition holds for, without blocking the caller's thread. See `first(_:from:orderBy:_:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func first<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ condition: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Model? {
        try await first(
            type, from: table, orderBy: order, where: condition(Model.Columns()), file: file, line: line)
    }

    /// The last model in an order; without one, the one with the greatest key, without blocking the caller's thread.
    /// See `last(_:from:orderBy:where:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func last<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [],
        where condition: FMWhere<Model> = .all, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Model? {
        try await reading(file, line) { try $0.last(Model.self, from: table, orderBy: order, where: condition) }
    }

    /// The models of the rows of any query that has the columns of the model, in any order, without blocking the
    /// caller's thread. See `models(_:_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func models<Model: FMModel & Sendable>(
        _ type: Model.Type, _ sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Model] {
        try await reading(file, line) { try $0.models(Model.self, sql) }
    }

    /// Calls a body for each model of any query that has the columns of the model, without keeping any, without
    /// blocking the caller's thread. The connection is kept until the end. See `forEachModel(_:_:_:)` of `FMDatabase`.
    ///
    /// - Throws: What the body throws, or `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func forEachModel<Model: FMModel & Sendable>(
        _ type: Model.Type, _ sql: FMSQL, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Model) throws -> Void
    ) async throws {
        try await reading(file, line) { try $0.forEachModel(Model.self, sql, body) }
    }

    /// Calls a body for each model that a condition holds for, without keeping any, without blocking the caller's
    /// thread. The connection is kept until the end. See `forEach(_:from:where:orderBy:_:)` of `FMDatabase`.
    ///
    /// - Throws: What the body throws, or `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func forEach<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Model) throws -> Void
    ) async throws {
        try await reading(file, line) {
            try $0.forEach(Model.self, from: table, where: condition, orderBy: order, body)
        }
    }
}
