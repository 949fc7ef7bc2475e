import FMDBSQLiteC

/// Waits for a lock that another connection holds, up to a time limit.
///
/// The clock is monotonic, so setting the system time neither shortens nor extends a wait.
final class BusyWait {
    /// The longest wait.
    private let limit: Duration
    private var start = ContinuousClock.now
    /// The start of the wait as ``CoarseTime``, for other threads.
    private var coarseStart = CoarseTime.now
    /// The token whose cancellation or deadline ends the wait early.
    var token: CancellationToken?
    /// The suspension that ends every wait while it is on.
    var suspension: Suspension?
    /// Whether the waits are kept for ``drainWaits()``.
    var hasEventHandler = false
    /// Whether to give up at once, without waiting, if a lock is not free.
    var isRefused = false
    /// The waits since the last drain: the failed attempts for each lock, and the time from the first to the last.
    private(set) var waits: [(attempts: Int, duration: Duration, isGivenUp: Bool)] = []
    /// The deadlock error of the last wait, if it was given up because it could never end.
    private var deadlock: FMError?
    private let activity: Activity

    init(seconds: Double, activity: Activity) {
        self.activity = activity
        // A caller may pass a huge number to wait without a limit, but a Duration cannot hold every Double.
        limit = .seconds(min(seconds, 1e9))
    }

    /// Waits a moment and returns whether SQLite must retry.
    ///
    /// - Parameter attempt: the number of previous calls for the same lock.
    func shouldRetry(attempt: Int32) -> Bool {
        guard !isRefused, suspension?.isOn != true else { return false }
        let answer = decide(attempt)
        if hasEventHandler { keep(attempt, isGivenUp: !answer) }
        return answer
    }

    private func decide(_ attempt: Int32) -> Bool {
        if attempt == 0 {
            (start, coarseStart) = (.now, CoarseTime.now)
            deadlock = nil
            // A thread that blocks itself can never get the lock, so this case is checked before the first wait.
            return !activity.hasCompanion || publishingWait {}
        }
        guard start.duration(to: .now) < limit else { return false }
        var retries = true
        return publishingWait { retries = pause() } && retries
    }

    /// Runs a body, during which this thread's wait is registered in the wait-for graph.
    ///
    /// - Returns: false, without running the body, if the wait would complete a deadlock.
    private func publishingWait(_ wait: () -> Void) -> Bool {
        guard activity.file != nil else {
            wait()
            return true
        }
        if let cycle = WaitForGraph.shared.begin(activity.lockWait()) {
            deadlock = .deadlock(cycle)
            return false
        }
        defer { WaitForGraph.shared.end(.current) }
        wait()
        return true
    }

    /// Sleeps 50 to 99 milliseconds.
    ///
    /// - Returns: false if the access was cancelled or reached its deadline.
    private func pause() -> Bool {
        activity.setWaiting(since: coarseStart)
        defer { activity.setWaiting(since: 0) }
        guard let token else {
            sqlite3_sleep(.random(in: 50...99, using: &SystemRandom.shared))
            return true
        }
        token.sleep(seconds: .random(in: 0.050...0.099, using: &SystemRandom.shared))
        if token.isStopped { token.strike() }
        return !token.isStopped
    }
}

extension BusyWait {
    /// Returns and clears the deadlock error of the wait that has just failed, or nil if the wait failed for another reason.
    func popDeadlock() -> FMError? {
        defer { deadlock = nil }
        return deadlock
    }

    private func keep(_ attempt: Int32, isGivenUp: Bool) {
        let wait = (Int(attempt) + 1, start.duration(to: .now), isGivenUp)
        // SQLite restarts the count of attempts for each lock.
        if attempt == 0 || waits.isEmpty {
            waits.append(wait)
        } else {
            waits[waits.count - 1] = wait
        }
    }

    /// Returns and clears the waits that have ended. A lock that was free at the second attempt does not count as a wait.
    func drainWaits() -> [(attempts: Int, duration: Duration, isGivenUp: Bool)] {
        defer { waits = [] }
        return waits.filter { $0.attempts > 1 || $0.isGivenUp }
    }
}
