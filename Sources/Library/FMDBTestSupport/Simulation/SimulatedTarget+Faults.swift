extension FMSimulation.Target {
    /// How often calls do not do what they should: numbers from 0, never, to 100, always. Each call draws its own.
    public struct Faults: Hashable, Sendable {
        /// The percentage of calls that fail and do nothing.
        public var refusals = 0
        /// The percentage of calls that do their work and then fail, half of them after the longest pause.
        public var lostAnswers = 0
        /// The percentage of calls that take a random time up to ``longestPause``.
        public var pauses = 0
        /// The percentage of calls of `put` whose piece is stored a second time within ``longestPause``, perhaps after the call has ended.
        /// Another call that stores or removes the piece prevents it.
        public var repeats = 0
        /// The percentage of lists that have the state of a random time within ``longestPause``.
        public var oldLists = 0
        /// The longest pause of a call, above 0. Default: 2 seconds.
        public var longestPause = Duration.seconds(2)

        /// Creates a choice of no faults.
        public init() {}

        /// A target that works.
        public static let none = Faults()

        /// A target of which a tenth of the calls fails in some manner.
        public static let some: Faults = {
            var faults = Faults()
            (faults.refusals, faults.lostAnswers, faults.pauses) = (4, 4, 10)
            (faults.repeats, faults.oldLists) = (10, 4)
            return faults
        }()
    }
}
