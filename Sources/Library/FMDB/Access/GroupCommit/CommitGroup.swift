import Dispatch
import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// Collects transactions and commits them together, on one thread at a time.
final class CommitGroup: @unchecked Sendable {
    private unowned let coordinator: FMDatabaseCoordinator
    private unowned let slots: FixedConnectionSlots
    private let limit: Int
    private let lock = SystemLock()
    private var queue: [CommitJob] = []
    /// The thread that commits, set from its first job to its last, with the source location of the block that it is
    /// running.
    private var runner: FairSemaphore.Holder?
    private var isRunning = false
    /// Whether that thread has the connection or waits for it.
    private var isBusy = false
    private var isClosed = false
    /// Signalled when the thread has finished its last job.
    private var closers: [SystemSemaphore] = []

    private static let window = Duration.milliseconds(50)

    init(
        _ choice: FMDatabaseCoordinator.GroupCommit, of coordinator: FMDatabaseCoordinator,
        _ slots: FixedConnectionSlots
    ) {
        limit = max(1, choice.maximumTransactions)
        (self.coordinator, self.slots) = (coordinator, slots)
        slots.semaphore.sharedCalls = { [self] in lock.withLock { isBusy ? queue.map(\.site) : [] } }
    }

    /// The functions that run transactions in this group.
    var sharedCommit: SharedCommit {
        SharedCommit(run: { [self] in try commit($0, $1) }, runForTask: { [self] in try await commit($0, $1) })
    }

    /// Runs a body within a group, and waits for the commit.
    private func commit(_ options: AccessOptions, _ body: (FMDatabase) throws -> Void) throws {
        let token = options.makeToken()
        defer { token.map(DeadlineTimer.shared.retire) }
        guard !slots.semaphore.isInherited else { throw FMError.forked(nil) }
        let signal = SystemSemaphore(value: 0)
        try withoutActuallyEscaping(body) { body in
            let job = CommitJob(options.site, token, thread: .current, body) { _ in signal.signal() }
            // Another thread may retain the job a little longer, but the body must not outlive this call.
            defer { job.removeWork() }
            // Set before the job is queued, because the thread that runs the job replaces the token's action.
            token?.onStop { [self] in abandon(job) }
            // Registered before the job can run, so that the cycle is found if the job waits for something that this
            // thread holds.
            if let cycle = WaitForGraph.shared.begin(wait(for: job)) { throw FMError.deadlock(cycle) }
            defer { WaitForGraph.shared.end(.current) }
            add(job)
            signal.wait()
            if let failure = job.failure { throw failure }
        }
    }

    /// Runs a body within a group, and suspends the task until the commit.
    private func commit(
        _ options: AccessOptions, _ body: @escaping @Sendable (FMDatabase) throws -> Void
    ) async throws {
        guard !slots.semaphore.isInherited else { throw FMError.forked(nil) }
        let token = options.makeToken() ?? CancellationToken()
        defer { DeadlineTimer.shared.retire(token) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let job = CommitJob(options.site, token, thread: nil, body) { failure in
                    if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
                }
                // Runs on another thread, because resuming a task takes a lock of Swift's runtime. A cancellation holds
                // this lock while it calls this closure.
                token.onStop { [self] in WorkerThreads.shared.run(job.urgency) { [self] in abandon(job) } }
                add(job)
            }
        } onCancel: {
            SystemTask.cancelling { token.stop(.cancelled) }
        }
    }

    private func wait(for job: CommitJob) -> WaitForGraph.Wait {
        WaitForGraph.Wait(identity: .current, site: job.site, name: slots.semaphore.name) { [self] in
            guard !job.isDone, let runner = lock.withLock({ runner }) else { return nil }
            return [runner]
        }
    }

    private func add(_ job: CommitJob) {
        let (isRefused, isFirst) = lock.withLock {
            guard !isClosed else { return (true, false) }
            queue.append(job)
            defer { isRunning = true }
            return (false, !isRunning)
        }
        guard !isRefused else { return job.finish(FMError.closed(slots.semaphore)) }
        let coordinator = coordinator
        if isFirst { WorkerThreads.shared.run(job.urgency) { [self] in withExtendedLifetime(coordinator) { run() } } }
        // The token may have been stopped before the job was queued.
        if job.token?.isStopped == true { abandon(job) }
    }

    /// Ends the wait of a job whose token was stopped, unless the job has begun. It does not take the token's lock.
    private func abandon(_ job: CommitJob) {
        guard let token = job.token, withdraw(job) else { return }
        job.finish(coordinator.stopped(token, while: slots.semaphore))
    }

    /// - Returns: false if the job has begun.
    private func withdraw(_ job: CommitJob) -> Bool {
        !removeJobs { $0 === job }.isEmpty
    }

    private func next() -> CommitJob? {
        lock.withLock { queue.isEmpty ? nil : queue.removeFirst() }
    }
}

