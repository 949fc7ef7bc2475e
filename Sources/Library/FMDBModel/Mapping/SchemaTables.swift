import FMDB

/// Looks up names in the connection's databases. An attached database is searched only if no earlier database has the name, because another
/// process may have locked its file.
extension FMDatabase {
    /// Returns whether a name refers to a view. The first database that has the name decides.
    func isView(_ name: String) throws(FMError) -> Bool {
        for schema in ["sqlite_temp_master", "main.sqlite_master"] as [FMSQL] {
            if let type = try type(of: name, in: schema) { return type == "view" }
        }
        return try attached(with: name)?.type == "view"
    }

    func hasTrigger(_ table: String) throws(FMError) -> Bool {
        let found = try rows(
            """
            SELECT type = 'trigger' FROM (
                SELECT type, name, tbl_name FROM sqlite_temp_master
                UNION ALL SELECT type, name, tbl_name FROM main.sqlite_master)
            WHERE tbl_name = \(table) COLLATE NOCASE AND type IN ('table', 'view', 'trigger')
            """, as: Bool.self)
        // A TEMP trigger may belong to a table of any database.
        if found.contains(true) { return true }
        guard found.isEmpty, let schema = try attached(with: table)?.schema else { return false }
        return try value(
            "SELECT EXISTS (SELECT 1 FROM \(schema) WHERE type = 'trigger' AND tbl_name = \(table) COLLATE NOCASE)")
    }

    /// Returns the schema table of the first attached database that has a table or view of the name.
    ///
    /// See [the order in which SQLite looks for a name](https://sqlite.org/lang_naming.html).
    private func attached(with name: String) throws(FMError) -> (schema: FMSQL, type: String)? {
        let places = try pragmaRows("database_list", in: nil) { row throws(FMError) in
            try row.value(at: 1, as: String.self)
        }
        for place in places where place != "temp" && place != "main" {
            let schema: FMSQL = "\(identifier: place).sqlite_master"
            if let type = try type(of: name, in: schema) { return (schema, type) }
        }
        return nil
    }

    private func type(of name: String, in schema: FMSQL) throws(FMError) -> String? {
        try value("SELECT type FROM \(schema) WHERE name = \(name) COLLATE NOCASE AND type IN ('table', 'view')")
    }
}
