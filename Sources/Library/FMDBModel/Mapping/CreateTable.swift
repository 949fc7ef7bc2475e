import FMDB

/// The statements that make a table.
struct CreateTable {
    let name: String
    let shapes: [ColumnShape]
    let options: FMTableOptions

    /// An index that a model wants.
    struct Index {
        let isUnique: Bool
        let content: FMIndex

        var columns: [String] { content.columns }
        var isPlain: Bool { content.isPlain }
    }

    /// - Throws: `FMError` with the code `.misuse` where the description is wrong. SQLite would take the quoted name of a missing
    ///   column for a text.
    init<Model>(_ table: FMTable<Model>) throws(FMError) {
        if let problem = table.sql.problem { throw problem }
        if table.isOfRecords { throw FMError(.misuse, "records do not tell the columns of the table \(table.name)") }
        name = table.name
        shapes = table.shapesWithInitialValues
        options = table.options
    }

    var key: [String] { (options.key?.columns ?? []).map { shape($0)?.name ?? $0 } }

    /// The column that is another name of the number of a row. See [ROWIDs](https://sqlite.org/lang_createtable.html#rowid).
    var rowIDAlias: String? {
        guard options.isWithoutRowID != true, key.count == 1, shape(key[0])?.kind == .integer else { return nil }
        return key[0]
    }

    var isNeverReused: Bool { options.key?.isNeverReused ?? false }

    func shape(_ name: String) -> ColumnShape? { shapes.first { $0.name.foldedAsName == name.foldedAsName } }

    /// `CREATE TABLE`.
    ///
    /// See [CREATE TABLE](https://sqlite.org/lang_createtable.html).
    var statement: FMSQL {
        var parts = shapes.map(definition)
        parts += options.generated.map { $0.definition(isStrict: options.isStrict == true) }
        if key.count > 1 { parts.append("PRIMARY KEY (\(FMSQL.list(key)))") }
        parts += options.references.map(\.clause) + options.checks.map(\.clause)
        let ending = CreateTable.ending(options.isStrict == true, options.isWithoutRowID == true)
        return FMSQL(
            raw: "CREATE TABLE main.\(FMSQL.quoted(identifier: name)) (\(parts.joined(separator: ", ")))\(ending)")
    }

    /// The options behind the columns and constraints.
    static func ending(_ isStrict: Bool, _ isWithoutRowID: Bool) -> String {
        let words = [isWithoutRowID ? " WITHOUT ROWID" : nil, isStrict ? " STRICT" : nil]
        return words.compactMap { $0 }.joined(separator: ",")
    }

    private func definition(_ column: ColumnShape) -> String {
        var parts = [FMSQL.quoted(identifier: column.name), column.typeName(isStrict: options.isStrict == true)]
        if key == [column.name] { parts.append(isNeverReused ? "PRIMARY KEY AUTOINCREMENT" : "PRIMARY KEY") }
        // A rowid is never NULL, and with NOT NULL SQLite would not give it.
        if rowIDAlias != column.name { parts += CreateTable.clauses(column) }
        return parts.joined(separator: " ")
    }

    /// `NOT NULL`, `DEFAULT` and `COLLATE`, where a column has them.
    static func clauses(_ column: ColumnShape) -> [String] {
        [
            column.isOptional ? nil : "NOT NULL", column.usefulDefault.map { "DEFAULT \($0)" },
            column.usefulCollation?.clause,
        ].compactMap { $0 }
    }

    /// The sets of columns that need an index. Unique ones have one already.
    var indexes: [Index] {
        options.unique.map { Index(isUnique: true, content: $0) }
            + (options.indexes + indexesOfReferences).map { Index(isUnique: false, content: $0) }
    }

    /// The columns of the foreign keys with which no other index begins.
    private var indexesOfReferences: [FMIndex] {
        let sets = (options.unique + options.indexes).filter { $0.condition == nil }.map(\.columns)
        var others = ([key] + sets).map { $0.map(\.foldedAsName) }
        return options.references.map(\.columns).filter { columns in
            let names = columns.map(\.foldedAsName)
            defer { others.append(names) }
            return !others.contains { $0.starts(with: names) }
        }.map { FMIndex($0) }
    }

    /// `CREATE INDEX`.
    ///
    /// See [CREATE INDEX](https://sqlite.org/lang_createindex.html).
    func statement(_ index: Index, _ name: String) -> FMSQL {
        let kind = index.isUnique ? "UNIQUE INDEX" : "INDEX"
        let place = "\(FMSQL.quoted(identifier: self.name)) (\(index.content.list))"
        let condition = index.content.condition.map { " WHERE \($0.text)" } ?? ""
        return FMSQL(raw: "CREATE \(kind) main.\(FMSQL.quoted(identifier: name)) ON \(place)\(condition)")
    }

    /// The name of an index, unless it is taken.
    static func name(of index: Index, on table: String) -> String {
        let content = index.content
        let condition = content.condition.map { ["where"] + $0.words } ?? []
        let words = content.columns + content.expressions.flatMap(\.words) + condition
        return ([table] + words + [index.isUnique ? "unique" : "index"]).joined(separator: "_")
    }
}

extension FMColumnKind {
    /// The type that a column is declared with. A strict BLOB column takes nothing but bytes.
    func typeName(isStrict: Bool) -> String { self == .blob && isStrict ? "ANY" : rawValue }
}

extension ColumnShape {
    /// The type that the column is declared with.
    func typeName(isStrict: Bool) -> String { isBytes ? kind.rawValue : kind.typeName(isStrict: isStrict) }

    /// NULL is the default anyway.
    var usefulDefault: FMValue? {
        guard let defaultValue, !defaultValue.isNull else { return Optional.none }
        return defaultValue
    }

    /// Texts are compared byte by byte anyway.
    var usefulCollation: FMCollation? {
        collation?.name.foldedAsName == FMCollation.binary.name.foldedAsName ? Optional.none : collation
    }

    /// The column for a table with rows, which get the initial value of the property.
    var filled: ColumnShape {
        var filled = self
        filled.defaultValue = usefulDefault ?? initialValue
        return filled
    }
}
