import Foundation

// SAFETY: the variables are read and written under `condition` alone.
/// The iterations of a queue or pool that hold a connection while the client does something else. Closing the connections
/// ends them: their client may wait for the close, or for ever.
final class HeldReads: @unchecked Sendable {
    private let condition = NSCondition()
    private var stops: [ObjectIdentifier: @Sendable () -> Void] = [:]
    private var isClosed = false
    private var isPatient = false
    /// How many wait until none is left.
    private var waiters = 0

    /// Adds an iteration that begins.
    ///
    /// - Parameter stop: ends it; it is called on any thread, and must not wait.
    /// - Returns: false if none may begin any more.
    func add(_ id: ObjectIdentifier, _ stop: @escaping @Sendable () -> Void) -> Bool {
        condition.withLock {
            guard !isClosed, waiters == 0 else { return false }
            stops[id] = stop
            return true
        }
    }

    /// Removes an iteration whose connection is given back.
    func remove(_ id: ObjectIdentifier) {
        condition.withLock {
            stops[id] = nil
            if stops.isEmpty { condition.broadcast() }
        }
    }

    func end() {
        condition.withLock { stops.values.forEach { $0() } }
    }

    /// Whether the iterations may reach their end when the connections are about to be closed.
    func setPatience(_ isOn: Bool) {
        condition.withLock { isPatient = isOn }
    }

    /// The connections are about to be closed.
    ///
    /// - Parameter isForGood: whether none may begin any more.
    func prepareForClosing(isForGood: Bool) {
        condition.withLock {
            if isForGood { isClosed = true }
            guard !isPatient else { return }
            stops.values.forEach { $0() }
        }
    }

    /// Waits until none is left. Meanwhile none may begin.
    func wait() {
        condition.lock()
        defer { condition.unlock() }
        waiters += 1
        while !stops.isEmpty { condition.wait() }
        waiters -= 1
    }
}
