import Dispatch
import Foundation

extension FMDatabaseLender {
    /// Transactions that wait at the same time share one commit.
    ///
    /// A durable commit waits for the disk, a few milliseconds each. Where many callers write a little each, they can
    /// wait for it together. It counts for immediate transactions, `withTransaction` of a queue and `write` of a pool.
    ///
    /// - Each block runs in a save point of its own. One that throws is undone alone; one that leaves a foreign key
    ///   unsatisfied is undone alone, too, and its caller gets `.constraintForeignKey`.
    /// - A call returns only after the common commit. If that fails, each call of the group throws its error, and
    ///   nothing of the group is written; the same if SQLite rolls back by itself, because the disk is full for example.
    /// - A block must not end the transaction. If one does, it gets `.misuse`, and the blocks before it in the group get
    ///   `.abort`, because nobody knows what was kept of them.
    /// - Blocks run one after the other in the order of the calls, and on a thread of the library's, also those of
    ///   synchronous calls.
    /// - A cancelled task, or a deadline, keeps the next statement of its block from running. It does not interrupt one
    ///   that runs, unless the block is the first of its group: SQLite would roll back the blocks before it.
    public struct GroupCommit: Sendable {
        /// The most transactions of one group, 1 or more.
        public var maximumTransactions: Int

        /// A choice.
        ///
        /// - Parameter maximumTransactions: the most transactions of one group; less than 1 counts as 1.
        public init(maximumTransactions: Int = 256) {
            self.maximumTransactions = maximumTransactions
        }
    }
}

// SAFETY: the variables are read and written under `lock` alone.
/// Collects transactions and commits them together, on one thread at a time.
final class CommitGroup: @unchecked Sendable {
    private unowned let lender: FMDatabaseLender
    private let lane: FixedLane
    private let limit: Int
    private let lock = NSLock()
    private var queue: [Job] = []
    /// The thread that commits, from its first job to its last, and the call whose block it runs.
    private var runner: Turnstile.Holder?
    private var isRunning = false

    init(_ choice: FMDatabaseLender.GroupCommit, of lender: FMDatabaseLender, _ lane: FixedLane) {
        limit = max(1, choice.maximumTransactions)
        self.lender = lender
        self.lane = lane
    }

    /// Runs a body within a group, and waits for the commit.
    func commit<Value>(_ terms: AccessTerms, _ body: (FMDatabase) throws -> Value) throws -> Value {
        let token = terms.makeToken()
        defer { token.map(Alarm.shared.retire) }
        let signal = DispatchSemaphore(value: 0)
        let outcome = Outcome<Value>()
        try withoutActuallyEscaping(body) { body in
            let job = Job(terms.site, token, thread: .current) {
                outcome.value = try body($0)
            } done: { _ in
                signal.signal()
            }
            // Others may hold the job a little longer; the body must not outlive this call.
            defer { job.dropWork() }
            // Before the job can be taken up: whoever runs it has the token do something else.
            token?.onStop { [self] in abandon(job) }
            // Before the job can run: what it waits for itself is refused then if this thread has it.
            if let ring = WaitGraph.shared.begin(wait(for: job)) { throw FMError.deadlock(ring) }
            defer { WaitGraph.shared.end(.current) }
            add(job)
            signal.wait()
            if let failure = job.failure { throw failure }
        }
        return try outcome.get()
    }

    /// Runs a body within a group; the task waits for the commit.
    func commit<Value: Sendable>(
        _ terms: AccessTerms, _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        let token = terms.makeToken() ?? StopToken()
        defer { Alarm.shared.retire(token) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = Outcome<Value>()
                let job = Job(terms.site, token, thread: nil) {
                    outcome.value = try body($0)
                } done: { failure in
                    continuation.resume(with: Result { if let failure { throw failure } else { try outcome.get() } })
                }
                // Elsewhere: to resume a task takes a lock of Swift's, under which a cancelled task comes here.
                token.onStop { [self] in Workers.shared.run { [self] in abandon(job) } }
                add(job)
            }
        } onCancel: {
            token.stop(.cancelled)
        }
    }

    private func wait(for job: Job) -> WaitGraph.Wait {
        WaitGraph.Wait(identity: .current, site: job.site, name: lane.turnstile.name) { [self] in
            guard !job.isDone, let runner = lock.withLock({ runner }) else { return nil }
            return [runner]
        }
    }

    private func add(_ job: Job) {
        let isFirst = lock.withLock {
            queue.append(job)
            defer { isRunning = true }
            return !isRunning
        }
        let lender = lender
        if isFirst { Workers.shared.run { [self] in withExtendedLifetime(lender) { run() } } }
        // Its token may have stopped before there was anything to withdraw.
        if job.token?.isStopped == true { abandon(job) }
    }

    /// Ends the wait of a job whose token has stopped, unless it has been taken up. Uses no lock of the token's.
    private func abandon(_ job: Job) {
        guard let token = job.token, withdraw(job) else { return }
        job.finish(lender.stopped(token, while: lane.turnstile))
    }

    /// - Returns: false if the job has been taken up.
    private func withdraw(_ job: Job) -> Bool {
        lock.withLock {
            guard let index = queue.firstIndex(where: { $0 === job }) else { return false }
            queue.remove(at: index)
            return true
        }
    }

    private func next() -> Job? {
        lock.withLock { queue.isEmpty ? nil : queue.removeFirst() }
    }
}

// MARK: - The thread that commits

extension CommitGroup {
    private func run() {
        while hasWork() {
            switch lane.turnstile.enterAtOnce(nil).map({ .inside($0) }) ?? lane.turnstile.wait(nil, nil) {
            case .inside(let place):
                runGroup()
                lane.turnstile.leave(place)
            case .never(let ring):
                let threads = Set(ring.map(\.wait.identity))
                for job in takeJobs(of: threads) { job.finish(FMError.deadlock(ring)) }
            case .stopped, .shut:
                for job in takeJobs() { job.finish(FMError.closed(lane.turnstile)) }
            }
        }
    }

