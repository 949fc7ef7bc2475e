import Foundation

/// A clock that is cheap to read, and a few milliseconds slow. It counts ticks of 2^20 nanoseconds, about a millisecond.
///
/// A number of 32 bits, watchOS has no wider ones, counts 52 days of them and begins again; nanoseconds would fill it in four seconds.
enum CoarseTime {
    private static let shift: UInt64 = 20

    /// In ticks since some moment in the past; never 0.
    static var now: UInt {
        #if canImport(Darwin)
            return ticks(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX))
        #else
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
            return ticks(UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
        #endif
    }

    static func ticks(_ nanoseconds: UInt64) -> UInt { UInt(truncatingIfNeeded: nanoseconds >> shift) | 1 }

    /// How long ago a moment was.
    static func age(of moment: UInt, at now: UInt) -> Duration {
        .nanoseconds(max(0, Int64(truncatingIfNeeded: now &- moment) << Int64(shift)))
    }
}
