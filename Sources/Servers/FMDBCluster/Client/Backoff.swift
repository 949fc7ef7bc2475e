#if Cluster
    /// Waits longer and longer, each time for a random part of that, so that clients which have met do not meet again.
    struct Backoff {
        private let deadline: ContinuousClock.Instant
        private let token: CancellationToken?
        private var longest = 0.002

        /// - Parameter token: ends a wait early.
        init(until deadline: ContinuousClock.Instant, _ token: CancellationToken?) {
            (self.deadline, self.token) = (deadline, token)
        }

        /// - Returns: false, at once, if the time is up or the token has stopped.
        mutating func wait() -> Bool {
            let rest = (deadline - .now) / .seconds(1)
            guard rest > 0, token?.isStopped != true else { return false }
            let time = min(rest, Double.random(in: longest / 2...longest))
            if let token { token.sleep(seconds: time) } else { Thread.sleep(forTimeInterval: time) }
            longest = min(longest * 2, 0.1)
            return token?.isStopped != true
        }
    }
#endif
