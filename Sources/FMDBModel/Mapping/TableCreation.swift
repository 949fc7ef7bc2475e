import FMDB

/// The statements that make a table.
struct TableCreation {
    private let shapes: [FMColumnShape]
    private let options: FMTableOptions

    init<Model>(_ table: FMTable<Model>) {
        shapes = table.columns.map(\.shape)
        options = table.options
    }

    /// `CREATE TABLE`, under a name of choice.
    ///
    /// See [CREATE TABLE](https://sqlite.org/lang_createtable.html).
    func statement(_ name: String) -> FMSQL {
        var parts = shapes.map(definition)
        if let key = options.key?.columns, key.count > 1 { parts.append("PRIMARY KEY (\(list(key)))") }
        return FMSQL(raw: "CREATE TABLE \(FMSQL.quoted(identifier: name)) (\(parts.joined(separator: ", ")))")
    }

    /// The definition of a column, as `CREATE TABLE` and `ALTER TABLE … ADD COLUMN` take it.
    func definition(_ column: FMColumnShape) -> String {
        var parts = [FMSQL.quoted(identifier: column.name), column.kind.rawValue]
        if let key = options.key, key.columns.count == 1, key.columns[0].lowercased() == column.name.lowercased() {
            parts.append("PRIMARY KEY")
            if key.isNeverReused { parts.append("AUTOINCREMENT") }
            // A rowid is never NULL, and to say so would keep SQLite from giving it.
            if column.kind == .integer { return parts.joined(separator: " ") }
        }
        if !column.isOptional { parts.append("NOT NULL") }
        if let value = column.defaultValue { parts.append("DEFAULT \(value)") }
        return parts.joined(separator: " ")
    }

    /// `CREATE INDEX` for each set of columns that wants one, by the names of the indexes.
    ///
    /// See [CREATE INDEX](https://sqlite.org/lang_createindex.html).
    func indexes(of name: String) -> [(name: String, isUnique: Bool, columns: [String], statement: FMSQL)] {
        options.unique.map { index(of: name, $0, isUnique: true) }
            + options.indexes.map { index(of: name, $0, isUnique: false) }
    }

    private func index(
        of table: String, _ columns: [String], isUnique: Bool
    ) -> (name: String, isUnique: Bool, columns: [String], statement: FMSQL) {
        let name = ([table] + columns + [isUnique ? "unique" : "index"]).joined(separator: "_")
        let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
        let place = "\(FMSQL.quoted(identifier: table)) (\(list(columns)))"
        let text = "CREATE \(kind) IF NOT EXISTS \(FMSQL.quoted(identifier: name)) ON \(place)"
        return (name, isUnique, columns, FMSQL(raw: text))
    }

    private func list(_ columns: [String]) -> String {
        columns.map { FMSQL.quoted(identifier: $0) }.joined(separator: ", ")
    }
}
