import FMDB

/// What SQLite reports of a table.
struct TableInfo {
    struct Column: Hashable {
        var name: String
        var type: String
        let isNotNull: Bool
        /// An expression.
        let defaultValue: String?
        /// The place in the key, counted from 1; 0 if it does not belong to it.
        let key: Int
        /// Whether its value is computed from others.
        let isGenerated: Bool
        /// How its texts are compared; nil where the definition does not say.
        var collation: String?
        /// Whether its value is computed, and written with the row.
        var isStored = false
    }

    /// What a column makes of the values that it gets.
    enum Affinity {
        case integer, text, blob, real, numeric
    }

    struct Index {
        let name: String
        let isUnique: Bool
        /// `c` if it was made by `CREATE INDEX`, `pk` for the key, `u` for a constraint of the table.
        let origin: String
        let isPartial: Bool
        /// nil for an expression.
        var columns: [String?]
        var hasRowID: Bool
        /// nil if it was not made by `CREATE INDEX`.
        var definition: IndexDefinition?
    }

    /// As the table spells it.
    let name: String
    let sql: String
    var columns: [Column]
    var indexes: [Index]
    var references: [Reference]
    /// nil if the text is not understood.
    let definition: TableDefinition?

    var isWithoutRowID: Bool { indexes.contains { $0.origin == "pk" && !$0.hasRowID } }
    var isStrict: Bool { definition?.isStrict ?? false }

    /// The columns of the key in their order.
    var key: [String] { columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name) }

    /// The column that is another name of the number of a row.
    var rowIDAlias: String? {
        key.count == 1 && !indexes.contains { $0.origin == "pk" } ? key.first : nil
    }

    /// Under which name the hidden number of a row is in reach; nil if there is none.
    var rowID: String? {
        isWithoutRowID ? nil : TableSQL.rowID(besides: columns.map(\.name))
    }

    func column(_ name: String) -> Column? { columns.first { $0.name.foldedAsName == name.foldedAsName } }

    /// What there is once columns have other names.
    func renaming(_ renames: [UpgradePlan.Renaming]) -> TableInfo {
        guard !renames.isEmpty else { return self }
        let names = Dictionary(
            renames.map { ($0.old.foldedAsName, $0.new) }, uniquingKeysWith: { first, _ in first })
        let renamed = { (name: String) in names[name.foldedAsName] ?? name }
        var facts = self
        for index in columns.indices { facts.columns[index].name = renamed(columns[index].name) }
        for index in indexes.indices { facts.indexes[index].columns = indexes[index].columns.map { $0.map(renamed) } }
        for index in references.indices { facts.references[index].columns = references[index].columns.map(renamed) }
        return facts
    }
}

extension TableInfo.Column {
    /// See [Determination Of Column Affinity](https://sqlite.org/datatype3.html#determination_of_column_affinity).
    var affinity: TableInfo.Affinity {
        if mentions(["INT"]) { return .integer }
        if mentions(["CHAR", "CLOB", "TEXT"]) { return .text }
        if type.isEmpty || mentions(["BLOB"]) { return .blob }
        return mentions(["REAL", "FLOA", "DOUB"]) ? .real : .numeric
    }

    /// Whether one of some parts occurs in the type, in any case of ASCII letters. SQLite looks for their bytes.
    private func mentions(_ parts: [String]) -> Bool {
        let bytes = Array(type.foldedAsName.utf8)
        return parts.contains { part in
            let sought = part.foldedAsName.utf8
            return bytes.indices.contains { bytes[$0...].starts(with: sought) }
        }
    }

    func suits(_ kind: FMColumnKind) -> Bool {
        switch (kind, affinity) {
        // It takes each value as it is, so what the table makes of it is what the table's author wanted.
        case (.blob, _), (.integer, .integer), (.real, .real), (.text, .text): true
        // Numbers stay what they are.
        case (.integer, .numeric), (.real, .numeric): true
        default: false
        }
    }

