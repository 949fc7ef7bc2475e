import FMDB

extension UpgradePlanner {
    /// Compares the CHECK constraints. Constraints that the model lacks are removed only with the policy `dropRemoved`, and
    /// only if they are named table constraints. Column constraints are kept, because the author of the table chose them.
    func compareChecks(_ facts: FMSchema.Table, _ plan: inout UpgradePlan) {
        let names = plan.renames.columnNames
        let wanted = creation.options.checks
        let found = facts.definition?.checks ?? []
        plan.madeChecks = wanted.filter { check in
            let content = SQLToken.split(check.condition.text).folded()
            return !found.contains { $0.isNamed(check.name) && $0.content.folded(names) == content }
        }
        guard policy == .dropRemoved else { return }
        plan.removedChecks = found.filter { one in one.isOfTable && !wanted.contains { one.isNamed($0.name) } }.map(
            \.name)
    }
}

extension [UpgradePlan.Renaming] {
    var columnNames: ColumnNames {
        Dictionary(map { ($0.old.foldedAsName, $0.new.foldedAsName) }, uniquingKeysWith: { first, _ in first })
    }
}

extension TableDefinition {
    /// A named CHECK constraint.
    struct Check {
        let name: String
        let content: [SQLToken]
        /// Whether the check is a table constraint and not a column constraint.
        let isOfTable: Bool

        func isNamed(_ name: String) -> Bool { self.name.foldedAsName == name.foldedAsName }
    }

    var checks: [Check] {
        clauses.compactMap { $0.check(isOfTable: true) }
            + columns.flatMap { $0.clauses.compactMap { $0.check(isOfTable: false) } }
    }

    mutating func removeCheck(_ name: String) {
        clauses.removeAll { $0.check(isOfTable: true)?.isNamed(name) == true }
        for index in columns.indices {
            columns[index].clauses.removeAll { $0.check(isOfTable: false)?.isNamed(name) == true }
        }
    }
}

extension TableDefinition.Clause {
    fileprivate func check(isOfTable: Bool) -> TableDefinition.Check? {
        guard keyword == "CHECK", tokens.count > 3, tokens[0].keyword == "CONSTRAINT", tokens[3].kind == .group else {
            return nil
        }
        return TableDefinition.Check(name: tokens[1].name, content: tokens[3].inner, isOfTable: isOfTable)
    }
}
