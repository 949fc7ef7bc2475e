import FMDB

extension FMSchema.Table {
    /// A name that refers to the rowid, or nil if there is none.
    var rowID: String? {
        isWithoutRowID ? nil : RowIDName.free(of: columns.map(\.name))
    }

    func renaming(_ renames: [UpgradePlan.Renaming]) -> FMSchema.Table {
        guard !renames.isEmpty else { return self }
        let names = Dictionary(
            renames.map { ($0.old.foldedAsName, $0.new) }, uniquingKeysWith: { first, _ in first })
        let renamed = { (name: String) in names[name.foldedAsName] ?? name }
        var facts = self
        for index in columns.indices { facts.columns[index].name = renamed(columns[index].name) }
        for index in indexes.indices { facts.indexes[index].columns = indexes[index].columns.map { $0.map(renamed) } }
        for index in foreignKeys.indices { facts.foreignKeys[index].columns = foreignKeys[index].columns.map(renamed) }
        return facts
    }
}

extension FMSchema.Column {
    func suits(_ kind: FMColumnKind) -> Bool {
        switch (kind, affinity) {
        // The model reads each value as it is stored, so any column type is accepted.
        case (.blob, _), (.integer, .integer), (.real, .real), (.text, .text): true
        // NUMERIC affinity keeps numbers.
        case (.integer, .numeric), (.real, .numeric): true
        default: false
        }
    }

    func isCompared(by wanted: FMCollation) -> Bool {
        (collation ?? FMCollation.binary.name).foldedAsName == wanted.name.foldedAsName
    }

    /// Returns whether the column can hold the values of a property.
    func suits(_ shape: ColumnShape) -> Bool { shape.isBytes ? !isForOtherThanBytes : suits(shape.kind) }

    /// Whether the column's type excludes bytes. Types such as `BINARY(16)` and `UUID` have NUMERIC affinity but may hold
    /// bytes.
    private var isForOtherThanBytes: Bool {
        switch affinity {
        case .integer, .text, .real: true
        case .blob: false
        case .numeric: mentions(["NUM", "DEC", "BOOL", "DATE", "TIME"])
        }
    }
}

// MARK: - Asking SQLite

extension FMDatabase {
    /// Returns the table with a name, or nil if there is none.
    func tableFacts(_ name: String) throws(FMError) -> FMSchema.Table? {
        let hidden = try value(
            "SELECT count(*) FROM sqlite_temp_master WHERE name = \(name) COLLATE NOCASE AND type IN ('table', 'view')",
            as: Int.self)
        guard hidden == 0 else {
            throw FMError(.misuse, "a temporary table or view hides the table \(name)")
        }
        let found = try rows(
            """
            SELECT type, name, sql FROM main.sqlite_master
            WHERE name = \(name) COLLATE NOCASE AND type IN ('table', 'view')
            """, as: (String, String, String?).self)
        guard let (type, name, sql) = found.first else { return nil }
        guard type == "table" else { throw FMError(.misuse, "\(name) is a view, so models cannot be stored in it") }
        let text = sql ?? ""
        guard SQLToken.flat(text, first: 2).last?.keyword != "VIRTUAL" else {
            throw FMError(.misuse, "\(name) is a virtual table, which cannot be upgraded to match a model")
        }
        return try schemaTable(name, sql: text)
    }
}
