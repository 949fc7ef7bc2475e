import Foundation

// SAFETY: the variables are read and written only under `condition`.
/// Passes elements from a thread to a task, one at a time. The thread waits until the task has taken the last element.
final class Handoff<Element: Sendable>: @unchecked Sendable {
    private let condition = SystemCondition()
    private var element: Element?
    /// The error with which the thread must end, or nil.
    private var reason: (any Error)?
    private var isStopped = false
    /// The outcome of the thread, or nil while it runs.
    private var outcome: Result<Element?, any Error>?
    private var waiter: CheckedContinuation<Element?, any Error>?

    // MARK: The thread

    /// Waits until there is room for an element. After `stop`, throws the reason, or returns false if there is none.
    func waitForRoom() throws -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while element != nil, !isStopped { condition.wait() }
        if let reason { throw reason }
        return !isStopped
    }

    /// Passes an element to the task. Call it only after ``waitForRoom()`` has returned true.
    func give(_ element: Element) {
        let waiter = condition.withLock { () -> CheckedContinuation<Element?, any Error>? in
            if self.waiter == nil { self.element = element }
            return self.waiter.take()
        }
        waiter?.resume(returning: element)
    }

    /// Ends the sequence.
    ///
    /// - Parameter end: the result that the task gets after the last element.
    func finish(_ end: Result<Void, any Error>) {
        let outcome = end.map { Element?.none }
        let waiter = condition.withLock {
            self.outcome = outcome
            return self.waiter.take()
        }
        waiter?.resume(with: outcome)
    }

    /// Makes the thread end. Can be called on any thread. Only the first call has an effect.
    func stop(_ reason: (any Error)? = nil) {
        condition.withLock {
            guard !isStopped else { return }
            (self.reason, isStopped) = (reason, true)
            condition.broadcast()
        }
    }

    // MARK: The task

    /// Waits for the next element. Returns nil at the end.
    ///
    /// If the thread has ended with an error, throws this error at once, even if an element is left. Throws `.misuse`
    /// if another task is already waiting.
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
