#if DEBUG && os(Linux) && compiler(>=6.3)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Snapshots that are due though nothing was committed since the last.
        @Suite(.serialized) struct RepeatedSnapshotTests {
            @Test(arguments: SimulationTests.seeds(3)) func aFailedSnapshotLeavesTheOneBefore(_ seed: UInt64) throws {
                var settings = FMSimulation.Settings()
                settings.shrinkingRuns = 0
                try FMSimulation(seed: seed, settings: settings).run { run in
                    let (ledger, target) = (BackupLedger(), FMSimulation.Target())
                    var backup = ContinuousBackup(to: target, snapshotEvery: .milliseconds(1))
                    backup.snapshotPartSize = 8 << 10
                    backup.interval = .milliseconds(20)
                    var configuration = FMDatabaseCoordinator.Configuration()
                    configuration.backup = backup
                    let queue = try FMDatabaseQueue(path: "/app.db", configuration: configuration)
                    try await queue.withTransaction { try ledger.write(1, fillers: 5, size: 10_000, keeps: 9, in: $0) }
                    try await Task.sleep(for: .seconds(30))
                    for round in 0..<100 {
                        target.faults.refusals = round % 2 == 0 ? 30 : 0
                        try await Task.sleep(for: .seconds(1))
                        // The target that the pieces are copied to does not fail.
                        let copy = FMSimulation.Target()
                        copy.pieces = target.pieces
                        try await FMBackup(copy).restore(to: "/restored-\(round).db")
                        #expect(try ledger.tokens(at: "/restored-\(round).db") == [1])
                    }
                    target.faults = .none
                    queue.close()
                }
            }
        }
    }
#endif