// MARK: - The thread that commits

extension CommitGroup {
    private func run() {
        while hasWork() {
            let slot = slots.semaphore.enterAtOnce(nil)
            lock.withLock { isBusy = true }
            switch slot.map({ .inside($0) }) ?? slots.semaphore.wait(nil, nil, isShared: true) {
            case .inside(let slot):
                runGroup()
                slots.semaphore.leave(slot)
            case .never(let cycle):
                let threads = Set(cycle.map(\.wait.identity))
                let concerned = removeJobs(where: { $0.thread.map(threads.contains) ?? false })
                // Without the calls of the cycle's threads the others may go on. If there is none of these, no call can.
                for job in concerned.isEmpty ? removeJobs() : concerned { job.finish(FMError.deadlock(cycle)) }
            case .stopped, .shut, .inherited:
                for job in removeJobs() { job.finish(FMError.closed(slots.semaphore)) }
            }
        }
    }

    private func hasWork() -> Bool {
        lock.withLock {
            isRunning = !queue.isEmpty
            if !isRunning { isBusy = false }
            runner = isRunning ? FairSemaphore.Holder(identity: .current, site: nil) : nil
            if !isRunning { closers.forEach { $0.signal() } }
            return isRunning
        }
    }

    /// Refuses further jobs, and waits until the queued jobs are done.
    ///
    /// - Returns: nil, or the cycle of waits that waiting for the jobs would close.
    func close() -> WaitForGraph.Cycle? {
        guard !slots.semaphore.isInherited else { return nil }
        let signal = SystemSemaphore(value: 0)
        lock.withLock {
            isClosed = true
            closers.append(signal)
        }
        defer { lock.withLock { closers.removeAll { $0 === signal } } }
        let wait = WaitForGraph.Wait(identity: .current, site: nil, name: slots.semaphore.name) { [self] in
            lock.withLock { runner.map { [$0] } }
        }
        while lock.withLock({ isRunning }) {
            if let cycle = WaitForGraph.shared.begin(wait) { return cycle }
            signal.wait()
            WaitForGraph.shared.end(.current)
        }
        return nil
    }

    private func removeJobs(where isConcerned: (CommitJob) -> Bool = { _ in true }) -> [CommitJob] {
        lock.withLock {
            defer { queue.removeAll(where: isConcerned) }
            return queue.filter(isConcerned)
        }
    }

    private func runGroup() {
        do {
            let database = try coordinator.acquire(from: slots, 0, nil)
            defer { slots.release(database, of: coordinator) }
            if database.isTransactionOpen { throw FMError.leftOpen(database, of: slots) }
            runGroup(on: database)
        } catch {
            // No connection can be opened now, so the queued jobs fail. Later jobs try again.
            for job in removeJobs() { job.finish(error) }
        }
    }

