import Dispatch
import Foundation

// SAFETY: the policy is read and written under `lock` alone, and the rest is constant.
/// The state of one WAL, which the committing threads and the background thread share.
final class CheckpointState: @unchecked Sendable {
    typealias Log = FMDatabaseCoordinator.WriteAheadLog

    private let lock = SystemLock()
    private var policy: CheckpointPolicy
    private let observer: (@Sendable (Log.Event) -> Void)?
    private weak var backup: BackupCoordinator?

    init(_ choices: Log, _ backup: BackupCoordinator?) {
        policy = CheckpointPolicy(choices)
        observer = choices.observer
        self.backup = backup
    }

    /// Whether a backup is reading the WAL, which means that the WAL file cannot be truncated.
    var isHeld: Bool { backup?.capture != nil }

    func withPolicy<Value>(_ body: (inout CheckpointPolicy) -> Value) -> Value {
        lock.withLock { body(&policy) }
    }

    var statistics: Log.Statistics { withPolicy { $0.statistics } }

    func report(_ event: Log.Event) {
        observer?(event)
    }

    /// Lets the next commit restart the log, which is fully checkpointed. A backup first stores the commits that it has
    /// not stored yet. If the log is long, or the caller cannot wait, the backup reads them into memory instead.
    private func letStartAnew(_ capture: CommitCapture?, _ occasion: Log.Checkpoint.Occasion) {
        guard let capture else { return }
        let isLong = withPolicy { $0.isLong }
        let isDone = capture.letStartAnew(
            waits: occasion != .commit, readsAhead: isLong || occasion == .commit || occasion == .closing)
        if !isDone { backup?.flush() }
    }

    /// Runs a checkpoint, updates the policy with its result, and reports it unless there was nothing to copy.
    ///
    /// - Returns: whether all pages were copied, and the alarm if one is due.
    func checkpoint(
        _ occasion: Log.Checkpoint.Occasion, _ mode: FMDBCheckpointMode = .passive,
        _ move: (FMDBCheckpointMode) throws(FMError) -> CheckpointCounts
    ) throws(FMError) -> (isComplete: Bool, alarm: CheckpointPolicy.Alarm?) {
        let commits = statistics.commits
        let start = ContinuousClock.now
        // A checkpoint on a committing thread must not wait for the backup.
        let (capture, waits) = (backup?.capture, occasion != .commit)
        let reach = capture?.advance(waits: waits)
        func reportCheckpoint(_ log: Int, _ moved: Int, _ error: FMError? = nil) {
            report(
                .checkpoint(
                    Log.Checkpoint(
                        occasion: occasion, logPages: log, movedPages: moved,
                        isTruncated: mode == .truncate && error == nil, duration: start.duration(to: .now),
                        error: error)))
        }
        do throws(FMError) {
            let counts = try move(mode)
            defer { if counts.log == counts.moved { letStartAnew(capture, occasion) } }
            guard !counts.isSkipped else {
                withPolicy { $0.settled(Int(counts.log), commits: commits) }
                return (true, nil)
            }
            let moved = Int(counts.moved)
            // Pages written after the backup's hold was advanced count as written after the checkpoint.
            let log = reach.map { moved >= $0 ? moved : Int(counts.log) } ?? Int(counts.log)
            let alarm = withPolicy { policy -> CheckpointPolicy.Alarm? in
                guard mode != .truncate else {
                    policy.truncated(commits: commits)
                    return nil
                }
                return policy.checkpointed(log, moved: moved, commits: commits, at: .now)
            }
            reportCheckpoint(max(0, Int(counts.log)), max(0, moved))
            return (log == moved, alarm)
        } catch {
            withPolicy { $0.failed(at: .now) }
            reportCheckpoint(statistics.logPages, 0, error)
            throw error
        }
    }
}

// SAFETY: `database` and `hasComplained` belong to the thread itself; the others are read and written under `lock`.
/// A thread that runs checkpoints on its own connection.
final class CheckpointThread: @unchecked Sendable {
    private let state: CheckpointState
    private let suspension: Suspension
    private let open: @Sendable () throws -> FMDatabase
    private var database: FMDatabase?
    private var hasComplained = false

    private let stamp = ForkStamp()
    private let lock = SystemLock()
    private var isStopping = false
    /// The thread, or nil before it runs.
    private var thread: ThreadIdentity?
    private let wakeup = SystemSemaphore(value: 0)
    private let ended = SystemSemaphore(value: 0)

