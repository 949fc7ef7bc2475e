import FMDBSQLiteC

/// The pre-update hook. SQLite allows one for each connection.
///
/// See [`sqlite3_preupdate_hook`](https://sqlite.org/c3ref/preupdate_blobwrite.html).
extension Connection {
    /// The log of row changes for undo; nil if no sink receives them.
    var undoLog: UndoLog? { changeRecorder?.rows }

    private var needsRowHook: Bool { hooks.onRowChange != nil || undoLog != nil }

    /// Sets a closure that is called before each row change.
    func setRowHandler(_ handler: ((RowChange) -> Void)?) throws(FMError) {
        try expectNoSession(handler != nil)
        hooks.untoldTables = handler == nil ? [] : try tablesNotTold()
        let former = hooks.onRowChange
        defer { withExtendedLifetime(former) {} }
        hooks.onRowChange = handler
        updateRowHook()
    }

    /// Logs each row change for a sink, or ends that if the sink is nil.
    func log(rows sink: RowSink?) {
        guard undoLog?.sink !== sink else { return }
        let log = sink.map { UndoLog(of: self, $0) }
        changeRecorder?.rows = log
        if let log, isTransactionOpen || isWriting { log.spoil("the transaction began before changes were recorded") }
        updateRowHook()
    }

    /// Throws if the hook is in use. SQLite's session extension would take the hook's context for another session.
    func expectNoRowHook() throws(FMError) {
        guard needsRowHook else { return }
        throw .misuse(
            "changesets cannot be recorded while a row change handler is set, or while changes are recorded for undo")
    }

    private func expectNoSession(_ isNeeded: Bool) throws(FMError) {
        guard isNeeded else { return }
        try FMSQLiteFeature.preupdateHook.expectAvailable()
        guard openObjects.sessions.isEmpty else {
            throw .misuse("a row change handler cannot be set while a changeset is recorded")
        }
    }

    private func updateRowHook() {
        guard fmdb_has_preupdate_hook() != 0, let handle else { return }
        guard needsRowHook else { return fmdb_preupdate_hook(handle, nil, nil) }
        // A DELETE of all rows that was compiled without the hook does not report its rows.
        compileAgain()
        let context = Unmanaged.passUnretained(self).toOpaque()
        fmdb_preupdate_hook(
            handle,
            { context, handle, action, schema, table, oldRow, newRow in
                guard let context, let handle, let schema, let table else { return }
                let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                connection.willChange(
                    RowQuestion(
                        handle: handle, action: action, schema: schema, table: table, oldRow: oldRow, newRow: newRow))
            }, context)
    }

    private func tablesNotTold() throws(FMError) -> Set<TableKey> {
        guard !Connection.tellsColumnsInPlace else { return [] }
        var tables: Set<TableKey> = []
        for schema in try allSchemas() {
            for name in try tablesWithLongKey(in: schema) { tables.insert(TableKey(schema: schema, name: name)) }
        }
        return tables
    }

    /// Returns the WITHOUT ROWID tables whose stored rows have more values than the table has columns. Their primary
    /// key names a column twice, with different collations. Before 3.50, the pre-update hook takes positions in the
    /// stored row for column positions, and reads past the columns.
    ///
    /// See [PRAGMA index_xinfo](https://sqlite.org/pragma.html#pragma_index_xinfo).
    func tablesWithLongKey(in schema: String) throws(FMError) -> Set<String> {
        let columns = "pragma_table_\(Library.isAtLeast(3_026_000) ? "xinfo" : "info")"
        let place = FMSQL.quoted(text: schema)
        let names = try strings(
            """
            SELECT m.name FROM \(FMSQL.schemaTable(of: schema)) AS m, pragma_index_list(m.name, \(place)) AS i
            WHERE m.type = 'table' AND m.rootpage > 0 AND i.origin = 'pk'
            AND NOT EXISTS (SELECT 1 FROM pragma_index_xinfo(i.name, \(place)) WHERE cid < 0)
            AND (SELECT count(*) FROM pragma_index_xinfo(i.name, \(place)))
            > (SELECT count(*) FROM \(columns)(m.name, \(place)))
            """)
        return Set(names)
    }

    private func isUntold(_ question: RowQuestion) -> Bool {
        hooks.untoldTables.contains(
            TableKey(schema: String(cString: question.schema), name: String(cString: question.table)))
    }

    private func willChange(_ question: RowQuestion) {
        undoLog?.record(question)
        guard let handler = hooks.onRowChange else { return }
        refusingStatements("a database must not be used by its own row change handler") {
            handler(question.change(tellsValues: hooks.untoldTables.isEmpty || !isUntold(question)))
        }
    }
}
