import FMDBSQLiteC

struct EventState {
    /// The events of the connection, created for the first listener.
    fileprivate(set) var events: StatementEvents?
    fileprivate(set) var hasEventHandler = false
    /// The statistics for other processes; nil unless the connection is published.
    var statistics: ExecutionStatistics?
}

extension Connection {
    var events: StatementEvents? { eventState.events }
    var hasEventHandler: Bool { eventState.hasEventHandler }

    /// Sets or removes the listener of events.
    ///
    /// - Parameters:
    ///   - listener: the listener; nil to remove it.
    ///   - slowThreshold: the minimum duration of a statement whose plan is reported; nil for no such reports.
    ///   - scanThreshold: the number of scanned rows above which a statement's plan is reported; nil for no such
    ///     reports.
    func listen(_ listener: ((FMEvent) -> Void)?, slowThreshold: Duration?, scanThreshold: Int?) {
        if events == nil {
            guard listener != nil else { return }
            eventState.events = StatementEvents()
        }
        events?.listener = listener
        events?.slowThreshold = slowThreshold
        events?.scanThreshold = scanThreshold
        observe()
        guard listener == nil else { return }
        // A later listener must not receive the end of an execution that began before it was set.
        forEachStatement { $0.forgetExecution() }
        events?.afterEmitting { [weak self] in self?.observe() }
    }

    /// Updates the state that depends on whether there is a listener. An event handler that removes itself still must
    /// not use the connection until it returns.
    private func observe() {
        eventState.hasEventHandler = events?.listener != nil || isEmitting
        busyWait?.hasEventHandler = hasEventHandler
        writeAhead.commitWatch?.hasEventHandler = hasEventHandler
        guardStatements()
    }

    /// Whether the listener is being called. It must not use the connection.
    var isEmitting: Bool { events?.isEmitting ?? false }

    func emit(_ event: FMEvent) {
        // A thread that does not hold the connection must not touch its events.
        try? withOwnership(nil) {
            events?.record(event)
            events?.emit()
        }
    }

    /// Records the waits for locks since the last call.
    func recordWaits(_ sql: String?) {
        guard let busyWait, !busyWait.waits.isEmpty else { return }
        for wait in busyWait.drainWaits() {
            events?.record(
                .lockWait(
                    FMEvent.LockWait(
                        sql: sql?.withoutKeys, attempts: wait.attempts, duration: wait.duration,
                        isGivenUp: wait.isGivenUp)))
        }
    }

    /// Emits the waits for locks since the last call.
    func emitWaits(_ sql: String?) {
        recordWaits(sql)
        events?.emit()
    }

    func holdingEvents<Value>(_ body: () -> Value) -> Value {
        guard let events else { return body() }
        return events.holding(body)
    }

    /// Runs internal statements, which the statistics do not count.
    func withoutCounting<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let statistics = eventState.statistics else { return try body() }
        return try statistics.paused(body)
    }

    /// Returns the extended result code of a call that has just returned, or the code itself if SQLite recorded none.
    func finestCode(_ code: Int32) -> FMResultCode {
        let remembered = sqlite3_extended_errcode(handle)
        return FMResultCode(rawValue: remembered & 0xFF == code & 0xFF ? remembered : code)
    }

    var isWithoutError: Bool { sqlite3_errcode(handle) == SQLITE_OK }
}

extension FMEvent {
    static func opened(_ connection: FMDB.Connection) -> FMEvent {
        let path = connection.activity.path.withoutKeyParameters
        return .connectionOpened(Connection(path: path, isReadOnly: connection.isReadOnly))
    }

    static func closed(_ connection: FMDB.Connection, wasReadOnly: Bool) -> FMEvent {
        let path = connection.activity.path.withoutKeyParameters
        return .connectionClosed(
            Connection(
                path: path, isReadOnly: wasReadOnly, remainingLogSize: connection.writeAhead.remainingLogSize))
    }
}
