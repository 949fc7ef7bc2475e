import SQLiteC

/// What a connection knows of locks that others hold.
struct LockState {
    /// The handler's context; SQLite keeps only a pointer to it.
    var busyWait: BusyWait?
    /// What was found out about the last failure that has a reason beyond SQLite's message.
    var lastExplained: FMError?
}

extension Connection {
    var busyWait: BusyWait? { locks.busyWait }
}

extension Connection {
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

    private func statementsInProgress(except own: FMStatement?) -> [String] {
        var texts: [String] = []
        forEachUse { other in
            guard other !== own, sqlite3_stmt_busy(other.state.pointee.raw) != 0 else { return }
            texts.append(other.sql)
        }
        return texts
    }
}
