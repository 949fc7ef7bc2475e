/// Decides when a write-ahead log is checkpointed. It only calculates; its owner acts on the results.
struct CheckpointPolicy {
    typealias Log = FMDatabaseCoordinator.WriteAheadLog

    /// The next step of the background thread.
    enum Step {
        case checkpoint, rest
        /// The thread waits until it is woken, or until the given time if there is one.
        case wait(until: ContinuousClock.Instant?)
    }

    /// The actions that follow from a commit.
    struct Orders {
        /// The background thread has something to do, or to plan.
        var wakes = false
        /// The committing connection runs a checkpoint itself.
        var checkpointsOnCommit = false
        /// The log becomes persistent with this commit.
        var persists = false
    }

    /// A log that has grown too long because of readers; the size is in bytes.
    typealias Alarm = (pages: Int, moved: Int, size: Int64)

    let choices: Log
    /// The number of bytes that a page takes in the WAL.
    private var frameSize: Int64 = 1
    private(set) var statistics = Log.Statistics()
    /// The number of the WAL's pages that are known to be in the database.
    private var moved = 0
    private var nextCheckpoint: Int
    /// Whether the next commit may restart the WAL from its beginning, because all of its pages are in the database.
    private var mayBeginAnew = false
    private var isCheckpointDue = false
    /// The time since which the WAL may have pages that are not in the database.
    private var dirtySince: ContinuousClock.Instant?
    /// The time at which the WAL is checkpointed if no commit comes before; nil if nothing is left to do.
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
    /// Records that the database was opened, with the size of its WAL file in bytes.
    mutating func opened(_ size: Int64, frameSize: Int) {
        self.frameSize = Int64(max(1, frameSize))
        // A killed process may have left the WAL, and commits append to it until all of it is copied to the database.
        if size / self.frameSize >= choices.checkpointPages { isCheckpointDue = true }
    }

    /// Records a commit, with the number of pages that are in the WAL after it.
    ///
    /// - Parameter movedPages: returns how many of the pages are in the database, or nil if that is not known. It is
    ///   called only if the WAL may have restarted with more pages than it had.
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

    /// Records that the WAL restarts from its beginning.
    private mutating func restart() {
        moved = 0
        mayBeginAnew = false
        nextCheckpoint = choices.checkpointPages
        wantsCheckpointOnCommit = false
    }

    /// - Returns: whether the thread must be woken, because it sleeps without a planned time.
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

    /// Records a checkpoint.
    ///
    /// - Parameters:
    ///   - log: the number of pages in the WAL when the checkpoint began, less than 0 without a WAL.
    ///   - moved: the number of these pages that are in the database.
    ///   - commits: the number of commits when the checkpoint began.
    /// - Returns: the alarm, if one is due.
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

    /// Records that another connection has copied all pages.
    ///
    /// - Parameters:
    ///   - log: the number of pages in the WAL.
    ///   - commits: the number of commits before the check.
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

    /// Makes a WAL that is too long restart. SQLite restarts the WAL if a commit finds all its pages copied. Under
    /// steady writing that does not happen, because commits add pages during each checkpoint.
    private mutating func force(_ log: Int) {
        let limit = choices.sizeLimit.map { Int64($0) / frameSize } ?? .max
        guard log >= limit, log / 2 >= choices.checkpointPages else { return }
        // A commit copies the remaining pages itself, so another checkpoint first reduces their number.
        if statistics.logPages - log > max(16, choices.checkpointPages / 8), hurriedCheckpoints < 3 {
            hurriedCheckpoints += 1
            isCheckpointDue = true
        } else {
            hurriedCheckpoints = 0
            wantsCheckpointOnCommit = true
        }
    }

    /// Whether the WAL is longer than several checkpoints' worth of pages, because it was not restarted.
    var isLong: Bool { statistics.logPages / 4 >= choices.checkpointPages }

    /// Returns the number of pages at which the next checkpoint is due if the WAL has the given number now. `Int` may
    /// have 32 bits, so the sum can overflow.
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

    /// Records a failed checkpoint, which is tried again later.
    mutating func failed(at now: ContinuousClock.Instant) {
        isCheckpointDue = false
        statistics.failedCheckpoints += 1
        nextCheckpoint = grown(statistics.logPages)
        if dirtySince != nil { dirtySince = now }
    }

    /// Records that the WAL file was truncated to zero.
    mutating func truncated(commits: Int) {
        statistics.truncations += 1
        guard commits == statistics.commits else { return }
        statistics.logPages = 0
        dirtySince = nil
        restart()
    }

    /// Whether the WAL file is truncated while idle, given its length in bytes.
    func cutsWhenIdle(_ size: Int64) -> Bool {
        guard size > 0 else { return false }
        guard statistics.isPersistent else { return true }
        return choices.sizeLimit.map { size > $0 } ?? false
    }

    /// Records that the WAL was checkpointed while idle.
    ///
    /// - Parameter isDone: whether nothing is left to do until the next commit.
    mutating func rested(isDone: Bool, commits: Int, at now: ContinuousClock.Instant) {
        guard commits == statistics.commits else { return }
        restsAt = isDone ? nil : choices.truncatesWhenIdle.map { now + max($0, .milliseconds(100)) }
    }
}

extension FMDatabaseCoordinator.WriteAheadLog {
    /// The same settings, limited to values that can be added without overflow. An app may pass any number for "never".
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
