import FMDBSQLiteC

/// Ends statements that spend too long in SQLite, or take too much memory.
final class StatementClock {
    /// How long one execution may take.
    let limit: Duration
    /// After how many of SQLite's instructions it is asked.
    let interval: Int32
    /// Whether the last step was ended because the time was up.
    private(set) var hasExpired = false
    /// Whether the last step was ended because SQLite had allocated too much.
    private(set) var hasOutgrown = false
    /// How many bytes SQLite may allocate.
    let memory: Int64?
    /// How many it may have, then.
    private let most: Int64?
    /// Ends the present access early, whatever the time.
    private var token: CancellationToken?
    private var handle: OpaquePointer?
    private var end: ContinuousClock.Instant?

    /// - Parameter memory: how many bytes SQLite may allocate from now on, in the whole process; nil for any number.
    init(_ limit: Duration, every interval: Int32 = 1000, memory: Int64? = nil) {
        self.limit = limit
        self.interval = interval
        self.memory = memory
        most = memory.map { limit in
            let (sum, isTooLarge) = sqlite3_memory_used().addingReportingOverflow(limit)
            return isTooLarge ? .max : sum
        }
    }

    /// Has SQLite ask the clock, and a token, every so often.
    ///
    /// See [`sqlite3_progress_handler`](https://sqlite.org/c3ref/progress_handler.html).
    func watch(_ handle: OpaquePointer?, _ token: CancellationToken?) {
        self.token = token
        self.handle = handle
        ask(every: interval)
    }

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
        if let most, sqlite3_memory_used() > most {
            hasOutgrown = true
            return true
        }
        guard let end, .now >= end else { return false }
        hasExpired = true
        return true
    }

    /// Makes a step of a statement in what is left of its time.
    func step(_ statement: FMStatement, _ body: () -> Int32) -> Int32 {
        (hasExpired, hasOutgrown) = (false, false)
        if sqlite3_stmt_busy(statement.state.pointee.raw) == 0 { statement.timeSpent = .zero }
        // Many quick steps may have used the time up: SQLite is to notice at once, so that it is its own error.
        let isUsedUp = statement.timeSpent >= limit
        if isUsedUp { ask(every: 1) }
        defer { if isUsedUp { ask(every: interval) } }
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

    /// A statement that was ended because it took too much memory.
    static func outOfMemory(_ limit: Int64?, sql: String?) -> FMError {
        FMError(.tooBig, "the statement took more than \(Int(limit ?? 0).of("byte")) of memory", sql: sql, stage: .step)
    }
}
