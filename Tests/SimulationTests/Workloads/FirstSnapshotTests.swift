#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// A first snapshot of which the target takes all parts but the last, while the database is written.
        @Suite(.serialized) struct FirstSnapshotTests {
            @Test(arguments: SimulationTests.seeds(20)) func aSnapshotThatIsRefusedBeginsAgain(_ seed: UInt64) throws {
                try play(seed) { run in
                    try await RefusedSnapshot(run, SeededNumbers(Int(truncatingIfNeeded: seed))).work()
                }
            }
        }
    }

    /// A target that refuses the last part of each snapshot for a while.
    final class RefusingTarget: FMBackupTarget {
        let inner = FMSimulation.Target()
        private let state = Locked((isRefusing: true, begun: Set<Substring>()), isQuiet: true)

        var begun: Int { state.value.begun.count }
        var generations: Set<Substring> { Set(inner.pieces.keys.map { $0.prefix { $0 != "/" } }) }
        func accept() { state.withLock { $0.isRefusing = false } }
        func refuse() { state.withLock { $0.isRefusing = true } }

        func put(_ piece: Data, named name: String) throws {
            let isRefused = state.withLock {
                $0.begun.insert(name.prefix { $0 != "/" })
                return $0.isRefusing && name.hasSuffix("-end")
            }
            if isRefused { throw FMSimulation.Target.Failure() }
            try inner.put(piece, named: name)
        }

        func get(_ name: String) throws -> Data { try inner.get(name) }
        func list() throws -> [FMBackupPiece] { try inner.list() }
        func remove(_ name: String) throws { try inner.remove(name) }
    }

    private final class RefusedSnapshot: Sendable {
        private let run: FMSimulation.Run
        private let first: SeededNumbers
        private let ledger = BackupLedger()
        private let target = RefusingTarget()

        init(_ run: FMSimulation.Run, _ random: SeededNumbers) { (self.run, first) = (run, random) }

        func work() async throws {
            var random = first
            let created = try FMDatabaseQueue(path: "/app.db", configuration: FMDatabaseCoordinator.Configuration())
            try await commit(created, 3, 10_000)
            created.close()
            let queue = try FMDatabaseQueue(path: "/app.db", configuration: configuration(&random))
            try await poll("the first attempt") { !self.target.generations.isEmpty }
            if random.chance(50) { try await Task.sleep(for: .milliseconds(random.pick([1, 100, 1_000]))) }
            let early = try #require(target.generations.min())
            for _ in 0..<random.pick([0, 1, 3]) {
                try await commit(queue, 1, 100)
                try await Task.sleep(for: .milliseconds(random.pick([0, 1, 30, 300])))
            }
            try await commit(queue, 3, 40_000)
            try await poll("another generation") { self.target.begun > 1 && !self.target.generations.contains(early) }
            if random.chance(50) { try await commit(queue, 1, 100) }
            target.accept()
            try await poll("the snapshot") {
                queue.backupStatistics.map { $0.snapshots > 0 && $0.waitingCommits == 0 } ?? false
            }
            queue.close()
            try await expectAll()
        }

        private func configuration(_ random: inout SeededNumbers) -> FMDatabaseCoordinator.Configuration {
            var configuration = FMDatabaseCoordinator.Configuration()
            var backup = ContinuousBackup(to: target)
            backup.interval = .milliseconds(random.pick([1, 5, 50]))
            backup.maximumLag = 100_000
            backup.snapshotPartSize = 8 << 10
            backup.closingTimeout = .seconds(600)
            configuration.backup = backup
            configuration.writeAheadLog = .init()
            configuration.writeAheadLog?.checkpointInterval = random.pick([nil, .milliseconds(20)])
            return configuration
        }

        private func commit(_ queue: FMDatabaseQueue, _ fillers: Int, _ size: Int) async throws {
            let (ledger, token) = (ledger, ledger.newToken())
            try await queue.withTransaction {
                try ledger.write(token, fillers: fillers, size: size, keeps: 100, in: $0)
            }
        }

        private func poll(_ what: String, _ isThere: () -> Bool) async throws {
            for _ in 0..<1_000 where !isThere() { try await Task.sleep(for: .milliseconds(200)) }
            guard isThere() else {
                let pieces = target.inner.pieces.keys.sorted().joined(separator: "\n")
                throw Violation(description: "\(what) does not come: \(pieces)")
            }
        }

        private func expectAll() async throws {
            let backup = FMBackup(target)
            let verification = try await backup.verify()
            guard verification.isWhole, try await backup.timeline().gaps.isEmpty else {
                throw Violation(description: "\(verification)")
            }
            try await backup.restore(to: "/restored.db")
            let (live, restored) = (try ledger.tokens(at: "/app.db"), try ledger.tokens(at: "/restored.db"))
            guard live == restored else {
                throw Violation(description: "\(live) is restored as \(restored)")
            }
        }
    }
#endif
