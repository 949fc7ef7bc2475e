#if DEBUG && os(Linux) && compiler(>=6.3)
    import FMDBTestSupport
    import Foundation

    extension SimulationTests {
        /// Seeds for a workload. The environment variable `FMDB_SIMULATIONS` multiplies their number.
        static func seeds(_ count: Int) -> [UInt64] {
            let factor = ProcessInfo.processInfo.environment["FMDB_SIMULATIONS"].flatMap { Double($0) } ?? 1
            return FMSimulation.seeds(max(1, Int(Double(count) * factor)))
        }
    }
#endif
