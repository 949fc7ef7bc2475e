import FMDBSQLiteC

/// Waits for a lock that another connection holds, as long as the interval allows.
///
/// The clock is monotonic, so that setting the system's time neither cuts a wait short nor stretches it.
final class BusyWait {
    /// The longest wait in seconds.
    private let limit: Duration
    private var start = ContinuousClock.now
    /// The start by ``CoarseTime``, for other threads.
    private var coarseStart = CoarseTime.now
    /// Ends the wait early.
    var token: CancellationToken?
    /// Ends every wait while it is in force.
    var suspension: Suspension?
    /// Whether the waits are kept for ``drainWaits()``.
    var hasEventHandler = false
    /// Whether it does not wait at all, for a while.
    var isRefused = false
    /// How often each lock was asked for in vain, and how long it took from the first of these attempts to the one after the last.
    private(set) var waits: [(attempts: Int, duration: Duration, isGivenUp: Bool)] = []
    /// Why the last wait was given up before its time, if it could never have ended.
    private var deadlock: FMError?
    private let activity: Activity

    init(seconds: Double, activity: Activity) {
        self.activity = activity
        // A duration has its limits, and a client that waits without limit may say so by any number.
        limit = .seconds(min(seconds, 1e9))
    }

    /// Whether SQLite retries.
    ///
    /// - Parameter attempt: how often it was asked for the same lock before.
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
            // Nobody else can be in the way of a thread that is so itself, so this is found out before it waits.
            return !activity.hasCompanion || publishingWait {}
        }
        guard start.duration(to: .now) < limit else { return false }
        var retries = true
        return publishingWait { retries = pause() } && retries
    }

    /// Does something while the others can see whom this thread waits for.
    ///
    /// - Returns: false, without having done it, for a wait that could never end.
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

    /// - Returns: false if the access is to end.
    private func pause() -> Bool {
        activity.setWaiting(since: coarseStart)
        defer { activity.setWaiting(since: 0) }
        guard let token else {
            sqlite3_sleep(.random(in: 50...99))
            return true
        }
        token.sleep(seconds: .random(in: 0.050...0.099))
        if token.isStopped { token.strike() }
        return !token.isStopped
    }
}

extension BusyWait {
    /// Why the wait that has just failed could never have ended; nil if it could. It is answered once.
    func popDeadlock() -> FMError? {
        defer { deadlock = nil }
        return deadlock
    }

    private func keep(_ attempt: Int32, isGivenUp: Bool) {
        let wait = (Int(attempt) + 1, start.duration(to: .now), isGivenUp)
        // SQLite counts the attempts anew for each lock.
        if attempt == 0 || waits.isEmpty {
            waits.append(wait)
        } else {
            waits[waits.count - 1] = wait
        }
    }

    /// The waits that have ended. A lock that was free at the second attempt was not waited for.
    func drainWaits() -> [(attempts: Int, duration: Duration, isGivenUp: Bool)] {
        defer { waits = [] }
        return waits.filter { $0.attempts > 1 || $0.isGivenUp }
    }
}
