#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Whether the environment has `FMDB_TRACES`: the lines of two processes with the same seeds are the same.
        private static let printsTraces = ProcessInfo.processInfo.environment["FMDB_TRACES"] != nil

        /// Runs a body with a seed, every fourth of them twice, and expects that both runs are the same. A failure is not shortened: that would
        /// take a minute.
        @discardableResult
        static func play<Value: Sendable>(
            _ seed: UInt64, _ settings: FMSimulation.Settings = .init(),
            _ body: @escaping @Sendable (FMSimulation.Run) async throws -> Value
        ) throws -> Value {
            var settings = settings
            settings.shrinkingRuns = 0
            let simulation = FMSimulation(seed: seed, settings: settings)
            defer { Played.count(runs: 1, steps: simulation.steps) }
            let value = try simulation.run(body)
            if printsTraces {
                print("trace \(Test.current?.name ?? "") \(seed) \(simulation.steps) \(simulation.traceHash)")
            }
            guard seed % 4 == 1 else { return value }
            let hash = simulation.traceHash
            _ = try simulation.run(body)
            #expect(simulation.traceHash == hash, "seed \(seed): the second run differs")
            return value
        }
    }

    /// A property that a simulation does not have.
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    /// What the simulations of this process have done. It is printed when the process ends.
    struct Played: Sendable {
        private var (runs, steps, operations, crashes) = (0, 0, 0, 0)

        private static let total = Locked(Played(), isQuiet: true)
        private static let isPrinted: Void = {
            atexit {
                let (total, time) = (Played.total.value, ContinuousClock.now - Played.start)
                print(
                    "simulated: \(total.runs) runs, \(total.steps) steps, \(total.operations) operations, \(total.crashes) crashes, \(time)"
                )
            }
        }()
        private static let start = ContinuousClock.now

        static func count(runs: Int = 0, steps: Int = 0, operations: Int = 0, crashes: Int = 0) {
            _ = (start, isPrinted)
            total.withLock {
                $0.runs += runs
                $0.steps += steps
                $0.operations += operations
                $0.crashes += crashes
            }
        }
    }
#endif