    /// - Parameter open: opens the connection; called on the thread.
    init(_ state: CheckpointState, _ suspension: Suspension, open: @escaping @Sendable () throws -> FMDatabase) {
        (self.state, self.suspension, self.open) = (state, suspension, open)
    }

    func start() {
        SystemThread.start("FMDB write-ahead log") { [self] in
            lock.withLock { thread = .current }
            while runOnce() {}
            closeDatabase()
            lock.withLock { thread = nil }
            ended.signal()
        }
    }

    func wake() {
        wakeup.signal()
    }

    /// Ends the thread after the checkpoint in progress.
    ///
    /// - Parameter waits: whether to wait for the end. If the app's observer calls this on the thread itself, there is
    ///   no wait.
    func stop(waits: Bool) {
        guard !stamp.isInherited else { return }
        let isOwnThread = lock.withLock {
            isStopping = true
            return thread == .current
        }
        wakeup.signal()
        if waits, !isOwnThread { ended.wait() }
    }

    /// - Returns: false at the end.
    private func runOnce() -> Bool {
        if lock.withLock({ isStopping }) { return false }
        guard !suspension.isOn else {
            // The end of the suspension wakes this thread.
            wakeup.wait()
            return true
        }
        let now = ContinuousClock.now
        switch state.withPolicy({ $0.step(at: now) }) {
        case .checkpoint: pooled { attempt { database throws(FMError) in _ = try move(.background, database) } }
        case .rest: pooled(rest)
        case .wait(let until): wakeup.wait(until: until)
        }
        return true
    }
}

// MARK: - At work

extension CheckpointThread {
    /// - Returns: whether all pages were copied.
    private func move(
        _ occasion: FMDatabaseCoordinator.WriteAheadLog.Checkpoint.Occasion, _ database: FMDatabase,
        _ mode: FMDBCheckpointMode = .passive
    ) throws(FMError) -> Bool {
        let (isComplete, alarm) = try state.checkpoint(occasion, mode) { mode throws(FMError) in
            try database.checkpointLog(mode, "main")
        }
        if let alarm, let contention = database.connection?.readersOfLog {
            let starvation = FMDatabaseCoordinator.WriteAheadLog.Starvation(
                logPages: alarm.pages, movedPages: alarm.moved, logSize: Int(clamping: alarm.size),
                contention: contention)
            database.logWarning(starvation.description)
            state.report(.starvation(starvation))
        }
        return isComplete
    }

    /// Checkpoints the WAL after a time without commits.
    private func rest() {
        let commits = state.statistics.commits
        var isDone = false
        attempt { database throws(FMError) in
            guard try move(.idle, database) else { return }
            let size = database.connection?.logFileSize ?? 0
            if !state.isHeld, state.withPolicy({ $0.cutsWhenIdle(size) }) { _ = try move(.idle, database, .truncate) }
            isDone = true
        }
        state.withPolicy { $0.rested(isDone: isDone, commits: commits, at: .now) }
    }

    private func attempt(_ work: (FMDatabase) throws(FMError) -> Void) {
        let database: FMDatabase
        do {
            database = try openedDatabase()
        } catch let error as FMError {
            _ = try? state.checkpoint(.background) { _ throws(FMError) in throw error }
            return
        } catch {
            return state.withPolicy { $0.failed(at: .now) }
        }
        do throws(FMError) {
            try work(database)
            hasComplained = false
        } catch {
            // `.busy` comes from another connection's checkpoint or a new commit, and is not worth a report.
            guard error.resultCode != .busy, !hasComplained else { return }
            hasComplained = true
            database.logWarning("a background checkpoint failed: \(error.message)")
        }
    }

    private func openedDatabase() throws -> FMDatabase {
        if let database { return database }
        let opened = try open()
        // A checkpoint that waits would hold a lock that other connections need, so this connection does not wait.
        opened.maxBusyRetryTimeInterval = 0
        // A connection opens the WAL at its first read, and cannot checkpoint before that.
        _ = try opened.value("PRAGMA schema_version", as: Int.self)
        database = opened
        return opened
    }

    private func closeDatabase() {
        // If this is the last connection, its setting decides whether the file is kept.
        if state.statistics.isPersistent { try? database?.connection?.keepLogFile(true) }
        database?.close()
        database = nil
    }
}
