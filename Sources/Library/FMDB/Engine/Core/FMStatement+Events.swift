import FMDBSQLiteC

/// The state of a statement's execution that its events need.
struct ObservedExecution {
    /// The current execution, if there is an event handler to receive its events.
    fileprivate(set) var current: StatementRun?
    /// The last execution if it was slow or scanned many rows, and its plan has not been recorded yet.
    fileprivate(set) var slow: StatementRun?
    /// The counters of the C statement when the execution began.
    fileprivate var scansBefore = ScanCounters()
    /// The counters of all executions. They outlive the C statement, for a client that keeps the statement.
    var counters = KeptCounters.none
    /// The number of recompilations of the C statement when its counters were reset.
    var pastReprepares = 0
}

extension FMStatement {
    /// Steps to the next row, and records the events.
    func advanceObserved(_ raw: OpaquePointer, _ events: StatementEvents) -> Int32 {
        // A busy statement began its execution before the event handler was set.
        if observed.current == nil, sqlite3_stmt_busy(raw) == 0 { beginExecution(events) }
        let start = ContinuousClock.now
        let code = proceed(raw)
        account(code, start.duration(to: .now), events)
        emitWhileStepping(events)
        return settle(code)
    }

    private func beginExecution(_ events: StatementEvents) {
        // A prepared statement may be stepped again without a reset.
        explainIfSlow(events)
        let began = events.newExecution(sql)
        observed.current = began
        observed.scansBefore = scans
        state.pointee.flags.insert(.followed)
        events.record(.began(began))
        emitWhileStepping(events)
    }

    private func account(_ code: Int32, _ duration: Duration, _ events: StatementEvents) {
        connection?.recordWaits(sql)
        guard var current = observed.current else { return }
        current.duration += duration
        if code == SQLITE_ROW {
            current.rowCount += 1
            current.code = .row
            observed.current = current
        } else {
            current.code = connection?.finestCode(code) ?? FMResultCode(rawValue: code)
            observed.current = nil
            recordEnd(of: counted(current), events)
        }
    }

    private func recordEnd(of ended: StatementRun, _ events: StatementEvents) {
        events.record(.statementEnded(FMEvent.Execution(ended)))
        guard events.isSlow(ended) || events.isScan(ended) else { return }
        observed.slow = ended
    }

    /// See [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html).
    private var scans: ScanCounters {
        guard let raw = state.pointee.raw else { return ScanCounters() }
        return ScanCounters(
            fullScanSteps: UInt32(bitPattern: sqlite3_stmt_status(raw, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0)),
            automaticIndexRows: UInt32(bitPattern: sqlite3_stmt_status(raw, SQLITE_STMTSTATUS_AUTOINDEX, 0)))
    }

    /// Returns a finished execution with its own scan counts. SQLite's counters cover all executions.
    private func counted(_ run: StatementRun) -> StatementRun {
        let (now, before) = (scans, observed.scansBefore)
        var run = run
        // A client may have reset the counters meanwhile.
        run.scans.fullScanSteps = now.fullScanSteps - min(before.fullScanSteps, now.fullScanSteps)
        run.scans.automaticIndexRows = now.automaticIndexRows - min(before.automaticIndexRows, now.automaticIndexRows)
        return run
    }

    /// Emits the events. If the listener closes the statement or ends its use, this is deferred until the listener has
    /// received all events.
    private func emitWhileStepping(_ events: StatementEvents) {
        state.pointee.flags.insert(.stepping)
        events.emit()
        state.pointee.flags.remove(.stepping)
    }
}

// MARK: - The end of an execution

extension FMStatement {
    /// Resets or finalises a statement, and records the end of its execution. The caller emits the events.
    func conclude(_ ending: () -> Void) {
        state.pointee.flags.remove(.followed)
        guard recorded.run != nil, let recorder = connection?.recorder else { return concludeObserved(ending) }
        recorder.ending(self) { concludeObserved(ending) }
    }

    private func concludeObserved(_ ending: () -> Void) {
        guard let events = connection?.events else { return ending() }
        // Explaining before the reset does not lose the error of a failed step: SQLite keeps it with the statement, and
        // the reset returns it to the connection.
        explainIfSlow(events)
        let unfinished = observed.current.map(counted)
        observed.current = nil
        ending()
        guard let unfinished else { return }
        recordEnd(of: unfinished, events)
        // A writing statement that is reset before its last row may fail to commit.
        explainIfSlow(events, isPossible: connection?.isWithoutError ?? false)
    }

    /// Records the plan of the last execution, if that was slow or scanned many rows.
    private func explainIfSlow(_ events: StatementEvents, isPossible: Bool = true) {
        guard let slow = observed.slow, let connection else { return }
        observed.slow = nil
        let plan = isPossible ? connection.hooks.linesOfPlan?(connection, sql) ?? [] : []
        if events.isSlow(slow) { events.record(.slowStatement(FMEvent.Execution(slow), plan: plan)) }
        if events.isScan(slow) { events.record(.fullScan(FMEvent.Execution(slow), plan: plan)) }
    }

    func keepCounters() {
        guard let raw = state.pointee.raw else { return }
        observed.counters = .kept(FMStatementStatus(raw, without: observed.pastReprepares))
    }

    func forgetExecution() {
        observed.current = nil
        observed.slow = nil
        state.pointee.flags.remove(.followed)
    }
}

extension StatementEvents {
    fileprivate func isSlow(_ run: StatementRun) -> Bool { slowThreshold.map { run.duration >= $0 } ?? false }

    fileprivate func isScan(_ run: StatementRun) -> Bool { scanThreshold.map { run.scans.sum > $0 } ?? false }
}
