#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Snapshots that are due though nothing was committed since the last.
        @Suite(.serialized) struct RepeatedSnapshotTests {
            @Test(arguments: SimulationTests.seeds(3)) func aFailedSnapshotLeavesTheOneBefore(_ seed: UInt64) throws {
                try play(seed) { run in
                    let (ledger, target) = (BackupLedger(), RefusingTarget())
                    var backup = ContinuousBackup(to: target, snapshotEvery: .milliseconds(1))
                    backup.snapshotPartSize = 8 << 10
                    backup.interval = .milliseconds(20)
                    var configuration = FMDatabaseCoordinator.Configuration()
                    configuration.backup = backup
                    let former = try FMDatabaseQueue(
                        path: "/app.db", configuration: FMDatabaseCoordinator.Configuration())
                    try await former.withTransaction { try ledger.write(1, fillers: 5, size: 10_000, keeps: 9, in: $0) }
                    former.close()
                    // The first snapshot has the commit, so no other piece has it.
                    let queue = try FMDatabaseQueue(path: "/app.db", configuration: configuration)
                    target.accept()
                    try await Task.sleep(for: .seconds(30))
                    // After eight failures the snapshot is abandoned.
                    target.refuse()
                    for round in 0..<20 {
                        try await Task.sleep(for: .seconds(10))
                        // The target that the pieces are copied to does not fail.
                        let copy = FMSimulation.Target()
                        copy.pieces = target.inner.pieces
                        try await FMBackup(copy).restore(to: "/restored-\(round).db")
                        #expect(try ledger.tokens(at: "/restored-\(round).db") == [1])
                    }
                    target.accept()
                    queue.close()
                }
            }
        }
    }
#endif
