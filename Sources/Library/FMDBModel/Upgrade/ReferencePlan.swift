import FMDB

extension FMSchema.ForeignKey {
    init(_ reference: FMReference) {
        self.init(
            columns: reference.columns, table: reference.table, targets: nil, onDelete: reference.onDelete,
            onUpdate: reference.onUpdate)
    }

    /// Returns a copy with the actions of the model's foreign key. Everything else stays as the author of the table chose it.
    func acting(like wanted: FMReference) -> FMSchema.ForeignKey {
        var reference = self
        (reference.onDelete, reference.onUpdate) = (wanted.onDelete, wanted.onUpdate)
        return reference
    }
}

extension UpgradePlanner {
    /// Returns the foreign keys that the model declares and the table lacks, or has with other actions.
    ///
    /// - Parameter facts: the table with its columns under their new names.
    func missingReferences(_ facts: FMSchema.Table) -> [FMReference] {
        creation.options.references.filter { wanted in
            // The referenced columns are not compared, because the author of the table chose them.
            !facts.foreignKeys.contains {
                wanted.concerns($0) && wanted.onDelete == $0.onDelete && wanted.onUpdate == $0.onUpdate
            }
        }
    }

    /// Returns the foreign keys to remove because the model references another table from the same columns. A row could fulfil
    /// both foreign keys only by chance. If the table already has both, the old one is kept, except with the policy
    /// `dropRemoved`.
    ///
    /// - Parameter facts: the table with its columns under their new names.
    func replacedReferences(_ facts: FMSchema.Table) -> [FMSchema.ForeignKey] {
        let wanted = creation.options.references
        let new = wanted.filter { one in policy == .dropRemoved || !facts.foreignKeys.contains(where: one.concerns) }
        return facts.foreignKeys.filter { reference in
            !wanted.contains { $0.concerns(reference) } && new.contains { $0.sharesColumns(with: reference) }
        }
    }
}

extension TableUpgrade {
    /// Refuses a foreign key that SQLite would accept but that would make each change of a row fail. A referenced table that does not exist
    /// is accepted, because it may be created later.
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
    /// Returns the columns of a table's primary key, or nil if there is no such table.
    fileprivate func primaryKey(of table: String) throws(FMError) -> [String]? {
        let columns = try pragmaRows("table_info(\(identifier: table))") { row throws(FMError) in
            (name: try row.value(at: 1, as: String.self), place: try row.value(at: 5, as: Int.self))
        }
        return columns.isEmpty ? nil : columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
    }
}

extension FMReference {
    /// Returns whether both foreign keys have the same columns and reference the same table.
    func concerns(_ other: FMSchema.ForeignKey) -> Bool {
        sharesColumns(with: other) && table.foldedAsName == other.table.foldedAsName
    }

    fileprivate func sharesColumns(with other: FMSchema.ForeignKey) -> Bool {
        columns.map(\.foldedAsName) == other.columns.map(\.foldedAsName)
    }
}

extension TableDefinition {
    /// Adds a foreign key. If one with the same columns and the same referenced table exists, only its actions are replaced.
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

    /// Removes each foreign key that has the same columns and references the same table.
    mutating func remove(_ reference: FMSchema.ForeignKey) {
        let names = reference.columns.map(\.foldedAsName)
        clauses.removeAll { $0.referringColumns == names && $0.leads(to: reference.table) }
        guard names.count == 1, let index = index(of: reference.columns[0]) else { return }
        columns[index].clauses.removeAll { $0.refers(to: reference.table) }
    }
}

extension TableDefinition.Clause {
    /// The columns in `FOREIGN KEY (…)`, or nil for other clauses.
    fileprivate var referringColumns: [String]? {
        guard keyword == "FOREIGN", let group = tokens.first(where: { $0.kind == .group }) else { return nil }
        return group.inner.betweenCommas.map { ($0.first?.name ?? "").foldedAsName }
    }

    /// Returns whether the clause is a column's REFERENCES clause for a table.
    fileprivate func refers(to table: String) -> Bool { keyword == "REFERENCES" && leads(to: table) }

    /// Returns a copy with other actions. The constraint name, the columns and `DEFERRABLE` are kept.
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

    /// Returns the tokens without `ON DELETE …` and `ON UPDATE …`.
    private static func withoutActions(_ tokens: ArraySlice<SQLToken>) -> [SQLToken] {
        var (left, rest) = ([SQLToken](), tokens)
        while let token = rest.popFirst() {
            guard token.keyword == "ON", ["DELETE", "UPDATE"].contains(rest.first?.keyword) else {
                left.append(token)
                continue
            }
            // `SET NULL`, `SET DEFAULT` and `NO ACTION` have two keywords.
            let action = rest.dropFirst().first?.keyword
            rest = rest.dropFirst(action == "SET" || action == "NO" ? 3 : 2)
        }
        return left
    }

    /// Returns whether the clause references a table.
    fileprivate func leads(to table: String) -> Bool {
        guard let index = tokens.firstIndex(where: { $0.keyword == "REFERENCES" }), index + 1 < tokens.endIndex else {
            return false
        }
        return tokens[index + 1].name.foldedAsName == table.foldedAsName
    }
}
