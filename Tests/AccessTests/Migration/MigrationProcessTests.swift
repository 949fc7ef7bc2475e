#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// Migrations of two processes, and of one that dies.
    @Suite struct MigrationProcessTests {
        private let folder = TemporaryFolder()

        private func scene(_ mode: String) throws -> (db: FMDatabase, other: HolderProcess) {
            let db = FMDatabase.file(folder.file())
            _ = try db.value("PRAGMA journal_mode = \(raw: mode)", as: String.self)
            return (db, try HolderProcess(path: folder.file()))
        }

        private func processes(_ db: FMDatabase) throws -> [Int] {
            try db.rows("SELECT process FROM done GROUP BY step ORDER BY step", as: Int.self)
        }

        @Test(arguments: ["DELETE", "WAL"])
        func theSecondProcessWaitsAndFindsTheStepsDone(_ mode: String) throws {
            let (db, other) = try scene(mode)
            #expect(try other.answer(to: "migrate 1") == "paused")
            let path = folder.file()
            let report = Locked<FMMigrator.Report?>(nil)
            let done = ThreadState.startAndWaitForSleep {
                let queue = SilentQueue(path: path)
                let own = queue.flatMap { try? SampleMigration.migrator().migrate($0) }
                report.withLock { $0 = own }
            }
            #expect(try other.answer(to: "go on") == "ok")
            #expect(done.arrives())
            let own = try #require(report.value)
            #expect((own.alreadyApplied + own.applied.map(\.name)).sorted() == SampleMigration.names)
            #expect(try SampleMigration.wholeSteps(in: db) == 5)
            // Either process may have come first to a later step; the first step was the other's.
            #expect(try processes(db).first == Int(other.processID))
            #expect(try processes(db).count { $0 == Int(getpid()) } == own.applied.count)
        }

        @Test(arguments: ["DELETE", "WAL"])
        func aProcessThatDiesLeavesWholeSteps(_ mode: String) throws {
            for step in 1...5 {
                let folder = TemporaryFolder()
                let db = FMDatabase.file(folder.file())
                _ = try db.value("PRAGMA journal_mode = \(raw: mode)", as: String.self)
                let other = try HolderProcess(path: folder.file())
                #expect(try other.answer(to: "migrate \(step)") == "paused")
                other.kill()
                #expect(try SampleMigration.wholeSteps(in: db) == step - 1)
                #expect(try SampleMigration.migrator().migrate(db).applied.count == 6 - step)
                #expect(try SampleMigration.wholeSteps(in: db) == 5)
            }
        }

        /// A connection that will be opened by its next use: a pool switches the file to WAL mode, and so does a queue with background
        /// checkpoints.
        private func coordinator(_ kind: String) throws -> FMDatabaseCoordinator {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.busyTimeout = .zero
            configuration.cacheSize = 1 << 20
            configuration.configure = { $0.logsErrors = false }
            if kind == "log" { configuration.writeAheadLog = .init() }
            if kind == "group" { configuration.groupCommit = .init() }
            if kind == "pool" { return FMDatabasePool(path: folder.file(), configuration: configuration) }
            let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
            queue.close()
            return queue
        }

        /// Another process that keeps everybody from reading a file in rollback mode.
        private func excludingProcess() throws -> HolderProcess {
            let (db, other) = try scene("DELETE")
            try db.execute("CREATE TABLE mine (x)")
            db.close()
            return other
        }

        @Test(arguments: ["pool", "queue", "log", "group"])
        func theLockTimeoutCoversWhatIsDoneBeforeTheFirstStep(_ kind: String) throws {
            let other = try excludingProcess()
            let coordinator = try coordinator(kind)
            #expect(try other.answer(to: "BEGIN EXCLUSIVE") == "ok")
            let outcome = Locked<Result<Int, any Error>?>(nil)
            let done = ThreadState.startAndWaitForSleep {
                let result = Result { try SampleMigration.migrator().migrate(coordinator).applied.count }
                outcome.withLock { $0 = result }
            }
            #expect(try other.answer(to: "COMMIT") == "ok")
            #expect(done.arrives())
            #expect(try outcome.value?.get() == 5)
        }

        @Test(arguments: ["pool", "queue", "log", "group"])
        func theLockTimeoutCoversWhatAnAsynchronousMigrationDoesBefore(_ kind: String) async throws {
            let other = try excludingProcess()
            let coordinator = try coordinator(kind)
            #expect(try other.answer(to: "BEGIN EXCLUSIVE") == "ok")
            let isOver = Locked(false)
            let task = Task {
                defer { isOver.withLock { $0 = true } }
                return try await SampleMigration.migrator().migrate(coordinator).applied.count
            }
            try await pollInTurn {
                coordinator.statistics.databases.inUse > 0 || coordinator.statistics.writer.inUse > 0 || isOver.value
            }
            #expect(try other.answer(to: "COMMIT") == "ok")
            #expect(try await task.value == 5)
        }

        @Test func theLockTimeoutOfAPoolsFirstSwitchComesToAnEnd() throws {
            let other = try excludingProcess()
            let pool = try coordinator("pool")
            #expect(try other.answer(to: "BEGIN EXCLUSIVE") == "ok")
            var migrator = SampleMigration.migrator()
            migrator.lockTimeout = .milliseconds(1)
            #expect(thrown { try migrator.migrate(pool) }?.resultCode == .busy)
        }

        /// A queue that repeats statements repeats none of a migration, which has a limit of its own.
        @Test func aStepIsNotRepeatedBeyondTheLockTimeout() throws {
            let (_, other) = try scene("WAL")
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.retry = .init(attempts: .max, totalTime: .seconds(patience), pause: .milliseconds(1))
            configuration.configure = { $0.logsErrors = false }
            let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
            #expect(try other.answer(to: "BEGIN IMMEDIATE") == "ok")
            var migrator = SampleMigration.migrator()
            migrator.lockTimeout = .zero
            let code = try onBackgroundThread { [migrator] in thrown { try migrator.migrate(queue) }?.resultCode }
            #expect(code == .busy)
        }

        @Test func aProcessThatTakesTooLongIsNamed() throws {
            let (db, other) = try scene("WAL")
            #expect(try other.answer(to: "migrate 2") == "paused")
            var migrator = SampleMigration.migrator()
            migrator.lockTimeout = .zero
            let error = try #require(thrown { try migrator.migrate(db) })
            #expect(error.resultCode == .busy)
            #expect(error.message.contains("\"step 2\""))
            #expect(error.contention?.holders.map(\.processID) == [other.processID])
        }
    }
#endif
