import FMDBSQLiteC

struct SuspensionState {
    /// What may keep the connection from taking locks; nil for one that is not lent.
    fileprivate(set) var suspension: Suspension?
    /// Whether the last statement was refused, of which SQLite knows nothing.
    fileprivate(set) var isRefused = false
    /// Whether nothing of what it reads takes a lock that counts; nil as long as nobody has asked.
    fileprivate(set) var readsWithoutLocks: Bool?
}

extension Connection {
    /// What may keep the connection from taking locks. Set when it has been opened.
    fileprivate(set) var suspension: Suspension? {
        get { locks.suspension.suspension }
        set {
            locks.suspension.suspension = newValue
            ownership?.suspension = newValue
            busyWait?.suspension = newValue
        }
    }

    /// Obeys a suspension from now on.
    ///
    /// - Parameter isSpared: whether the connection only reads a log, which is no reason to stop it.
    func join(_ suspension: Suspension, isSpared: Bool) {
        self.suspension = suspension
        let interruption = interruption
        suspension.include(ObjectIdentifier(interruption), ownership, isSpared: isSpared) {
            _ = interruption.interrupt()
        }
    }

    /// Whether nothing may take a lock at present.
    var isSuspended: Bool { suspension?.isOn ?? false }

    /// Why the last statement was refused, if it was because of a suspension that lasts.
    var suspendedRefusal: FMError? { locks.suspension.isRefused && isSuspended ? .suspended(nil) : nil }

    /// Refuses a statement that would take a lock while the connection is suspended.
    ///
    /// A statement that reads in WAL mode keeps nobody from writing. What ends a transaction may run, too.
    ///
    /// - Returns: whether it was refused. Then the transaction, if it holds a lock, is rolled back.
    func refusesSuspended(_ statement: FMStatement) -> Bool {
        locks.suspension.isRefused = false
        guard isSuspended else {
            locks.suspension.readsWithoutLocks = nil
            return false
        }
        guard !statement.isReadOnly || ControlStatement(statement.sql) == nil && !mayReadSuspended else { return false }
        locks.suspension.isRefused = true
        statement.state.pointee.width = 0
        statement.state.pointee.parkedWidth = 0
        loseSuspendedTransaction()
        // Rows that are still to come keep a lock, too.
        if !mayReadSuspended { releaseReadLocks(of: statement) }
        return true
    }

    /// Refuses a blob that would take a lock while the connection is suspended. Then the transaction, if it holds one, is
    /// rolled back, and the blobs are closed.
    func refusesSuspendedBlob(writes: Bool) -> Bool {
        guard isSuspended, writes || !mayReadSuspended else { return false }
        loseSuspendedTransaction()
        closeBlobs()
        return true
    }

    private var mayReadSuspended: Bool {
        guard currentTransactionState(mayHaveWritten: false) != .writing else { return false }
        if let known = locks.suspension.readsWithoutLocks { return known }
        let schemas = schemas
        // While an interruption is in force nobody can be asked.
        guard !schemas.isEmpty else { return false }
        let known = schemas.allSatisfy { ["wal", "memory"].contains(journalMode(of: $0)) || $0 == "temp" }
        locks.suspension.readsWithoutLocks = known
        return known
    }

    private func releaseReadLocks(of refused: FMStatement) {
        closeBlobs()
        for statement in statementsInUse(since: [:]) where statement !== refused && !statement.isBusy {
            statement.endUse(statement.use)
        }
        sqlite3_reset(refused.state.pointee.raw)
    }

    /// Whether a suspension is why SQLite has given up.
    func isStopped(_ code: Int32) -> Bool {
        (code == SQLITE_INTERRUPT || code & 0xFF == SQLITE_BUSY) && isSuspended
    }

    /// Rolls back what is open, and has the rest of its block fail.
    func loseSuspendedTransaction() {
        guard isTransactionOpen else { return }
        // First, or the end of the transaction would count as the block's own.
        if scope.depth > 0 {
            loseTransaction(TransactionEnd(error: .suspended(nil), isByBlock: false, isCommitted: false))
        } else if let ownership {
            // Each later write of the block would commit by itself.
            refusal = .suspended(nil)
            ownership.postpone { [weak self] in self?.refusal = nil }
        }
        rollBackNow()
        scope.isOpen = false
    }
}
