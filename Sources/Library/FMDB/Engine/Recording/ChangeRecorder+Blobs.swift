import FMDBSQLiteC

/// Blob access, which SQLite reports neither to the authorizer nor to the update hook.
extension ChangeRecorder {
    /// Records that a row was changed without a statement.
    func wrote(to row: Int64, of table: TableKey) {
        layers[layers.count - 1].changes.change(table) { $0.updated.insert(row) }
        if table.schema != "temp" { tracked?.writes = true }
    }

    /// Records that a table is read without a statement.
    func read(_ table: TableKey) {
        tracked?.region.insert(table.name, table.schema)
    }

    /// Returns the key of a table with the names that the update hook reports. The given names are not case-sensitive.
    func key(of table: String, in schema: String) -> TableKey {
        var key = TableKey(schema: schema, name: table)
        ask("PRAGMA database_list") { row in
            guard let name = sqlite3_column_text(row, 1).map({ String(cString: $0) }) else { return }
            if sqlite3_stricmp(name, schema) == 0 { key = TableKey(schema: name, name: table) }
        }
        let tables = FMSQL.schemaTable(of: key.schema)
        ask("SELECT name FROM \(tables) WHERE type = 'table' AND name = \(FMSQL.quoted(text: table)) COLLATE NOCASE") {
            row in
            if let name = sqlite3_column_text(row, 0) {
                key = TableKey(schema: key.schema, name: String(cString: name))
            }
        }
        return key
    }
}
