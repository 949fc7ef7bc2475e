#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Backups while processes, machines and targets fail.
        @Suite(.serialized) struct BackupTests {
            @Test(arguments: SimulationTests.seeds(6)) func aTargetElsewhereHasWhatIsShipped(_ seed: UInt64) throws {
                try BackupTests.simulate(seed, .elsewhere)
            }

            @Test(arguments: SimulationTests.seeds(3)) func aFolderHasWhatIsShipped(_ seed: UInt64) throws {
                try BackupTests.simulate(seed, .folder)
            }

            /// Another database in the place of the open one, and its commits in the same log.
            @Test(arguments: SimulationTests.seeds(6)) func noBackupIsOfTwoDatabases(_ seed: UInt64) throws {
                try BackupTests.simulate(seed, .elsewhere, events: [.swap])
            }

            static func simulate(
                _ seed: UInt64, _ place: BackupPlan.Place, events: [BackupPlan.Event]? = nil
            ) throws {
                var settings = FMSimulation.Settings()
                var plan = BackupPlan(seed, place)
                if let events { (plan.events, plan.keepsShort) = (events, false) }
                var random = plan.random
                if plan.events.contains(.kill) { settings.killRarity = random.pick([0, 500, 5_000]) }
                settings.diskFaultRarity = random.pick([0, 0, 300, 3_000])
                let counts = try play(seed, settings) { [plan] run in
                    let workload = BackupWorkload(run, plan)
                    try await workload.work()
                    return workload.ledger.counts
                }
                Played.count(operations: counts["committed", default: 0], crashes: counts["killed", default: 0])
            }
        }
    }
#endif
