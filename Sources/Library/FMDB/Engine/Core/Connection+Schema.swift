import FMDBSQLiteC

/// What tables and columns mean, as far as a statement that is kept has to know it before its next step. During the step
/// SQLite itself compiles a statement again whose tables have changed.
extension Connection {
    /// Tables, settings or attached databases may have changed.
    func recordSchemaChange() {
        transactions.schemaEdition &+= 1
        transactions.isSchemaUncommitted = handle != nil && isTransactionOpen
    }

    /// The execution of a statement has ended.
    func recordSchemaChange(by kind: StatementKind) {
        switch kind {
        case .ordinary, .rowChange: break
        case .rollback: if transactions.isSchemaUncommitted { recordSchemaChange() }
        case .other, .vacuum: recordSchemaChange()
        }
    }

    /// To be called after a step that has failed: SQLite may have found that another connection has changed tables, and that the
    /// statement cannot be compiled any more. Nor could the others of its text that are kept.
    func recordFailedCompilation() {
        guard handle != nil, sqlite3_errcode(handle) == SQLITE_ERROR else { return }
        recordSchemaChange()
    }

    /// Resets SQLite's error code and message, as a successful call would.
    func forgetError() {
        if !isWithoutError { sqlite3_exec(handle, "", nil, nil, nil) }
    }

    /// The columns of a text as SQLite would compile it now; nil if it would not.
    func columnNames(of sql: String) -> ColumnNames? {
        var raw: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &raw, nil)
        defer { sqlite3_finalize(raw) }
        guard code == SQLITE_OK, raw != nil else {
            forgetError()
            return nil
        }
        return ColumnNames(of: raw)
    }
}

extension FMStatement {
    /// Whether the statement is what compiling its text would give, as far as the connection knows.
    @inline(__always)
    var isUpToDate: Bool { source.schemaEdition == connection?.transactions.schemaEdition }

    /// The statement was kept, and is now handed out as if it had been compiled.
    @inline(__always)
    func beginAsNew() {
        columns.rowBeforeReuse = state.pointee.rowNumber
        columns.presentNames = nil
        connection?.forgetError()
    }

    /// The columns before the first step of a statement that was kept; nil where SQLite knows them.
    ///
    /// SQLite brings a statement up to date with its first step, so until then its columns may be of former times.
    var namesBeforeStep: ColumnNames? {
        guard let row = columns.rowBeforeReuse, row == state.pointee.rowNumber else { return nil }
        if let presentNames = columns.presentNames { return presentNames }
        columns.presentNames = connection.flatMap { connection in
            try? connection.withOwnership(sql) { connection.columnNames(of: sql) }
        }
        return columns.presentNames
    }
}
