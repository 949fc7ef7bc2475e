import FMDBSQLiteC

/// The execution of a statement, for its events.
struct ObservedExecution {
    /// The execution that an event handler follows.
    fileprivate(set) var current: StatementRun?
    /// The last one if it was slow, or read much as a whole, and is yet to be explained.
    fileprivate(set) var slow: StatementRun?
    /// The counters of the C statement when the execution began.
    fileprivate var scansBefore = ScanCounters()
    /// The counters of all executions, which outlive the C statement for who has got the statement.
    var counters = KeptCounters.none
    /// How often the C statement had been compiled again when its counters were reset.
    var pastReprepares = 0
}

extension FMStatement {
    /// Goes to the next row, and records its events.
    func advanceObserved(_ raw: OpaquePointer, _ events: StatementEvents) -> Int32 {
        // One that is in the middle of its rows has begun before anybody listened.
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

    /// An execution that ends, with what it has read as a whole. The counters are those of all executions.
    private func counted(_ run: StatementRun) -> StatementRun {
        let (now, before) = (scans, observed.scansBefore)
        var run = run
        // A client may have set them to 0 meanwhile.
        run.scans.fullScanSteps = now.fullScanSteps - min(before.fullScanSteps, now.fullScanSteps)
        run.scans.automaticIndexRows = now.automaticIndexRows - min(before.automaticIndexRows, now.automaticIndexRows)
        return run
    }

    /// What the listener does to the statement is put off until it has been told everything.
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
        // SQLite keeps the error of a failed step with the statement and gives it back to the connection when the
        // statement is put back. So what comes before does not disturb it.
        explainIfSlow(events)
        let unfinished = observed.current.map(counted)
        observed.current = nil
        ending()
        guard let unfinished else { return }
        recordEnd(of: unfinished, events)
        // Put back in the middle of its rows, a statement that writes may have failed to commit.
        explainIfSlow(events, isPossible: connection?.isWithoutError ?? false)
    }

    /// Notes the plan of the last execution, if that was slow.
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
