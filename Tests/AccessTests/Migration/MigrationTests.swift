import FMDB
import FMDBTestHelpers
import Testing

/// Migrations by way of queues and pools.
@Suite struct MigrationTests {
    private let folder = TemporaryFolder()

    private func queue() throws -> FMDatabaseQueue {
        try FMDatabaseQueue(path: folder.file(), configuration: .init())
    }

    private func judge() throws -> Int? {
        let db = FMDatabase.file(folder.file())
        defer { db.close() }
        return try SampleMigration.wholeSteps(in: db)
    }

    @Test func aQueueIsMigrated() throws {
        let queue = try queue()
        let report = try SampleMigration.migrator().migrate(queue)
        #expect(report.applied.map(\.name) == SampleMigration.names)
        #expect(try queue.withDatabase { try SampleMigration.wholeSteps(in: $0) } == 5)
        #expect(try queue.withDatabase { try SampleMigration.migrator().isUpToDate($0) })
    }

    @Test func aQueueIsMigratedAsynchronously() async throws {
        let queue = try queue()
        let report = try await SampleMigration.migrator().migrate(queue, upTo: "step 2")
        #expect(report.applied.map(\.name) == ["step 1", "step 2"])
        #expect(try await SampleMigration.migrator().migrate(queue).applied.count == 3)
    }

    @Test func aPoolIsMigratedThroughItsWriter() async throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try await SampleMigration.migrator().migrate(pool, upTo: "step 3")
        #expect(try await SampleMigration.migrator().migrate(pool).applied.count == 2)
        #expect(try await pool.read { try SampleMigration.wholeSteps(in: $0) } == 5)
        #expect(try await pool.read { try SampleMigration.migrator().pending(in: $0) } == [])
        #expect(pool.countOfOpenDatabases == 0)
        pool.close()
    }

    @Test func aPoolInMemoryIsRefused() async {
        let pool = FMDatabasePool(path: nil)
        let synchronously: @Sendable () -> FMError? = { thrown { try SampleMigration.migrator().migrate(pool) } }
        #expect(synchronously()?.resultCode == .misuse)
        await #expect(throws: FMError.self) { try await SampleMigration.migrator().migrate(pool) }
    }

    @Test func aQueueThatSharesCommitsIsMigrated() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.groupCommit = .init()
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try SampleMigration.migrator().migrate(queue)
        #expect(try judge() == 5)
    }

    @Test func fromWithinABlockOfTheQueueItIsRefused() throws {
        let queue = try queue()
        let error = try queue.withDatabase { _ in thrown { try SampleMigration.migrator().migrate(queue) } }
        #expect(error?.extendedCode == .wouldDeadlock)
    }

    @Test func aQueueOnAReadOnlyFileMayBeUpToDate() throws {
        try SampleMigration.migrator().migrate(queue())
        var configuration = FMDatabaseQueue.Configuration()
        configuration.flags = 1  // SQLITE_OPEN_READONLY
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        #expect(try SampleMigration.migrator().migrate(queue).applied.isEmpty)
        var longer = SampleMigration.migrator()
        longer.add("step 6") { _ in }
        #expect(thrown { try longer.migrate(queue) }?.resultCode == .readOnly)
    }

    @Test func aFileThatIsGoneIsNotMigrated() throws {
        let queue = try queue()
        try SampleMigration.migrator().migrate(queue, upTo: "step 1")
        try FileManager.default.removeItem(atPath: folder.file())
        #expect(thrown { try SampleMigration.migrator().migrate(queue) }?.extendedCode == .readOnlyMoved)
    }

    // MARK: Limits

    @Test func aCancelledTaskUndoesItsStepAlone() async throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { db in try db.execute("PRAGMA foreign_keys = ON") }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let isThere = DispatchSemaphore(value: 0)
        let goesOn = DispatchSemaphore(value: 0)
        let task = Task {
            try await SampleMigration.migrator { step in
                guard step == 3 else { return }
                isThere.signal()
                goesOn.arrives()
            }.migrate(queue)
        }
        await Task.detached { _ = isThere.arrives() }.value
        task.cancel()
        goesOn.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try judge() == 2)
        #expect(try await queue.withDatabase { try $0.value("PRAGMA foreign_keys", as: Bool.self) })
        #expect(try await SampleMigration.migrator().migrate(queue).applied.count == 3)
    }

    @Test func aDeadlineUndoesItsStepAlone() throws {
        let queue = try queue()
        let endless = SampleMigration.migrator()
        var migrator = endless
        migrator.add("endless") { db in
            _ = try db.value(
                "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n", as: Int.self)
        }
        try endless.migrate(queue)
        let error = thrown { try migrator.migrate(queue, timeout: .milliseconds(50)) }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(try judge() == 5)
    }

    // MARK: Several at a time

    @Test(arguments: ["DELETE", "WAL"])
    func manyQueuesOnOneFileRunEachStepOnce(_ mode: String) throws {
        let db = FMDatabase.file(folder.file())
        _ = try db.value("PRAGMA journal_mode = \(raw: mode)", as: String.self)
        let path = folder.file()
        let reports = Locked<[FMMigrator.Report]>([])
        let cameBack = BackgroundThreads.run(6) { _ in
            do {
                let queue = try FMDatabaseQueue(path: path, configuration: .init())
                let report = try SampleMigration.migrator().migrate(queue)
                reports.withLock { $0.append(report) }
            } catch {
                Issue.record(error)
            }
        }
        #expect(cameBack)
        #expect(reports.value.flatMap(\.applied).map(\.name).sorted() == SampleMigration.names)
        for report in reports.value {
            #expect((report.applied.map(\.name) + report.alreadyApplied).sorted() == SampleMigration.names)
        }
        #expect(try SampleMigration.wholeSteps(in: db) == 5)
    }

    @Test func manyThreadsOfOneQueueRunEachStepOnce() throws {
        let queue = try queue()
        let count = Locked(0)
        let cameBack = BackgroundThreads.run(6) { _ in
            do {
                let report = try SampleMigration.migrator().migrate(queue)
                count.withLock { $0 += report.applied.count }
            } catch {
                Issue.record(error)
            }
        }
        #expect(cameBack)
        #expect(count.value == 5)
        #expect(try judge() == 5)
    }
}
