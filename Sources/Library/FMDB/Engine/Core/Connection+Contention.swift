import FMDBSQLiteC

/// What a connection knows of locks that others hold.
struct LockState {
    /// The handler's context; SQLite keeps only a pointer to it.
    var busyWait: BusyWait?
    /// What was found out about the last failure that has a reason beyond SQLite's message.
    var lastExplained: FMError?
    /// Whether a statement that another connection's lock has refused is repeated at this moment.
    var repeatsStatements = false
    /// Waits for the next attempt, after so many failures since a moment; false if there is none.
    fileprivate var pause: ((_ failures: Int, _ start: ContinuousClock.Instant, CancellationToken?) -> Bool)?
    /// Whether the connection may take locks at present.
    var suspension = SuspensionState()
}

extension Connection {
    var busyWait: BusyWait? { locks.busyWait }

    /// Sets the wait before a statement is repeated.
    func repeatStatements(_ pause: @escaping (Int, ContinuousClock.Instant, CancellationToken?) -> Bool) {
        locks.pause = pause
    }

    /// Repeats what another connection's lock has refused, where nothing has happened yet. Outside of a transaction a statement is done
    /// or undone as a whole. A transaction without a lock has neither read nor written. A `COMMIT` that fails leaves everything as it
    /// was. See [`SQLITE_BUSY`](https://sqlite.org/rescode.html#busy).
    ///
    /// - Parameter isCommit: whether it is the end of a transaction.
    func repeating(_ code: Int32, isCommit: Bool = false, _ attempt: () -> Int32) -> Int32 {
        guard locks.repeatsStatements, let pause = locks.pause else { return code }
        var (code, failures) = (code, 1)
        let start = ContinuousClock.now
        while code & 0xFF == SQLITE_BUSY, !isStopped(code),
            !isTransactionOpen || isCommit || fmdb_txn_state(handle, nil) == 0, pause(failures, start, token)
        {
            code = attempt()
            failures += 1
        }
        return code
    }

    /// Finds out who kept the lock that has just been refused; nil if the code is of another kind.
    func contention(
        _ code: FMResultCode, _ message: String, sql: String?, stage: FMError.Stage, of statement: FMStatement?
    ) -> FMError.Contention? {
        guard code.primary == .busy || code.primary == .locked else { return nil }
        let isWriter = currentTransactionState(mayHaveWritten: false) == .writing
        let detective = LockHolders(own: activity, isWriter: isWriter, sql: sql, stage: stage)
        if code == .lockedSharedCache { return detective.findSharedCacheHolders() }
        // SQLite has one code for "cannot commit transaction - SQL statements in progress" and for locks of others.
        guard code.primary == .locked || code == .busy && message.contains(" statements") else {
            return detective.find(code).askingHolders(of: activity.file)
        }
        return detective.findOwnStatements(statementsInProgress(except: statement))
    }

    /// The statements whose rows are being read.
    func statementsInProgress(except own: FMStatement?) -> [String] {
        var texts: [String] = []
        forEachUse { other in
            guard other !== own, sqlite3_stmt_busy(other.state.pointee.raw) != 0 else { return }
            texts.append(other.sql)
        }
        return texts
    }

    /// Installs or removes the handler that waits for locks.
    ///
    /// See [`sqlite3_busy_handler`](https://sqlite.org/c3ref/busy_handler.html).
    ///
    /// - Parameter seconds: the longest wait; with 0 or less a locked database fails at once.
    func setBusyInterval(_ seconds: Double) {
        guard seconds > 0 else {
            sqlite3_busy_handler(handle, nil, nil)
            locks.busyWait = nil
            return
        }
        let wait = BusyWait(seconds: seconds, activity: activity)
        wait.token = token
        wait.suspension = suspension
        wait.hasEventHandler = hasEventHandler
        sqlite3_busy_handler(
            handle,
            { context, attempt in
                guard let context else { return 0 }
                return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().shouldRetry(attempt: attempt)
                    ? 1 : 0
            }, Unmanaged.passUnretained(wait).toOpaque())
        locks.busyWait = wait
    }
}
