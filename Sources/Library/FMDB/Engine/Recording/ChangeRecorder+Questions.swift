import FMDBSQLiteC

extension ChangeRecorder {
    /// Runs a body, and records which tables it reads and whether it writes.
    func tracking<Value>(_ body: () throws -> Value) rethrows -> (value: Value, region: TableRegion, writes: Bool) {
        tracked = (TableRegion(), false)
        defer { tracked = nil }
        let value = try body()
        return (value, tracked?.region ?? TableRegion(), tracked?.writes ?? false)
    }

    /// - Returns: the schema versions; nil if one cannot be read without waiting for a lock.
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

    /// Uses `sqlite3_strlike` and not SQL, because a client may have replaced LIKE and any other function.
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

    /// Whether rows of a table may have changed without a report, if SQLite counted more rows than it reported.
    ///
    /// The difference may also be rows that a virtual table writes internally during any statement.
    func mayHideChanges(
        of table: TableKey, _ writes: StatementTables.Writes, _ tables: StatementTables, _ asksSchema: Bool
    ) -> Bool {
        guard asksSchema, !writes.deletesInTrigger, !tables.hidesRows(of: table, tellsOfNoRow) else { return true }
        // For a deletion of all rows, SQLite reports only the number of rows.
        return writes.deletes && connection.changes > 0
    }

    /// Whether the update hook does not report rows of the table. It reports no rows of WITHOUT ROWID tables, virtual tables and views.
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
        // In a WITHOUT ROWID table, names such as `rowid` are columns only if they were declared, so not all of them are found. Without the
        // reset, a missing name would be reported as the error of the client's statement.
        let hadError = !connection.isWithoutError
        defer { if !hadError { connection.forgetError() } }
        return !RowIDName.all.allSatisfy { column in
            sqlite3_table_column_metadata(handle, table.schema, table.name, column, nil, nil, nil, nil, nil)
                == SQLITE_OK
        }
    }

    /// Runs an internal query, without recording it and without waiting for a lock.
    @discardableResult
    func ask(_ sql: String, _ row: (OpaquePointer) -> Void) -> Bool {
        asking { connection.run(sql, row) == SQLITE_DONE }
    }

    /// Runs internal queries, without recording them and without waiting for a lock.
    func asking<Value>(_ body: () -> Value) -> Value {
        let wasAsking = isAsking
        isAsking = true
        defer { isAsking = wasAsking }
        return connection.withoutWaiting {
            collecting(for: StatementTables()) { connection.undisturbed(body) }
        }
    }
}

/// What the SQL of a schema says about REPLACE and FAIL.
struct SchemaTraits {
    /// Whether a failed statement may keep a part of its changes.
    private(set) var mayFail = false
    private var triggersReplace = false
    private var replacing: Set<TableKey> = []

    mutating func record(_ table: TableKey, isTrigger: Bool, replaces: Bool, fails: Bool) {
        if fails { mayFail = true }
        guard replaces else { return }
        // A trigger may replace rows of any table.
        if isTrigger { triggersReplace = true } else { replacing.insert(table) }
    }

    /// Whether a REPLACE may delete rows of a table.
    func mayReplace(_ table: TableKey) -> Bool { triggersReplace || replacing.contains(table) }
}

extension TableChanges {
    mutating func becomeWhole(_ writes: StatementTables.Writes) {
        if writes.inserts { inserted.becomeWholeTable() }
        if writes.updates { updated.becomeWholeTable() }
        if writes.deletes { deleted.becomeWholeTable() }
    }
}
