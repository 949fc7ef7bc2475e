import Dispatch
import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// Counts the commits of a queue or pool, and records which of them are stored in the target of its backup.
///
/// Each commit gets the next number, its ticket, once it can be read. So a thread that reads the newest ticket, and
/// then the write-ahead log, finds all commits up to that ticket.
final class CommitClock: @unchecked Sendable {
    private struct Commit {
        /// The number of frames in the WAL after this commit.
        let frames: Int
        let ticket: UInt64
        let date: Date
    }

    private final class Wait: Sendable {
        let ticket: UInt64
        let done: @Sendable (FMError?) -> Void
        let token = CancellationToken()

        init(_ ticket: UInt64, _ done: @escaping @Sendable (FMError?) -> Void) {
            (self.ticket, self.done) = (ticket, done)
        }
    }

    /// Signalled when the thread that stores commits has something to do.
    let wakeup = SystemSemaphore(value: 0)
    /// 1 if commits must be stored now and not gathered.
    let flushRequests = AtomicWord(0)
    /// How long a call waits until its commit is stored; nil if calls do not wait.
    let acknowledgementTimeout: Duration?

    private let stamp = ForkStamp()
    private let lock = SystemLock()
    private var newest: UInt64 = 0
    private var shipped: UInt64 = 0
    /// The commits that are not stored, oldest first. If there are very many, the newest are left out.
    private var commits: [Commit] = []
    /// The number of frames that commits have added since commits were last stored.
    private var addedFrames = 0
    private var lastFrames = 0
    /// The number of added frames at which the thread is woken; nil if it is not asleep.
    private var wakesAt: Int?
    /// The ticket of each thread's last commit, if calls wait for their commits.
    private var tickets: [ThreadIdentity: UInt64] = [:]
    private var waits: [Wait] = []
    private var watcher: (@Sendable () -> Void)?

    private static let mostCommits = 1 << 16

    init(_ acknowledgement: FMDatabaseCoordinator.ContinuousBackup.Acknowledgement) {
        if case .whenShipped(let acknowledgementTimeout) = acknowledgement {
            self.acknowledgementTimeout = min(max(acknowledgementTimeout, .zero), .seconds(1_000_000_000))
        } else {
            acknowledgementTimeout = nil
        }
    }

    /// Records a commit. Call it after each commit, on the thread that committed.
    ///
    /// - Parameter frames: the number of frames in the WAL.
    func recordCommit(_ frames: Int) {
        let (wakes, watcher): (Bool, (@Sendable () -> Void)?) = lock.withLock {
            newest += 1
            if commits.count < CommitClock.mostCommits {
                commits.append(Commit(frames: frames, ticket: newest, date: Date()))
            }
            addedFrames += frames > lastFrames ? frames - lastFrames : frames
            lastFrames = frames
            if acknowledgementTimeout != nil { tickets[.current] = newest }
            guard let limit = wakesAt, addedFrames >= limit else { return (false, self.watcher) }
            wakesAt = nil
            return (true, self.watcher)
        }
        if wakes { wakeup.signal() }
        watcher?()
    }

    /// Sets a closure that is called after each commit, on the thread that committed; nil removes it.
    func watch(_ watcher: (@Sendable () -> Void)?) { lock.withLock { self.watcher = watcher } }

    /// This object if calls wait for their commits; nil otherwise.
    var ifAwaited: CommitClock? { acknowledgementTimeout == nil ? nil : self }

    /// Whether calls wait for their commits, and a commit up to a ticket is not stored.
    func isAwaited(_ ticket: UInt64) -> Bool { acknowledgementTimeout != nil && lock.withLock { shipped < ticket } }

    var ticket: UInt64 { lock.withLock { newest } }

    /// The number of commits that are not stored, and the age of the oldest.
    var lag: (commits: Int, duration: Duration) {
        lock.withLock {
            let age = commits.first.map { max(0, Date().timeIntervalSince($0.date)) } ?? 0
            return (Int(clamping: newest - shipped), .seconds(age))
        }
    }
}

// MARK: - The thread that stores commits

extension CommitClock {
    /// Prepares to wake the thread when the WAL has grown.
    ///
    /// - Parameters:
    ///   - frames: the number of added frames at which to wake it; 0 for any commit.
    ///   - ticket: the newest ticket that the thread has seen.
    /// - Returns: whether the thread may sleep.
    func sleeps(until frames: Int, after ticket: UInt64) -> Bool {
        lock.withLock {
            guard frames == 0 ? newest == ticket : addedFrames < frames else { return false }
            wakesAt = frames
            return true
        }
    }

    func isAwake() { lock.withLock { wakesAt = nil } }