    /// Runs one transaction with the queued jobs, and with those that are queued while they run.
    private func runGroup(on database: FMDatabase) {
        do {
            try database.retrying(coordinator.configuration.retry) { try database.begin(.immediate) }
        } catch {
            // Only the first job fails. The next jobs try again.
            next()?.finish(error)
            return
        }
        var uncommitted: [CommitJob] = []
        var end: TransactionEnd?
        do {
            try database.runInScope {
                end = try runJobs(on: database, &uncommitted)
            } keep: { () throws(FMError) in
                try database.end(committing: true)
            } undo: { _ in
                database.undoTransaction()
            }
        } catch {
            let failure = end.map { FMError.lostTransaction($0) } ?? error
            // A block that commits by itself also commits the blocks that ran earlier.
            guard end?.isCommitted == true else {
                _ = coordinator.shipping?.removeTicket()
                return uncommitted.forEach { $0.finish(failure) }
            }
            return finish(uncommitted)
        }
        finish(uncommitted)
    }

    /// Finishes committed jobs. If calls wait for the backup, the jobs finish after the backup has stored their
    /// commits.
    private func finish(_ jobs: [CommitJob]) {
        coordinator.whenShipped { failure in jobs.forEach { $0.finish(failure) } }
    }

    /// - Parameter uncommitted: receives the jobs that then wait for the commit.
    /// - Returns: how the transaction ended, if it has.
    private func runJobs(on database: FMDatabase, _ uncommitted: inout [CommitJob]) throws -> TransactionEnd? {
        let end = ContinuousClock.now.advanced(by: CommitGroup.window)
        var count = 0
        while count < limit, ContinuousClock.now < end, let job = next() {
            count += 1
            if let token = job.token {
                if token.isStopped {
                    job.finish(coordinator.stopped(token, nil))
                    continue
                }
                database.obey(token, by: uncommitted.isEmpty ? .interruption : .refusal)
            }
            // Errors about waits name the call whose block is running.
            lock.withLock { runner?.site = job.site }
            slots.semaphore.callIs(at: job.site, 0)
            // The commit is as urgent as the most urgent job of the group.
            if count == 1 { job.urgency.adopt() } else { job.urgency.raise() }
            let before = AccessSnapshot(of: database)
            let result = run(job, on: database)
            if let token = job.token { database.forget(token) }
            _ = coordinator.tidy(database, .modern, job.site, before)
            switch result {
            case .kept: uncommitted.append(job)
            case .undone(let error): job.finish(error)
            case .lost(let error):
                job.finish(error)
                if let end = database.connection?.scope.end { return end }
                throw FMError.lostTransaction(nil)
            }
        }
        return nil
    }

    private enum JobResult {
        case kept
        case undone(any Error)
        /// The block has ended the transaction.
        case lost(any Error)
    }

    private func run(_ job: CommitJob, on database: FMDatabase) -> JobResult {
        do {
            try database.withSavePoint {
                try pooled { try job.run(on: database) }
                try database.expectForeignKeys()
            }
            return .kept
        } catch {
            let failure = coordinator.verdict(error, job.token)
            let isLost = database.connection?.scope.end != nil || !database.isTransactionOpen
            return isLost ? .lost(failure) : .undone(failure)
        }
    }
}

extension FMError {
    /// Returns the error for the other blocks of a group after one block has ended the transaction. It is the error
    /// that ended it, unless that concerns only the one block.
    fileprivate static func lostTransaction(_ end: TransactionEnd?) -> FMError {
        guard let end, !end.isByBlock else {
            return FMError(
                .abort, "another block of the group commit ended the shared transaction, which was rolled back",
                sql: nil,
                stage: .other)
        }
        // `OR ROLLBACK` or a trigger has refused a row and rolled back. If another block got the constraint error, its
        // caller would believe that its own row was refused.
        guard end.error.resultCode != .constraint else {
            return FMError(
                .abort,
                "a statement of another block of the group commit rolled back the shared transaction: \(end.error.message)",
                sql: nil, stage: .other)
        }
        return end.error
    }
}
