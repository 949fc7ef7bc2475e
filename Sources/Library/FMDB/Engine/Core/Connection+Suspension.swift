import FMDBSQLiteC

struct SuspensionState {
    /// The suspension that may keep the connection from taking locks; nil if no queue or pool lends the connection.
    fileprivate(set) var suspension: Suspension?
    /// Whether the library refused the last statement. SQLite then reports no error.
    fileprivate(set) var isRefused = false
    /// Whether reads take no lock that blocks other connections; nil until this is first needed.
    fileprivate(set) var readsWithoutLocks: Bool?
}

extension Connection {
    /// The suspension that may keep the connection from taking locks. Set after the connection is opened.
    fileprivate(set) var suspension: Suspension? {
        get { locks.suspension.suspension }
        set {
            locks.suspension.suspension = newValue
            ownership?.suspension = newValue
            busyWait?.suspension = newValue
        }
    }

    /// Makes the connection obey a suspension.
    ///
    /// - Parameter isSpared: whether the connection only reads a database in WAL mode, so that it need not be stopped.
    func join(_ suspension: Suspension, isSpared: Bool) {
        self.suspension = suspension
        let interruption = interruption
        suspension.include(ObjectIdentifier(interruption), ownership, isSpared: isSpared) {
            _ = interruption.interrupt()
        }
    }

    /// Whether a suspension currently forbids taking locks.
    var isSuspended: Bool { suspension?.isOn ?? false }

    /// The error of the last statement, if a suspension refused it and is still on; else nil.
    var suspendedRefusal: FMError? { locks.suspension.isRefused && isSuspended ? .suspended(nil) : nil }

    /// Refuses a statement that would take a lock while the connection is suspended.
    ///
    /// A read in WAL mode blocks no writer, so it may run. A statement that ends a transaction may run, too.
    ///
    /// - Returns: whether the statement was refused. If so, an open transaction is rolled back.
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
        // Statements with unread rows hold a lock, too.
        if !mayReadSuspended { releaseReadLocks(of: statement) }
        return true
    }

    /// Refuses a blob that would take a lock while the connection is suspended. In that case an open transaction is
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
        // The list is empty while an interruption is in force.
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

    /// Whether a suspension made SQLite return this code.
    func isStopped(_ code: Int32) -> Bool {
        (code == SQLITE_INTERRUPT || code & 0xFF == SQLITE_BUSY) && isSuspended
    }

    /// Rolls back an open transaction, and makes the rest of its block fail.
    func loseSuspendedTransaction() {
        guard isTransactionOpen else { return }
        // This comes before the rollback, which would otherwise be taken for a rollback by the block.
        if scope.depth > 0 {
            loseTransaction(TransactionEnd(error: .suspended(nil), isByBlock: false, isCommitted: false))
        } else if let ownership {
            // Without a refusal, each later write of the block would autocommit.
            refusal = .suspended(nil)
            ownership.postpone { [weak self] in self?.refusal = nil }
        }
        rollBackNow()
        scope.isOpen = false
    }
}
