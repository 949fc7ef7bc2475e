import SQLiteC

/// Who listens to what happens on a connection.
struct EventState {
    /// Made for the first who listens.
    fileprivate(set) var events: StatementEvents?
    /// Whether somebody listens.
    fileprivate(set) var hasEventHandler = false
}

extension Connection {
    var events: StatementEvents? { eventState.events }
    var hasEventHandler: Bool { eventState.hasEventHandler }
}

extension Connection {
    /// Begins or ends the telling of what happens.
    ///
    /// - Parameters:
    ///   - listener: nil to end it.
    ///   - slowThreshold: how long a statement takes that is explained; nil for none.
    func listen(_ listener: ((FMEvent) -> Void)?, slowThreshold: Duration?) {
        if events == nil {
            guard listener != nil else { return }
            eventState.events = StatementEvents()
        }
        events?.listener = listener
        events?.slowThreshold = slowThreshold
        observe()
        guard listener == nil else { return }
        // Whoever listens later learns nothing of what has begun before.
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
        for wait in busyWait.takeWaits() { events?.record(.waited(wait, sql: sql)) }
    }

    /// Tells of the waits for locks since the last call.
    func emitWaits(_ sql: String?) {
        recordWaits(sql)
        events?.emit()
    }

    /// Nothing is told during the body, but everything after it.
    func holdingEvents<Value>(_ body: () -> Value) -> Value {
        guard let events else { return body() }
        return events.holding(body)
    }

    /// The finest result code of a call that has just returned.
    func finestCode(_ code: Int32) -> FMResultCode {
        let remembered = sqlite3_extended_errcode(handle)
        return FMResultCode(rawValue: remembered & 0xFF == code & 0xFF ? remembered : code)
    }

    var isWithoutError: Bool { sqlite3_errcode(handle) == SQLITE_OK }
}

// MARK: - Query plans

extension Connection {
    /// The lines of a statement's query plan, each indented by two spaces below the one it belongs to.
    ///
    /// It leaves the connection's error state cleared, and everything else as it was. A statement that has changed rows
    /// is not explained: SQLite would forget their number, which the next statement may ask for.
    ///
    /// See [EXPLAIN QUERY PLAN](https://sqlite.org/eqp.html).
    ///
    /// - Returns: nothing for a statement that cannot be explained.
    func plan(of sql: String) -> [String] {
        // Any other statement may do its work while it is compiled: a PRAGMA for example.
        guard let first = SQLWords.first(of: sql), Connection.explainable.contains(first) else { return [] }
        var raw: OpaquePointer?
        defer {
            sqlite3_finalize(raw)
            // Running nothing clears the error of a failed explanation.
            if !isWithoutError { sqlite3_exec(handle, "", nil, nil, nil) }
        }
        guard sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN " + sql, -1, &raw, nil) == SQLITE_OK, let raw,
            sqlite3_stmt_readonly(raw) != 0 || sqlite3_changes(handle) == 0
        else { return [] }
        return Connection.planLines(raw)
    }

    private static let explainable: Set<String> = [
        "SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE",
    ]

    private static func planLines(_ raw: OpaquePointer) -> [String] {
        var lines: [String] = []
        var depths: [Int32: Int] = [:]
        // Before 3.24 the columns did not tell which line belongs to which.
        let isTree = sqlite3_libversion_number() >= 3_024_000
        var code = sqlite3_step(raw)
        while code == SQLITE_ROW {
            let depth = isTree ? depths[sqlite3_column_int(raw, 1)].map { $0 + 1 } ?? 0 : 0
            depths[sqlite3_column_int(raw, 0)] = depth
            let text = sqlite3_column_text(raw, 3).map { String(cString: $0) } ?? ""
            lines.append(String(repeating: "  ", count: depth) + text)
            code = sqlite3_step(raw)
        }
        return code == SQLITE_DONE ? lines : []
    }
}
