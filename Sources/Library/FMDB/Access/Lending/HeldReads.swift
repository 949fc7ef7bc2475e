import Foundation

// SAFETY: the variables are read and written under `condition` alone.
/// The asynchronous iterations of a queue or pool that hold a connection while the app does something else. Closing the
/// connections ends the iterations, because the app may be waiting for the close and never continue them.
final class HeldReads: @unchecked Sendable {
    private let condition = SystemCondition()
    /// What ends each iteration, in the order in which they began.
    private var stops: [(id: ObjectIdentifier, stop: @Sendable () -> Void)] = []
    private var isClosed = false
    private var isPatient = false
    /// The number of threads that wait until no iteration is left.
    private var waiters = 0

    /// Adds an iteration.
    ///
    /// - Parameter stop: ends the iteration. It is called on any thread, and must not block.
    /// - Returns: false if the iteration must not begin.
    func add(_ id: ObjectIdentifier, _ stop: @escaping @Sendable () -> Void) -> Bool {
        condition.withLock {
            guard !isClosed, waiters == 0 else { return false }
            stops.append((id, stop))
            return true
        }
    }

    /// Removes an iteration that has given back its connection.
    func remove(_ id: ObjectIdentifier) {
        condition.withLock {
            stops.removeAll { $0.id == id }
            if stops.isEmpty { condition.broadcast() }
        }
    }

    func end() {
        condition.withLock { stops.forEach { $0.stop() } }
    }

    /// Sets whether the iterations may run to their end before the connections are closed.
    func setPatience(_ isOn: Bool) {
        condition.withLock { isPatient = isOn }
    }

    /// Ends the iterations before the connections are closed, unless ``setPatience(_:)`` lets them run to their end.
    ///
    /// - Parameter isForGood: whether to refuse all later iterations.
    func prepareForClosing(isForGood: Bool) {
        condition.withLock {
            if isForGood { isClosed = true }
            guard !isPatient else { return }
            stops.forEach { $0.stop() }
        }
    }

    /// Waits until no iteration is left. During the wait no other iteration may begin.
    func wait() {
        condition.lock()
        defer { condition.unlock() }
        waiters += 1
        while !stops.isEmpty { condition.wait() }
        waiters -= 1
    }
}
