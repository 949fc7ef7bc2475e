extension FMDatabaseCoordinator {
    /// Lends a connection to a body on a thread of the library.
    final func lend<Value: Sendable>(
        _ slots: ConnectionSlots, _ options: AccessOptions, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        let token = options.makeToken() ?? CancellationToken()
        defer { DeadlineTimer.shared.retire(token) }
        return try await withTaskCancellationHandler {
            if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *), configuration.movesTasks {
                return try await lendToTask(slots, options, token, body)
            }
            return try await lendToThread(slots, options, token, body)
        } onCancel: {
            SystemTask.cancelling { token.stop(.cancelled) }
        }
    }

    /// Moves the task itself to a thread of the library, unless an earlier call has left it on one. The task may stay
    /// there until it is suspended.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    private func lendToTask<Value: Sendable>(
        _ slots: ConnectionSlots, _ options: AccessOptions, _ token: CancellationToken,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        let task = SystemTask.current
        let isKept = WorkerThreads.shared.keeps(task)
        let outcome: Result<Value, any Error>
        if isKept, shipping == nil, !token.isStopped, let slot = slots.semaphore.enterAtOnce(options.site) {
            outcome = useAndLeave(slots, slot, options, token, body).outcome
        } else {
            outcome = await lendToMovedTask(slots, options, token, TurnExecutor(endsThread: isKept), body)
        }
        if !WorkerThreads.shared.keep(task) { await Task.yield() }
        return try outcome.get()
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    private func lendToMovedTask<Value: Sendable>(
        _ slots: ConnectionSlots, _ options: AccessOptions, _ token: CancellationToken, _ turn: TurnExecutor,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async -> Result<Value, any Error> {
        let start = eventHandler == nil ? nil : ContinuousClock.now
        // Requested at once, so that calls get the connection in call order.
        slots.semaphore.request(options.site, token, turn.begin)
        return await withTaskExecutorPreference(turn) {
            guard let (passage, waiter) = turn.takeResult() else { return .failure(FMError.withoutValue()) }
            if let start, waiter.hasWaited {
                reportWait(for: slots, options, since: start, isGivenUp: !passage.isInside)
            }
            guard case .inside(let slot) = passage else { return .failure(passage.refusal(by: slots.semaphore)) }
            slots.semaphore.adopt(waiter)
            let end = useAndLeave(slots, slot, options, token, body)
            guard let ticket = end.ticket else { return end.outcome }
            return await withCheckedContinuation { continuation in
                whenShipped(ticket, end.outcome) { continuation.resume(returning: $0) }
            }
        }
    }

    /// Runs a body on this thread. The same thread then runs the next call that is waiting for the connection.
    ///
    /// - Returns: the outcome, and the ticket of the commit that the backup must store before the call returns; nil if there is none. The
    ///   ticket is removed here, because the task may go on on another thread, and this thread's next ticket is another call's.
    private func useAndLeave<Value>(
        _ slots: ConnectionSlots, _ slot: Int, _ options: AccessOptions, _ token: CancellationToken,
        _ body: (FMDatabase) throws -> Value
    ) -> (outcome: Result<Value, any Error>, ticket: UInt64?) {
        let outcome = Result { try use(slots, slot, options, token, body) }
        let ticket = shipping?.removeTicket()
        WorkerThreads.shared.handingOver { slots.semaphore.leave(slot) }
        if case .failure = outcome { return (outcome, nil) }
        return (outcome, ticket)
    }

    /// Runs the block on a thread while the task waits. For systems that cannot move tasks.
    private func lendToThread<Value: Sendable>(
        _ slots: ConnectionSlots, _ options: AccessOptions, _ token: CancellationToken,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            lend(slots, options, token, body) { continuation.resume(with: $0) }
        }
    }

    /// Lends a connection to a body on a thread of the library, without using a thread of Swift's.
    ///
    /// - Parameter done: called once, on any thread, after the connection is given back.
    final func lend<Value: Sendable>(
        _ slots: ConnectionSlots, _ options: AccessOptions, _ token: CancellationToken,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value,
        done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        // Read here, because the thread that leaves the semaphore and calls the closure may have another urgency.
        let urgency = Urgency.current
        let start = eventHandler == nil ? nil : ContinuousClock.now
        slots.semaphore.request(options.site, token) { passage, waiter in
            guard case .inside(let slot) = passage else {
                if let start, waiter.hasWaited {
                    self.reportWait(for: slots, options, since: start, isGivenUp: true)
                }
                return done(.failure(passage.refusal(by: slots.semaphore)))
            }
            WorkerThreads.shared.run(urgency) {
                if let start, waiter.hasWaited {
                    self.reportWait(for: slots, options, since: start, isGivenUp: false)
                }
                slots.semaphore.adopt(waiter)
                let end = self.useAndLeave(slots, slot, options, token, body)
                guard let ticket = end.ticket else { return done(end.outcome) }
                self.whenShipped(ticket, end.outcome, done)
            }
        }
    }
}
