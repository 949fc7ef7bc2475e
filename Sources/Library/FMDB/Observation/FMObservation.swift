import Foundation

/// An observation in progress. It ends when it is cancelled, when this object is released, and when the queue or pool is
/// closed or released. Any thread may use it.
public final class FMObservation: Sendable {
    private let delivery: BlockDelivery
    private let stamp = ForkStamp()

    fileprivate init(_ delivery: BlockDelivery, _ make: (@escaping @Sendable () -> Void) -> ChangeSubscription) {
        self.delivery = delivery
        delivery.begin(make { delivery.wake() })
    }

    deinit {
        cancel()
    }

    /// Ends the observation. The block is not called again; a call in progress on another thread completes. This method
    /// may be called from within the block, and repeatedly.
    public func cancel() {
        // In a forked child process the block is never called anyway.
        if !stamp.isInherited { delivery.stop()?.cancel() }
    }
}

// SAFETY: the variables are read and written under `lock` alone.
/// Calls a block with changes, one at a time.
private final class BlockDelivery: @unchecked Sendable {
    private let lock = SystemLock()
    private let body: @Sendable (FMChange) -> Void
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
    private var subscription: ChangeSubscription?
    private var isUnderWay = false

    init(
        _ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        _ body: @escaping @Sendable (FMChange) -> Void
    ) {
        (self.run, self.body) = (run, body)
    }

    func begin(_ subscription: ChangeSubscription) {
        lock.withLock { self.subscription = subscription }
        wake()
    }

    func stop() -> ChangeSubscription? { lock.withLock { subscription.take() } }

    /// Starts to deliver pending changes, unless a delivery is running.
    func wake() {
        let isFirst = lock.withLock {
            guard subscription != nil, !isUnderWay else { return false }
            isUnderWay = true
            return true
        }
        if isFirst { run { [self] in deliver() } }
    }

    private func deliver() {
        // After `stop()`, `next()` returns nil and the delivery ends.
        while let set = next() { body(FMChange(set)) }
    }

    private func next() -> ChangeSet? {
        lock.withLock {
            let set = subscription?.mailbox.dequeue()
            if set == nil { isUnderWay = false }
            return set
        }
    }
}

extension FMDatabaseCoordinator {
    /// Calls a block after each commit from now on, by any queue or pool of this process with the same file.
    ///
    ///     observation = queue.observe("person", on: .main) { change in view.reload(change) }
    ///
    /// Commits during a call of the block, or while it waits for its queue, are merged into one change. See
    /// <doc:ObservingChanges>.
    ///
    /// - Parameters:
    ///   - tables: the names of tables, as for `changes(in:)`; none for all tables.
    ///   - queue: where the block is called; nil for a thread of the library. Calls do not overlap, and no commit waits
    ///     for them.
    ///   - externalChanges: whether to check for changes by other processes.
    ///   - body: may use the queue or pool, and may cancel the observation.
    /// - Returns: the observation, which ends when it is released.
    public final func observe(
        _ tables: String..., on queue: DispatchQueue? = nil, externalChanges: ExternalChanges = .ignore,
        _ body: @escaping @Sendable (FMChange) -> Void
    ) -> FMObservation {
        observe(tables, on: queue, externalChanges: externalChanges, body)
    }

    /// Calls a block after each commit from now on. See the variadic overload.
    public final func observe(
        _ tables: [String], on queue: DispatchQueue? = nil, externalChanges: ExternalChanges = .ignore,
        _ body: @escaping @Sendable (FMChange) -> Void
    ) -> FMObservation {
        let delivery = BlockDelivery(background(queue), body)
        return FMObservation(delivery) { wake in
            ChangeSubscription(to: self, ChangeFilter(tables), externalChanges, arrived: wake)
        }
    }

    /// Returns a function that runs work on a queue, or on a thread of the library if the queue is nil.
    private func background(_ queue: DispatchQueue?) -> @Sendable (@escaping @Sendable () -> Void) -> Void {
        guard let queue else { return { WorkerThreads.shared.run(.current, $0) } }
        #if DEBUG
            Simulated.refuse("observe(on:) calls a block on a Dispatch queue")
        #endif
        return { work in queue.async { work() } }
    }
}
