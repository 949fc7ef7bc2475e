import FMDBSQLiteC

extension ChangeRecorder {
    /// Takes down which tables are read during the body.
    func tracking<Value>(_ body: () throws -> Value) rethrows -> (value: Value, region: TableRegion, writes: Bool) {
        tracked = (TableRegion(), false)
        defer { tracked = nil }
        let value = try body()
        return (value, tracked?.region ?? TableRegion(), tracked?.writes ?? false)
    }

    /// - Returns: nil if one of them cannot be asked without waiting for a lock.
    func versions(of schemas: Set<String>) -> [String: Int32]? {
        var versions: [String: Int32] = [:]
        for schema in schemas {
            let isRead = ask("PRAGMA \(FMSQL.quoted(identifier: schema)).schema_version") {
                versions[schema] = sqlite3_column_int($0, 0)
            }
            guard isRead else { return nil }
        }
        return versions
    }

    func readTraits() {
        if traits == nil { traits = connection.undisturbed(foundTraits) }
    }

    /// The words are not looked for in SQL: a client may have replaced LIKE and every other function.
    private func foundTraits() -> SchemaTraits? {
        var found = SchemaTraits()
        for schema in connection.schemas {
            let table = FMSQL.schemaTable(of: schema)
            let isRead = ask("SELECT type = 'trigger', tbl_name, sql FROM \(table)") { row in
                guard let sql = UnsafeRawPointer(sqlite3_column_text(row, 2))?.assumingMemoryBound(to: CChar.self)
                else { return }
                let replaces = sqlite3_strlike("%replace%", sql, 0) == 0
                let fails = sqlite3_strlike("%fail%", sql, 0) == 0
                guard replaces || fails else { return }
                let name = sqlite3_column_text(row, 1).map { String(cString: $0) } ?? ""
                found.record(
                    TableKey(schema: schema, name: name), isTrigger: sqlite3_column_int(row, 0) != 0,
                    replaces: replaces, fails: fails)
            }
            guard isRead else { return nil }
        }
        return found
    }

    /// Whether rows of a table may have changed of which SQLite has told none, though it has counted more than it has told.
    ///
    /// The rest may also be what a virtual table writes for itself in the course of any statement.
    func mayHideChanges(
        of table: TableKey, _ writes: StatementTables.Writes, _ tables: StatementTables, _ asksSchema: Bool
    ) -> Bool {
        guard asksSchema, !writes.deletesInTrigger, !tables.hidesRows(of: table, tellsOfNoRow) else { return true }
        // Of a deletion of all rows SQLite tells only the number.
        return writes.deletes && connection.changes > 0
    }

    /// Whether the update hook reports no row of a table: it is a table without rowids, a virtual one or a view.
    ///
    /// See [`sqlite3_update_hook`](https://sqlite.org/c3ref/update_hook.html).
    private func tellsOfNoRow(_ table: TableKey) -> Bool {
        let master = FMSQL.schemaTable(of: table.schema)
        let name = FMSQL.quoted(text: table.name)
        var isOrdinary = false
        ask("SELECT 1 FROM \(master) WHERE type = 'table' AND rootpage > 0 AND name = \(name)") { _ in
            isOrdinary = true
        }
        guard isOrdinary else { return true }
        // A table without rowids knows such a name only if one of its columns has it.
        // A name that is missing would be told as the error of the client's statement.
        let hadError = !connection.isWithoutError
        defer { if !hadError { connection.forgetError() } }
        return !RowIDName.all.allSatisfy { column in
            sqlite3_table_column_metadata(handle, table.schema, table.name, column, nil, nil, nil, nil, nil)
                == SQLITE_OK
        }
    }

    /// Runs a query of the library's own, which nobody hears of, and which waits for no lock.
    @discardableResult
    func ask(_ sql: String, _ row: (OpaquePointer) -> Void) -> Bool {
        asking { connection.run(sql, row) == SQLITE_DONE }
    }

    /// Runs queries of the library's own, of which nobody hears, and which wait for no lock.
    func asking<Value>(_ body: () -> Value) -> Value {
        let wasAsking = isAsking
        isAsking = true
        defer { isAsking = wasAsking }
        return connection.withoutWaiting {
            collecting(for: StatementTables()) { connection.undisturbed(body) }
        }
    }
}

/// What the text of a schema says about the ways in which statements fail.
struct SchemaTraits {
    /// Whether a statement that fails may keep a part of what it has done.
    private(set) var mayFail = false
    private var triggersReplace = false
    private var replacing: Set<TableKey> = []

    mutating func record(_ table: TableKey, isTrigger: Bool, replaces: Bool, fails: Bool) {
        if fails { mayFail = true }
        guard replaces else { return }
        // A trigger may replace rows of any table.
        if isTrigger { triggersReplace = true } else { replacing.insert(table) }
    }

    /// Whether rows of a table may make way for others.
    func mayReplace(_ table: TableKey) -> Bool { triggersReplace || replacing.contains(table) }
}

extension TableChanges {
    mutating func becomeWhole(_ writes: StatementTables.Writes) {
        if writes.inserts { inserted.becomeWholeTable() }
        if writes.updates { updated.becomeWholeTable() }
        if writes.deletes { deleted.becomeWholeTable() }
    }
}
