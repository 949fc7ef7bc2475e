import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `createTable(_:named:)`.
    @discardableResult
    public func createTable<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await outside(file, line) { try $0.createTable(Model.self, named: name) }
    }

    /// Asynchronous form of `upgradeTable(_:policy:renamed:named:)`.
    @discardableResult
    public func upgradeTable<Model: FMModel & Sendable>(
        _ type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await outside(file, line) { try $0.upgradeTable(Model.self, policy: policy, renamed: renamed, named: name) }
    }

    /// Asynchronous form of `upgradeTable(to:policy:renamed:)`.
    @discardableResult
    public func upgradeTable<Model: Sendable>(
        to table: FMTable<Model>, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await outside(file, line) { try $0.upgradeTable(to: table, policy: policy, renamed: renamed) }
    }

    /// Asynchronous form of `upgradePlan(for:policy:renamed:named:)`.
    public func upgradePlan<Model: FMModel & Sendable>(
        for type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMUpgradeReport {
        try await outside(file, line) {
            try $0.upgradePlan(for: Model.self, policy: policy, renamed: renamed, named: name)
        }
    }

    /// Asynchronous form of `createTable(_:columns:key:)`.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnKind>, key: FMKey = [],
        file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await outside(file, line) { try $0.createTable(name, columns: columns, key: key) }
    }

    /// Asynchronous form of `tableExists(_:named:)`.
    public func tableExists<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await reading(file, line) { try $0.tableExists(Model.self, named: name) }
    }

    /// Asynchronous form of `columnNames(_:)`.
    public func columnNames(
        _ table: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [String] {
        try await reading(file, line) { try $0.columnNames(table) }
    }

    /// Asynchronous form of `dropTable(_:named:)`.
    public func dropTable<Model: FMModel & Sendable>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line) { try $0.dropTable(Model.self, named: name) }
    }

    /// Asynchronous form of `dropTable(_:)`.
    public func dropTable(_ name: String, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await writing(file, line) { try $0.dropTable(name) }
    }
}
