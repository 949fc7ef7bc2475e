#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Backups that nothing disturbs but a slow target, checkpoints and many writers.
        @Suite(.serialized) struct UndisturbedBackupTests {
            @Test(arguments: SimulationTests.seeds(4)) func oneGenerationHasAllCommits(_ seed: UInt64) throws {
                try play(seed) { run in
                    try await UndisturbedBackup(run, SeededNumbers(Int(truncatingIfNeeded: seed))).work()
                }
            }

            /// Commits that are stored may leave the log.
            @Test(arguments: SimulationTests.seeds(1)) func theLogStaysSmall(_ seed: UInt64) throws {
                try play(seed) { run in
                    var backup = UndisturbedBackup(run, SeededNumbers(Int(truncatingIfNeeded: seed)))
                    (backup.commits, backup.size, backup.isLogWatched) = (60, 20_000, true)
                    let (largest, written) = try await backup.work()
                    guard largest * 2 < written else {
                        throw Violation(description: "\(largest) bytes of \(written) in the log")
                    }
                }
            }
        }
    }

    /// A pool with a backup, whose clock is put back by some seconds.
    private struct UndisturbedBackup: Sendable {
        private let run: FMSimulation.Run
        private let first: SeededNumbers
        private let ledger = BackupLedger()
        private let target = FMSimulation.Target()
        /// Some acknowledged commits, and what the target had then.
        private let samples = Locked<[(token: Int, pieces: [String: Data])]>([], isQuiet: true)
        var commits = 8
        var size = 3_000
        /// Whether many tasks write, and the target takes at once what they wait for.
        var isLogWatched = false

        init(_ run: FMSimulation.Run, _ random: SeededNumbers) { (self.run, first) = (run, random) }

        /// Returns the largest size of the log, and how much was written, in bytes.
        @discardableResult
        func work() async throws -> (largest: Int, written: Int) {
            var random = first
            var faults = FMSimulation.Target.Faults()
            faults.pauses = isLogWatched ? 0 : random.pick([0, 30, 80])
            faults.refusals = isLogWatched ? 0 : random.pick([0, 0, 10])
            faults.longestPause = .milliseconds(random.pick([1, 20, 200]))
            target.faults = faults
            let isShipped = isLogWatched || random.chance(60)
            let pool = FMDatabasePool(path: "/app.db", configuration: configuration(isShipped, &random))
            let (writers, move) = (
                isLogWatched ? 4 : random.pick([1, 2, 4]), Duration.seconds(random.pick([-20, -1, 1]))
            )
            let (largest, written) = (Locked(0, isQuiet: true), Locked(0, isQuiet: true))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<writers {
                    let seed = Int(truncatingIfNeeded: random.next() >> 1)
                    group.addTask { try await write(pool, SeededNumbers(seed), isShipped, largest, written) }
                }
                if random.chance(30) {
                    group.addTask {
                        // While the thread of the checkpoints runs one, another is refused.
                        for _ in 0..<40 { try? await pool.withDatabase { try $0.checkpoint(.passive) } }
                    }
                }
                try await Task.sleep(for: .milliseconds(random.pick([1, 10, 50])))
                run.moveDate(by: move)
                try await group.waitForAll()
            }
            pool.close()
            target.faults = .none
            try await check()
            return (largest.value, written.value)
        }

        private func configuration(_ isShipped: Bool, _ random: inout SeededNumbers)
            -> FMDatabaseCoordinator.Configuration
        {
            var backup = ContinuousBackup(to: target)
            backup.interval = .milliseconds(random.pick([1, 10, 50]))
            backup.snapshotInterval = random.pick([nil, .milliseconds(1), .milliseconds(300)])
            backup.snapshotPartSize = random.pick([8 << 10, 16 << 20])
            backup.acknowledgement = isShipped ? .whenShipped() : .whenCommitted
            backup.closingTimeout = .seconds(600)
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.backup = backup
            if random.chance(50) { configuration.groupCommit = .init() }
            var log = FMDatabaseCoordinator.WriteAheadLog()
            log.checkpointInterval = .milliseconds(random.pick([5, 50]))
            log.checkpointPages = random.pick([2, 10])
            configuration.writeAheadLog = log
            return configuration
        }

        private func write(
            _ pool: FMDatabasePool, _ random: SeededNumbers, _ isShipped: Bool, _ largest: Locked<Int>,
            _ written: Locked<Int>
        ) async throws {
            var random = random
            for _ in 0..<commits {
                let token = ledger.newToken()
                let fillers = random.pick([0, 1, 3])
                try await pool.write { try ledger.write(token, fillers: fillers, size: size, keeps: 3, in: $0) }
                if isShipped, random.chance(30) { samples.withLock { $0.append((token, target.pieces)) } }
                ledger.acknowledgeShipping(token)
                written.withLock { $0 += fillers * size }
                let logSize = run.disk.contents(of: "/app.db-wal")?.count ?? 0
                largest.withLock { $0 = max($0, logSize) }
                if random.chance(50) { try await Task.sleep(for: .milliseconds(random.pick([1, 5, 40]))) }
            }
        }

        private func check() async throws {
            let backup = FMBackup(target)
            let (verification, timeline) = (try await backup.verify(), try await backup.timeline())
            try expect(verification.isWhole && timeline.gaps.isEmpty, "\(verification)")
            try expect(timeline.generations.count == 1, "\(timeline.generations)")
            try await backup.restore(to: "/restored.db")
            let tokens = try ledger.tokens(at: "/restored.db")
            try expect(Set(tokens) == Set(ledger.shipped), "\(tokens), not \(ledger.shipped)")
            try await checkDates(of: backup, timeline)
            for (token, pieces) in samples.value.prefix(5) {
                let copy = FMSimulation.Target()
                copy.pieces = pieces
                try await FMBackup(copy).restore(to: "/sample-\(token).db")
                try expect(try ledger.tokens(at: "/sample-\(token).db").contains(token), "\(token) was not stored yet")
            }
        }

        private func expect(_ condition: @autoclosure () throws -> Bool, _ text: @autoclosure () -> String) throws {
            if try !condition() { throw Violation(description: text()) }
        }

        /// A restore to a date has what was committed by then: later dates, no fewer commits.
        private func checkDates(of backup: FMBackup, _ timeline: FMBackup.Timeline) async throws {
            guard let first = timeline.first, let last = timeline.last else { return }
            try expect(first.date <= last.date, "\(first) to \(last)")
            var counts: [Int] = []
            let length = last.date.timeIntervalSince(first.date)
            for part in 0...6 {
                let date = first.date.addingTimeInterval(length * Double(part) / 6)
                try await backup.restore(to: "/at-\(part).db", at: .date(date))
                counts.append(try ledger.tokens(at: "/at-\(part).db").count)
            }
            try expect(counts == counts.sorted() && counts.last == ledger.shipped.count, "\(counts)")
            counts = []
            for snapshot in timeline.generations.flatMap(\.snapshots) {
                let number = snapshot.commit.number
                try await backup.restore(to: "/snapshot-\(number).db", at: .commit(number))
                counts.append(try ledger.tokens(at: "/snapshot-\(number).db").count)
                try await backup.restore(to: "/next-\(number).db", at: .commit(min(number + 1, last.number)))
                counts.append(try ledger.tokens(at: "/next-\(number).db").count)
            }
            try expect(counts == counts.sorted(), "of snapshots: \(counts)")
        }
    }
#endif
