import Dispatch
import Foundation

// SAFETY: `shipper`, `failures` and the like belong to the thread itself; the others are read and written under `lock`.
/// A thread that stores the commits of a database in the target of its backup.
final class BackupThread: @unchecked Sendable {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    private let choices: Choices
    private let report: BackupReport
    private let clock: CommitClock
    private let suspension: Suspension
    private let shipper: LogShipper
    /// The backup threads from before the database was last closed that are still waiting for the target.
    private var former: [BackupThread]
    private var pace = RetryPace()
    private var idleRounds = 0
    private var settled: CleanCloseRecord.File?

    private let stamp = ForkStamp()
    private let lock = SystemLock()
    private var phase = Phase.running
    /// The time at which closing stops waiting.
    private var deadline: ContinuousClock.Instant?
    /// The newest commit when closing began.
    private var lastTicket: UInt64 = 0
    /// The thread, or nil before it runs.
    private var thread: ThreadIdentity?
    private let finished = SystemSemaphore(value: 0)
    private let closing = SystemSemaphore(value: 0)
    private let ended = SystemSemaphore(value: 0)
    private let endedFlag = AtomicWord(0)

    private enum Phase {
        case running, finishing
        /// Closing no longer waits.
        case abandoned
    }

    init(
        _ choices: Choices, _ report: BackupReport, _ clock: CommitClock, _ suspension: Suspension,
        _ connections: BackupConnections, after former: [BackupThread]
    ) {
        (self.choices, self.report, self.clock, self.suspension) = (choices, report, clock, suspension)
        self.former = former
        shipper = LogShipper(choices, report, clock, suspension, connections)
    }

    /// Whether the thread no longer calls the target. Any thread may read it.
    var hasEnded: Bool { endedFlag.value != 0 }

    /// Whether this backup and another one write to the same archive.
    func competes(with other: BackupConnections, _ target: any FMBackupTarget) -> Bool {
        let own = shipper.connections
        return (own.file == other.file || own.path == other.path) && choices.target.isSame(as: target)
    }

    /// The capture of the WAL, which a checkpoint has to respect.
    var capture: CommitCapture { shipper.connections.capture }

    func start() {
        let (wakeup, connections) = (clock.wakeup, shipper.connections)
        suspension.include(ObjectIdentifier(self), nil, isSpared: false) {
            // No lock may be held when the OS suspends the process.
            connections.release()
            wakeup.signal()
        }
        shipper.isStopping = { [unowned self] in isOverdue }
        shipper.isClosing = { [unowned self] in isFinishing }
        SystemThread.start("FMDB backup") { [self] in
            lock.withLock { thread = .current }
            while !isFinishing { pooled(runOnce) }
            pooled(finish)
            lock.withLock { thread = nil }
        }
    }

    private var isFinishing: Bool { lock.withLock { phase != .running } }
    private var isAbandoned: Bool { lock.withLock { phase == .abandoned } }
    private var isOverdue: Bool { lock.withLock { deadline.map { $0 < .now } ?? false } }

    private func runOnce() {
        guard !suspension.isOn else {
            shipper.release()
            // The end of the suspension wakes this thread.
            clock.wakeup.wait(until: .now + .seconds(1))
            return
        }
        former.removeAll { $0.hasEnded }
        // Two threads must not write to one archive.
        guard former.isEmpty else {
            let message = "an earlier backup of this database, from before it was closed, still waits for the target"
            return fail(FMError(.busy, message), longestPause: .seconds(1))
        }
        let ticket = clock.ticket
        clock.flushRequests.value = 0
        do throws(FMError) {
            try shipper.work()
            report.succeeded()
            pace.succeed()
        } catch {
            return fail(error)
        }
        waitForCommits(after: ticket)
    }

    // MARK: Pauses

    /// Waits before the next attempt.
    private func fail(_ error: FMError, longestPause: Duration = .seconds(30)) {
        guard !suspension.isOn, !isFinishing else { return }
        let pause = min(longestPause, pace.fail())
        report.failed(error, nextTry: pause)
        shipper.fallBehindIfNeeded()
        let end = ContinuousClock.now + pause
        while ContinuousClock.now < end, !isFinishing, !suspension.isOn { clock.wakeup.wait(until: end) }
    }

    /// Waits for commits, and gathers them.
    private func waitForCommits(after ticket: UInt64) {
        guard !isFinishing else { return }
        if !shipper.hasNews, clock.sleeps(until: 0, after: ticket) {
            // Commits of other processes are found by polling.
            let interval = min(max(choices.interval, .milliseconds(10)), .seconds(10))
            let pause = min(interval * (1 << min(idleRounds, 10)), .seconds(10))
            clock.wakeup.wait(until: .now + pause)
            clock.isAwake()
            idleRounds = shipper.hasNews ? 0 : idleRounds + 1
        }
        guard clock.acknowledgementTimeout == nil else { return }
        let end = shipper.lastShipping + choices.interval
        let limit = LogShipper.batchSize / 4096
        while ContinuousClock.now < end, !isFinishing, !suspension.isOn, clock.flushRequests.value == 0,
            clock.sleeps(until: limit, after: 0)
        {
            clock.wakeup.wait(until: end)
        }
        clock.isAwake()
    }

    // MARK: The end

    private var closingTime: ContinuousClock.Instant { .now + choices.closingTimeout }

    /// Stores the remaining commits. Called on the thread.
    private func finish() {
        let isAlone = former.allSatisfy(\.hasEnded)
        if isAlone, !suspension.isOn, !isOverdue, (try? shipper.work(isLast: true)) != nil {
            settled = shipper.settledFile()
        }
        suspension.exclude(ObjectIdentifier(self))
        shipper.connections.close()
        clock.endWaits(upTo: lock.withLock { lastTicket })
        finished.signal()
        let isClosed = closing.wait(until: closingTime)
        if isClosed, !isAbandoned, let settled { try? shipper.recordClosing(settled) }
        endedFlag.value = 1
        ended.signal()
    }

    /// Makes the thread store the remaining commits and end, and waits for that up to the closing timeout. If the app's
    /// observer calls this on the thread itself, there is no wait.
    ///
    /// - Returns: whether the thread waits for ``recordClosing()``.
    func stop() -> Bool {
        guard !stamp.isInherited else { return false }
        let isOwnThread = lock.withLock {
            (phase, deadline) = (.finishing, .now + choices.closingTimeout)
            lastTicket = clock.ticket
            return thread == .current
        }
        clock.wakeup.signal()
        if !isOwnThread, finished.wait(until: closingTime) {
            return true
        }
        lock.withLock { phase = .abandoned }
        closing.signal()
        return false
    }

    /// Records that the database is closed.
    func recordClosing() {
        closing.signal()
        ended.wait(until: closingTime)
    }
}
