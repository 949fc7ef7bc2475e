#if Cluster
    /// Waits for random times that grow with each wait, so that clients that collided do not collide again.
    struct Backoff {
        private let deadline: ContinuousClock.Instant
        private let token: CancellationToken?
        private var longest = 0.002

        /// - Parameter token: ends a wait early when it is stopped.
        init(until deadline: ContinuousClock.Instant, _ token: CancellationToken?) {
            (self.deadline, self.token) = (deadline, token)
        }

        /// - Returns: false, without waiting, if the time is up or the token is stopped.
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