    func isCompared(by wanted: FMCollation) -> Bool {
        (collation ?? FMCollation.binary.name).foldedAsName == wanted.name.foldedAsName
    }

    /// Whether the values of a property can be expected here.
    func suits(_ shape: ColumnShape) -> Bool { shape.isBytes ? !isForOtherThanBytes : suits(shape.kind) }

    /// Types such as `BINARY(16)` and `UUID` are NUMERIC, too, and speak of bytes, or not against them.
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
    /// The table of a name; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.misuse` for what is no ordinary table.
    func tableFacts(_ name: String) throws(FMError) -> TableInfo? {
        let hidden = try value(
            "SELECT count(*) FROM sqlite_temp_master WHERE name = \(name) COLLATE NOCASE AND type IN ('table', 'view')",
            as: Int.self)
        guard hidden == 0 else {
            throw FMError(.misuse, "the table \(name) is hidden by a temporary one of that name")
        }
        let found = try rows(
            """
            SELECT type, name, sql FROM main.sqlite_master
            WHERE name = \(name) COLLATE NOCASE AND type IN ('table', 'view')
            """, as: (String, String, String?).self)
        guard let (type, name, sql) = found.first else { return nil }
        guard type == "table" else { throw FMError(.misuse, "\(name) is a view: no model can be kept in it") }
        let text = sql ?? ""
        guard SQLToken.split(String(text.prefix(40))).prefix(2).last?.keyword != "VIRTUAL" else {
            throw FMError(.misuse, "\(name) is a virtual table, which cannot be brought into the shape of a model")
        }
        let definition = TableDefinition(text)
        var columns = try columnFacts(name)
        for index in columns.indices { columns[index].collation = definition?.collation(of: columns[index].name) }
        return TableInfo(
            name: name, sql: text, columns: columns, indexes: try indexFacts(name),
            references: try referenceFacts(name), definition: definition)
    }

    private func columnFacts(_ table: String) throws(FMError) -> [TableInfo.Column] {
        let pragma = LinkedSQLite.version >= [3, 26] ? "table_xinfo" : "table_info"
        return try self.pragma("\(raw: pragma)(\(identifier: table))") { row throws(FMError) -> TableInfo.Column in
            // 2 and 3 stand for a generated column, 1 for a column of a virtual table.
            let hidden: Int = row.columnCount > 6 ? try row.value(at: 6) : 0
            return TableInfo.Column(
                name: try row.value(at: 1), type: try row.value(at: 2), isNotNull: try row.value(at: 3),
                defaultValue: try row.value(at: 4), key: try row.value(at: 5), isGenerated: hidden > 1,
                isStored: hidden == 3)
        }
    }

    private func indexFacts(_ table: String) throws(FMError) -> [TableInfo.Index] {
        let found = try pragma("index_list(\(identifier: table))") { row throws(FMError) -> TableInfo.Index in
            TableInfo.Index(
                name: try row.value(at: 1), isUnique: try row.value(at: 2), origin: try row.value(at: 3),
                isPartial: try row.value(at: 4), columns: [], hasRowID: false)
        }
        var indexes: [TableInfo.Index] = []
        for var index in found {
            let columns = try pragma("index_xinfo(\(identifier: index.name))") {
                row throws(FMError) -> (Int, String?, Bool) in
                (try row.value(at: 1), try row.value(at: 2), try row.value(at: 5))
            }
            index.columns = columns.filter(\.2).map(\.1)
            index.hasRowID = columns.contains { $0.0 == -1 }
            index.definition = try definition(ofIndex: index.name)
            indexes.append(index)
        }
        return indexes
    }

    private func definition(ofIndex name: String) throws(FMError) -> IndexDefinition? {
        let sql: String? = try rows(
            "SELECT sql FROM main.sqlite_master WHERE type = 'index' AND name = \(name) AND sql IS NOT NULL",
            as: String.self
        ).first
        return sql.flatMap { IndexDefinition($0) }
    }
}
