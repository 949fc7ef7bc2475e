import FMDB

extension UpgradePlanner {
    /// Ours are those that bear the name which we would give them. Another model of the same table may want them, so they
    /// go only where a model is to have the table for itself.
    func compareIndexes(_ facts: TableInfo, _ named: TableInfo, _ plan: inout UpgradePlan) {
        var wanted = creation.indexes
        var followers: [TableCreation.Index] = []
        let names = plan.renames.columnNames
        for (old, index) in zip(facts.indexes, named.indexes) where !(plan.changesKey && index.origin == "pk") {
            if let place = wanted.firstIndex(where: { self.says($0, the: index, names) }) {
                wanted.remove(at: place)
            } else if index.isPlain {
                compare(old, index, facts.name, &wanted, &followers, &plan)
            } else if policy == .dropRemoved, isOurs(old, old.definition?.wish, facts.name) {
                plan.removedIndexes.append(index.name)
            }
        }
        plan.madeIndexes = wanted + followers
    }

    /// Whether an index over expressions or of some rows is that which the model wants.
    private func says(_ wanted: TableCreation.Index, the index: TableInfo.Index, _ names: ColumnNames) -> Bool {
        guard !wanted.isPlain, let definition = IndexDefinition(creation.statement(wanted, "i").text) else {
            return false
        }
        return index.definition?.isSame(as: definition, names) ?? false
    }

    /// Compares an index of columns and all rows with those that are still wanted.
    private func compare(
        _ old: TableInfo.Index, _ index: TableInfo.Index, _ table: String, _ wanted: inout [TableCreation.Index],
        _ followers: inout [TableCreation.Index], _ plan: inout UpgradePlan
    ) {
        let columns = index.columns.compactMap { $0 }
        let own = TableCreation.Index(isUnique: old.isUnique, FMIndex(old.columns.compactMap { $0 }))
        let isOurs = self.isOurs(old, own, table)
        // It may have been made over expressions that are columns with an order.
        let isRemovable = policy == .dropRemoved && (isOurs || self.isOurs(old, old.definition?.wish, table))
        let place = wanted.firstIndex {
            // What need not be unique any more may get a plain index.
            $0.isFulfilled(by: index, columns) && (!isRemovable || $0.isUnique == index.isUnique)
        }
        if isOurs, old.columns != index.columns {
            // Its name is to follow those of its columns.
            plan.removedIndexes.append(index.name)
            if place == nil, !isRemovable {
                followers.append(TableCreation.Index(isUnique: index.isUnique, FMIndex(columns)))
            }
        } else if let place {
            wanted.remove(at: place)
        } else if isRemovable {
            plan.removedIndexes.append(index.name)
        }
    }

    private func isOurs(_ index: TableInfo.Index, _ wish: TableCreation.Index?, _ table: String) -> Bool {
        guard index.origin == "c", let wish else { return false }
        let own = TableCreation.name(of: wish, on: table).foldedAsName
        let name = index.name.foldedAsName
        guard name.hasPrefix(own) else { return false }
        let rest = name.dropFirst(own.count)
        return rest.isEmpty || (rest.first == "_" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber))
    }
}

extension TableInfo.Index {
    /// Whether it is of columns and of all rows.
    fileprivate var isPlain: Bool { !isPartial && !columns.contains(nil) }
}

extension TableCreation.Index {
    fileprivate func isFulfilled(by index: TableInfo.Index, _ columns: [String]) -> Bool {
        guard isPlain else { return false }
        let own = self.columns.map { $0.foldedAsName }
        let its = columns.map { $0.foldedAsName }
        // Whatever their order, columns are unique together.
        return isUnique ? index.isUnique && Set(own) == Set(its) : own == its
    }
}
