import FMDB

/// The time that SQLite's date functions use on a test disk: `CURRENT_TIMESTAMP`, `datetime('now')`, `unixepoch()`.
///
///     let clock = FMTestClock(Date(timeIntervalSince1970: 0))
///     let disk = FMTestDisk(clock: clock)
///     clock.advance(by: .seconds(3600))
///
/// Only ``advance(by:)`` and SQLite's own pauses advance the clock. These pauses take no real time on a test disk. Any thread
/// may use the clock. SQLite reads the time once per statement.
public final class FMTestClock: Sendable {
    private let time: Locked<Date>

    /// Creates a clock.
    ///
    /// - Parameter now: the initial time. Default: the first second of 2001, in UTC.
    public init(_ now: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        time = Locked(now)
    }

    /// The current time of the clock.
    public var now: Date {
        get { time.value }
        set { time.withLock { $0 = newValue } }
    }

    /// Advances the clock.
    ///
    /// - Parameter duration: the duration to add. A negative duration sets the clock back.
    public func advance(by duration: Duration) {
        time.withLock { $0 += duration / .seconds(1) }
    }

    /// The time in SQLite's unit: milliseconds since the Julian epoch, noon on 24 November 4714 BC.
    var julianMilliseconds: Int64 {
        // SQLite's dates end with the year 9999.
        210_866_760_000_000 + Int64(min(max(now.timeIntervalSince1970, -210_866_760_000), 253_402_300_799) * 1000)
    }
}
