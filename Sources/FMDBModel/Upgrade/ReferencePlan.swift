import FMDB

extension TableInfo {
    /// A foreign key as SQLite reports it.
    struct Reference: Hashable {
        var columns: [String]
        let table: String
        /// nil for the primary key.
        let targets: [String?]
        let onDelete: String
        let onUpdate: String
    }
}

extension TableInfo.Reference {
    init(_ reference: FMReference) {
        self.init(
            columns: reference.columns, table: reference.table, targets: reference.columns.map { _ in nil },
            onDelete: reference.onDelete.rawValue, onUpdate: reference.onUpdate.rawValue)
    }

    /// The same in small letters, to be compared.
    var folded: TableInfo.Reference {
        TableInfo.Reference(
            columns: columns.map(\.foldedAsName), table: table.foldedAsName, targets: targets.map { $0?.foldedAsName },
            onDelete: onDelete, onUpdate: onUpdate)
    }
}

extension FMDatabase {
    /// The foreign keys of a table. See [PRAGMA foreign_key_list](https://sqlite.org/pragma.html#pragma_foreign_key_list).
    func referenceFacts(_ table: String) throws(FMError) -> [TableInfo.Reference] {
        let found = try pragma("foreign_key_list(\(identifier: table))") {
            row throws(FMError) -> (Int, Int, String, (String, String?), (String, String)) in
            (
                try row.value(at: 0), try row.value(at: 1), try row.value(at: 2),
                (try row.value(at: 3), try row.value(at: 4)), (try row.value(at: 5), try row.value(at: 6))
            )
        }
        return Dictionary(grouping: found, by: \.0).sorted { $0.key < $1.key }.map { _, parts in
            let parts = parts.sorted { $0.1 < $1.1 }
            return TableInfo.Reference(
                columns: parts.map(\.3.0), table: parts[0].2, targets: parts.map(\.3.1), onDelete: parts[0].4.1,
                onUpdate: parts[0].4.0)
        }
    }
}

extension UpgradePlanner {
    /// The foreign keys that the model wants and the table does not have. Others stay as they are.
    ///
    /// - Parameter facts: with the columns under their new names.
    func missingReferences(_ facts: TableInfo) -> [FMReference] {
        creation.options.references.filter { wanted in
            !facts.references.contains { wanted.concerns($0) && wanted.acts(like: $0) }
        }
    }
}

extension FMReference {
    /// Whether it is about the same columns and the same table.
    func concerns(_ other: TableInfo.Reference) -> Bool {
        columns.map(\.foldedAsName) == other.columns.map(\.foldedAsName)
            && table.foldedAsName == other.table.foldedAsName
    }

    /// What it leads to by name instead of by the key is what the table's author wanted.
    fileprivate func acts(like other: TableInfo.Reference) -> Bool {
        onDelete.rawValue == other.onDelete && onUpdate.rawValue == other.onUpdate
    }
}

extension TableDefinition {
    /// Gives the table a foreign key, in the place of those of the same columns that lead to the same table.
    mutating func set(_ reference: FMReference) {
        let columns = reference.columns.map(\.foldedAsName)
        rules.removeAll { $0.referringColumns == columns && $0.leads(to: reference.table) }
        if columns.count == 1, let index = index(of: reference.columns[0]) {
            self.columns[index].clauses.removeAll { $0.keyword == "REFERENCES" && $0.leads(to: reference.table) }
        }
        rules.append(Clause("FOREIGN", reference.clause))
    }
}

extension TableDefinition.Clause {
    /// The columns of `FOREIGN KEY (…)`.
    fileprivate var referringColumns: [String]? {
        guard keyword == "FOREIGN", let group = tokens.first(where: { $0.kind == .group }) else { return nil }
        return group.inner.betweenCommas.map { ($0.first?.name ?? "").foldedAsName }
    }

    /// Whether the word after `REFERENCES` is the name of a table.
    fileprivate func leads(to table: String) -> Bool {
        guard let index = tokens.firstIndex(where: { $0.keyword == "REFERENCES" }), index + 1 < tokens.endIndex else {
            return false
        }
        return tokens[index + 1].name.foldedAsName == table.foldedAsName
    }
}
