import FMDBSQLiteC

/// The state of a connection's waits for locks.
struct LockState {
    /// The busy handler's context; SQLite keeps only a pointer to it.
    var busyWait: BusyWait?
    /// The last error that has a reason, or lock holders, in addition to SQLite's message.
    var lastExplained: FMError?
    /// Whether statements that fail because of another connection's lock are currently retried.
    var repeatsStatements = false
    /// Waits before the next attempt. Gets the number of failures and the time of the first; returns false to give up.
    fileprivate var pause: ((_ failures: Int, _ start: ContinuousClock.Instant, CancellationToken?) -> Bool)?
    /// Whether the connection may currently take locks.
    var suspension = SuspensionState()
}

extension Connection {
    var busyWait: BusyWait? { locks.busyWait }

    /// Sets the closure that waits before a statement is retried.
    func repeatStatements(_ pause: @escaping (Int, ContinuousClock.Instant, CancellationToken?) -> Bool) {
        locks.pause = pause
    }

    /// Retries an attempt that failed because of another connection's lock, if the attempt had no effect. That is
    /// certain in three cases. Outside a transaction, a statement takes effect as a whole or not at all. A transaction
    /// that holds no lock has neither read nor written. A `COMMIT` that fails changes nothing. See
    /// [`SQLITE_BUSY`](https://sqlite.org/rescode.html#busy).
    ///
    /// - Parameter isCommit: whether the attempt commits a transaction.
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

    /// Finds the holders of the lock that was just refused. Returns nil if the code does not report a lock.
    func contention(
        _ code: FMResultCode, _ message: String, sql: String?, stage: FMError.Stage, of statement: FMStatement?
    ) -> FMError.Contention? {
        guard code.primary == .busy || code.primary == .locked else { return nil }
        let isWriter = currentTransactionState(mayHaveWritten: false) == .writing
        let detective = LockHolders(own: activity, isWriter: isWriter, sql: sql, stage: stage)
        if code == .lockedSharedCache { return detective.findSharedCacheHolders() }
        // SQLite uses one code for "cannot commit transaction - SQL statements in progress" and for locks of other
        // connections.
        guard code.primary == .locked || code == .busy && message.contains(" statements") else {
            return detective.find(code).askingHolders(of: activity.file)
        }
        return detective.findOwnStatements(statementsInProgress(except: statement))
    }

    /// Returns the SQL of the statements whose rows are being read.
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
    /// - Parameter seconds: the longest wait; with 0 or less, a locked database fails at once.
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
