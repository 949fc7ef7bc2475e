/// Decides when a write-ahead log is checkpointed. It only calculates; its owner acts on its answers.
struct CheckpointPolicy {
    typealias Log = FMDatabaseCoordinator.WriteAheadLog

    /// The next step of the thread in the background.
    enum Step {
        case checkpoint, rest
        /// nil: until it is woken.
        case wait(until: ContinuousClock.Instant?)
    }

    /// What follows from a commit.
    struct Orders {
        /// The thread in the background has something to do, or to plan.
        var wakes = false
        /// The committing connection runs a checkpoint itself.
        var checkpointsOnCommit = false
        /// The log becomes persistent with this commit.
        var persists = false
    }

    /// A log that has grown too long because of readers; the size is in bytes.
    typealias Alarm = (pages: Int, moved: Int, size: Int64)

    let choices: Log
    /// The bytes that a page takes in the log.
    private var frameSize: Int64 = 1
    private(set) var statistics = Log.Statistics()
    /// Of the pages in the log, how many are known to be in the database.
    private var moved = 0
    private var nextCheckpoint: Int
    /// Whether the next commit may write the log from its start again, because all of it was in the database.
    private var mayBeginAnew = false
    private var isCheckpointDue = false
    /// Since when the log may have pages that are not in the database.
    private var dirtySince: ContinuousClock.Instant?
    /// When the log may be checkpointed because nobody writes; nil if nothing is left to do.
    private var restsAt: ContinuousClock.Instant?
    private var wantsCheckpointOnCommit = false
    private var hurriedCheckpoints = 0
    private var stuckCheckpoints = 0
    private var hasAlarmed = false

    init(_ choices: Log) {
        self.choices = choices.clamped
        nextCheckpoint = self.choices.checkpointPages
        statistics.isPersistent = choices.persistence == .always
    }
}

// MARK: - Commits

extension CheckpointPolicy {
    /// The database is open, with a file of so many bytes.
    mutating func opened(_ size: Int64, frameSize: Int) {
        self.frameSize = Int64(max(1, frameSize))
        // A process that was killed may have left it, and until all of it is moved, commits append to it.
        if size / self.frameSize >= choices.checkpointPages { isCheckpointDue = true }
    }

    /// A commit has left so many pages in the log.
    ///
    /// - Parameter movedPages: answers how many of them are in the database; nil where that cannot be known. It is asked
    ///   only where the log may have begun anew with more pages than it had.
    mutating func committed(
        _ pages: Int, took: Duration, at now: ContinuousClock.Instant, movedPages: () -> Int?
    ) -> Orders {
        var orders = Orders()
        orders.persists = count(took)
        if pages <= statistics.logPages {
            restart()
        } else if mayBeginAnew, moved > 0, let movedNow = movedPages(), movedNow < moved {
            restart()
        }
        mayBeginAnew = false
        statistics.logPages = pages
        orders.wakes = plan(now)
        if pages >= nextCheckpoint, !isCheckpointDue {
            isCheckpointDue = true
            orders.wakes = true
        }
        orders.checkpointsOnCommit = wantsCheckpointOnCommit
        wantsCheckpointOnCommit = false
        return orders
    }

    /// - Returns: whether the log becomes persistent.
    private mutating func count(_ took: Duration) -> Bool {
        statistics.commits &+= 1
        statistics.slowestCommit = max(statistics.slowestCommit, took)
        guard took > choices.stallDuration else { return false }
        statistics.stalls += 1
        guard case .whenStalled(let times) = choices.persistence, !statistics.isPersistent else { return false }
        statistics.isPersistent = statistics.stalls >= times
        return statistics.isPersistent
    }

    /// The log is written from its start again.
    private mutating func restart() {
        moved = 0
        mayBeginAnew = false
        nextCheckpoint = choices.checkpointPages
        wantsCheckpointOnCommit = false
    }

    /// - Returns: whether the thread sleeps without knowing that there is a time to wake.
    private mutating func plan(_ now: ContinuousClock.Instant) -> Bool {
        let wasPlanned = dirtySince != nil && (restsAt != nil || choices.truncatesWhenIdle == nil)
        if dirtySince == nil { dirtySince = now }
        restsAt = choices.truncatesWhenIdle.map { now + $0 }
        return !wasPlanned && (choices.checkpointInterval != nil || restsAt != nil)
    }
}

// MARK: - The thread in the background

extension CheckpointPolicy {
    func step(at now: ContinuousClock.Instant) -> Step {
        if isCheckpointDue { return .checkpoint }
        let checkpointsAt = choices.checkpointInterval.flatMap { interval in dirtySince.map { $0 + interval } }
        if let checkpointsAt, checkpointsAt <= now { return .checkpoint }
        if let restsAt, restsAt <= now { return .rest }
        return .wait(until: [checkpointsAt, restsAt].compactMap { $0 }.min())
    }

