import FMDBSQLiteC

struct EventState {
    /// Made for the first who listens.
    fileprivate(set) var events: StatementEvents?
    fileprivate(set) var hasEventHandler = false
    /// What is counted for other processes; nil unless the connection is published.
    var statistics: ExecutionStatistics?
}

extension Connection {
    var events: StatementEvents? { eventState.events }
    var hasEventHandler: Bool { eventState.hasEventHandler }

    /// Begins or ends the telling of what happens.
    ///
    /// - Parameters:
    ///   - listener: nil to end it.
    ///   - slowThreshold: how long a statement takes that is explained; nil for none.
    ///   - scanThreshold: how many rows it reads as a whole; nil for none.
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
        // A later handler gets no end of what began before it.
        forEachStatement { $0.forgetExecution() }
        events?.afterEmitting { [weak self] in self?.observe() }
    }

    /// An event handler that removes itself still must not use the connection until it returns.
    private func observe() {
        eventState.hasEventHandler = events?.listener != nil || isEmitting
        busyWait?.hasEventHandler = hasEventHandler
        writeAhead.commitWatch?.hasEventHandler = hasEventHandler
        guardStatements()
    }

    /// Whether a listener's code is being called, which must not use the connection.
    var isEmitting: Bool { events?.isEmitting ?? false }

    func emit(_ event: FMEvent) {
        // Out of turn, nothing of the connection is this thread's.
        try? withOwnership(nil) {
            events?.record(event)
            events?.emit()
        }
    }

    /// Notes the waits for locks since the last call.
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

    /// Runs statements of the library's own, which are not counted.
    func withoutCounting<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let statistics = eventState.statistics else { return try body() }
        return try statistics.paused(body)
    }

    /// The finest result code of a call that has just returned.
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
