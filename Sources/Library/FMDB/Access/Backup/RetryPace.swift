/// Decides when a failed call is tried again. The pause doubles with each failure.
struct RetryPace {
    private(set) var failures = 0
    /// The time of the next attempt.
    private(set) var next = ContinuousClock.now
    private let first: Duration
    private let longest: Duration

    init(first: Duration = .milliseconds(100), longest: Duration = .seconds(30)) {
        (self.first, self.longest) = (first, longest)
    }

    var isDue: Bool { next <= .now }

    mutating func succeed() { failures = 0 }

    /// - Returns: the pause.
    @discardableResult
    mutating func fail() -> Duration {
        let pause = min(longest, first * (1 << min(failures, 20)))
        failures += 1
        next = .now + pause
        return pause
    }
}
