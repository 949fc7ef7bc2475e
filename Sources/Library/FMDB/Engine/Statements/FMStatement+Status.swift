import FMDBSQLiteC

extension FMStatement {
    /// What the executions of the statement have cost since it was compiled, or since ``resetStatus()``.
    ///
    ///     let rows = try db.query("SELECT * FROM book WHERE year > \(1900)")
    ///     let statement = rows.statement
    ///     while let row = try rows.nextRow() { … }
    ///     print(statement?.status?.fullScanSteps ?? 0)
    ///
    /// A cached statement counts on with each use. That of a closed one is its last. nil for a statement that never was, and for a closed
    /// one that did not come from ``FMResultSet/statement``. Only the thread that uses the database may ask. The corresponding C function is
    /// [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html).
    public var status: FMStatementStatus? {
        if let raw = state.pointee.raw { return FMStatementStatus(raw, without: observed.pastReprepares) }
        if case .kept(let last) = observed.counters { return last }
        return nil
    }

    /// Sets the counters of ``status`` to 0, but for ``FMStatementStatus/memory``, which is none. That of a closed statement stays.
    ///
    /// The corresponding C function is [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html).
    public func resetStatus() {
        guard let raw = state.pointee.raw else { return }
        // By the number of compilations the library knows whether names of columns are up to date: SQLite has to count on.
        observed.pastReprepares += status?.reprepares ?? 0
        let last = Library.isAtLeast(3_038_000) ? 8 : Library.isAtLeast(3_020_000) ? 6 : SQLITE_STMTSTATUS_VM_STEP
        for counter in SQLITE_STMTSTATUS_FULLSCAN_STEP...last where counter != StatementCounters.reprepare {
            _ = sqlite3_stmt_status(raw, counter, 1)
        }
    }

    /// A client gets the statement, and may ask when the end of its use has finalised it.
    func wantCounters() {
        if case .none = observed.counters { observed.counters = .wanted }
    }
}
