#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation

    extension BackupWorkload {
        /// Checks the archive while no process works and the target does not fail.
        func checkArchive(_ random: inout SeededNumbers) async throws {
            for violation in ledger.violations { throw Violation(description: violation) }
            let verification = try await backup.verify()
            guard verification.damaged.isEmpty else {
                throw Violation(description: "damaged pieces: \(verification.damaged)")
            }
            let lasts = try await lastMoments(of: backup)
            let missing = ledger.shipped.filter { token in !lasts.contains { $0.tokens.contains(token) } }
            guard missing.isEmpty else {
                throw Violation(description: "shipped, but not restored: \(missing)")
            }
            try await checkMoments(of: verification, lasts, &random)
            try await checkSamples()
            if plan.hasStandby { checkStandby() }
        }

        /// The restorable moments of a generation from its newest snapshot on, and the commits that the last of them has.
        struct Span {
            let numbers: ClosedRange<UInt64>
            let tokens: [Int]
        }

        private func lastMoments(of backup: FMBackup) async throws -> [Span] {
            let timeline = try await backup.timeline()
            let gaps = timeline.gaps.map(\.commits)
            var spans: [Span] = []
            for generation in timeline.generations {
                guard let snapshot = generation.snapshots.last(where: \.isWhole)?.commit.number else { continue }
                var last = max(snapshot, generation.last ?? snapshot)
                if let gap = gaps.first(where: { $0.lowerBound > snapshot && $0.lowerBound <= last }) {
                    last = gap.lowerBound - 1
                }
                spans.append(Span(numbers: snapshot...last, tokens: try await expectWhole(.commit(last), of: backup)))
            }
            return spans
        }

        private func expectWhole(_ moment: FMBackup.Moment, of other: FMBackup? = nil) async throws -> [Int] {
            do {
                return try await expectRestore(moment, of: other)
            } catch {
                throw Violation(description: "\(moment) is not restored: \(error)")
            }
        }

        /// Restores some moments that the verification calls good. Each adds no more than one commit to the moment before.
        private func checkMoments(
            of verification: FMBackup.Verification, _ spans: [Span], _ random: inout SeededNumbers
        ) async throws {
            guard let first = verification.first?.number, let last = verification.last?.number else { return }
            let gaps = verification.gaps.map(\.commits)
            for _ in 0..<3 {
                let number = UInt64.random(in: first...last, using: &random)
                guard !gaps.contains(where: { $0.contains(number) }) else { continue }
                let tokens = try await expectWhole(.commit(number))
                guard let span = spans.first(where: { $0.numbers.contains(number) }) else { continue }
                guard span.tokens.starts(with: tokens) else {
                    throw Violation(description: "\(number) has \(tokens), later \(span.tokens)")
                }
                guard number < span.numbers.upperBound else { continue }
                let next = try await expectWhole(.commit(number + 1))
                // Calls that run at the same time may share a commit.
                guard next.count - tokens.count <= plan.writers else {
                    throw Violation(description: "\(number) has \(tokens), the next \(next)")
                }
            }
            if verification.isWhole { _ = try await expectWhole(.latest) }
        }

        /// Restores what the target had when commits were acknowledged as shipped.
        private func checkSamples() async throws {
            let taken = samples.withLock { samples in
                defer { samples = [] }
                return samples
            }
            for sample in taken {
                let target = FMSimulation.Target()
                target.pieces = sample.pieces
                guard try await lastMoments(of: FMBackup(target)).contains(where: { $0.tokens.contains(sample.token) })
                else {
                    throw Violation(description: "\(sample.token) was acknowledged before it was stored")
                }
            }
        }

        /// Expects that the backup catches up when nothing fails any more.
        func checkEnd(_ random: inout SeededNumbers) async throws {
            var backup = plan.backup(to: target, &random)
            backup.acknowledgement = .whenShipped(within: .seconds(600))
            backup.closingTimeout = .seconds(600)
            let configuration = plan.configuration(backup, &random)
            let token = ledger.newToken()
            (run.control as? SimulationWorld)?.kernel.fault = { _, _, _ in nil }
            // The schedule does not kill the test's own process.
            let queue = try FMDatabaseQueue(path: BackupWorkload.path, configuration: configuration)
            try await queue.withTransaction { try ledger.write(token, fillers: 1, size: 100, keeps: 100, in: $0) }
            queue.close()
            ledger.acknowledgeShipping(token)
            let live = try ledger.tokens(at: BackupWorkload.path)
            let latest = try await expectWhole(.latest)
            guard latest == live, latest.last == token else {
                throw Violation(description: "the end \(live) is restored as \(latest)")
            }
            try await checkArchive(&random)
            if plan.hasStandby { try await checkFollower(live) }
            try await self.backup.restore(to: "/kept.db")
            run.cutPower()
            let kept = try ledger.tokens(at: "/kept.db")
            guard kept == live else { throw Violation(description: "\(live) was restored, the disk has kept \(kept)") }
        }

        /// Expects that a standby file gets the newest state when nothing fails any more.
        private func checkFollower(_ live: [Int]) async throws {
            let follower = Task { try await backup.follow(to: BackupWorkload.standby) }
            for _ in 0..<60 {
                try await Task.sleep(for: .seconds(1))
                guard run.disk.contents(of: BackupWorkload.standby) != nil else { continue }
                if try ledger.tokens(at: BackupWorkload.standby) == live { break }
            }
            let found = try ledger.tokens(at: BackupWorkload.standby)
            follower.cancel()
            _ = await follower.result
            guard found == live else {
                throw Violation(description: "the standby has \(found), not \(live)")
            }
        }
    }
#endif
