import Dispatch
import Foundation

// SAFETY: every variable is read and written only under `lock`.
/// Stops tokens whose deadline has passed, on a thread of its own, which neither Dispatch nor Swift's tasks can starve.
///
/// The thread starts with the first deadline and never ends.
final class DeadlineTimer: @unchecked Sendable {
    static var shared: DeadlineTimer { PerProcess.object(real) { DeadlineTimer() } }
    private static let real = DeadlineTimer()

    private let lock = SystemLock()
    private let wakeup = SystemSemaphore(value: 0)
    private var pending: [ObjectIdentifier: (token: CancellationToken, end: ContinuousClock.Instant, number: UInt)] =
        [:]
    private var lastNumber: UInt = 0
    /// The deadline that the thread waits for, or nil if it waits for none.
    private var next: ContinuousClock.Instant?
    private var isRunning = false

    private init() {
        // The thread does not exist in a forked child.
        Forks.hold(lock) { [self] in (pending, next, isRunning) = ([:], nil, false) }
    }

    /// Stops a token at a deadline, or at once if the deadline has passed.
    func set(_ token: CancellationToken, at end: ContinuousClock.Instant) {
        guard end > .now else { return token.stop(.deadlineExceeded) }
        let (isFirst, isEarliest) = lock.withLock {
            lastNumber &+= 1
            pending[ObjectIdentifier(token)] = (token, end, lastNumber)
            defer { isRunning = true }
            return (!isRunning, next.map { end < $0 } ?? true)
        }
        if isFirst {
            SystemThread.start("FMDB deadlines") { [self] in while true { runOnce() } }
        } else if isEarliest {
            wakeup.signal()
        }
    }

    /// Removes a token whose access has ended.
    func remove(_ token: CancellationToken) {
        _ = lock.withLock { pending.removeValue(forKey: ObjectIdentifier(token)) }
    }

    private func runOnce() {
        let now = ContinuousClock.now
        let (due, end): ([CancellationToken], ContinuousClock.Instant?) = lock.withLock {
            let due = pending.values.filter { $0.end <= now }.sorted { ($0.end, $0.number) < ($1.end, $1.number) }
            due.forEach { pending[ObjectIdentifier($0.token)] = nil }
            next = pending.values.map(\.end).min()
            return (due.map(\.token), next)
        }
        // The lock is not held here, because stopping a token may set or remove a deadline.
        pooled { due.forEach { $0.stop(.deadlineExceeded) } }
        wakeup.wait(until: end)
    }
}
