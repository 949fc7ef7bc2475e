import Foundation

// SAFETY: `postponed` and `hasReported` are read and written under `lock`; the numbers are atomic. `suspension` is set once, before the
// connection is lent.
/// Records which thread may use a connection of a queue or pool.
///
/// Such a connection has no SQLite mutex, because its queue or pool serialises access. This class detects that the app uses a connection or
/// a result set after the end of its access.
final class ThreadOwnership: @unchecked Sendable {
    enum Answer {
        /// The thread already has the connection.
        case holder
        /// The connection was free, and the thread has it now. It must call ``leave()``.
        case acquired
        /// Another thread has the connection.
        case refused
    }

    /// The number of the thread that has the connection, or 0 if it is free. The lowest bits are 0 in every thread number. If one of them
    /// is set, each step of a statement first checks with the connection.
    let holder: AtomicWord
    private static let alertBit: UInt = 1
    /// Set if the current access is being stopped.
    private static let stopBit: UInt = 2
    private static let bits = alertBit | stopBit
    /// The suspension that applies to the connection. Set before the connection is first lent.
    var suspension: Suspension?
    private let lock = SystemLock()
    private let hasPostponed = AtomicWord(0)
    private var postponed: [() -> Void] = []
    private var hasReported = false
    private let stamp = ForkStamp()

    /// Creates an ownership that the current thread holds, which opens the connection.
    init() { holder = AtomicWord(ThreadIdentity.current.number) }

    /// The thread that has the connection, or nil if it is free. Can be read on any thread.
    var thread: ThreadIdentity? {
        let number = holder.value & ~ThreadOwnership.bits
        return number == 0 ? nil : ThreadIdentity(number: number)
    }

    /// Takes the connection for the current thread if it is free.
    func tryAcquire() -> Answer {
        let me = ThreadIdentity.current.number
        if holder.value & ~ThreadOwnership.bits == me { return .holder }
        let found = holder.exchange(expected: 0, for: me)
        return found == 0 ? .acquired : .refused
    }

    /// Takes the connection at the start of an access. It retries, because another thread may have the connection briefly if the app steps
    /// a result set that it has kept.
    func take() {
        while tryAcquire() == .refused {
            // In a forked child, the thread that has the connection does not exist.
            guard !stamp.isInherited else { return }
            Thread.sleep(forTimeInterval: 0.0001)
        }
        if let suspension, suspension.isOn { alert(isStopped: false) }
    }

    /// Makes each further step of the current access check with the connection first. Can be called on any thread.
    ///
    /// - Parameter isStopped: whether the access is being stopped.
    func alert(isStopped: Bool) {
        let wanted = isStopped ? ThreadOwnership.bits : ThreadOwnership.alertBit
        // This is an exchange even if no thread has the connection. It makes sure that an access that starts later sees what this thread
        // wrote before.
        var seen = holder.exchange(expected: 0, for: 0)
        while seen != 0, seen & wanted != wanted {
            let found = holder.exchange(expected: seen, for: seen | wanted)
            if found == seen { return }
            seen = found
        }
    }

    /// Whether the current access is being stopped.
    var isStopped: Bool { holder.value & ThreadOwnership.stopBit != 0 }

    /// Runs the postponed tasks and frees the connection.
    func leave() {
        if hasPostponed.value != 0 { runPostponed() }
        holder.setFirst(0)
        // Another thread may have postponed a task just now. At least one of the two threads sees the other's change.
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

    /// Runs a task at the end of the current access, on the thread that has the connection, or now if the connection is free.
    func postpone(_ task: @escaping () -> Void) {
        lock.withLock {
            postponed.append(task)
            hasPostponed.setFirst(1)
        }
        // The thread that had the connection may have left just now without seeing the task.
        if case .acquired = tryAcquire() { leave() }
    }

    /// Whether this is the first report of a use after the end of an access. Reading it sets it to false.
    var isFirstReport: Bool {
        lock.withLock {
            defer { hasReported = true }
            return !hasReported
        }
    }
}

extension FMError {
    /// The error for using a connection or result set after the end of its block.
    static func outOfTurn(_ sql: String?) -> FMError {
        FMError(
            .misuse, "the connection is used after the end of its block, and another thread has it now", sql: sql,
            stage: .step)
    }
}