    /// Records that the commits up to a ticket are stored.
    func ship(_ ticket: UInt64) { endWaits(upTo: ticket, nil) }

    /// Sets the date of each commit. A commit that this process recorded gets its own date, any other commit that of
    /// the next one.
    func date(_ captured: inout [CapturedCommit]) {
        let known = lock.withLock { commits }
        var place = 0
        var dates: [Date?] = []
        for commit in captured {
            let near = known[place...].prefix(64)
            let found = near.firstIndex { $0.frames == Int(commit.position.frames) }
            dates.append(found.map { known[$0].date })
            place = found.map { $0 + 1 } ?? place
        }
        var next = Date()
        for index in captured.indices.reversed() {
            next = min(dates[index] ?? next, next)
            captured[index].date = next
        }
    }
}

// MARK: - Calls that wait

extension CommitClock {
    /// Removes and returns the ticket of this thread's last commit; nil if there is none since the last call.
    func removeTicket() -> UInt64? {
        lock.withLock(ifKept: stamp) { tickets.isEmpty ? nil : tickets.removeValue(forKey: .current) } ?? nil
    }

    /// Sets or removes this thread's ticket: that of the call around the one that has ended.
    func replaceTicket(with ticket: UInt64?) { _ = lock.withLock(ifKept: stamp) { tickets[.current] = ticket } }

    /// Calls a closure when the commit with the given ticket is stored, or the timeout passes. If the commit is stored
    /// already, the closure is called at once, otherwise on another thread.
    func whenShipped(_ ticket: UInt64, _ done: @escaping @Sendable (FMError?) -> Void) {
        let wait = Wait(ticket, done)
        wait.token.onStop { [weak self, weak wait] in wait.map { self?.expire($0) } }
        let isShipped = lock.withLock {
            if shipped < ticket { waits.append(wait) }
            return shipped >= ticket
        }
        guard !isShipped else { return done(nil) }
        DeadlineTimer.shared.set(wait.token, at: .now + (acknowledgementTimeout ?? .zero))
    }

    func waitUntilShipped(_ ticket: UInt64) throws(FMError) {
        let signal = SystemSemaphore(value: 0)
        let isLate = AtomicWord(0)
        whenShipped(ticket) { error in
            if error != nil { isLate.value = 1 }
            signal.signal()
        }
        signal.wait()
        if isLate.value != 0 { throw .notShipped() }
    }

    private func expire(_ wait: Wait) {
        let isThere = lock.withLock {
            guard let index = waits.firstIndex(where: { $0 === wait }) else { return false }
            waits.remove(at: index)
            return true
        }
        if isThere { wait.done(.notShipped()) }
    }

    /// Ends the waits for the commits up to a ticket with an error, or records that these commits are stored if
    /// `failure` is nil.
    func endWaits(upTo ticket: UInt64, _ failure: FMError? = .notShipped()) {
        let ended = lock.withLock {
            // Done in the same critical section. Otherwise a deadline in between would report a stored commit as not
            // stored.
            if failure == nil {
                shipped = max(shipped, ticket)
                commits.removeFirst(commits.firstIndex { $0.ticket > shipped } ?? commits.count)
                addedFrames = 0
            }
            defer { waits.removeAll { $0.ticket <= ticket } }
            return waits.filter { $0.ticket <= ticket }
        }
        for wait in ended {
            DeadlineTimer.shared.retire(wait.token)
            wait.done(failure)
        }
    }
}

extension FMDatabaseCoordinator {
    /// Calls a closure when this thread's last commit is stored in the target of the backup, or the timeout passes. If
    /// calls do not wait for that, it calls the closure at once.
    final func whenShipped(_ done: @escaping @Sendable (FMError?) -> Void) {
        guard let shipping, let ticket = shipping.removeTicket() else { return done(nil) }
        shipping.whenShipped(ticket, done)
    }

    /// Calls a closure with the outcome of an access when the commit with the given ticket is stored in the target of the backup, or the
    /// timeout passes.
    final func whenShipped<Value: Sendable>(
        _ ticket: UInt64, _ outcome: Result<Value, any Error>,
        _ done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        guard let shipping else { return done(outcome) }
        shipping.whenShipped(ticket) { failure in done(failure.map { .failure($0) } ?? outcome) }
    }

    final func waitUntilShipped(_ shipping: CommitClock) throws(FMError) {
        guard let ticket = shipping.removeTicket() else { return }
        try shipping.waitUntilShipped(ticket)
    }
}

extension FMError {
    fileprivate static func notShipped() -> FMError {
        FMError(
            .notShipped,
            "the transaction is committed in the database, but not yet stored in the target of the backup; it is stored as soon as the target works",
            sql: nil, stage: .other)
    }
}
