#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Lists of an archive while its pieces are merged.
        @Suite(.serialized) struct ArchiveListTests {
            @Test(arguments: SimulationTests.seeds(10)) func nothingIsMissingWhilePiecesAreMerged(_ seed: UInt64) throws
            {
                try play(seed, FMSimulation.Settings()) { run in
                    let (ledger, folder) = (BackupLedger(), URL(fileURLWithPath: "/backup", isDirectory: true))
                    var backup = ContinuousBackup(to: FMFolderTarget(folder))
                    backup.acknowledgement = .whenShipped()
                    var configuration = FMDatabaseCoordinator.Configuration()
                    configuration.backup = backup
                    let queue = try FMDatabaseQueue(path: "/app.db", configuration: configuration)
                    for _ in 0..<12 {
                        let token = ledger.newToken()
                        try await queue.withTransaction {
                            try ledger.write(token, fillers: 0, size: 0, keeps: 100, in: $0)
                        }
                    }
                    queue.close()
                    let last = try await FMBackup(folder).timeline().last
                    let merging = Task { try await run.process("merger").run { try await FMBackup(folder).compact() } }
                    for _ in 0..<6 {
                        let timeline = try await FMBackup(folder).timeline()
                        guard timeline.gaps.isEmpty, timeline.last == last else {
                            throw Violation(description: "\(timeline)")
                        }
                    }
                    #expect(try await merging.value.merged == 1)
                }
            }
        }
    }
#endif
