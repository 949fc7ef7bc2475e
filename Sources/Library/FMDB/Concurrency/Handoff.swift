import Foundation

// SAFETY: the variables are read and written under `condition` alone.
/// Hands elements from a thread to a task, one at a time: the thread waits until the task has taken the last one.
final class Handoff<Element: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var element: Element?
    /// Why the thread is to end.
    private var reason: (any Error)?
    private var isStopped = false
    /// How the thread has ended.
    private var outcome: Result<Element?, any Error>?
    private var waiter: CheckedContinuation<Element?, any Error>?

    // MARK: The thread

    /// Waits until an element is wanted. Throws the reason, if the thread is to end. Returns false if it is to end without a reason.
    func waitForRoom() throws -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while element != nil, !isStopped { condition.wait() }
        if let reason { throw reason }
        return !isStopped
    }

    /// Hands an element over, for which there is room.
    func give(_ element: Element) {
        let waiter = condition.withLock { () -> CheckedContinuation<Element?, any Error>? in
            if self.waiter == nil { self.element = element }
            return self.waiter.take()
        }
        waiter?.resume(returning: element)
    }

    /// No further element comes.
    ///
    /// - Parameter end: what the task gets after the last element.
    func finish(_ end: Result<Void, any Error>) {
        let outcome = end.map { Element?.none }
        let waiter = condition.withLock {
            self.outcome = outcome
            return self.waiter.take()
        }
        waiter?.resume(with: outcome)
    }

    /// Has the thread end, from any thread. The first call counts.
    func stop(_ reason: (any Error)? = nil) {
        condition.withLock {
            guard !isStopped else { return }
            (self.reason, isStopped) = (reason, true)
            condition.broadcast()
        }
    }

    // MARK: The task

    /// Takes the next element, when there is one. Returns nil at the end. Throws what the thread has ended with, instead of an element that
    /// it has left; `.misuse` if another task waits.
    func take() async throws -> Element? {
        try await withCheckedThrowingContinuation { continuation in
            let answer = condition.withLock { () -> Result<Element?, any Error>? in
                if case .failure = outcome { return outcome }
                if let element = element.take() {
                    condition.broadcast()
                    return .success(element)
                }
                if let outcome { return outcome }
                if waiter != nil {
                    return .failure(FMError.misuse("two tasks wait for the next element of one iterator"))
                }
                waiter = continuation
                return nil
            }
            if let answer { continuation.resume(with: answer) }
        }
    }
}
