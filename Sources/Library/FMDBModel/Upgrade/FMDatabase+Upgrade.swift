import FMDB

extension FMDatabase {
    func upgrade<Model>(
        _ table: FMTable<Model>, _ policy: FMUpgradePolicy, _ renamed: [String: String], isCreating: Bool
    ) throws(FMError) -> FMUpgradeReport {
        let planner = try UpgradePlanner(table, policy, renamed)
        try expectFields(of: table)
        do {
            let search = table.searchTable
            var report = try TableUpgrade(
                db: self, planner: planner, isCreating: isCreating, search: search, reads: table.reads
            ).run()
            if isCreating, report.isCreated, !table.options.references.isEmpty { try warnOfReferences(table.name) }
            // The full-text table may be outdated even if the table is not.
            if let search, !report.isSearchMade { report.isSearchMade = try createSearchTable(search) }
            return report
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.internal, error.localizedDescription)
        }
    }

    /// Warns if foreign keys are not enforced. It does not warn inside a transaction, because a migration turns them off and
    /// checks them at its end.
    private func warnOfReferences(_ table: String) throws(FMError) {
        guard !isTransactionOpen, try value("PRAGMA foreign_keys", as: Bool?.self) != true else { return }
        warn(
            "the foreign keys of the table \(table) are not enforced: set foreignKeys of the configuration to true, or run "
                + "PRAGMA foreign_keys = ON on each connection")
    }

    /// Returns the report that an upgrade would return, without upgrading.
    func plan<Model>(
        _ table: FMTable<Model>, _ policy: FMUpgradePolicy, _ renamed: [String: String]
    ) throws(FMError) -> FMUpgradeReport {
        let planner = try UpgradePlanner(table, policy, renamed)
        try expectFields(of: table)
        let search = table.searchTable
        var report = try TableUpgrade(
            db: self, planner: planner, isCreating: true, search: search, reads: table.reads
        ).dryRun()
        if let search { report.isSearchMade = try !isUpToDate(search) }
        return report
    }
}

extension FMTable {
    /// Returns whether the model's own initializer can read a row.
    fileprivate var reads: (FMRow) -> Bool {
        guard let type = Model.self as? any FMModel.Type else { return { _ in false } }
        return { row in (try? type.init(fmRow: row)) != nil }
    }
}

extension UpgradePlanner {
    fileprivate init<Model>(
        _ table: FMTable<Model>, _ policy: FMUpgradePolicy, _ renamed: [String: String]
    ) throws(FMError) {
        creation = try CreateTable(table)
        self.policy = policy
        if let unknown = renamed.keys.first(where: { table.index(of: $0) == nil }) {
            throw FMError(
                .misuse, "renamed: names the column \(unknown), which the model of \(table.name) lacks")
        }
        let all = table.options.renamed.merging(renamed) { _, given in given }
        self.renamed = Dictionary(
            all.map { ($0.key.foldedAsName, $0.value.foldedAsName) }, uniquingKeysWith: { first, _ in first })
    }
}
