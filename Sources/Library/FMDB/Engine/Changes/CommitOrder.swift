import Foundation

// SAFETY: the variables are read and written under `condition` alone.
/// The order in which the connections of a queue or pool commit.
///
/// The commit hook draws a number under SQLite's write lock, so that a later commit has a greater number. Commits are
/// reported without that lock, so a later commit may be reported first.
final class CommitOrder: @unchecked Sendable {
    private let condition = SystemCondition()
    private var last = 0
    /// The numbers of the commits that are neither reported nor rolled back.
    private var pending: Set<Int> = []

    func draw() -> Int {
        condition.withLock {
            last += 1
            pending.insert(last)
            return last
        }
    }

    /// Records that a commit was reported or rolled back.
    func settle(_ number: Int) {
        condition.withLock {
            pending.remove(number)
            if pending.isEmpty { condition.broadcast() }
        }
    }

    /// Waits until all commits are reported. The caller must hold SQLite's write lock, so that no number is drawn
    /// meanwhile.
    ///
    /// - Returns: false if a connection has not reported its commit within five seconds.
    func waitUntilSettled() -> Bool {
        let end = Date(timeIntervalSinceNow: 5)
        return condition.withLock {
            while !pending.isEmpty { if !condition.wait(until: end) { return pending.isEmpty } }
            return true
        }
    }
}
