import FMDBSQLiteC

/// The reasons for which the statements of a connection may not run.
struct ConnectionGuards {
    /// The error with which every statement fails, including prepared statements; nil for none.
    fileprivate var refusal: FMError?
    /// The error of the last call that was refused before it reached SQLite.
    var refusedCall: FMError?
    /// The token that can end the current access early; nil for none.
    var token: CancellationToken?
    /// Whether the token also ends a step in progress.
    var isInterrupting = false
    /// Whether the transaction must be rolled back when the running statement ends. Until then an interruption stays in
    /// force, and it would stop the rollback, too.
    fileprivate var isRollbackPending = false
    /// Whether the process is a child of the one that opened the connection.
    var isAbandoned = false
    /// Stops statements that exceed their time limit; nil if there is no limit.
    fileprivate var clock: StatementClock?
    /// Whether the tokenizers of the process are installed, or cannot be.
    var hasTokenizers = false
    /// The rules for an untrusted statement, while one is compiled or runs.
    var sandbox: SandboxGuard?
    /// Whether SQLite calls the connection's authorizer.
    var isAuthorizing = false
    /// The client's SQL functions by name, and whether all functions of that name are harmless.
    var functions: [String: Bool] = [:]
    /// Logs a probable mistake and its SQL.
    var onMisuse: ((String, String?) -> Void)?
}

extension Connection {
    var refusal: FMError? {
        get { guards.refusal }
        set {
            guards.refusal = newValue
            guardStatements()
        }
    }

    /// Makes every client statement fail during the body.
    func refusingStatements<Value>(_ reason: String, _ body: () -> Value) -> Value {
        let outer = refusal
        refusal = .misuse(reason)
        defer { refusal = outer }
        return body()
    }

    var isRollbackPending: Bool {
        get { guards.isRollbackPending }
        set {
            guards.isRollbackPending = newValue
            guardStatements()
        }
    }

    var token: CancellationToken? { guards.token }
    var isAbandoned: Bool { guards.isAbandoned }
}

/// Refuses steps, or ends them early. The reasons: a transaction that did not begin, a cancelled access, a thread that
/// no longer holds the connection, an event handler that uses its own database.
extension Connection {
    /// Whether each step of a statement must go through ``stepGuarded(_:_:)``.
    private var needsGuard: Bool {
        refusal != nil || token != nil || hasEventHandler || isRollbackPending || changeState.isRecording
            || changeState.isTracking || isAbandoned || hasTimeLimit
    }

    /// Whether statements have a time limit.
    var hasTimeLimit: Bool { guards.clock != nil }

    /// The time limit of a statement; nil for no limit.
    var timeLimit: Duration? { guards.clock?.limit }

    /// Sets the time that a statement may spend in SQLite; nil for no limit.
    func limitTime(_ limit: Duration?) { set(limit.map { StatementClock($0) }) }

    private func set(_ clock: StatementClock?) {
        guards.clock = clock
        watch(guards.isInterrupting ? token : nil)
        guardStatements()
    }

    /// Limits the time of each statement that a body runs; nil adds no limit.
    func withTimeLimit<Value>(_ limit: Duration?, _ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        guard let limit else { return try body() }
        return try withClock(StatementClock(min(limit, timeLimit ?? limit)), body)
    }

    /// Runs a body whose statements are limited by the given clock instead of the current one.
    func withClock<Value>(_ clock: StatementClock, _ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        let outer = guards.clock
        set(clock)
        defer { set(outer) }
        return try body()
    }

    /// Sets the token that stops the statements of the connection; nil for none.
    ///
    /// - Parameter interrupting: whether the token also stops a step in progress. If false, it stops the next step.
    func obey(_ token: CancellationToken?, interrupting: Bool = true) {
        guards.token = token
        guards.isInterrupting = interrupting
        watch(interrupting ? token : nil)
        guardStatements()
    }

    /// Runs a body with internal statements. Cancelling the client's access does not stop them, because the error would
    /// be reported as the client's.
    func undisturbed<Value>(_ body: () -> Value) -> Value {
        let (token, isInterrupting) = (token, guards.isInterrupting)
        if token != nil { obey(nil) }
        defer { if let token { obey(token, interrupting: isInterrupting) } }
        return interruption.withoutEffect(body)
    }

    /// Installs a progress handler that checks the token.
    ///
    /// A cancellation may also call `sqlite3_interrupt`. But if that happens between two steps, SQLite discards the
    /// interruption when the second step begins. See
    /// [`sqlite3_progress_handler`](https://sqlite.org/c3ref/progress_handler.html).
    func watch(_ token: CancellationToken?) {
        busyWait?.token = token
        if let clock = guards.clock { return clock.watch(handle, token) }
        guard let token else {
            sqlite3_progress_handler(handle, 0, nil, nil)
            return
        }
        sqlite3_progress_handler(
            handle, 1000,
            { context in
                #if DEBUG
                    Simulated.thread?.step(.progress)
                #endif
                guard let context else { return 0 }
                let token = Unmanaged<CancellationToken>.fromOpaque(context).takeUnretainedValue()
                guard token.isStopped else { return 0 }
                token.strike()
                return 1
            }, Unmanaged.passUnretained(token).toOpaque())
    }

