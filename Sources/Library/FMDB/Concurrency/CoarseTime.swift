import Foundation

/// A clock that is cheap to read and up to a few milliseconds late. A tick is 2^20 nanoseconds, about a millisecond.
///
/// On watchOS, where a word has 32 bits, the ticks wrap around after 52 days. Nanoseconds would wrap around after four seconds.
enum CoarseTime {
    private static let shift: UInt64 = 20

    /// The current time in ticks since an arbitrary moment in the past. Never 0.
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

    /// Returns the time from a moment until now.
    static func age(of moment: UInt, at now: UInt) -> Duration {
        .nanoseconds(max(0, Int64(truncatingIfNeeded: now &- moment) << Int64(shift)))
    }
}