    private func hasWork() -> Bool {
        lock.withLock {
            isRunning = !queue.isEmpty
            runner = isRunning ? Turnstile.Holder(identity: .current, site: nil) : nil
            return isRunning
        }
    }

    private func takeJobs() -> [Job] {
        lock.withLock {
            defer { queue = [] }
            return queue
        }
    }

    private func takeJobs(of threads: Set<ThreadIdentity>) -> [Job] {
        lock.withLock {
            let isConcerned = { (job: Job) in job.thread.map(threads.contains) ?? false }
            defer { queue.removeAll(where: isConcerned) }
            return queue.filter(isConcerned)
        }
    }

    /// Has errors about waiting name the call whose block runs.
    private func callIs(at site: CallSite?) {
        lock.withLock { runner?.site = site }
        lane.turnstile.callIs(at: site, 0)
    }

    private func runGroup() {
        do {
            let database = try lane.take(for: lender, at: 0)
            defer { lane.putBack(database) }
            runGroup(on: database)
        } catch {
            // Nobody can have a connection now; those who come later may try again.
            for job in takeJobs() { job.finish(error) }
        }
    }

    /// One transaction with the jobs that are waiting, and those that come while they run.
    private func runGroup(on database: FMDatabase) {
        var uncommitted: [Job] = []
        var hasBegun = false
        do {
            try database.retrying(lender.configuration.retry) {
                try database.begin(.immediate)
                try database.expectFileInPlace()
            }
            hasBegun = true
            while uncommitted.count < limit, let job = next() {
                guard try run(job, on: database, isFirst: uncommitted.isEmpty) else { continue }
                uncommitted.append(job)
            }
            try database.end(committing: true)
        } catch {
            database.undoTransaction()
            // Those who wait still are told nothing of a block that was not theirs.
            if !hasBegun, let job = next() { uncommitted = [job] }
            for job in uncommitted { job.finish(error) }
            return
        }
        for job in uncommitted { job.finish(nil) }
    }

    /// Runs one job in its save point.
    ///
    /// - Returns: whether it waits for the commit now; if not, it was undone and has been told.
    /// - Throws: why there is no transaction any more.
    private func run(_ job: Job, on database: FMDatabase, isFirst: Bool) throws -> Bool {
        if let token = job.token {
            if token.isStopped {
                job.finish(lender.stopped(token, nil))
                return false
            }
            database.obey(token, interrupting: isFirst)
        }
        callIs(at: job.site)
        let before = Standing(of: database)
        let failure = self.failure(of: job, on: database)
        if let token = job.token { database.forget(token) }
        _ = lender.tidy(database, .modern, job.site, before)
        if let failure {
            job.finish(failure)
            guard database.isTransactionOpen else { throw FMError.lostTransaction(failure) }
            return false
        }
        guard database.isTransactionOpen else {
            job.finish(FMError.misuse("the block has ended the transaction that it shares with others"))
            throw FMError.lostTransaction(nil)
        }
        return true
    }

    private func failure(of job: Job, on database: FMDatabase) -> (any Error)? {
        do {
            try database.withSavePoint {
                try job.run(on: database)
                try database.expectForeignKeys()
            }
            return nil
        } catch {
            return lender.verdict(error, job.token)
        }
    }
}

extension FMError {
    /// What the other blocks of a group get when one of them has lost the transaction: SQLite's reason, if it rolled
    /// back by itself, and nothing of what the block has thrown otherwise.
    fileprivate static func lostTransaction(_ error: (any Error)?) -> FMError {
        if let error = error as? FMError, [.full, .ioError, .noMemory].contains(error.resultCode) { return error }
        return FMError(
            .abort, "another block has ended the transaction of the group; whether it is committed is not known",
            sql: nil, stage: .other)
    }
}

// MARK: - Jobs

// SAFETY: the variables are read and written under `lock` alone. The work and the outcome are used by one thread after
// the other: the caller's waits until the job is done.
/// One transaction of a group.
private final class Job: @unchecked Sendable {
    let site: CallSite?
    let token: StopToken?
    /// The thread that waits; nil for a task.
    let thread: ThreadIdentity?
    private let done: (_ failure: (any Error)?) -> Void
    private let lock = NSLock()
    private var hasEnded = false
    private var error: (any Error)?
    private var work: ((FMDatabase) throws -> Void)?

    init(
        _ site: CallSite?, _ token: StopToken?, thread: ThreadIdentity?,
        _ work: @escaping (FMDatabase) throws -> Void, done: @escaping (_ failure: (any Error)?) -> Void
    ) {
        self.thread = thread
        self.site = site
        self.token = token
        self.work = work
        self.done = done
    }

    var isDone: Bool { lock.withLock { hasEnded } }
    var failure: (any Error)? { lock.withLock { error } }

    func run(on database: FMDatabase) throws {
        try takeWork()?(database)
    }

    func dropWork() { _ = takeWork() }

    private func takeWork() -> ((FMDatabase) throws -> Void)? {
        lock.withLock {
            defer { work = nil }
            return work
        }
    }

    func finish(_ failure: (any Error)?) {
        lock.withLock {
            hasEnded = true
            error = failure
        }
        done(failure)
    }
}

// SAFETY: written by the thread that runs the job, read by the caller's after the job's end.
/// What a job's body has returned.
private final class Outcome<Value>: @unchecked Sendable {
    var value: Value?

    func get() throws -> Value {
        guard let value else { throw FMError(.internal, "the transaction has no result") }
        return value
    }
}