    /// Runs a step, unless a guard refuses it.
    func stepGuarded(_ statement: FMStatement, _ step: () -> Int32) -> Int32 {
        if isRollbackPending { rollBackIfPending() }
        guard refusal == nil, !isRollbackPending, !isAbandoned else { return SQLITE_MISUSE }
        let answer = ownership?.tryAcquire() ?? .holder
        guard answer != .refused else { return SQLITE_MISUSE }
        if answer == .acquired { reportIntrusion(statement.sql) }
        defer { if answer == .acquired { ownership?.leave() } }
        guard !isEmitting else { return SQLITE_MISUSE }
        if let token, token.isStopped {
            token.strike()
            return SQLITE_INTERRUPT
        }
        if refusesSuspended(statement) { return SQLITE_INTERRUPT }
        statement.state.pointee.parkedWidth = 0
        let code = guards.clock.map { $0.step(statement, step) } ?? step()
        if answer == .acquired { statement.park() }
        if code == SQLITE_INTERRUPT, let token, token.isStopped { token.strike() }
        return code
    }

    /// Runs a body while the calling thread holds the connection. Throws if another thread holds it.
    func withOwnership<Value>(_ sql: String?, _ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        guard !isAbandoned else { throw .forked(sql) }
        switch ownership?.tryAcquire() ?? .holder {
        case .holder: return try body()
        case .refused: throw .outOfTurn(sql)
        case .acquired:
            reportIntrusion(sql)
            defer { ownership?.leave() }
            return try body()
        }
    }

    func reportIntrusion(_ sql: String?) {
        guard let ownership, ownership.isFirstReport else { return }
        warn("the database is used after the end of its block", sql: sql)
    }

    func warn(_ text: String, sql: String?) { guards.onMisuse?(text, sql) }

    /// Returns the error of a step that the library refused or stopped; nil if it did neither.
    func denial(_ code: Int32, sql: String) -> FMError? {
        if isAbandoned { return .forked(sql) }
        if let refusal { return refusal }
        if isRollbackPending, code == SQLITE_MISUSE { return .rollbackPending(sql) }
        if code == Constants.moved, let displacedPart { return .moved(displacedPart, at: activity.path, sql) }
        if code == SQLITE_INTERRUPT, let reason = token?.reason { return .stopped(reason, sql: sql) }
        if isStopped(code) { return .suspended(sql) }
        if code == SQLITE_INTERRUPT, let clock = guards.clock, clock.hasExpired {
            return .outOfTime(clock.limit, sql: sql)
        }
        if code == SQLITE_INTERRUPT, let clock = guards.clock, clock.hasOutgrown {
            return .outOfMemory(clock.memory, sql: sql)
        }
        guard code == SQLITE_MISUSE else { return nil }
        switch ownership?.tryAcquire() ?? .holder {
        case .holder: return isEmitting ? .usedByHandler(sql) : nil
        case .refused: return .outOfTurn(sql)
        case .acquired:
            ownership?.leave()
            return nil
        }
    }

    /// Whether the library, not SQLite, now refuses this thread's calls with an error of this kind. The reasons: a
    /// cancelled access, a statement that took too long, an event handler that uses its own database, a feature that
    /// SQLite lacks.
    func refuses(with error: FMError) -> Bool {
        guard ownership.map({ $0.thread == ThreadIdentity.current }) ?? true else { return false }
        if error.stage == .unavailable { return true }
        if isEmitting, error.resultCode == .misuse { return true }
        if error.extendedCode == .readOnlyMoved { return !error.isSQLites }
        if error.extendedCode == .deadlineExceeded, guards.clock?.hasExpired == true { return true }
        return error.resultCode == .interrupt && !error.isSQLites && (token?.isStopped == true || isRollbackPending)
    }

    /// Updates the guard flag of the statements in use. Call this when a reason for a guard has appeared or gone.
    func guardStatements() {
        let isGuarded = needsGuard
        guard isGuarded != statements.areGuarded else { return }
        statements.areGuarded = isGuarded
        // A free statement gets the flag when its use begins, because each cancellable access sets a guard.
        forEachUse {
            if isGuarded { $0.state.pointee.flags.insert(.guarded) } else { $0.state.pointee.flags.remove(.guarded) }
        }
    }
}

extension FMError {
    /// The error for using a connection whose rollback is pending. The rollback would also discard the new changes.
    static func rollbackPending(_ sql: String?) -> FMError {
        FMError(
            .interrupt, "the transaction was interrupted; it is rolled back when the running statement ends", sql: sql,
            stage: .step)
    }
}
