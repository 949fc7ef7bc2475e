import FMDB

extension FMSchema.ForeignKey {
    init(_ reference: FMReference) {
        self.init(
            columns: reference.columns, table: reference.table, targets: nil, onDelete: reference.onDelete,
            onUpdate: reference.onUpdate)
    }

    /// A copy with the actions of one that the model wants. The rest is the table author's choice.
    func acting(like wanted: FMReference) -> FMSchema.ForeignKey {
        var reference = self
        (reference.onDelete, reference.onUpdate) = (wanted.onDelete, wanted.onUpdate)
        return reference
    }
}

extension UpgradePlanner {
    /// The foreign keys that the model wants and the table does not have. Others stay as they are.
    ///
    /// - Parameter facts: the table with the columns under their new names.
    func missingReferences(_ facts: FMSchema.Table) -> [FMReference] {
        creation.options.references.filter { wanted in
            // The referenced columns are the table author's choice.
            !facts.foreignKeys.contains {
                wanted.concerns($0) && wanted.onDelete == $0.onDelete && wanted.onUpdate == $0.onUpdate
            }
        }
    }

    /// The foreign keys by whose columns the model references another table; both could hold only by chance. One that existed
    /// beside the model's stays, except with the policy `dropRemoved`.
    ///
    /// - Parameter facts: with the columns under their new names.
    func replacedReferences(_ facts: FMSchema.Table) -> [FMSchema.ForeignKey] {
        let wanted = creation.options.references
        let new = wanted.filter { one in policy == .dropRemoved || !facts.foreignKeys.contains(where: one.concerns) }
        return facts.foreignKeys.filter { reference in
            !wanted.contains { $0.concerns(reference) } && new.contains { $0.sharesColumns(with: reference) }
        }
    }
}

extension TableUpgrade {
    /// Refuses a foreign key that SQLite would make, and with which each change of a row would fail. A missing table may get its
    /// key later.
    func expectKey(ofTargetOf reference: FMReference, _ facts: FMSchema.Table?) throws(FMError) {
        let (creation, target) = (planner.creation, reference.table)
        let isOwn = target.foldedAsName == creation.name.foldedAsName
        let key = isOwn && !creation.key.isEmpty ? creation.key : try db.primaryKey(of: target) ?? reference.targetKey
        guard let key = key ?? (isOwn ? [] : nil), key.count != reference.columns.count else { return }
        let reason =
            key.isEmpty
            ? "\(target) has no primary key"
            : "the primary key of \(target) has \(key.count.of("column")): \(key.joined(separator: ", "))"
        throw FMError(.misuse, "the table \(creation.name) cannot have the foreign key \(reference): \(reason)")
    }
}

extension FMDatabase {
    /// The columns of a table's key, nil if there is no such table.
    fileprivate func primaryKey(of table: String) throws(FMError) -> [String]? {
        let columns = try pragmaRows("table_info(\(identifier: table))") { row throws(FMError) in
            (name: try row.value(at: 1, as: String.self), place: try row.value(at: 5, as: Int.self))
        }
        return columns.isEmpty ? nil : columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
    }
}

extension FMReference {
    /// Whether it is about the same columns and the same table.
    func concerns(_ other: FMSchema.ForeignKey) -> Bool {
        sharesColumns(with: other) && table.foldedAsName == other.table.foldedAsName
    }

    fileprivate func sharesColumns(with other: FMSchema.ForeignKey) -> Bool {
        columns.map(\.foldedAsName) == other.columns.map(\.foldedAsName)
    }
}

extension TableDefinition {
    /// Gives the table a foreign key, or only its actions, if one of the same columns references the same table.
    mutating func set(_ reference: FMReference) {
        var isNew = true
        let act = { (clause: inout Clause) in
            clause = clause.acting(like: reference)
            isNew = false
        }
        let names = reference.columns.map(\.foldedAsName)
        for place in clauses.indices
        where clauses[place].referringColumns == names && clauses[place].leads(to: reference.table) {
            act(&clauses[place])
        }
        if names.count == 1, let index = index(of: reference.columns[0]) {
            for place in columns[index].clauses.indices where columns[index].clauses[place].refers(to: reference.table)
            {
                act(&columns[index].clauses[place])
            }
        }
        if isNew { clauses.append(Clause("FOREIGN", reference.clause)) }
    }

    /// Removes each foreign key of the same columns that references the same table.
    mutating func remove(_ reference: FMSchema.ForeignKey) {
        let names = reference.columns.map(\.foldedAsName)
        clauses.removeAll { $0.referringColumns == names && $0.leads(to: reference.table) }
        guard names.count == 1, let index = index(of: reference.columns[0]) else { return }
        columns[index].clauses.removeAll { $0.refers(to: reference.table) }
    }
}

extension TableDefinition.Clause {
    /// The columns of `FOREIGN KEY (…)`.
    fileprivate var referringColumns: [String]? {
        guard keyword == "FOREIGN", let group = tokens.first(where: { $0.kind == .group }) else { return nil }
        return group.inner.betweenCommas.map { ($0.first?.name ?? "").foldedAsName }
    }

    /// Whether it is the foreign key of one column, to a table.
    fileprivate func refers(to table: String) -> Bool { keyword == "REFERENCES" && leads(to: table) }

    /// A copy with other actions. The rest of the foreign key stays: its name, its columns, `DEFERRABLE`.
    fileprivate func acting(like reference: FMReference) -> TableDefinition.Clause {
        guard let word = tokens.firstIndex(where: { $0.keyword == "REFERENCES" }), word + 1 < tokens.endIndex else {
            return self
        }
        let hasColumns = word + 2 < tokens.endIndex && tokens[word + 2].kind == .group
        let head = tokens[...(hasColumns ? word + 2 : word + 1)]
        let tail = TableDefinition.Clause.withoutActions(tokens[head.endIndex...])
        let text = [Array(head).source, reference.actions] + tail.map(\.text)
        return TableDefinition.Clause(keyword, text.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Without `ON DELETE …` and `ON UPDATE …`.
    private static func withoutActions(_ tokens: ArraySlice<SQLToken>) -> [SQLToken] {
        var (left, rest) = ([SQLToken](), tokens)
        while let token = rest.popFirst() {
            guard token.keyword == "ON", ["DELETE", "UPDATE"].contains(rest.first?.keyword) else {
                left.append(token)
                continue
            }
            // `SET NULL`, `SET DEFAULT` and `NO ACTION` are two words.
            let action = rest.dropFirst().first?.keyword
            rest = rest.dropFirst(action == "SET" || action == "NO" ? 3 : 2)
        }
        return left
    }

    /// Whether the word after `REFERENCES` is the name of a table.
    fileprivate func leads(to table: String) -> Bool {
        guard let index = tokens.firstIndex(where: { $0.keyword == "REFERENCES" }), index + 1 < tokens.endIndex else {
            return false
        }
        return tokens[index + 1].name.foldedAsName == table.foldedAsName
    }
}
