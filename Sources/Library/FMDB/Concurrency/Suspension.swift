import Foundation

// SAFETY: `members`, `isInterrupting` and `whenOver` are read and written under `lock` alone; the number is atomic.
/// Keeps the connections of a queue or pool from taking locks. Any thread may use it.
///
/// An operating system that stops a process while it holds the lock of a file may end it for that.
final class Suspension: @unchecked Sendable {
    private let isInForce = AtomicWord(0)
    private let lock = NSLock()
    /// In a child process nothing is suspended: nothing may be used.
    private let stamp = ForkStamp()
    private var members: [Member] = []
    private var isInterrupting = false
    private var whenOver: (@Sendable () -> Void)?

    /// A weak reference would make every strong one to the same object slower.
    private struct Member {
        let id: ObjectIdentifier
        /// nil for a connection that is not lent.
        let ownership: ThreadOwnership?
        /// Stops what runs on the connection.
        let interrupt: () -> Void
        /// Whether it only reads a log, which is no reason to stop it.
        let isSpared: Bool
    }

    /// Any thread may ask.
    var isOn: Bool { isInForce.value != 0 }

    func whenOver(_ action: @escaping @Sendable () -> Void) { lock.withLock { whenOver = action } }

    /// Applies to a connection from now on. Call it on the thread that opens the connection.
    ///
    /// - Parameters:
    ///   - id: a number of the connection's, for ``exclude(_:)``.
    ///   - interrupt: stops what runs on the connection; it is called on any thread, under the lock.
    func include(
        _ id: ObjectIdentifier, _ ownership: ThreadOwnership?, isSpared: Bool, interrupt: @escaping () -> Void
    ) {
        let member = Member(id: id, ownership: ownership, interrupt: interrupt, isSpared: isSpared)
        lock.withLock { members.append(member) }
        if isOn { ownership?.alert(isStopped: false) }
    }

    /// Removes a connection that is being closed.
    func exclude(_ id: ObjectIdentifier) { lock.withLock { members.removeAll { $0.id == id } } }

    /// Stops what runs, and refuses every further statement that would take a lock.
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

    /// Refuses nothing any more.
    func end() {
        guard !stamp.isInherited else { return }
        let whenOver = lock.withLock {
            isInForce.value = 0
            return self.whenOver
        }
        whenOver?()
    }

    /// Interrupts the turns in progress when the suspension began. To be called under the lock. Returns whether one of them lasts.
    private func interruptMembers() -> Bool {
        var lasts = false
        for member in members where !member.isSpared && member.ownership?.isStopped != false {
            member.interrupt()
            lasts = lasts || member.ownership != nil
        }
        return lasts
    }

    /// - Returns: whether the thread continues.
    private func interruptAgain() -> Bool {
        lock.withLock {
            isInterrupting = isOn && interruptMembers()
            return isInterrupting
        }
    }

    /// An interruption that comes between two statements is forgotten, and the second may last: so it comes again, for the
    /// first second often. A script of many short statements is stopped by few of them.
    private func startInterrupting() {
        Thread.detachNewThread { [self] in
            var rounds = 0
            repeat {
                rounds += 1
                Thread.sleep(forTimeInterval: rounds < 1000 ? 0.001 : 0.1)
            } while interruptAgain()
        }
    }
}

extension FMError {
    /// A use of a connection that is to take no lock.
    static func suspended(_ sql: String?) -> FMError {
        FMError(.interrupt, "the database is suspended until resume() is called", sql: sql, stage: .step)
    }
}
