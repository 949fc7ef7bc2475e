import FMDBSQLiteC

extension FMStatement {
    /// The cost of the statement's executions since it was compiled, or since ``resetStatus()``.
    ///
    ///     let rows = try db.query("SELECT * FROM book WHERE year > \(1900)")
    ///     let statement = rows.statement
    ///     while let row = try rows.nextRow() { … }
    ///     print(statement?.status?.fullScanSteps ?? 0)
    ///
    /// A cached statement counts all of its uses. A closed statement keeps its last counts. nil for a statement that
    /// `init()` created, and for a closed statement that did not come from ``FMResultSet/statement``. Only the thread
    /// that uses the database may read this property. The corresponding C function is
    /// [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html).
    public var status: FMStatementStatus? {
        if let raw = state.pointee.raw { return FMStatementStatus(raw, without: observed.pastReprepares) }
        if case .kept(let last) = observed.counters { return last }
        return nil
    }

    /// Sets the counters of ``status`` to 0, except ``FMStatementStatus/memory``, which is not a counter. The counters
    /// of a closed statement remain unchanged.
    ///
    /// The corresponding C function is [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html).
    public func resetStatus() {
        guard let raw = state.pointee.raw else { return }
        // SQLite's number of recompilations must not be reset: the library compares it to detect outdated column names.
        observed.pastReprepares += status?.reprepares ?? 0
        let last = Library.isAtLeast(3_038_000) ? 8 : Library.isAtLeast(3_020_000) ? 6 : SQLITE_STMTSTATUS_VM_STEP
        for counter in SQLITE_STMTSTATUS_FULLSCAN_STEP...last where counter != StatementCounters.reprepare {
            _ = sqlite3_stmt_status(raw, counter, 1)
        }
    }

    /// Makes finalising the statement save its counters. A client that gets the statement may read them after the use
    /// has ended.
    func wantCounters() {
        if case .none = observed.counters { observed.counters = .wanted }
    }
}
