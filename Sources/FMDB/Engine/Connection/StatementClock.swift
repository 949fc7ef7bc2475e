import SQLiteC

/// Ends statements that spend too long in SQLite.
final class StatementClock {
    /// How long one execution may take.
    let limit: Duration
    /// Whether the last step was ended because the time was up.
    private(set) var hasExpired = false
    /// Ends the present access early, whatever the time.
    private var token: CancellationToken?
    private var handle: OpaquePointer?
    private var end: ContinuousClock.Instant?

    init(_ limit: Duration) {
        self.limit = limit
    }

    /// Has SQLite ask the clock, and a token, every so often.
    ///
    /// See [`sqlite3_progress_handler`](https://sqlite.org/c3ref/progress_handler.html).
    func watch(_ handle: OpaquePointer?, _ token: CancellationToken?) {
        self.token = token
        self.handle = handle
        ask(every: 1000)
    }

    /// - Parameter count: a number of SQLite's instructions.
    private func ask(every count: Int32) {
        sqlite3_progress_handler(
            handle, count,
            { context in
                guard let context else { return 0 }
                return Unmanaged<StatementClock>.fromOpaque(context).takeUnretainedValue().isToStop ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private var isToStop: Bool {
        if let token, token.isStopped {
            token.strike()
            return true
        }
        guard let end, .now >= end else { return false }
        hasExpired = true
        return true
    }

    /// Makes a step of a statement in what is left of its time.
    func step(_ statement: FMStatement, _ body: () -> Int32) -> Int32 {
        hasExpired = false
        if sqlite3_stmt_busy(statement.state.pointee.raw) == 0 { statement.timeSpent = .zero }
        // Many quick steps may have used the time up: SQLite is to notice at once, so that it is its own error.
        let isUsedUp = statement.timeSpent >= limit
        if isUsedUp { ask(every: 1) }
        defer { if isUsedUp { ask(every: 1000) } }
        // A custom function may run a statement within the step of another.
        let (start, outer) = (ContinuousClock.now, end)
        let own = start + (limit - statement.timeSpent)
        end = outer.map { min($0, own) } ?? own
        let code = body()
        end = outer
        statement.timeSpent += start.duration(to: .now)
        return code
    }
}

extension FMError {
    /// A statement that was ended because it took too long.
    static func outOfTime(_ limit: Duration, sql: String?) -> FMError {
        FMError(.deadlineExceeded, "the statement took longer than \(limit)", sql: sql, stage: .step)
    }
}
