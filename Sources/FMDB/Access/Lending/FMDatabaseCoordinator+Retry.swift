import Foundation

extension FMDatabaseCoordinator {
    /// How a transaction that failed because of another connection's lock is repeated.
    ///
    /// It applies to `withTransaction` and `write`. The transaction is rolled back and repeated, including its block.
    /// The call keeps its connection during the pauses, so the order of the calls does not change.
    public struct Retry: Sendable {
        /// The maximum number of attempts, 1 or more.
        public var attempts: Int

        /// The time after which no further attempt begins.
        public var totalTime: Duration

        /// The pause after the first attempt. Each further pause is twice as long.
        public var pause: Duration

        /// The fraction by which a pause randomly varies, from 0 to 1, so that two processes do not collide repeatedly.
        /// Values below 0 and NaN count as 0; values above 1 count as 1.
        public var jitter: Double

        /// Creates a policy.
        ///
        /// - Parameters:
        ///   - attempts: the maximum number of attempts; less than 1 counts as 1.
        ///   - totalTime: the time after which no further attempt begins.
        ///   - pause: the pause after the first attempt; each further pause is twice as long.
        ///   - jitter: the fraction by which a pause randomly varies, from 0 to 1.
        public init(
            attempts: Int = 5, totalTime: Duration = .seconds(30), pause: Duration = .milliseconds(20),
            jitter: Double = 0.5
        ) {
            self.attempts = attempts
            self.totalTime = totalTime
            self.pause = pause
            self.jitter = jitter
        }

        /// How long to wait after so many attempts, in seconds.
        fileprivate func pause(after attempts: Int) -> Double {
            // `max` keeps a not-a-number that comes first.
            let variation = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
            let factor = Double.random(in: (1 - variation)...(1 + variation))
            let seconds = max(0, pause / .seconds(1)) * pow(2, Double(min(attempts, 30) - 1)) * factor
            // A duration has its limits.
            return min(seconds, 1e9)
        }
    }
}

extension FMDatabase {
    /// Runs a body, and again if it fails because of another connection's lock.
    final func retrying<Value>(_ policy: FMDatabaseCoordinator.Retry?, _ body: () throws -> Value) throws -> Value {
        guard let policy else { return try body() }
        let end = ContinuousClock.now.advanced(by: min(policy.totalTime, .seconds(1_000_000_000)))
        var attempt = 1
        while true {
            do {
                return try body()
            } catch {
                // Within a transaction that was open before nothing was undone, so nothing may be repeated.
                guard (error as? FMError)?.resultCode == .busy, attempt < policy.attempts, !isTransactionOpen else {
                    throw error
                }
                let pause = policy.pause(after: attempt)
                guard ContinuousClock.now.advanced(by: .seconds(pause)) < end else { throw error }
                rest(pause)
                attempt += 1
            }
        }
    }

    /// Waits, but no longer than the access may last.
    private func rest(_ seconds: Double) {
        if let token = connection?.token {
            token.sleep(seconds: seconds)
        } else {
            Thread.sleep(forTimeInterval: seconds)
        }
    }
}
