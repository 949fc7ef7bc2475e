import Foundation

#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

// SAFETY: `members` is read and written under `lock` alone; the number takes care of itself.
/// Keeps the connections of a queue or pool from taking locks, from any thread and for as long as wanted.
///
/// An operating system that stops a process while it holds the lock of a file may end it for that.
final class Suspension: @unchecked Sendable {
    private let isInForce = Published(0)
    private let lock = NSLock()
    private var members: [Member] = []

    /// A weak reference would make every other one to the same object dear.
    private struct Member {
        let custody: Custody
        /// nil for a connection that only reads, which need not be stopped.
        let interruption: Interruption?
    }

    /// Any thread may ask.
    var isOn: Bool { isInForce.value != 0 }

    /// Has a connection obey from now on. To be called by the thread that has it.
    func include(_ connection: Connection) {
        guard let custody = connection.custody else { return }
        custody.suspension = self
        let member = Member(custody: custody, interruption: connection.isReadOnly ? nil : connection.interruption)
        lock.withLock { members.append(member) }
        if isOn { custody.alert() }
    }

    /// Forgets a connection that is being closed.
    func exclude(_ custody: Custody) {
        lock.withLock { members.removeAll { $0.custody === custody } }
    }

    /// Interrupts what runs, and has every further statement that would take a lock refused.
    func begin() {
        isInForce.value = 1
        for member in lock.withLock({ members }) {
            member.custody.alert()
            _ = member.interruption?.interrupt()
        }
    }

    /// Refuses nothing any more.
    func end() {
        isInForce.value = 0
    }
}

extension Connection {
    /// Whether nothing may take a lock at present.
    var isSuspended: Bool { custody?.suspension?.isOn ?? false }

    /// Refuses a statement that would take a lock while the connection is suspended.
    ///
    /// A statement that reads in WAL mode keeps nobody from writing. What ends a transaction may run, too.
    ///
    /// - Returns: whether it was refused. Then the transaction, if it holds a lock, is rolled back.
    func refusesSuspended(_ statement: FMStatement) -> Bool {
        isRefusedSuspended = false
        guard isSuspended else { return false }
        let control = ControlStatement(statement.sql)
        guard !statement.isReadOnly || control == nil && !hasWriteAheadLog else { return false }
        if isTransactionOpen { loseSuspendedTransaction() }
        isRefusedSuspended = true
        return true
    }

    /// See [`PRAGMA journal_mode`](https://sqlite.org/pragma.html#pragma_journal_mode).
    private var hasWriteAheadLog: Bool {
        var raw: OpaquePointer?
        defer { sqlite3_finalize(raw) }
        guard sqlite3_prepare_v2(handle, "PRAGMA main.journal_mode", -1, &raw, nil) == SQLITE_OK,
            sqlite3_step(raw) == SQLITE_ROW, let mode = sqlite3_column_text(raw, 0)
        else { return false }
        return String(cString: mode) == "wal"
    }

    private func loseSuspendedTransaction() {
        // First, or the end of the transaction would count as the block's own.
        loseTransaction(TransactionEnd(error: .suspended(nil), isByBlock: false, isCommitted: false))
        rollBackInsistently { () throws(FMError) in
            let code = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            if code != SQLITE_OK { throw error(code, sql: "ROLLBACK", stage: .step) }
        }
        scope.isOpen = false
    }
}
