import FMDB

// pure list: exempt from the length limits
// Scripts/ladders writes the extension.

/// Asynchronous forms of the verbs for models, which do not block the caller's thread.
///
/// If the task is cancelled, a call throws `CancellationError` and writes nothing. A closure that takes the columns is called before the
/// wait, in the caller's isolation. All other closures are called on a thread of the database. An `inout` model is replaced after the
/// commit.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `count(_:in:where:_:)`.
    public func count<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Int {
        let condition = condition.and(filter)
        return try await accessing(.read, file, line) { database throws(FMError) in
            try database.rowCount(type, condition, table)
        }
    }

    /// Asynchronous form of `exists(_:in:where:_:)`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Bool {
        let condition = condition.and(filter)
        return try await accessing(.read, file, line) { database throws(FMError) in
            try database.rowExists(type, condition, table)
        }
    }

    /// Asynchronous form of `exists(_:id:in:)`.
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        let id = try Model.fmTable.keyValue(id)
        return try await accessing(.read, file, line) { try $0.exists(type, id: id, in: table) }
    }

    /// Asynchronous form of `exists(_:id:in:)`.
    @_disfavoredOverload
    public func exists<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await exists(type, id: StoredValue<Model, any Encodable>(value: id), in: table, file: file, line: line)
    }

    /// Asynchronous form of `sum(_:in:where:_:)`.
    public func sum<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Sum? {
        try await aggregate(.sum, .property(property), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `average(_:in:where:_:)`.
    public func average<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Mean? {
        try await aggregate(.average, .property(property), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `min(_:in:where:_:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        try await aggregate(.min, .property(property), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `min(_:in:where:_:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        try await aggregate(.min, .property(property), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `max(_:in:where:_:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        try await aggregate(.max, .property(property), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `max(_:in:where:_:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ property: KeyPath<Model, Value?>, in table: String? = nil, where condition: FMWhere<Model> = .all,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        try await aggregate(.max, .property(property), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `sum(_:_:as:in:where:_:)`.
    public func sum<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Sum? {
        try await aggregate(.sum, .named(column), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `average(_:_:as:in:where:_:)`.
    public func average<Model: FMModel & Sendable, Value: FMSummable & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type = Double.self, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value.Mean? {
        try await aggregate(.average, .named(column), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `min(_:_:as:in:where:_:)`.
    public func min<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        try await aggregate(.min, .named(column), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `max(_:_:as:in:where:_:)`.
    public func max<Model: FMModel & Sendable, Value: FMValueConvertible & Sendable>(
        _ type: Model.Type, _ column: String, as: Value.Type, in table: String? = nil,
        where condition: FMWhere<Model> = .all, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Value? {
        try await aggregate(.max, .named(column), table, condition.and(filter), file, line)
    }

    /// Asynchronous form of `save(_:in:key:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await writing(file, line) { try $0.save(model, in: table, key: key, onConflict: policy) }
    }

    /// Asynchronous form of `save(_:by:in:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable, Value>(
        _ model: Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        let key = try column(Model.Columns()).key
        return try await save(model, in: table, key: key, onConflict: policy, file: file, line: line)
    }

    /// Asynchronous form of `save(_:in:key:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable>(
        _ model: inout Model, in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await writing(file, line, filling: &model) { try $0.save(&$1, in: table, key: key, onConflict: policy) }
    }

    /// Asynchronous form of `save(_:by:in:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable, Value>(
        _ model: inout Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        let key = try column(Model.Columns()).key
        return try await save(&model, in: table, key: key, onConflict: policy, file: file, line: line)
    }

    /// Asynchronous form of `save(_:in:key:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, onConflict policy: FMConflictPolicy,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.save(models, in: table, key: key, onConflict: policy) }
    }

    /// Asynchronous form of `save(_:by:in:onConflict:)`.
    @discardableResult
    public func save<Model: FMModel & Sendable, Value>(
        _ models: [Model], by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        onConflict policy: FMConflictPolicy = .update, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        let key = try column(Model.Columns()).key
        return try await save(models, in: table, key: key, onConflict: policy, file: file, line: line)
    }

    /// Asynchronous form of `copy(from:to:mapping:replacing:where:)`.
    @discardableResult
    public func copy(
        from source: String, to target: String, mapping: KeyValuePairs<String, String> = [:],
        replacing isReplacing: Bool = false, where condition: FMWhere<FMRecord> = .all, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) {
            try $0.copy(from: source, to: target, mapping: mapping, replacing: isReplacing, where: condition)
        }
    }

    /// Asynchronous form of `delete(_:from:key:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ model: Model, from table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await writing(file, line) { try $0.delete(model, from: table, key: key) }
    }

    /// Asynchronous form of `delete(_:from:key:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ models: [Model], from table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.delete(models, from: table, key: key) }
    }

    /// Asynchronous form of `delete(_:id:from:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        let id = try Model.fmTable.keyValue(id)
        return try await accessing(.write, file, line) { try $0.delete(type, id: id, from: table) }
    }

    /// Asynchronous form of `delete(_:id:from:)`.
    @_disfavoredOverload @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Bool {
        try await delete(type, id: StoredValue<Model, any Encodable>(value: id), from: table, file: file, line: line)
    }

    /// Asynchronous form of `delete(_:from:_:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Int {
        try await delete(type, from: table, where: filter(Model.Columns()), file: file, line: line)
    }

    /// Asynchronous form of `delete(_:from:where:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model>, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int {
        try await accessing(.write, file, line) { try $0.delete(type, from: table, where: condition) }
    }

    /// Asynchronous form of `find(_:from:where:orderBy:limit:offset:_:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> [Model] {
        let selection = Selection(condition.and(filter), order, limit: limit, offset: offset)
        return try await reading(file, line) { try $0.models(type, selection.sql($0, table)) }
    }

    /// Asynchronous form of `find(_:from:where:orderBy:after:limit:key:_:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], after last: Model?, limit: Int, key: FMKey? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> [Model] {
        let selection = Selection(condition.and(filter), order, limit: limit, offset: 0)
        return try await reading(file, line) { try $0.models(type, selection.page($0, table, after: last, key: key)) }
    }

    /// Asynchronous form of `find(_:id:from:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any FMValueConvertible, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Model? {
        let id = try Model.fmTable.keyValue(id)
        return try await reading(file, line) { try $0.find(type, id: id, from: table) }
    }

    /// Asynchronous form of `find(_:id:from:)`.
    @_disfavoredOverload
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, id: any Encodable, from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Model? {
        try await find(type, id: StoredValue<Model, any Encodable>(value: id), from: table, file: file, line: line)
    }

    /// Asynchronous form of `find(_:ids:from:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, ids: [any FMValueConvertible], from table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> [Model] {
        let ids = try ids.map { try Model.fmTable.keyValue($0) }
        return try await reading(file, line) { try $0.find(type, ids: ids, from: table) }
    }

    /// Asynchronous form of `find(_:sql:)`.
    public func find<Model: FMModel & Sendable>(
        _ type: Model.Type, sql: FMSQL, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Model] {
        try await reading(file, line) { try $0.find(type, sql: sql) }
    }

    /// Asynchronous form of `first(_:from:where:orderBy:_:)`.
    public func first<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Model? {
        try await find(type, from: table, where: condition, orderBy: order, limit: 1, file: file, line: line, filter)
            .first
    }

    /// Asynchronous form of `last(_:from:where:orderBy:_:)`.
    public func last<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) async throws -> Model? {
        let selection = Selection(condition.and(filter), order, limit: 1, offset: 0)
        return try await reading(file, line) { try $0.models(type, selection.reversed($0, table)).first }
    }

    /// Asynchronous form of `forEach(_:from:where:orderBy:_:)`.
    public func forEach<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Model) throws -> Void
    ) async throws {
        try await reading(file, line) { try $0.forEach(type, from: table, where: condition, orderBy: order, body) }
    }

    /// Asynchronous form of `forEach(_:sql:_:)`.
    public func forEach<Model: FMModel & Sendable>(
        _ type: Model.Type, sql: FMSQL, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Model) throws -> Void
    ) async throws {
        try await reading(file, line) { try $0.forEach(type, sql: sql, body) }
    }

    /// Asynchronous form of `findReadable(_:from:where:orderBy:limit:offset:onMismatch:)`.
    public func findReadable<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0, file: StaticString = #fileID,
        line: UInt = #line, onMismatch report: @escaping @Sendable (_ error: FMError, _ row: FMRecord) throws -> Void
    ) async throws -> [Model] {
        try await reading(file, line) {
            try $0.findReadable(
                type, from: table, where: condition, orderBy: order, limit: limit, offset: offset, onMismatch: report)
        }
    }

    /// Asynchronous form of `insert(_:excluding:into:)`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: Model, excluding excluded: [String] = [], into table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line) { try $0.insert(model, excluding: excluded, into: table) }
    }

    /// Asynchronous form of `insert(_:excluding:into:)`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: Model, excluding excluded: [PartialKeyPath<Model>], into table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        let excluded = try Model.fmTable.names(of: excluded)
        return try await writing(file, line) { try $0.insert(model, excluding: excluded, into: table) }
    }

    /// Asynchronous form of `insert(_:into:)`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: inout Model, into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line, filling: &model) { try $0.insert(&$1, into: table) }
    }

    /// Asynchronous form of `insert(_:into:)`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Int64] {
        try await writing(file, line) { try $0.insert(models, into: table) }
    }

    /// Asynchronous form of `insert(_:into:)`.
    public func insert<Model: FMModel & Sendable>(
        _ models: inout [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line, filling: &models) { try $0.insert(&$1, into: table) }
    }

    /// Asynchronous form of `insertPossible(_:into:)`.
    public func insertPossible<Model: FMModel & Sendable>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Int: FMError] {
        try await writing(file, line) { try $0.insertPossible(models, into: table) }
    }

    /// Asynchronous form of `createTable(_:named:)`.
    @discardableResult
    public func createTable<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await accessing(.outsideTransaction, file, line) { try $0.createTable(type, named: name) }
    }

    /// Asynchronous form of `upgradeTable(_:policy:renamed:named:)`.
    @discardableResult
    public func upgradeTable<Model: FMModel & Sendable>(
        _ type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await accessing(.outsideTransaction, file, line) {
            try $0.upgradeTable(type, policy: policy, renamed: renamed, named: name)
        }
    }

    /// Asynchronous form of `upgradeTable(to:policy:renamed:)`.
    @discardableResult
    public func upgradeTable<Model: Sendable>(
        to table: FMTable<Model>, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await accessing(.outsideTransaction, file, line) {
            try $0.upgradeTable(to: table, policy: policy, renamed: renamed)
        }
    }

    /// Asynchronous form of `upgradePlan(for:policy:renamed:named:)`.
    public func upgradePlan<Model: FMModel & Sendable>(
        for type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await accessing(.outsideTransaction, file, line) {
            try $0.upgradePlan(for: type, policy: policy, renamed: renamed, named: name)
        }
    }

    /// Asynchronous form of `createTable(_:columns:key:)`.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnKind>, key: FMKey = [], file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await accessing(.outsideTransaction, file, line) { try $0.createTable(name, columns: columns, key: key) }
    }

    /// Asynchronous form of `tableExists(_:named:)`.
    public func tableExists<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await accessing(.read, file, line) { try $0.tableExists(type, named: name) }
    }

    /// Asynchronous form of `columnNames(_:)`.
    public func columnNames(
        _ table: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [String] {
        try await accessing(.read, file, line) { try $0.columnNames(table) }
    }

    /// Asynchronous form of `dropTable(_:named:)`.
    public func dropTable<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await accessing(.write, file, line) { try $0.dropTable(type, named: name) }
    }

    /// Asynchronous form of `dropTable(_:)`.
    public func dropTable(_ name: String, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await accessing(.write, file, line) { try $0.dropTable(name) }
    }

    /// Asynchronous form of `insert(_:into:)`.
    @discardableResult
    public func insert(
        _ record: FMRecord, into table: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line) { try $0.insert(record, into: table) }
    }

    /// Asynchronous form of `update(_:in:key:)`.
    public func update(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(record, in: table, key: key) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(record, in: table, key: key) }
    }

    /// Asynchronous form of `update(_:set:in:where:)`.
    @discardableResult
    public func update(
        _ type: FMRecord.Type, set values: FMRecord, in table: String, where condition: FMWhere<FMRecord>,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.update(type, set: values, in: table, where: condition) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save<Model: FMModel & Sendable>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(model, in: table, key: key) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save<Model: FMModel & Sendable>(
        _ model: inout Model, in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await writing(file, line, filling: &model) { try $0.save(&$1, in: table, key: key) }
    }

    /// Asynchronous form of `save(_:in:key:)`.
    public func save<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.save(models, in: table, key: key) }
    }

    /// Asynchronous form of `replaceAll(_:with:in:)`.
    public func replaceAll<Model: FMModel & Sendable>(
        _ type: Model.Type, with models: [Model], in table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.replaceAll(type, with: models, in: table) }
    }

    /// Asynchronous form of `update(_:only:in:key:)`.
    public func update<Model: FMModel & Sendable>(
        _ model: Model, only columns: [String]? = nil, in table: String? = nil, key: FMKey? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(model, only: columns, in: table, key: key) }
    }

    /// Asynchronous form of `update(_:from:in:)`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ model: Model, from former: Model, in table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [String] {
        try await writing(file, line) { try $0.update(model, from: former, in: table) }
    }

    /// Asynchronous form of `update(_:in:key:)`.
    public func update<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.update(models, in: table, key: key) }
    }

    /// Asynchronous form of `update(_:set:in:_:)`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        _ filter: (Model.Columns) -> FMWhere<Model>
    ) async throws -> Int {
        try await update(type, set: assignments, in: table, where: filter(Model.Columns()), file: file, line: line)
    }

    /// Asynchronous form of `update(_:set:in:where:)`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil,
        where condition: FMWhere<Model>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.update(type, set: assignments, in: table, where: condition) }
    }

    /// Asynchronous form of `upsert(_:in:key:setting:)`.
    @discardableResult
    public func upsert<Model: FMModel & Sendable>(
        _ model: Model, in table: String? = nil, key: FMKey? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) async throws -> Model {
        let assignments = assignments?(Model.Columns(), FMExcluded())
        return try await writing(file, line) { try $0.upsertRow(model, table, key, assignments) }
    }

    /// Asynchronous form of `upsert(_:by:in:setting:)`.
    @discardableResult
    public func upsert<Model: FMModel & Sendable, Value>(
        _ model: Model, by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) async throws -> Model {
        let key = try column(Model.Columns()).key
        return try await upsert(model, in: table, key: key, file: file, line: line, setting: assignments)
    }

    /// Asynchronous form of `upsert(_:in:key:setting:)`.
    @discardableResult
    public func upsert<Model: FMModel & Sendable>(
        _ models: [Model], in table: String? = nil, key: FMKey? = nil, isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) async throws -> [Model] {
        let assignments = assignments?(Model.Columns(), FMExcluded())
        return try await writing(file, line) { try $0.upsertRows(models, table, key, assignments) }
    }

    /// Asynchronous form of `upsert(_:by:in:setting:)`.
    @discardableResult
    public func upsert<Model: FMModel & Sendable, Value>(
        _ models: [Model], by column: (Model.Columns) -> FMField<Model, Value>, in table: String? = nil,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
        setting assignments: ((Model.Columns, FMExcluded<Model>) -> [FMAssignment<Model>])? = nil
    ) async throws -> [Model] {
        let key = try column(Model.Columns()).key
        return try await upsert(models, in: table, key: key, file: file, line: line, setting: assignments)
    }
}
