import FMDB

extension UpgradePlanner {
    /// Compares the generated columns. The policy `dropRemoved` removes a generated column that the model lacks if a model
    /// created it. Generated columns that were created by hand are kept.
    ///
    /// - Parameter named: the table with its columns under their new names.
    func compareGenerated(_ facts: FMSchema.Table, _ named: FMSchema.Table, _ plan: inout UpgradePlan) throws(FMError) {
        let names = plan.renames.columnNames
        let wanted = creation.options.generated
        for one in wanted {
            guard let column = named.column(one.name) else {
                plan.madeGenerated.append(one)
                continue
            }
            guard column.isGenerated else {
                throw FMError(
                    .misuse,
                    """
                    the column \(column.name) of \(facts.name) is not a generated column: give the generated column another name, \
                    or drop this column in an upgrade first
                    """)
            }
            if facts.matches(one, column, names) { continue }
            plan.madeGenerated.append(one)
            plan.changedGenerated.append(column.name)
        }
        plan.kept.removeAll { name in wanted.contains { $0.name.foldedAsName == name.foldedAsName } }
        guard policy == .dropRemoved else { return }
        plan.removedGenerated = plan.kept.filter { facts.definition?.isOfModels($0) == true }
        plan.kept.removeAll(where: plan.removedGenerated.contains)
    }
}

extension FMSchema.Table {
    /// Returns whether a generated column is the one that the model declares.
    fileprivate func matches(_ wanted: FMGenerated, _ column: FMSchema.Column, _ names: ColumnNames) -> Bool {
        guard column.isStored == wanted.isStored, column.suits(wanted.kind),
            let expression = definition?.expression(of: column.name)
        else { return false }
        return expression.folded(names) == SQLToken.split(wanted.expression.text).folded()
    }
}

extension TableDefinition {
    /// Returns whether a model created a generated column.
    fileprivate func isOfModels(_ column: String) -> Bool {
        guard let tokens = generation(of: column)?.tokens, tokens.count > 1 else { return false }
        return tokens[0].keyword == "CONSTRAINT" && tokens[1].name == FMGenerated.mark
    }
}

extension TableDefinition.Column {
    init(_ generated: FMGenerated, isStrict: Bool) {
        self.init(
            name: generated.name, type: generated.kind.typeName(isStrict: isStrict),
            clauses: [TableDefinition.Clause("GENERATED", generated.clause)])
    }
}
