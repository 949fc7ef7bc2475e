import Foundation

// SAFETY: the variables are read and written under `condition` alone.
/// The order in which the connections of a queue or pool commit.
///
/// A number is drawn in the commit hook, under SQLite's write lock, so that a later commit has a greater one. What was committed is told
/// without that lock, when a later commit may have been told already.
final class CommitOrder: @unchecked Sendable {
    private let condition = NSCondition()
    private var last = 0
    /// The numbers of the commits that are neither told nor rolled back.
    private var pending: Set<Int> = []

    func draw() -> Int {
        condition.withLock {
            last += 1
            pending.insert(last)
            return last
        }
    }

    /// The commit of a number was told or rolled back.
    func settle(_ number: Int) {
        condition.withLock {
            pending.remove(number)
            if pending.isEmpty { condition.broadcast() }
        }
    }

    /// Waits until everything is told. To be called by who has SQLite's write lock: nobody draws a number meanwhile.
    ///
    /// - Returns: false if a connection has not told what it has committed within some seconds.
    func waitUntilSettled() -> Bool {
        let end = Date(timeIntervalSinceNow: 5)
        return condition.withLock {
            while !pending.isEmpty { if !condition.wait(until: end) { return pending.isEmpty } }
            return true
        }
    }
}
