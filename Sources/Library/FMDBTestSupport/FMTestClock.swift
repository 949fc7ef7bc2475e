import FMDB

/// The time that SQLite's date functions see on a disk: `CURRENT_TIMESTAMP`, `datetime('now')`, `unixepoch()`.
///
///     let clock = FMTestClock(Date(timeIntervalSince1970: 0))
///     let disk = FMTestDisk(clock: clock)
///     clock.advance(by: .seconds(3600))
///
/// It stands still but for ``advance(by:)``, and for the pauses in which SQLite itself waits, which take no real time on
/// a test disk. Any thread may use it. Within one statement SQLite asks for the time once.
public final class FMTestClock: Sendable {
    private let time: Locked<Date>

    /// - Parameter now: the time at first. Default: the first second of 2001, in UTC.
    public init(_ now: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        time = Locked(now)
    }

    /// The time.
    public var now: Date {
        get { time.value }
        set { time.withLock { $0 = newValue } }
    }

    /// Moves the time on.
    ///
    /// - Parameter duration: by how much; a negative one moves it back.
    public func advance(by duration: Duration) {
        time.withLock { $0 += duration / .seconds(1) }
    }

    /// Milliseconds since the beginning of the Julian calendar, as SQLite counts: noon of 24 November 4714 BC.
    var julianMilliseconds: Int64 {
        // SQLite's dates end with the year 9999.
        210_866_760_000_000 + Int64(min(max(now.timeIntervalSince1970, -210_866_760_000), 253_402_300_799) * 1000)
    }
}
