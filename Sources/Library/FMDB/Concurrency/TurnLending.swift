/// Lends shared resources, such as the connections of a cluster, to threads and tasks. Other modules of the package use it.
///
/// Requests are served in order. A wait that would deadlock throws an error. A waiting task blocks no thread.
package struct TurnLending: Sendable {
    private let semaphore: FairSemaphore

    /// - Parameters:
    ///   - limit: the number of resources, from 1 to 64.
    ///   - name: the name of the resources, for messages.
    package init(limit: Int, name: String) {
        semaphore = FairSemaphore(limit: min(max(limit, 1), FairSemaphore.mostSlots), name: name)
    }

    /// Waits for a resource and runs a body on this thread.
    ///
    /// - Parameters:
    ///   - deadline: the end of the wait.
    ///   - body: receives the index of the resource, from 0. No other body has the same index meanwhile.
    /// - Throws: the body's error, and `FMError`: `.wouldDeadlock` if the wait would deadlock, `.deadlineExceeded` after the deadline.
    package func lend<Value>(until deadline: ContinuousClock.Instant, _ body: (Int) throws -> Value) throws -> Value {
        let token = CancellationToken()
        DeadlineTimer.shared.set(token, at: deadline)
        let slot: Int
        do {
            defer { DeadlineTimer.shared.remove(token) }
            slot = try semaphore.enter(nil, token)
        }
        defer { semaphore.leave(slot) }
        return try body(slot)
    }

    /// Waits for a resource without blocking a thread, and runs a body on one of the library's threads.
    ///
    /// - Parameters:
    ///   - deadline: the end of the wait.
    ///   - body: receives the index of the resource, and a token that is stopped if the task is cancelled.
    /// - Throws: the body's error, or `FMError` with the code `.deadlineExceeded` after the deadline. `CancellationError` if the task is
    ///   cancelled during the wait, or if the body of a cancelled task throws `.interrupt` or `.abortRollback`.
    package func lend<Value: Sendable>(
        until deadline: ContinuousClock.Instant, _ body: @escaping @Sendable (Int, CancellationToken) throws -> Value
    ) async throws -> Value {
        let (task, wait, urgency) = (CancellationToken(), CancellationToken(), Urgency.current)
        DeadlineTimer.shared.set(wait, at: deadline)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                semaphore.request(nil, wait) { [self] passage, waiter in
                    DeadlineTimer.shared.remove(wait)
                    guard case .inside(let slot) = passage else {
                        return continuation.resume(throwing: passage.refusal(by: semaphore))
                    }
                    WorkerThreads.shared.run(urgency) {
                        semaphore.adopt(waiter)
                        let outcome = Result { try body(slot, task) }.mapError { verdict($0, task) }
                        task.finish()
                        WorkerThreads.shared.handingOver { semaphore.leave(slot) }
                        continuation.resume(with: outcome)
                    }
                }
            }
        } onCancel: {
            SystemTask.cancelling {
                wait.stop(.cancelled)
                task.stop(.cancelled)
            }
        }
    }

    private func verdict(_ error: any Error, _ token: CancellationToken) -> any Error {
        guard token.isStopped, let failure = error as? FMError else { return error }
        return failure.resultCode == .interrupt || failure.extendedCode == .abortRollback ? CancellationError() : error
    }
}

extension FairSemaphore.Passage {
    /// Returns the error of an access that was not let in.
    func refusal(by semaphore: FairSemaphore) -> any Error {
        switch self {
        case .stopped(.cancelled): CancellationError()
        case .stopped(.deadlineExceeded): FMError.stopped(.deadlineExceeded, while: semaphore)
        case .never(let cycle): FMError.deadlock(cycle)
        case .inherited: FMError.forked(nil)
        case .inside, .shut: FMError.closed(semaphore)
        }
    }
}
