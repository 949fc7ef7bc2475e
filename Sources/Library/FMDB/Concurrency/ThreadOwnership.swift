import Foundation

// SAFETY: `postponed` is read and written under `lock`; the number is atomic.
/// Says which thread may use a lent connection at this moment.
///
/// A lent connection has no mutex of SQLite's, because its users take turns anyway. What a client keeps beyond its turn is caught here.
final class ThreadOwnership: @unchecked Sendable {
    enum Answer {
        /// The thread has the connection.
        case holder
        /// Nobody had it, and the thread has it now; it must be given back by ``leave()``.
        case acquired
        /// Another thread has it.
        case refused
    }

    /// The number of the thread that has the connection, 0 for none. The lowest bits are 0 in every such number; one of them
    /// set has each step ask the connection first.
    let holder: AtomicWord
    private static let alertBit: UInt = 1
    /// What runs in the present turn is being stopped.
    private static let stopBit: UInt = 2
    private static let bits = alertBit | stopBit
    /// What may keep the connection from taking locks. Set before it is lent for the first time.
    var suspension: Suspension?
    private let lock = NSLock()
    private let hasPostponed = AtomicWord(0)
    private var postponed: [() -> Void] = []
    private var hasReported = false
    private let stamp = ForkStamp()

    /// The thread that opens a connection has it.
    init() { holder = AtomicWord(ThreadIdentity.current.number) }

    /// The thread that has the connection. Any thread may ask.
    var thread: ThreadIdentity? {
        let number = holder.value & ~ThreadOwnership.bits
        return number == 0 ? nil : ThreadIdentity(number: number)
    }

    /// Whether the thread that asks may use the connection.
    func tryAcquire() -> Answer {
        let me = ThreadIdentity.current.number
        if holder.value & ~ThreadOwnership.bits == me { return .holder }
        let found = holder.exchange(expected: 0, for: me)
        return found == 0 ? .acquired : .refused
    }

    /// Takes the connection at the beginning of a turn. A client that steps a result set it has kept may have it for that moment.
    func take() {
        while tryAcquire() == .refused {
            // In a child process there is no other thread that could give it back.
            guard !stamp.isInherited else { return }
            Thread.sleep(forTimeInterval: 0.0001)
        }
        if let suspension, suspension.isOn { alert(isStopped: false) }
    }

    /// Has each further step of the present turn ask the connection first. Any thread may call it.
    ///
    /// - Parameter isStopped: whether what runs in it is being stopped.
    func alert(isStopped: Bool) {
        let wanted = isStopped ? ThreadOwnership.bits : ThreadOwnership.alertBit
        // An exchange in any case: what was written before must be seen by a turn that begins after it.
        var seen = holder.exchange(expected: 0, for: 0)
        while seen != 0, seen & wanted != wanted {
            let found = holder.exchange(expected: seen, for: seen | wanted)
            if found == seen { return }
            seen = found
        }
    }

    /// Whether the present turn is one that is being stopped.
    var isStopped: Bool { holder.value & ThreadOwnership.stopBit != 0 }

    /// Gives the connection back, after the postponed tasks.
    func leave() {
        if hasPostponed.value != 0 { runPostponed() }
        holder.setFirst(0)
        // Another thread may have postponed a task just now. One of the two threads sees what the other has set.
        if hasPostponed.value != 0, case .acquired = tryAcquire() { leave() }
    }

    private func runPostponed() {
        let tasks = lock.withLock {
            defer { postponed = [] }
            hasPostponed.value = 0
            return postponed
        }
        tasks.forEach { $0() }
    }

    /// Has something done by the thread that has the connection, at the end of its turn.
    func postpone(_ task: @escaping () -> Void) {
        lock.withLock {
            postponed.append(task)
            hasPostponed.setFirst(1)
        }
        // The thread may have left just now, without having seen the task.
        if case .acquired = tryAcquire() { leave() }
    }

    /// Whether this is the first time that a use out of turn is to be reported.
    var isFirstReport: Bool {
        lock.withLock {
            defer { hasReported = true }
            return !hasReported
        }
    }
}

extension FMError {
    /// A use of something that was kept beyond its block.
    static func outOfTurn(_ sql: String?) -> FMError {
        FMError(
            .misuse, "the connection is used after the end of its block, and another thread has it now", sql: sql,
            stage: .step)
    }
}
