#if DEBUG && os(Linux) && compiler(>=6.3)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation

    extension BackupWorkload {
        /// Checks the archive while no process works and the target does not fail.
        func checkArchive(_ random: inout SeededNumbers) async throws {
            for violation in ledger.violations { throw BackupLedger.Violation(description: violation) }
            let verification = try await backup.verify()
            guard verification.damaged.isEmpty else {
                throw BackupLedger.Violation(description: "damaged pieces: \(verification.damaged)")
            }
            var found: Set<Int> = []
            for last in try await lastMoments() {
                found.formUnion(try await expectWhole(.commit(last)))
            }
            let missing = ledger.shipped.filter { !found.contains($0) }
            guard missing.isEmpty else { throw BackupLedger.Violation(description: "shipped, but not restored: \(missing)") }
            try await checkMoments(of: verification, &random)
            if plan.hasStandby { checkStandby() }
        }

        /// The last commit of each generation that can be restored.
        private func lastMoments() async throws -> [UInt64] {
            let timeline = try await backup.timeline()
            let gaps = timeline.gaps.map(\.commits)
            return timeline.generations.compactMap { generation in
                guard let snapshot = generation.snapshots.last(where: \.isWhole)?.commit.number else { return nil }
                var last = max(snapshot, generation.last ?? snapshot)
                if let gap = gaps.first(where: { $0.lowerBound > snapshot && $0.lowerBound <= last }) { last = gap.lowerBound - 1 }
                return last
            }
        }

        private func expectWhole(_ moment: FMBackup.Moment) async throws -> [Int] {
            do {
                return try await expectRestore(moment)
            } catch {
                throw BackupLedger.Violation(description: "\(moment) is not restored: \(error)")
            }
        }

        /// Restores some moments that the verification calls good.
        private func checkMoments(of verification: FMBackup.Verification, _ random: inout SeededNumbers) async throws {
            guard let first = verification.first?.number, let last = verification.last?.number else { return }
            let gaps = verification.gaps.map(\.commits)
            for _ in 0..<3 {
                let number = UInt64.random(in: first...last, using: &random)
                guard !gaps.contains(where: { $0.contains(number) }) else { continue }
                _ = try await expectWhole(.commit(number))
            }
            if verification.isWhole { _ = try await expectWhole(.latest) }
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
                throw BackupLedger.Violation(description: "the end \(live) is restored as \(latest)")
            }
            try await checkArchive(&random)
        }
    }
#endif
