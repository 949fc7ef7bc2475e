import Foundation

extension FMDatabaseCoordinator {
    /// How a transaction that met another connection's lock is run again.
    ///
    /// It counts for `withTransaction` and `write`. The whole transaction is repeated, block included, after it was
    /// rolled back. The queue, or the writer, is kept in the pauses, so the order of the callers stays.
    public struct Retry: Sendable {
        /// How often the transaction is tried in all, 1 or more.
        public var attempts: Int

        /// After how long no further attempt begins.
        public var totalTime: Duration

        /// The pause after the first attempt. Each further one is twice as long.
        public var pause: Duration

        /// By which part of itself a pause is longer or shorter at random, from 0 to 1. It keeps two processes from
        /// meeting again and again. What is below counts as 0, and so does not-a-number; what is above counts as 1.
        public var jitter: Double

        /// A policy.
        ///
        /// - Parameters:
        ///   - attempts: how often the transaction is tried in all; less than 1 counts as 1.
        ///   - totalTime: after how long no further attempt begins.
        ///   - pause: the pause after the first attempt; each further one is twice as long.
        ///   - jitter: by which part of itself a pause varies, from 0 to 1.
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
