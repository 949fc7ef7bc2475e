import Foundation

#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

// SAFETY: `members`, `isStopping` and `whenOver` are read and written under `lock` alone; the number takes care of itself.
/// Keeps the connections of a queue or pool from taking locks, from any thread and for as long as wanted.
///
/// An operating system that stops a process while it holds the lock of a file may end it for that.
final class Suspension: @unchecked Sendable {
    private let isInForce = AtomicWord(0)
    private let lock = NSLock()
    private var members: [Member] = []
    private var isStopping = false
    private var whenOver: (@Sendable () -> Void)?

    /// A weak reference would make every other one to the same object dear.
    private struct Member {
        /// nil for a connection that is not lent.
        let ownership: ThreadOwnership?
        let interruption: Interruption
        /// Whether it only reads a log, which is no reason to stop it.
        let isSpared: Bool
    }

    /// Any thread may ask.
    var isOn: Bool { isInForce.value != 0 }

    /// Has something done at the end of each suspension.
    func whenOver(_ action: @escaping @Sendable () -> Void) {
        lock.withLock { whenOver = action }
    }

    /// Has a connection obey from now on. To be called by the thread that opens it.
    func include(_ connection: Connection, isSpared: Bool) {
        connection.suspension = self
        let member = Member(
            ownership: connection.ownership, interruption: connection.interruption, isSpared: isSpared)
        lock.withLock { members.append(member) }
        if isOn { member.ownership?.alert(isStopped: false) }
    }

    /// Forgets a connection that is being closed.
    func exclude(_ connection: Connection) {
        lock.withLock { members.removeAll { $0.interruption === connection.interruption } }
    }

    /// Stops what runs, and has every further statement that would take a lock refused.
    func begin() {
        let startsThread = lock.withLock {
            guard !isOn else { return false }
            isInForce.value = 1
            for member in members { member.ownership?.alert(isStopped: !member.isSpared) }
            guard interruptMembers(), !isStopping else { return false }
            isStopping = true
            return true
        }
        if startsThread { keepStopping() }
    }

    /// Refuses nothing any more.
    func end() {
        let whenOver = lock.withLock {
            isInForce.value = 0
            return self.whenOver
        }
        whenOver?()
    }

    /// Interrupts the turns in progress when the suspension began. To be called under the lock.
    ///
    /// - Returns: whether one of them lasts.
    private func interruptMembers() -> Bool {
        var lasts = false
        for member in members where !member.isSpared && member.ownership?.isStopped != false {
            _ = member.interruption.interrupt()
            lasts = lasts || member.ownership != nil
        }
        return lasts
    }

    /// - Returns: whether the thread is to go on.
    private func goesOnStopping() -> Bool {
        lock.withLock {
            isStopping = isOn && interruptMembers()
            return isStopping
        }
    }

    /// An interruption that comes between two statements is forgotten, and the second may last: so it comes again, for the
    /// first second often. A script of many short statements is stopped by few of them.
    private func keepStopping() {
        Thread.detachNewThread { [self] in
            var rounds = 0
            repeat {
                rounds += 1
                Thread.sleep(forTimeInterval: rounds < 1000 ? 0.001 : 0.1)
            } while goesOnStopping()
        }
    }
}

extension Connection {
    /// Whether nothing may take a lock at present.
    var isSuspended: Bool { suspension?.isOn ?? false }

    /// Why the last statement was refused, if it was because of a suspension that lasts.
    var suspendedRefusal: FMError? { suspendedState.isRefused && isSuspended ? .suspended(nil) : nil }

    /// Refuses a statement that would take a lock while the connection is suspended.
    ///
    /// A statement that reads in WAL mode keeps nobody from writing. What ends a transaction may run, too.
    ///
    /// - Returns: whether it was refused. Then the transaction, if it holds a lock, is rolled back.
    func refusesSuspended(_ statement: FMStatement) -> Bool {
        suspendedState.isRefused = false
        guard isSuspended else {
            suspendedState.readsWithoutLocks = nil
            return false
        }
        guard !statement.isReadOnly || ControlStatement(statement.sql) == nil && !mayReadSuspended else { return false }
        suspendedState.isRefused = true
        statement.state.pointee.width = 0
        statement.state.pointee.parkedWidth = 0
        loseSuspendedTransaction()
        // Rows that are still to come keep a lock, too.
        if !mayReadSuspended { releaseReadLocks(of: statement) }
        return true
    }

    private var mayReadSuspended: Bool {
        guard currentTransactionState(mayHaveWritten: false) != .writing else { return false }
        if let known = suspendedState.readsWithoutLocks { return known }
        let schemas = schemas
        // While an interruption is in force nobody can be asked.
        guard !schemas.isEmpty else { return false }
        let known = schemas.allSatisfy { ["wal", "memory"].contains(journalMode(of: $0)) || $0 == "temp" }
        suspendedState.readsWithoutLocks = known
        return known
    }

    private func releaseReadLocks(of refused: FMStatement) {
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
            // What the block goes on to write would be written each for itself.
            refusal = .suspended(nil)
            ownership.postpone { [weak self] in self?.refusal = nil }
        }
        rollBackNow()
        scope.isOpen = false
    }
}

/// What a connection knows of its suspension.
struct SuspendedState {
    /// Whether the last statement was refused, of which SQLite knows nothing.
    var isRefused = false
    /// Whether nothing of what it reads takes a lock that counts; nil as long as nobody has asked.
    var readsWithoutLocks: Bool?
}
