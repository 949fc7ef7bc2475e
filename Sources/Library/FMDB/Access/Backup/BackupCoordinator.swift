import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// Backs up a queue's or pool's database: what ``FMDatabaseCoordinator/ContinuousBackup`` asks for.
final class BackupCoordinator: @unchecked Sendable {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    let clock: CommitClock
    private let choices: Choices
    private let report: BackupReport
    private let suspension: Suspension
    private let open: @Sendable () throws -> FMDatabase
    private let lock = NSLock()
    /// Is held while the connections are opened.
    private let beginning = NSLock()
    private var thread: BackupThread?
    /// The one that has stored everything, and waits until the database is closed.
    private var finished: BackupThread?

    /// - Parameter open: makes another open connection to the same file. It must not wait for the queue or pool.
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

    /// The log, for those who checkpoint it; nil while nothing is backed up.
    var capture: CommitCapture? { lock.withLock { thread?.capture } }

    /// Begins, unless it has begun. To be called when the database is in WAL mode, before anything is written.
    func start(_ database: FMDatabase) throws {
        beginning.lock()
        defer { beginning.unlock() }
        guard lock.withLock({ thread == nil }) else { return }
        guard database.connection?.activity.path.isEmpty == false else {
            throw FMError.misuse("a backup needs a database in a file")
        }
        let connections = try BackupConnections(maximumCommitSize: choices.maximumCommitSize, open)
        let former = UnendedBackups.shared.threads(of: connections, choices.target)
        let made = BackupThread(choices, report, clock, suspension, connections, after: former)
        lock.withLock { thread = made }
        made.start()
    }

    func wake() { clock.wakeup.signal() }

    /// Has what waits stored at once.
    func flush() {
        clock.flushRequests.value = 1
        wake()
    }

    /// Ends the backup for those who come later, who begin another one.
    func removeThread() -> BackupThread? { lock.withLock { thread.take() } }

    /// Stores what is left, and ends. To be called before the last connection is closed.
    func finish(_ thread: BackupThread?) {
        guard let thread else { return }
        guard thread.stop() else { return UnendedBackups.shared.add(thread) }
        lock.withLock { finished = thread }
    }

    /// Whether ``recordClosing()`` is waited for.
    var isFinished: Bool { lock.withLock { finished != nil } }

    /// Notes that the last connection is closed, so that the next opening can go on without a snapshot.
    func recordClosing() {
        guard let thread = lock.withLock({ finished.take() }) else { return }
        thread.recordClosing()
        UnendedBackups.shared.add(thread)
    }
}
