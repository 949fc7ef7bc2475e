// What the sources name that are checked here, as far as they need it.

// MARK: Of the library

public enum FMDatabaseCoordinator {}

public struct FMError: Sendable {
    public struct Contention: Sendable {
        var hint: String { "" }
    }
}

// MARK: Of the system

struct ContinuousClock {
    struct Instant: Comparable {
        var sinceStart: Duration

        static var now: Instant { ContinuousClock.now }

        static func < (one: Instant, other: Instant) -> Bool { one.sinceStart < other.sinceStart }
        static func + (instant: Instant, duration: Duration) -> Instant {
            Instant(sinceStart: instant.sinceStart + duration)
        }

        func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    }

    static let now = Instant(sinceStart: .seconds(100))
}

struct DispatchTime {
    var uptimeNanoseconds: UInt64

    static func now() -> DispatchTime { DispatchTime(uptimeNanoseconds: 5_000_000_000) }
}

enum DispatchTimeoutResult {
    case success
    case timedOut
}

final class DispatchSemaphore {
    /// Until when somebody has waited last.
    var end: DispatchTime?

    func wait() { end = nil }
    func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        end = timeout
        return .timedOut
    }
}

struct timespec {
    var tv_sec: Int32 = 0
    var tv_nsec: Int32 = 0
}

let CLOCK_MONOTONIC_COARSE: Int32 = 6

/// A system that has run for 60 days.
func clock_gettime(_ clock: Int32, _ time: UnsafeMutablePointer<timespec>) {
    time.pointee = timespec(tv_sec: 60 * 86_400, tv_nsec: 999_999_999)
}
