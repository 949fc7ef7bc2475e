import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// The pending change of one observer; later changes are merged into it.
final class ChangeMailbox: @unchecked Sendable {
    private let lock = SystemLock()
    private var filter: ChangeFilter
    private var pending = ChangeSet()
    private var isEnded = false
    private var isCancelled = false
    private var waiters: [Int: CheckedContinuation<ChangeSet?, Never>] = [:]
    private var lastWaiter = 0
    /// Called when a change arrives, and when the observation ends. No lock is held.
    private let arrived: (@Sendable () -> Void)?

    init(_ filter: ChangeFilter, arrived: (@Sendable () -> Void)? = nil) {
        (self.filter, self.arrived) = (filter, arrived)
    }

    /// Whether no more changes will arrive.
    var isOver: Bool { lock.withLock { isCancelled || isEnded } }

    /// Whether no more changes will arrive and none is pending.
    var isExhausted: Bool { lock.withLock { isCancelled || isEnded && pending.isEmpty } }

    func receive(_ set: ChangeSet) {
        // If several iterations wait, the change goes to the one that has waited longest.
        let deliver = lock.withLock { () -> (() -> Void)? in
            guard !isEnded, !isCancelled else { return nil }
            let part = filter.part(of: set)
            guard !part.isEmpty else { return nil }
            pending.formUnion(part)
            guard let first = waiters.keys.min(), let waiter = waiters.removeValue(forKey: first) else { return {} }
            let change = removePending()
            return { waiter.resume(returning: change) }
        }
        guard let deliver else { return }
        deliver()
        arrived?()
    }

    /// Ends the observation. A pending change can still be taken.
    func end() {
        finish { $0.isEnded = true }
    }

    /// Ends the observation and discards the pending change.
    func cancel() {
        finish {
            $0.isCancelled = true
            $0.pending = ChangeSet()
        }
    }

    private func finish(_ change: (ChangeMailbox) -> Void) {
        let waiting = lock.withLock {
            change(self)
            defer { waiters = [:] }
            return waiters.values
        }
        for waiter in waiting { waiter.resume(returning: nil) }
        arrived?()
    }

    func dequeue() -> ChangeSet? {
        lock.withLock { removePending() }
    }

    /// Changes the filter; a pending change that no longer matches is discarded.
    func want(_ filter: ChangeFilter) {
        lock.withLock {
            self.filter = filter
            pending = filter.part(of: pending)
        }
    }

    /// Waits for the next change.
    ///
    /// - Returns: the change; nil at the end, and if the task is cancelled.
    func next() async -> ChangeSet? {
        let number = lock.withLock {
            lastWaiter += 1
            return lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = lock.withLock { () -> ChangeSet?? in
                    if Task.isCancelled || isCancelled { return .some(nil) }
                    if let pending = removePending() { return pending }
                    if isEnded { return .some(nil) }
                    waiters[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            SystemTask.cancelling { [self] in
                lock.withLock { waiters.removeValue(forKey: number) }?.resume(returning: nil)
            }
        }
    }

    private func removePending() -> ChangeSet? {
        guard !pending.isEmpty else { return nil }
        defer { pending = ChangeSet() }
        return pending
    }
}

// SAFETY: `receiver` and `watch` are set in the initialiser.
/// One observer of a queue's or pool's changes, for the lifetime of this object.
final class ChangeSubscription: @unchecked Sendable {
    let mailbox: ChangeMailbox
    private let feed: ChangeFeed
    private let receiver: ChangeReceiver
    private let stamp = ForkStamp()
    private(set) var watch: ExternalWatch?

    init(
        to coordinator: FMDatabaseCoordinator, _ filter: ChangeFilter,
        _ external: FMDatabaseCoordinator.ExternalChanges,
        arrived: (@Sendable () -> Void)? = nil
    ) {
        let mailbox = ChangeMailbox(filter, arrived: arrived)
        self.mailbox = mailbox
        feed = coordinator.feed
        let signal = WatchSignal()
        receiver = ChangeReceiver(filter) {
            mailbox.receive($0)
        } end: {
            mailbox.end()
            signal.end()
        }
        ChangeHub.shared.add(receiver, to: feed, path: coordinator.path)
        if case .poll(let interval) = external { watch = ExternalWatch(coordinator, interval, mailbox, signal) }
    }

    deinit {
        cancel()
    }

    /// Changes the filter; a pending change that no longer matches is discarded.
    func want(_ filter: ChangeFilter) {
        ChangeHub.shared.want(filter, receiver, of: feed)
        mailbox.want(filter)
    }

    func cancel() {
        // A forked child process receives no changes anyway.
        guard !stamp.isInherited else { return }
        watch?.stop()
        ChangeHub.shared.remove(receiver, from: feed)
        mailbox.cancel()
    }
}
