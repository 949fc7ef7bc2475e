/// Lends what threads and tasks share, such as the connections of a cluster, for other modules of the package. Requests are served in their
/// order; a wait that would deadlock is an error. A task waits without a thread.
package struct TurnLending: Sendable {
    private let semaphore: FairSemaphore

    /// - Parameters:
    ///   - limit: how many are lent at a time, at most 64.
    ///   - name: what is lent, for messages.
    package init(limit: Int, name: String) {
        semaphore = FairSemaphore(limit: min(max(limit, 1), FairSemaphore.mostSlots), name: name)
    }

    /// Waits for a turn, and runs a body on this thread.
    ///
    /// - Parameter body: gets the number of its turn, from 0, which no other body has at the same time.
    /// - Throws: what the body throws, and `FMError`: `.wouldDeadlock` for a wait that could never end; `.deadlineExceeded`.
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

    /// Waits for a turn without a thread, and runs a body on a thread of the library.
    ///
    /// - Parameter body: gets the number of its turn, and a token that stops when the task is cancelled.
    /// - Throws: what the body throws; `CancellationError` if the task was cancelled before its turn, or if the body then ends with the
    ///   code `.interrupt` or `.abortRollback`; `.deadlineExceeded`.
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
            wait.stop(.cancelled)
            task.stop(.cancelled)
        }
    }

    private func verdict(_ error: any Error, _ token: CancellationToken) -> any Error {
        guard token.isStopped, let failure = error as? FMError else { return error }
        return failure.resultCode == .interrupt || failure.extendedCode == .abortRollback ? CancellationError() : error
    }
}

extension FairSemaphore.Passage {
    /// The error of an access that was not let in.
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
