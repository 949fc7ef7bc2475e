#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation

    extension BackupWorkload {
        /// Puts another database in the place of the one that processes have open, while its log is wholly in the file. A newcomer commits to the other
        /// one, and so writes into the log that the backup of the first reads.
        ///
        /// - Parameter isCopied: whether the other one is copied over the file, in place of renamed.
        func swap(isCopied: Bool) async throws {
            guard try await closeGates(), run.disk.contents(of: BackupWorkload.path) != nil else { return openGates() }
            do {
                let database = FMDatabase(path: BackupWorkload.path)
                defer { database.close() }
                database.logsErrors = false
                guard database.open() else { return openGates() }
                // A log that is wholly in the file counts as empty.
                var (frames, moved) = (Int32(0), Int32(0))
                try database.checkpoint(.passive, name: nil, logFrameCount: &frames, checkpointCount: &moved)
                guard frames == moved else { return openGates() }
            } catch {
                return openGates()
            }
            try await makeOther()
            if isCopied {
                try run.disk.write(run.disk.contents(of: "/other.db") ?? [], to: BackupWorkload.path)
                try run.disk.remove("/other.db")
            } else {
                try run.disk.rename("/other.db", to: BackupWorkload.path)
            }
            await commitAsNewcomer()
            // A backup without news looks for commits of others every ten seconds.
            try await Task.sleep(for: .seconds(25))
            ledger.count("swapped")
            isStopping.withLock { $0 = true }
            run.cutPower(.keepsUnsynced)
            for end in ["", "-wal", "-shm", "-journal"] { try? run.disk.remove(BackupWorkload.path + end) }
        }

        private func closeGates() async throws -> Bool {
            openings.withLock { $0.areShut = true }
            uses.withLock { $0.areShut = true }
            for _ in 0..<100 where openings.value.count > 0 || uses.value.count > 0 {
                try await Task.sleep(for: .milliseconds(20))
            }
            return openings.value.count == 0 && uses.value.count == 0
        }

        private func openGates() {
            openings.withLock { $0.areShut = false }
            uses.withLock { $0.areShut = false }
        }

        private func commitAsNewcomer() async {
            do {
                try await run.process("newcomer").run {
                    var configuration = FMDatabaseCoordinator.Configuration()
                    configuration.configure = { $0.logsErrors = false }
                    configuration.writeAheadLog = .init()
                    configuration.writeAheadLog?.checkpointInterval = nil
                    let queue = try FMDatabaseQueue(path: BackupWorkload.path, configuration: configuration)
                    var random = SeededNumbers(5)
                    for _ in 0..<3 { try await commit(queue, nil, &random) }
                }
            } catch {
                ledger.count("failed newcomers", "\(error)")
            }
        }
    }
#endif
