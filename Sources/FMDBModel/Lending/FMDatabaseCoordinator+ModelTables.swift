import FMDB

/// Tables of models.
///
/// They run on the caller's thread, and throw what the verb of `FMDatabase` throws, or what `withDatabase` does. A table is
/// made and upgraded outside of a transaction, because not all that may be needed for it can be done within one. `file`
/// and `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseCoordinator {
    /// Makes the table of a model, with its indexes, or brings the one that there is into the model's shape. See
    /// `createTable(_:named:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    @discardableResult
    public func createTable<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> FMUpgradeReport {
        try outside(file, line) { try $0.createTable(Model.self, named: name) }
    }

    /// Brings the table of a model into the model's shape, all or nothing. See `upgradeTable(_:policy:renamed:named:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    @discardableResult
    public func upgradeTable<Model: FMModel>(
        _ type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> FMUpgradeReport {
        try outside(file, line) { try $0.upgradeTable(Model.self, policy: policy, renamed: renamed, named: name) }
    }

    /// What an upgrade would do, as far as the shape of the table tells. See `upgradePlan(for:policy:renamed:named:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func upgradePlan<Model: FMModel>(
        for type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> FMUpgradeReport {
        try outside(file, line) { try $0.upgradePlan(for: Model.self, policy: policy, renamed: renamed, named: name) }
    }

    /// Makes a table without a model. See `createTable(_:columns:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnShape.Kind>, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try outside(file, line) { try $0.createTable(name, columns: columns) }
    }

    /// Whether the table of a model is there. See `tableExists(_:named:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func tableExists<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try reading(file, line) { try $0.tableExists(Model.self, named: name) }
    }

    /// The names of a table's columns in their order, none if there is no such table. See `columnNames(_:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withDatabase` throws.
    public func columnNames(_ table: String, file: StaticString = #fileID, line: UInt = #line) throws -> [String] {
        try reading(file, line) { try $0.columnNames(table) }
    }

    /// Removes the table of a model with all that is in it. See `dropTable(_:named:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func dropTable<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.dropTable(Model.self, named: name) }
    }

    /// Removes a table with all that is in it. See `dropTable(_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func dropTable(_ name: String, file: StaticString = #fileID, line: UInt = #line) throws {
        try writing(file, line) { try $0.dropTable(name) }
    }
}

// MARK: - Asynchronous

/// The same verbs for asynchronous code, in which these forms are taken. Cancelling the task ends them with
/// `CancellationError`.
extension FMDatabaseCoordinator {
    /// Makes the table of a model, with its indexes, or brings the one that there is into the model's shape, without
    /// blocking the caller's thread. See `createTable(_:named:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    @discardableResult
    public func createTable<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await outside(file, line) { try $0.createTable(Model.self, named: name) }
    }

    /// Brings the table of a model into the model's shape, all or nothing, without blocking the caller's thread. See
    /// `upgradeTable(_:policy:renamed:named:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    @discardableResult
    public func upgradeTable<Model: FMModel & Sendable>(
        _ type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await outside(file, line) { try $0.upgradeTable(Model.self, policy: policy, renamed: renamed, named: name) }
    }

    /// What an upgrade would do, as far as the shape of the table tells, without blocking the caller's thread. See
    /// `upgradePlan(for:policy:renamed:named:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func upgradePlan<Model: FMModel & Sendable>(
        for type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await outside(file, line) {
            try $0.upgradePlan(for: Model.self, policy: policy, renamed: renamed, named: name)
        }
    }

    /// Makes a table without a model, without blocking the caller's thread. See `createTable(_:columns:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnShape.Kind>, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await outside(file, line) { try $0.createTable(name, columns: columns) }
    }

    /// Whether the table of a model is there, without blocking the caller's thread. See `tableExists(_:named:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func tableExists<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await reading(file, line) { try $0.tableExists(Model.self, named: name) }
    }

    /// The names of a table's columns in their order, none if there is no such table, without blocking the caller's
    /// thread. See `columnNames(_:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withDatabase` throws, or `CancellationError`.
    public func columnNames(
        _ table: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [String] {
        try await reading(file, line) { try $0.columnNames(table) }
    }

    /// Removes the table of a model with all that is in it, without blocking the caller's thread. See
    /// `dropTable(_:named:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func dropTable<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.dropTable(Model.self, named: name) }
    }

    /// Removes a table with all that is in it, without blocking the caller's thread. See `dropTable(_:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func dropTable(_ name: String, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await writing(file, line) { try $0.dropTable(name) }
    }
}
