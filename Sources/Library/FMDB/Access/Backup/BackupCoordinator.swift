import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// Backs up a queue's or pool's database as ``FMDatabaseCoordinator/ContinuousBackup`` configures it.
final class BackupCoordinator: @unchecked Sendable {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    let clock: CommitClock
    private let choices: Choices
    private let report: BackupReport
    private let suspension: Suspension
    private let open: @Sendable () throws -> FMDatabase
    private let lock = SystemLock()
    /// Held while the connections are opened.
    private let beginning = SystemLock()
    private var thread: BackupThread?
    /// The thread that has stored everything, and waits until the database is closed.
    private var finished: BackupThread?

    /// - Parameter open: opens another connection to the same file. It must not wait for the queue or pool.
    init(_ choices: Choices, _ suspension: Suspension, open: @escaping @Sendable () throws -> FMDatabase) {
        self.choices = choices.clamped
        (self.suspension, self.open) = (suspension, open)
        clock = CommitClock(choices.acknowledgement)
        report = BackupReport(choices)
    }

    var statistics: Choices.Statistics {
        var statistics = report.statistics
        (statistics.waitingCommits, statistics.lag) = clock.lag
        return statistics
    }

    /// The capture of the WAL, which a checkpoint has to respect; nil while no backup runs.
    var capture: CommitCapture? { lock.withLock { thread?.capture } }

    /// Starts the backup, unless it has started. Call it when the database is in WAL mode, before anything is written.
    func start(_ database: FMDatabase) throws {
        beginning.lock()
        defer { beginning.unlock() }
        guard lock.withLock({ thread == nil }) else { return }
        guard database.connection?.activity.path.isEmpty == false else {
            throw FMError.misuse("a backup needs a database file")
        }
        let connections = try BackupConnections(maximumCommitSize: choices.maximumCommitSize, open)
        let former = UnendedBackups.shared.threads(of: connections, choices.target)
        let made = BackupThread(choices, report, clock, suspension, connections, after: former)
        lock.withLock { thread = made }
        made.start()
    }

    func wake() { clock.wakeup.signal() }

    /// Makes the thread store waiting commits at once.
    func flush() {
        clock.flushRequests.value = 1
        wake()
    }

    /// Detaches the thread, so that a later connection starts another backup.
    func removeThread() -> BackupThread? { lock.withLock { thread.take() } }

    /// Stores the remaining commits, and ends. Call it before the last connection is closed.
    func finish(_ thread: BackupThread?) {
        guard let thread else { return }
        guard thread.stop() else { return UnendedBackups.shared.add(thread) }
        lock.withLock { finished = thread }
    }

    /// Whether the thread waits for ``recordClosing()``.
    var isFinished: Bool { lock.withLock { finished != nil } }

    /// Records that the last connection is closed, so that the next opening can continue without a snapshot.
    func recordClosing() {
        guard let thread = lock.withLock({ finished.take() }) else { return }
        thread.recordClosing()
        UnendedBackups.shared.add(thread)
    }
}
