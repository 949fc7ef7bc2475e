#if os(Linux)
    import FMDB
    import Support
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
            // Whoever came first to a step, the first one was the other's.
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
