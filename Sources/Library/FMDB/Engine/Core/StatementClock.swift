import FMDBSQLiteC

/// Ends statements that spend too long in SQLite, or take too much memory.
final class StatementClock {
    /// The time limit of one execution.
    let limit: Duration
    /// The number of virtual machine instructions between two checks.
    let interval: Int32
    /// Whether the last step was ended because the time was up.
    private(set) var hasExpired = false
    /// Whether the last step was ended because SQLite had allocated too much.
    private(set) var hasOutgrown = false
    /// The number of bytes that SQLite may allocate from `init` on; nil for no limit.
    let memory: Int64?
    /// The value of `sqlite3_memory_used` above which a step is ended; nil if ``memory`` is nil.
    private let most: Int64?
    /// The token that cancels the current access.
    private var token: CancellationToken?
    private var handle: OpaquePointer?
    private var end: ContinuousClock.Instant?

    /// - Parameter memory: the number of bytes that SQLite may allocate from now on, in the whole process; nil for no
    ///   limit.
    init(_ limit: Duration, every interval: Int32 = 1000, memory: Int64? = nil) {
        self.limit = limit
        self.interval = interval
        self.memory = memory
        most = memory.map { limit in
            let (sum, isTooLarge) = sqlite3_memory_used().addingReportingOverflow(limit)
            return isTooLarge ? .max : sum
        }
    }

    /// Installs a progress handler that checks the time, the memory and a token.
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

    /// Runs one step of a statement within the time that is left of its limit.
    func step(_ statement: FMStatement, _ body: () -> Int32) -> Int32 {
        (hasExpired, hasOutgrown) = (false, false)
        if sqlite3_stmt_busy(statement.state.pointee.raw) == 0 { statement.timeSpent = .zero }
        // Earlier steps may have used up the time. This step then still begins, and the progress handler stops it at
        // once, so that SQLite itself reports the error.
        let isUsedUp = statement.timeSpent >= limit
        if isUsedUp { ask(every: 1) }
        defer { if isUsedUp { ask(every: interval) } }
        // A custom function may step a statement during another statement's step. The earlier deadline applies.
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
    /// The error of a statement that exceeded its time limit.
    static func outOfTime(_ limit: Duration, sql: String?) -> FMError {
        FMError(.deadlineExceeded, "the statement took longer than \(limit)", sql: sql, stage: .step)
    }

    /// The error of a statement that exceeded its memory limit.
    static func outOfMemory(_ limit: Int64?, sql: String?) -> FMError {
        FMError(.tooBig, "the statement took more than \(Int(limit ?? 0).of("byte")) of memory", sql: sql, stage: .step)
    }
}
