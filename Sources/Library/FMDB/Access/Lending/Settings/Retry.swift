import Foundation

extension FMDatabaseCoordinator {
    /// The policy for repeating calls that failed because of another connection's lock.
    ///
    /// - `withTransaction`, `withSavePoint`, `write`, and calls of one statement that write: the transaction is rolled back and
    ///   repeated, including its block.
    /// - All other modern calls, such as `withDatabase`, `read` and `createTable`: the block runs once. Single
    ///   statements are repeated: a statement outside a transaction, the first statement in a transaction that needs a
    ///   lock, and `COMMIT`. The failed statement has changed nothing and returned no rows.
    /// - All calls: the opening of a connection is repeated.
    ///
    /// Everything else throws: a statement that follows others in a transaction of a `withDatabase` block, a
    /// checkpoint, a blob, a backup. In blocks of FMDB's `in…` calls nothing is repeated. A migration follows
    /// ``FMMigrator/lockTimeout`` instead.
    ///
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

        /// Whether all pauses are as long as the first one.
        private var isSteady = false

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
            (self.attempts, self.totalTime, self.pause, self.jitter) = (attempts, totalTime, pause, jitter)
        }

        /// Creates a policy that repeats at even intervals until the given time has passed.
        init(steadilyFor time: Duration, pause: Duration = .milliseconds(20)) {
            self.init(attempts: .max, totalTime: time, pause: pause)
            isSteady = true
        }

        /// Repeats a body that has failed because of another connection's lock.
        ///
        /// - Parameters:
        ///   - error: the error of the first attempt.
        ///   - start: the time at which the first attempt began.
        ///   - token: ends the pauses.
        ///   - isRepeatable: returns whether everything that the last attempt did was undone.
        func repeating<Value>(
            after error: any Error, since start: ContinuousClock.Instant,
            _ token: @autoclosure () -> CancellationToken?,
            if isRepeatable: () -> Bool = { true }, _ body: () throws -> Value
        ) throws -> Value {
            var (error, failures) = (error, 1)
            while (error as? FMError)?.resultCode == .busy, isRepeatable(), rest(failures, start, token()) {
                do {
                    return try body()
                } catch let next {
                    (error, failures) = (next, failures + 1)
                }
            }
            throw error
        }

        /// Waits for the next attempt, but no longer than the access may last.
        ///
        /// - Returns: false if there is no further attempt.
        @Sendable func rest(
            _ failures: Int, _ start: ContinuousClock.Instant, _ token: CancellationToken?
        ) -> Bool {
            let seconds = pause(after: isSteady ? 1 : failures)
            let end = start.advanced(by: min(totalTime, .seconds(1_000_000_000)))
            guard failures < attempts, ContinuousClock.now.advanced(by: .seconds(seconds)) < end else { return false }
            guard let token else {
                Thread.sleep(forTimeInterval: seconds)
                return true
            }
            token.sleep(seconds: seconds)
            return !token.isStopped
        }

        /// Returns the pause after a number of attempts, in seconds.
        private func pause(after attempts: Int) -> Double {
            // `max` returns NaN if its first argument is NaN.
            let variation = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
            let factor = Double.random(in: (1 - variation)...(1 + variation), using: &SystemRandom.shared)
            let seconds = max(0, pause / .seconds(1)) * pow(2, Double(min(attempts, 30) - 1)) * factor
            // A duration can overflow.
            return min(seconds, 1e9)
        }
    }
}

extension FMDatabase {
    /// Runs a body, and repeats it as a whole if it fails because of another connection's lock. Its single statements
    /// are not repeated.
    final func retrying<Value>(_ policy: FMDatabaseCoordinator.Retry?, _ body: () throws -> Value) throws -> Value {
        guard let policy else { return try body() }
        let (start, connection) = (ContinuousClock.now, connection)
        let repeatsStatements = connection?.locks.repeatsStatements ?? false
        connection?.locks.repeatsStatements = false
        defer { connection?.locks.repeatsStatements = repeatsStatements }
        do {
            return try body()
        } catch {
            // If a transaction was already open, nothing was undone, so nothing may be repeated.
            return try policy.repeating(
                after: error, since: start, self.connection?.token, if: { !isTransactionOpen }, body)
        }
    }
}
