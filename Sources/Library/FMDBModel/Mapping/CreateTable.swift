import FMDB

/// The statements that create a table and its indexes.
struct CreateTable {
    let name: String
    let shapes: [ColumnShape]
    let options: FMTableOptions

    /// An index that a model declares.
    struct Index {
        let isUnique: Bool
        let content: FMIndex

        var columns: [String] { content.columns }
        var isPlain: Bool { content.isPlain }
    }

    /// - Throws: `FMError` with the code `.misuse` if the description is wrong. The names are checked here, because SQLite would read the
    ///   quoted name of a missing column as a string literal.
    init<Model>(_ table: FMTable<Model>) throws(FMError) {
        if let problem = table.sql.problem { throw problem }
        if table.isOfRecords { throw FMError(.misuse, "records do not declare the columns of the table \(table.name)") }
        name = table.name
        shapes = table.shapesWithInitialValues
        options = table.options
    }

    var key: [String] { (options.key?.columns ?? []).map { shape($0)?.name ?? $0 } }

    /// The column that is a rowid alias, or nil if there is none. See [ROWIDs](https://sqlite.org/lang_createtable.html#rowid).
    var rowIDAlias: String? {
        guard options.isWithoutRowID != true, key.count == 1, shape(key[0])?.kind == .integer else { return nil }
        return key[0]
    }

    var isNeverReused: Bool { options.key?.isNeverReused ?? false }

    func shape(_ name: String) -> ColumnShape? { shapes.first { $0.name.foldedAsName == name.foldedAsName } }

    /// The `CREATE TABLE` statement.
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

    /// Returns the table options, which follow the list of columns and constraints.
    static func ending(_ isStrict: Bool, _ isWithoutRowID: Bool) -> String {
        let words = [isWithoutRowID ? " WITHOUT ROWID" : nil, isStrict ? " STRICT" : nil]
        return words.compactMap { $0 }.joined(separator: ",")
    }

    private func definition(_ column: ColumnShape) -> String {
        var parts = [FMSQL.quoted(identifier: column.name), column.typeName(isStrict: options.isStrict == true)]
        if key == [column.name] { parts.append(isNeverReused ? "PRIMARY KEY AUTOINCREMENT" : "PRIMARY KEY") }
        // A rowid alias is never NULL, and SQLite generates it, so the clauses have no effect on it.
        if rowIDAlias != column.name { parts += CreateTable.clauses(column) }
        return parts.joined(separator: " ")
    }

    /// Returns the `NOT NULL`, `DEFAULT` and `COLLATE` clauses of a column.
    static func clauses(_ column: ColumnShape) -> [String] {
        [
            column.isOptional ? nil : "NOT NULL", column.usefulDefault.map { "DEFAULT \($0)" },
            column.usefulCollation?.clause,
        ].compactMap { $0 }
    }

    /// The indexes of the table, including those for its foreign keys.
    var indexes: [Index] {
        options.unique.map { Index(isUnique: true, content: $0) }
            + (options.indexes + indexesOfReferences).map { Index(isUnique: false, content: $0) }
    }

    /// The indexes to add for foreign keys. A foreign key whose columns come first in another index needs none.
    private var indexesOfReferences: [FMIndex] {
        let sets = (options.unique + options.indexes).filter { $0.condition == nil }.map(\.columns)
        var others = ([key] + sets).map { $0.map(\.foldedAsName) }
        return options.references.map(\.columns).filter { columns in
            let names = columns.map(\.foldedAsName)
            defer { others.append(names) }
            return !others.contains { $0.starts(with: names) }
        }.map { FMIndex($0) }
    }

    /// Returns the `CREATE INDEX` statement.
    ///
    /// See [CREATE INDEX](https://sqlite.org/lang_createindex.html).
    func statement(_ index: Index, _ name: String) -> FMSQL {
        let kind = index.isUnique ? "UNIQUE INDEX" : "INDEX"
        let place = "\(FMSQL.quoted(identifier: self.name)) (\(index.content.list))"
        let condition = index.content.condition.map { " WHERE \($0.text)" } ?? ""
        return FMSQL(raw: "CREATE \(kind) main.\(FMSQL.quoted(identifier: name)) ON \(place)\(condition)")
    }

    /// Returns the name for an index. Another index may already have it.
    static func name(of index: Index, on table: String) -> String {
        let content = index.content
        let condition = content.condition.map { ["where"] + $0.words } ?? []
        let words = content.columns + content.expressions.flatMap(\.words) + condition
        return ([table] + words + [index.isUnique ? "unique" : "index"]).joined(separator: "_")
    }
}

extension FMColumnKind {
    /// Returns the type that a column is declared with. In a strict table a BLOB column accepts only bytes, so the type is ANY.
    func typeName(isStrict: Bool) -> String { self == .blob && isStrict ? "ANY" : rawValue }
}

extension ColumnShape {
    /// Returns the type that the column is declared with.
    func typeName(isStrict: Bool) -> String { isBytes ? kind.rawValue : kind.typeName(isStrict: isStrict) }

    /// The default value; nil for NULL, which is SQLite's default.
    var usefulDefault: FMValue? {
        guard let defaultValue, !defaultValue.isNull else { return Optional.none }
        return defaultValue
    }

    /// The collation; nil for BINARY, which is SQLite's default.
    var usefulCollation: FMCollation? {
        collation?.name.foldedAsName == FMCollation.binary.name.foldedAsName ? Optional.none : collation
    }

    /// The column as it is added to a table with rows. The existing rows get the initial value of the property.
    var filled: ColumnShape {
        var filled = self
        filled.defaultValue = usefulDefault ?? initialValue
        return filled
    }
}
