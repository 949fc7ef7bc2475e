import FMDBSQLiteC

/// Blobs, of which SQLite tells neither the authorizer nor the update hook.
extension ChangeRecorder {
    /// A row has changed without a statement.
    func wrote(to row: Int64, of table: TableKey) {
        layers[layers.count - 1].changes.change(table) { $0.updated.insert(row) }
        if table.schema != "temp" { tracked?.writes = true }
    }

    /// A table is read without a statement.
    func read(_ table: TableKey) {
        tracked?.region.insert(table.name, table.schema)
    }

    /// A table by the names that the update hook has for it, whatever the case of the letters that it is given by.
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
