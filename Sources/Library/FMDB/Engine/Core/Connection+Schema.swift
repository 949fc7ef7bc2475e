import FMDBSQLiteC

/// Tracks schema changes for cached statements before their next step. During a step, SQLite itself recompiles a
/// statement whose tables have changed.
extension Connection {
    /// Records that tables, settings or attached databases may have changed.
    func recordSchemaChange() {
        transactions.schemaEdition &+= 1
        transactions.isSchemaUncommitted = handle != nil && isTransactionOpen
    }

    /// Records the schema change that a finished execution may have made.
    func recordSchemaChange(by kind: StatementKind) {
        switch kind {
        case .ordinary, .rowChange: break
        case .rollback: if transactions.isSchemaUncommitted { recordSchemaChange() }
        case .other, .vacuum: recordSchemaChange()
        }
    }

    /// Records a schema change that made SQLite fail to recompile a statement. Call this after a failed step: other
    /// cached statements of the same SQL can no longer be compiled, either.
    func recordFailedCompilation() {
        guard handle != nil, sqlite3_errcode(handle) == SQLITE_ERROR else { return }
        recordSchemaChange()
    }

    /// Resets SQLite's error code and message, as a successful call would.
    func forgetError() {
        if !isWithoutError { sqlite3_exec(handle, "", nil, nil, nil) }
    }

    /// Compiles the SQL and returns its column names, or nil if it cannot be compiled.
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
    /// Whether the connection has recorded no schema change since the statement was compiled.
    @inline(__always)
    var isUpToDate: Bool { source.schemaEdition == connection?.transactions.schemaEdition }

    /// Prepares a cached statement for use as if it were newly compiled.
    @inline(__always)
    func beginAsNew() {
        columns.rowBeforeReuse = state.pointee.rowNumber
        columns.presentNames = nil
        connection?.forgetError()
    }

    /// The current columns of a cached statement that has not been stepped in this use; nil if the columns that SQLite
    /// reports are up to date.
    ///
    /// SQLite recompiles a statement at its first step, so until then its columns may be out of date.
    var namesBeforeStep: ColumnNames? {
        guard let row = columns.rowBeforeReuse, row == state.pointee.rowNumber else { return nil }
        if let presentNames = columns.presentNames { return presentNames }
        columns.presentNames = connection.flatMap { connection in
            try? connection.withOwnership(sql) { connection.columnNames(of: sql) }
        }
        return columns.presentNames
    }
}
