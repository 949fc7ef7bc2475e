import FMDBSQLiteC

extension Connection {
    /// Returns the name of a table as the schema spells it. Throws if the table does not exist or has no primary key.
    func recordableTable(_ name: String, in schema: String) throws(FMError) -> String {
        guard !name.utf8.contains(0) else { throw .misuse("the name of a table contains a NUL character") }
        let known = try strings(
            "SELECT name FROM \(FMSQL.schemaTable(of: schema)) WHERE type = 'table' AND name = \(FMSQL.quoted(text: name)) COLLATE NOCASE"
        )
        guard let table = known.first else { throw FMError(.error, "no such table: \(schema).\(name)") }
        guard try keyPlaces(of: table, in: schema).contains(where: { $0 != 0 }) else {
            throw .misuse("changes of the table \(table) cannot be recorded: it has no PRIMARY KEY")
        }
        return table
    }

    /// Returns the ordinary tables with a primary key, or those without one, except shadow tables.
    func ordinaryTables(of schema: String, haveKey: Bool) throws(FMError) -> [String] {
        let shadows = try shadowTables(of: schema)
        var found: [String] = []
        for table in try ordinaryTables(of: schema) where !shadows.contains(table.foldedAsName) {
            if try keyPlaces(of: table, in: schema).contains(where: { $0 != 0 }) == haveKey { found.append(table) }
        }
        return found
    }

    /// Throws if recording the changes of one of the tables would make SQLite read past its buffers.
    ///
    /// - Parameter tables: the names as the schema spells them; nil for all tables.
    func expectToldKeys(_ tables: [String]?, in schema: String) throws(FMError) {
        guard !Connection.tellsColumnsInPlace else { return }
        let untold = try tablesWithLongKey(in: schema)
        guard let first = (tables.map { untold.intersection($0) } ?? untold).min() else { return }
        throw FMError(
            .notSupported,
            "the key of the table \(first) names a column twice, so SQLite before 3.50 cannot record it; name the tables to record"
        )
    }

    /// Returns the ordinary tables of a database without SQLite's internal tables, sorted by name.
    func ordinaryTables(of schema: String) throws(FMError) -> [String] {
        let sql =
            "SELECT name FROM \(FMSQL.schemaTable(of: schema)) WHERE type = 'table' AND rootpage > 0 ORDER BY name"
        return try strings(sql).filter { !$0.hasPrefix("sqlite_") }
    }

    /// Returns the 1-based position of each column in the primary key, or 0 for columns outside it. Empty if there is no such table.
    ///
    /// See [PRAGMA table_info](https://sqlite.org/pragma.html#pragma_table_info).
    func keyPlaces(of table: String, in schema: String) throws(FMError) -> [Int32] {
        var places: [Int32] = []
        let sql = "PRAGMA \(FMSQL.quoted(identifier: schema)).table_info(\(FMSQL.quoted(identifier: table)))"
        let code = run(sql) { places.append(sqlite3_column_int($0, 5)) }
        guard code == SQLITE_DONE else { throw failure(code, of: sql) }
        return places
    }

    /// Returns the names of the shadow tables of virtual tables such as full-text indexes and R-trees, in lower case.
    func shadowTables(of schema: String) throws(FMError) -> Set<String> {
        var shadows: Set<String> = []
        let sql =
            "SELECT name, sql FROM \(FMSQL.schemaTable(of: schema)) WHERE type = 'table' AND coalesce(rootpage, 0) = 0"
        var code = run(sql) { row in
            guard let name = sqlite3_column_text(row, 0), let text = sqlite3_column_text(row, 1) else { return }
            let module = ShadowTables.module(of: String(cString: text))
            let names = ShadowTables.names(of: String(cString: name).foldedAsName, module: module)
            shadows.formUnion(names ?? [])
        }
        guard code == SQLITE_DONE else { throw failure(code, of: sql) }
        guard Library.isAtLeast(3_037_000) else { return shadows }
        let list = "PRAGMA \(FMSQL.quoted(identifier: schema)).table_list"
        code = run(list) { row in
            guard let name = sqlite3_column_text(row, 1), let type = sqlite3_column_text(row, 2),
                String(cString: type) == "shadow"
            else { return }
            shadows.insert(String(cString: name).foldedAsName)
        }
        guard code == SQLITE_DONE else { throw failure(code, of: list) }
        return shadows
    }
}
