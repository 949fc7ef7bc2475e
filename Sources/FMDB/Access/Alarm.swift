import Foundation

// SAFETY: every variable is read and written under `condition` alone.
/// Stops tokens whose deadline has passed, on a thread of its own, which neither Dispatch nor Swift's tasks can starve.
/// The thread begins with the first deadline and stays.
final class Alarm: @unchecked Sendable {
    static let shared = Alarm()

    private let condition = NSCondition()
    private var pending: [ObjectIdentifier: (token: StopToken, end: ContinuousClock.Instant)] = [:]
    /// The next end that the thread knows of.
    private var next: ContinuousClock.Instant?
    private var isRunning = false

    /// Stops a token at a moment; at once if that has passed.
    func set(_ token: StopToken, at end: ContinuousClock.Instant) {
        guard end > .now else { return token.stop(.deadlineExceeded) }
        condition.lock()
        defer { condition.unlock() }
        pending[ObjectIdentifier(token)] = (token, end)
        if !isRunning {
            isRunning = true
            Thread { [self] in run() }.start()
        } else if next.map({ end < $0 }) ?? true {
            condition.signal()
        }
    }

    /// Forgets a token whose access is over.
    func remove(_ token: StopToken) {
        condition.lock()
        defer { condition.unlock() }
        pending[ObjectIdentifier(token)] = nil
    }

    private func run() {
        while true {
            let due = waitForDue()
            // Not under the lock: what is stopped may set or remove an alarm.
            due.forEach { $0.stop(.deadlineExceeded) }
        }
    }

    private func waitForDue() -> [StopToken] {
        condition.lock()
        defer { condition.unlock() }
        let now = ContinuousClock.now
        let due = pending.filter { $0.value.end <= now }
        guard due.isEmpty else {
            due.keys.forEach { pending[$0] = nil }
            return due.values.map(\.token)
        }
        next = pending.values.map(\.end).min()
        if let next {
            // Somewhat later than due, so that the thread does not wake a moment too early and then wait again.
            _ = condition.wait(until: Date(timeIntervalSinceNow: (next - now) / .seconds(1) + 0.0005))
        } else {
            condition.wait()
        }
        return []
    }
}
