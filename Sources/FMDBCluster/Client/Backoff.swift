#if Cluster
    import Foundation

    /// Waits longer and longer, each time for a random part of that, so that clients which have met do not meet again.
    struct Backoff {
        private let deadline: ContinuousClock.Instant
        private var longest = 0.002

        init(until deadline: ContinuousClock.Instant) { self.deadline = deadline }

        /// - Returns: false, at once, if the time is up.
        mutating func wait() -> Bool {
            let rest = (deadline - .now) / .seconds(1)
            guard rest > 0 else { return false }
            Thread.sleep(forTimeInterval: min(rest, Double.random(in: longest / 2...longest)))
            longest = min(longest * 2, 0.1)
            return true
        }
    }
#endif
