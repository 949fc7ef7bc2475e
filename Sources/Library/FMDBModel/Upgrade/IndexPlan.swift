import FMDB

/// The new names of renamed columns, keyed by the old names, both in lower case.
typealias ColumnNames = [String: String]

extension UpgradePlanner {
    /// Compares the indexes. An index counts as created by a model if it has the name that a model would give it. Another model
    /// of the table may declare it, so only the policy `dropRemoved` removes it.
    func compareIndexes(_ facts: FMSchema.Table, _ named: FMSchema.Table, _ plan: inout UpgradePlan) {
        var wanted = creation.indexes
        var followers: [CreateTable.Index] = []
        let names = plan.renames.columnNames
        for (old, index) in zip(facts.indexes, named.indexes) where !(plan.changesKey && index.origin == .primaryKey) {
            if let place = wanted.firstIndex(where: { self.matches($0, index, names) }) {
                wanted.remove(at: place)
            } else if index.isPlain {
                compare(old, index, facts.name, &wanted, &followers, &plan)
            } else if policy == .dropRemoved, isOurs(old, old.definition?.equivalent, facts.name) {
                plan.removedIndexes.append(index.name)
            }
        }
        plan.madeIndexes = wanted + followers
    }

    /// Returns whether an expression index or partial index is the one that the model declares.
    private func matches(_ wanted: CreateTable.Index, _ index: FMSchema.Index, _ names: ColumnNames) -> Bool {
        guard !wanted.isPlain, let definition = IndexDefinition(creation.statement(wanted, "i").text) else {
            return false
        }
        return index.definition?.isSame(as: definition, names) ?? false
    }

    /// Compares a plain index with the declared indexes that have no match yet.
    private func compare(
        _ old: FMSchema.Index, _ index: FMSchema.Index, _ table: String, _ wanted: inout [CreateTable.Index],
        _ followers: inout [CreateTable.Index], _ plan: inout UpgradePlan
    ) {
        let columns = index.columns.compactMap { $0 }
        let own = CreateTable.Index(isUnique: old.isUnique, content: FMIndex(old.columns.compactMap { $0 }))
        let isOurs = self.isOurs(old, own, table)
        // A model can also declare the index by expressions, such as columns with DESC.
        let isRemovable = policy == .dropRemoved && (isOurs || self.isOurs(old, old.definition?.equivalent, table))
        let place = wanted.firstIndex {
            // An index that can be removed must match in uniqueness, so that columns that are no longer unique get a plain
            // index.
            $0.isFulfilled(by: index, columns) && (!isRemovable || $0.isUnique == index.isUnique)
        }
        if isOurs, old.columns != index.columns {
            // The index name is derived from the column names, so the index is dropped and created again under its new name.
            plan.removedIndexes.append(index.name)
            if place == nil, !isRemovable {
                followers.append(CreateTable.Index(isUnique: index.isUnique, content: FMIndex(columns)))
            }
        } else if let place {
            wanted.remove(at: place)
        } else if isRemovable {
            plan.removedIndexes.append(index.name)
        }
    }

    private func isOurs(_ index: FMSchema.Index, _ wanted: CreateTable.Index?, _ table: String) -> Bool {
        guard index.origin == .statement, let wanted else { return false }
        let own = CreateTable.name(of: wanted, on: table).foldedAsName
        let name = index.name.foldedAsName
        guard name.hasPrefix(own) else { return false }
        let rest = name.dropFirst(own.count)
        return rest.isEmpty || (rest.first == "_" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber))
    }
}

extension FMSchema.Index {
    /// Whether the index covers only columns and all rows: no expressions, no WHERE clause.
    fileprivate var isPlain: Bool { !isPartial && !columns.contains(nil) }
}

extension CreateTable.Index {
    fileprivate func isFulfilled(by index: FMSchema.Index, _ columns: [String]) -> Bool {
        guard isPlain else { return false }
        let own = self.columns.map { $0.foldedAsName }
        let its = columns.map { $0.foldedAsName }
        // For a UNIQUE index, the column order does not matter.
        return isUnique ? index.isUnique && Set(own) == Set(its) : own == its
    }
}

extension IndexDefinition {
    /// Returns whether the index equals another one after its columns are renamed.
    func isSame(as other: IndexDefinition, _ names: ColumnNames) -> Bool {
        isUnique == other.isUnique && condition.folded(names) == other.condition.folded()
            && terms.map { $0.folded(names) } == other.terms.map { $0.folded() }
    }

    /// The declaration by which a model would create this index.
    var equivalent: CreateTable.Index {
        let rows = condition.isEmpty ? nil : FMSchemaSQL(raw: condition.source)
        let isOfColumns = terms.allSatisfy { $0.count == 1 }
        return CreateTable.Index(
            isUnique: isUnique,
            content: isOfColumns
                ? FMIndex(terms.map { $0[0].name }, rows)
                : FMIndex([], terms: terms.map { FMSchemaSQL(raw: $0.source) }, rows))
    }
}
