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
    private var failures = 0
    private var idleRounds = 0
    private var settled: ClosedFacts.File?

    private let stamp = ForkStamp()
    private let lock = NSLock()
    private var phase = Phase.running
    /// When closing waits no longer.
    private var deadline: ContinuousClock.Instant?
    private var thread: Thread?
    private let finished = DispatchSemaphore(value: 0)
    private let closing = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    private enum Phase {
        case running, finishing
    }

    /// How long closing waits for the target, in seconds.
    private static let patience = 5

    init(
        _ choices: Choices, _ report: BackupReport, _ clock: CommitClock, _ suspension: Suspension,
        _ connections: BackupConnections
    ) {
        (self.choices, self.report, self.clock, self.suspension) = (choices, report, clock, suspension)
        shipper = LogShipper(choices, report, clock, suspension, connections)
    }

    /// The log, for those who checkpoint it.
    var capture: LogCapture { shipper.connections.capture }

    func start() {
        let (wakeup, capture) = (clock.wakeup, capture)
        suspension.include(ObjectIdentifier(self), nil, isSpared: false) {
            // Nothing may be locked when the system stops the process.
            capture.release()
            wakeup.signal()
        }
        shipper.isStopping = { [unowned self] in isOverdue }
        let thread = Thread.named("FMDB backup") { [self] in
            while !isFinishing { pooled(goRound) }
            pooled(finish)
            // The thread holds this object, and this object the thread.
            lock.withLock { self.thread = nil }
        }
        lock.withLock { self.thread = thread }
        thread.start()
    }

    private var isFinishing: Bool { lock.withLock { phase != .running } }
    private var isOverdue: Bool { lock.withLock { deadline.map { $0 < .now } ?? false } }

    private func goRound() {
        guard !suspension.isOn else {
            shipper.release()
            // Whoever ends it wakes this thread.
            return clock.wakeup.wait()
        }
        let ticket = clock.ticket
        clock.hurries.value = 0
        do throws(FMError) {
            try shipper.work()
            if failures > 0 { report.tell(.recovered) { $0.lastError = nil } }
            failures = 0
        } catch {
            return fail(error)
        }
        rest(after: ticket)
    }

    // MARK: Pauses

    /// Waits before the next attempt.
    private func fail(_ error: FMError) {
        guard !suspension.isOn, !isFinishing else { return }
        failures += 1
        let pause = min(Duration.seconds(30), .milliseconds(100) * (1 << min(failures - 1, 10)))
        report.count {
            $0.failures += 1
            $0.lastError = error
        }
        if failures == 1 { report.tell(.failing(error, nextTry: pause)) }
        shipper.fallBehindIfNeeded()
        let end = ContinuousClock.now + pause
        while ContinuousClock.now < end, !isFinishing, !suspension.isOn { clock.wakeup.wait(until: end) }
    }

    /// Waits for commits, and gathers them.
    private func rest(after ticket: UInt64) {
        if !shipper.hasNews, clock.sleeps(until: 0, after: ticket) {
            // Commits of other processes are noticed by looking.
            let interval = min(max(choices.interval, .milliseconds(10)), .seconds(10))
            let pause = min(interval * (1 << min(idleRounds, 10)), .seconds(10))
            clock.wakeup.wait(until: .now + pause)
            clock.isAwake()
            idleRounds = shipper.hasNews ? 0 : idleRounds + 1
        }
        guard clock.patience == nil else { return }
        let end = shipper.lastShipping + choices.interval
        let limit = LogShipper.batchSize / 4096
        while ContinuousClock.now < end, !isFinishing, !suspension.isOn, clock.hurries.value == 0,
            clock.sleeps(until: limit, after: 0)
        {
            clock.wakeup.wait(until: end)
        }
        clock.isAwake()
    }

    // MARK: The end

    /// Stores what is left. Called on the thread.
    private func finish() {
        if !suspension.isOn, !isOverdue, (try? shipper.work(isLast: true)) != nil { settled = shipper.settledFile() }
        suspension.exclude(ObjectIdentifier(self))
        shipper.connections.close()
        clock.endWaits()
        finished.signal()
        let isClosed = closing.wait(timeout: .now() + .seconds(BackupThread.patience)) == .success
        if isClosed, let settled { try? shipper.noteClosing(settled) }
        ended.signal()
    }

    /// Ends the thread after what is left has been stored, or after some seconds. The thread itself, from within a client's
    /// observer, cannot wait.
    ///
    /// - Returns: whether it waits for ``noteClosing()``.
    func stop() -> Bool {
        guard !stamp.isInherited else { return false }
        let isOwnThread = lock.withLock {
            (phase, deadline) = (.finishing, .now + .seconds(BackupThread.patience))
            return Thread.current === thread
        }
        clock.wakeup.signal()
        return !isOwnThread && finished.wait(timeout: .now() + .seconds(BackupThread.patience)) == .success
    }

    /// Notes that the database is closed.
    func noteClosing() {
        closing.signal()
        _ = ended.wait(timeout: .now() + .seconds(BackupThread.patience))
    }
}
