#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// A standby file whose machine loses its power while it follows an archive.
        @Suite(.serialized) struct StandbyTests {
            @Test(arguments: SimulationTests.seeds(6)) func aStandbyHasTheStateOfACommit(_ seed: UInt64) throws {
                var settings = FMSimulation.Settings()
                settings.powerCutRarity = 400
                let cuts = try play(seed, settings) { run in
                    try await StandbyScene(run, SeededNumbers(Int(truncatingIfNeeded: seed))).work()
                }
                Played.count(crashes: cuts)
            }
        }
    }

    private struct StandbyScene: Sendable {
        private let run: FMSimulation.Run
        private let first: SeededNumbers
        private let ledger = BackupLedger()
        private static let path = "/standby.db"

        init(_ run: FMSimulation.Run, _ random: SeededNumbers) { (self.run, first) = (run, random) }

        /// Returns how often the power was cut.
        func work() async throws -> Int {
            var random = first
            let archive = try await archive(&random)
            let target = FMSimulation.Target()
            var cuts = 0
            // The archive grows by a piece at a time.
            for count in archive.indices.dropFirst(1) {
                target.pieces = Dictionary(uniqueKeysWithValues: archive[...count])
                let process = run.process("standby")
                do {
                    try await process.run { try await follow(FMBackup(target)) }
                } catch is FMSimulation.Killed {
                    cuts += 1
                    try await expectState()
                }
            }
            while true {
                do {
                    let count = try await run.process("standby").run {
                        try await follow(FMBackup(target))
                        return try ledger.tokens(at: StandbyScene.path).count
                    }
                    guard count == ledger.committed.count else {
                        throw Violation(description: "\(count) commits, not \(ledger.committed.count)")
                    }
                    return cuts
                } catch is FMSimulation.Killed {
                    cuts += 1
                }
            }
        }

        /// Expects that the file, if there is one, has the state of a commit. The power may be cut meanwhile, too.
        private func expectState() async throws {
            guard run.disk.contents(of: StandbyScene.path) != nil else { return }
            do {
                try await run.process("reader").run { _ = try ledger.tokens(at: StandbyScene.path) }
            } catch is FMSimulation.Killed {
                try await expectState()
            }
        }

        /// Returns the pieces of an archive of some commits, oldest first.
        private func archive(_ random: inout SeededNumbers) async throws -> [(String, Data)] {
            let target = FMSimulation.Target()
            var backup = ContinuousBackup(to: target)
            backup.acknowledgement = .whenShipped()
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.backup = backup
            let queue = try FMDatabaseQueue(path: "/app.db", configuration: configuration)
            var pieces: [(String, Data)] = []
            for _ in 0..<random.pick([5, 10]) {
                let (token, fillers) = (ledger.newToken(), random.pick([0, 1, 4]))
                try await queue.withTransaction {
                    try ledger.write(token, fillers: fillers, size: 9_000, keeps: 3, in: $0)
                }
                ledger.acknowledgeCommit(token)
                let known = Set(pieces.map(\.0))
                pieces += target.pieces.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map {
                    ($0.key, $0.value)
                }
            }
            queue.close()
            return pieces
        }

        /// Follows for some seconds.
        private func follow(_ backup: FMBackup) async throws {
            var options = FMBackup.FollowOptions()
            options.interval = .milliseconds(100)
            let follower = Task { [options] in try await backup.follow(to: StandbyScene.path, options) }
            try await Task.sleep(for: .seconds(1))
            follower.cancel()
            _ = await follower.result
        }
    }
#endif