    /// Pages have been moved.
    ///
    /// - Parameters:
    ///   - log: the pages in the log when the checkpoint began, less than 0 where there is none.
    ///   - moved: how many of them are in the database.
    ///   - commits: how many commits there were when the checkpoint began.
    /// - Returns: the alarm, if this is a case for it.
    mutating func checkpointed(_ log: Int, moved: Int, commits: Int, at now: ContinuousClock.Instant) -> Alarm? {
        isCheckpointDue = false
        let log = max(0, log)
        let moved = max(0, moved)
        statistics.checkpoints += 1
        statistics.movedPages &+= moved >= self.moved ? moved - self.moved : moved
        let isUntouched = commits == statistics.commits
        if isUntouched { statistics.logPages = log }
        mayBeginAnew = moved == log
        let hasRestarted = statistics.logPages < log
        if hasRestarted {
            restart()
        } else {
            self.moved = moved
            nextCheckpoint = grown(statistics.logPages)
        }
        dirtySince = moved == log && isUntouched ? nil : now
        guard moved < log else {
            if !hasRestarted { force(log) }
            stuckCheckpoints = 0
            hasAlarmed = false
            return nil
        }
        statistics.incompleteCheckpoints += 1
        stuckCheckpoints += 1
        return alarm(log, moved)
    }

    /// Another connection has moved everything.
    ///
    /// - Parameters:
    ///   - log: the pages in the log.
    ///   - commits: how many commits there were before it was looked at.
    mutating func settled(_ log: Int, commits: Int) {
        isCheckpointDue = false
        mayBeginAnew = true
        guard commits == statistics.commits else {
            return nextCheckpoint = grown(statistics.logPages)
        }
        statistics.logPages = log
        moved = log
        nextCheckpoint = grown(log)
        dirtySince = nil
        stuckCheckpoints = 0
        hasAlarmed = false
    }

    /// Makes a log that is too long start anew. It does so by itself when a commit finds all of it moved, but under
    /// steady writing there is always one more commit meanwhile.
    private mutating func force(_ log: Int) {
        let limit = choices.sizeLimit.map { Int64($0) / frameSize } ?? .max
        guard log >= limit, log / 2 >= choices.checkpointPages else { return }
        // A commit moves what is left on its own account, so it should be little.
        if statistics.logPages - log > max(16, choices.checkpointPages / 8), hurriedCheckpoints < 3 {
            hurriedCheckpoints += 1
            isCheckpointDue = true
        } else {
            hurriedCheckpoints = 0
            wantsCheckpointOnCommit = true
        }
    }

    /// Whether the log has grown beyond what several checkpoints have moved, because it was not started anew.
    var isLong: Bool { statistics.logPages / 4 >= choices.checkpointPages }

    /// The pages at which a log of so many is due for a checkpoint. `Int` may have 32 bits.
    private func grown(_ log: Int) -> Int {
        let (pages, isBeyond) = log.addingReportingOverflow(choices.checkpointPages)
        return isBeyond ? .max : pages
    }

    private mutating func alarm(_ log: Int, _ moved: Int) -> Alarm? {
        let size = Int64(log) * frameSize
        guard let limit = choices.alarmSize, size > limit, stuckCheckpoints >= 3, !hasAlarmed else { return nil }
        hasAlarmed = true
        statistics.alarms += 1
        return (log, moved, size)
    }

    /// A checkpoint has failed; it is tried again later.
    mutating func failed(at now: ContinuousClock.Instant) {
        isCheckpointDue = false
        statistics.failedCheckpoints += 1
        nextCheckpoint = grown(statistics.logPages)
        if dirtySince != nil { dirtySince = now }
    }

    /// The file has been cut to nothing.
    mutating func truncated(commits: Int) {
        statistics.truncations += 1
        guard commits == statistics.commits else { return }
        statistics.logPages = 0
        dirtySince = nil
        restart()
    }

    /// Whether the file is cut when nobody writes, given its length in bytes.
    func cutsWhenIdle(_ size: Int64) -> Bool {
        guard size > 0 else { return false }
        guard statistics.isPersistent else { return true }
        return choices.sizeLimit.map { size > $0 } ?? false
    }

    /// The log was checkpointed while nobody wrote.
    ///
    /// - Parameter isDone: whether nothing is left to do until the next commit.
    mutating func rested(isDone: Bool, commits: Int, at now: ContinuousClock.Instant) {
        guard commits == statistics.commits else { return }
        restsAt = isDone ? nil : choices.truncatesWhenIdle.map { now + max($0, .milliseconds(100)) }
    }
}

extension FMDatabaseCoordinator.WriteAheadLog {
    /// The same choices with numbers that can be added. A client may express "never" by any number.
    fileprivate var clamped: Self {
        var choices = self
        choices.checkpointPages = min(max(1, checkpointPages), Int(Int32.max))
        choices.checkpointInterval = checkpointInterval.map(Self.bounded)
        choices.truncatesWhenIdle = truncatesWhenIdle.map(Self.bounded)
        return choices
    }

    private static func bounded(_ duration: Duration) -> Duration {
        min(max(duration, .zero), .seconds(1_000_000_000))
    }
}
