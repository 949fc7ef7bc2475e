import Foundation

// SAFETY: `members`, `isInterrupting` and `whenOver` are read and written only under `lock`; `isInForce` is atomic.
/// Prevents the connections of a queue or pool from taking locks. Can be used on any thread.
///
/// An OS such as iOS may terminate a process that it suspends while the process holds a file lock.
final class Suspension: @unchecked Sendable {
    private let isInForce = AtomicWord(0)
    private let lock = SystemLock()
    /// Shows whether this object was created before a fork. It then has no effect in the child.
    private let stamp = ForkStamp()
    private var members: [Member] = []
    private var isInterrupting = false
    private var whenOver: (@Sendable () -> Void)?

    /// A connection. There is no reference to it, because a weak reference would make every strong reference to the
    /// object slower.
    private struct Member {
        let id: ObjectIdentifier
        /// The connection's ownership, or nil for a connection without a queue or pool.
        let ownership: ThreadOwnership?
        /// Interrupts the connection's running statements.
        let interrupt: () -> Void
        /// Whether the connection only reads in WAL mode and so need not be stopped.
        let isSpared: Bool
    }

    /// Whether the connections are suspended. Can be read on any thread.
    var isOn: Bool { isInForce.value != 0 }

    func whenOver(_ action: @escaping @Sendable () -> Void) { lock.withLock { whenOver = action } }

    /// Adds a connection. Call it on the thread that opens the connection.
    ///
    /// - Parameters:
    ///   - id: the identity of the connection, for ``exclude(_:)``.
    ///   - ownership: the connection's ownership; nil for a connection without a queue or pool.
    ///   - isSpared: whether the connection only reads in WAL mode and so need not be stopped.
    ///   - interrupt: interrupts the connection's running statements. It is called on any thread, under the lock.
    func include(
        _ id: ObjectIdentifier, _ ownership: ThreadOwnership?, isSpared: Bool, interrupt: @escaping () -> Void
    ) {
        let member = Member(id: id, ownership: ownership, interrupt: interrupt, isSpared: isSpared)
        lock.withLock { members.append(member) }
        if isOn { ownership?.alert(isStopped: false) }
    }

    /// Removes a connection that is being closed.
    func exclude(_ id: ObjectIdentifier) { lock.withLock { members.removeAll { $0.id == id } } }

    /// Stops the running statements, and refuses every further statement that would take a lock.
    func begin() {
        guard !stamp.isInherited else { return }
        let startsThread = lock.withLock {
            guard !isOn else { return false }
            isInForce.value = 1
            for member in members { member.ownership?.alert(isStopped: !member.isSpared) }
            guard interruptMembers(), !isInterrupting else { return false }
            isInterrupting = true
            return true
        }
        if startsThread { startInterrupting() }
    }

    /// Ends the suspension.
    func end() {
        guard !stamp.isInherited else { return }
        let whenOver = lock.withLock {
            isInForce.value = 0
            return self.whenOver
        }
        whenOver?()
    }

    /// Interrupts the accesses that were in progress when the suspension began. Call it only under the lock.
    ///
    /// - Returns: whether one of them may still be in progress.
    private func interruptMembers() -> Bool {
        var lasts = false
        for member in members where !member.isSpared && member.ownership?.isStopped != false {
            member.interrupt()
            lasts = lasts || member.ownership != nil
        }
        return lasts
    }

    /// Interrupts the accesses again.
    ///
    /// - Returns: whether the thread must continue.
    private func interruptAgain() -> Bool {
        lock.withLock {
            isInterrupting = isOn && interruptMembers()
            return isInterrupting
        }
    }

    /// Starts a thread that repeats the interruption: every millisecond in the first second, then every 100 ms.
    ///
    /// One interruption may come between two statements and have no effect, and the second statement may run long. In a
    /// script of many short statements, few interruptions hit a running statement.
    private func startInterrupting() {
        SystemThread.start("FMDB suspension") { [self] in
            var rounds = 0
            repeat {
                rounds += 1
                Thread.sleep(forTimeInterval: rounds < 1000 ? 0.001 : 0.1)
            } while interruptAgain()
        }
    }
}

extension FMError {
    /// The error for using a suspended connection.
    static func suspended(_ sql: String?) -> FMError {
        FMError(.interrupt, "the database is suspended until resume() is called", sql: sql, stage: .step)
    }
}
