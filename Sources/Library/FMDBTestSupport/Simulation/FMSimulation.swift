import FMDB
import Foundation

#if os(Linux)
    import FMDBTestSupportC
#endif

/// Runs a test under a scheduler that decides every step: tasks, threads, clocks, disks and processes. The same seed repeats the same run.
///
/// ```swift
/// @Test(arguments: FMSimulation.seeds(100))
/// func ordersAreKept(seed: UInt64) throws {
///     try FMSimulation(seed: seed).run { simulation in
///         let shop = simulation.process("shop")
///         try await shop.run { try await placeOrders("/shop.db") }
///     }
/// }
/// ```
///
/// A simulation needs a debug build on Linux by Swift 6.3, without a sanitizer. Elsewhere ``run(_:)`` throws a ``Failure`` that
/// says so. One simulation runs at a time in a process; others wait.
///
/// In a simulation, paths are names on a simulated disk: nothing real is read or written. `ContinuousClock`, `Date` and each sleep follow
/// the simulated clock, which moves only with the steps of the simulation.
public final class FMSimulation: Sendable {
    /// What a simulation does beside running the body.
    public struct Settings: Sendable {
        /// How often a process may be killed: at one of this many steps, on average. Default: 0, never. A process that the schedule kills
        /// ends at that step, as by `SIGKILL`.
        public var killRarity = 0
        /// How often the power may be cut: at one of this many steps, on average. Default: 0, never. All processes that the test has started
        /// end, and the disk has what it may have of what was not synced.
        public var powerCutRarity = 0
        /// How often an operation on the disk may fail, for want of space or by an I/O error, or take long: one of this many, on average.
        /// Default: 0, never.
        public var diskFaultRarity = 0
        /// The number of steps after which a run counts as one that never ends. Default: 5,000,000.
        public var longestRun = 5_000_000
        /// How long in real time a thread may keep the turn before the run fails as `.stuck`. Default: 30 seconds.
        public var longestWait: Duration = .seconds(30)
        /// Whether ``FMSimulation/trace`` keeps every step as text. Default: false.
        public var keepsTrace = false
        /// The number of shorter runs that are tried for a failure. Default: 200. 0: the failure is thrown as it was found.
        public var shrinkingRuns = 200

        /// Creates settings with the defaults.
        public init() {}
    }

    let seed: UInt64
    let settings: Settings
    let schedule: String?
    let state = Locked(State())

    struct State {
        var trace = ""
        var hash: UInt64 = 0
        var steps = 0
    }

    /// Creates a simulation.
    ///
    /// - Parameters:
    ///   - seed: decides every choice of the simulation.
    ///   - schedule: the schedule that a ``Failure`` prints. Default: nil, a schedule of the seed.
    ///   - settings: what else the simulation does.
    public init(seed: UInt64, schedule: String? = nil, settings: Settings = Settings()) {
        (self.seed, self.schedule, self.settings) = (seed, schedule, settings)
    }

    /// Whether this build can simulate. Where it cannot, let the tests be skipped: `@Suite(.enabled(if: FMSimulation.isAvailable))`.
    public static var isAvailable: Bool {
        #if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
            return FMSimulation.obstacle == nil
        #else
            return false
        #endif
    }

    /// Returns seeds for the argument of a test.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - first: the first seed. Default: the environment variable `FMDB_SEED`, or 1. In CI, set it to a number that differs from run to
    ///     run.
    public static func seeds(_ count: Int, from first: UInt64? = nil) -> [UInt64] {
        let first = first ?? ProcessInfo.processInfo.environment["FMDB_SEED"].flatMap { UInt64($0) } ?? 1
        return (0..<UInt64(max(0, count))).map { first &+ $0 }
    }

    /// Every step of the last run, a line each. Empty unless ``Settings/keepsTrace`` is set.
    public var trace: String { state.value.trace }

    /// A number that is equal for runs with equal traces.
    public var traceHash: UInt64 { state.value.hash }

    /// The number of steps of the last run.
    public var steps: Int { state.value.steps }

    /// Runs a body in the simulation. The calling thread waits until the body and all that it has started have ended.
    ///
    /// - Parameter body: the test. It runs in a process of the simulation of its own, which is never killed.
    /// - Returns: what the body returns.
    /// - Throws: ``Failure`` if the body throws an error, if the simulation fails, or if this build cannot simulate. A failure is repeated with
    ///   ever shorter schedules, so the body must create all that it uses, and not change what it has captured.
    public func run<Value: Sendable>(_ body: @escaping @Sendable (Run) async throws -> Value) throws -> Value {
        #if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
            return try runSimulated(body)
        #else
            throw Failure(
                .refused,
                "FMSimulation needs a debug build on Linux by Swift 6.3: use swift test, without -c release")
        #endif
    }
}
