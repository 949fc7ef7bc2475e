import FMDB
import FMDBTestHelpers
import Testing

/// Waits for locks, checkpoints, and the caches.
@Suite struct EventWaitTests {
    private let folder = TemporaryFolder()

    private func openFile(wal: Bool = false) throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        if wal { _ = try database.value("PRAGMA journal_mode = WAL", as: String.self) }
        return database
    }

    // MARK: Waits

    @Test func aWaitThatIsGivenUpIsOneEvent() throws {
        let holder = try openFile()
        try holder.execute("CREATE TABLE t (x)")
        let database = try openFile()
        database.maxBusyRetryTimeInterval = 0.2
        #expect(holder.beginExclusiveTransaction())
        let events = EventRecorder(on: database)
        #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (\(1))") }
        #expect(events.waits.count == 1)
        let wait = try #require(events.waits.first)
        #expect(wait.isGivenUp)
        #expect(wait.attempts >= 2)
        #expect(wait.duration >= .milliseconds(200))
        #expect(wait.sql == "INSERT INTO t VALUES (?)")
        #expect(holder.rollback())
    }

    @Test func aWaitThatGetsItsLockIsOneEventBeforeTheEndOfItsStatement() throws {
        let disk = FMTestDisk()
        let database = FMDatabase(path: folder.file())
        database.maxBusyRetryTimeInterval = 60
        #expect(disk.open(database))
        try database.execute("CREATE TABLE t (x)")
        let events = EventRecorder(on: database)
        disk.fail([.lock], at: 1, .sticky, code: .busy)
        let healer = BackgroundThreads.start {
            try? poll { disk.failures >= 2 }
            disk.heal()
        }
        try database.execute("INSERT INTO t VALUES (1)")
        #expect(healer.arrives())
        let wait = try #require(events.waits.first)
        #expect(events.waits.count == 1)
        #expect(!wait.isGivenUp)
        #expect(wait.attempts >= 2)
        #expect(wait.duration > .zero)
        #expect(wait.sql == "INSERT INTO t VALUES (1)")
        #expect(events.executions.map(\.resultCode) == [.done])
        #expect(events.all.last?.description.hasPrefix("statement 1 ended") == true)
    }

    @Test func whereNobodyHoldsALockThereIsNoWait() throws {
        let database = try openFile()
        let events = EventRecorder(on: database)
        try database.execute("CREATE TABLE t (x)")
        #expect(events.waits.isEmpty)
        #expect(events.executions.count == 1)
    }

    @Test func withoutABusyIntervalThereIsNoWait() throws {
        let holder = try openFile()
        let database = try openFile()
        database.maxBusyRetryTimeInterval = 0
        #expect(holder.beginExclusiveTransaction())
        let events = EventRecorder(on: database)
        #expect(throws: FMError.self) { try database.execute("CREATE TABLE t (x)") }
        #expect(events.waits.isEmpty)
        #expect(holder.rollback())
    }

    @Test func theIntervalMayChangeWhileThereIsAnObserver() throws {
        let holder = try openFile()
        let database = try openFile()
        let events = EventRecorder(on: database)
        database.maxBusyRetryTimeInterval = 0.1
        #expect(holder.beginExclusiveTransaction())
        #expect(!database.beginImmediateTransaction())
        #expect(events.waits.map(\.isGivenUp) == [true])
        #expect(holder.rollback())
    }

    // MARK: Checkpoints

    @Test func aCheckpointIsAnEventWithItsFrames() throws {
        let database = try openFile(wal: true)
        try database.execute("CREATE TABLE t (x)")
        let events = EventRecorder(on: database)
        try database.checkpoint(.full)
        let checkpoint = try #require(events.checkpoints.first)
        #expect(events.checkpoints.count == 1)
        #expect(checkpoint.mode == .full)
        #expect(checkpoint.name == nil)
        #expect(try #require(checkpoint.logFrameCount) > 0)
        #expect(checkpoint.movedFrameCount == checkpoint.logFrameCount)
        #expect(checkpoint.resultCode == .ok)
    }

    @Test func aCheckpointWithoutAWALHasNoFrames() throws {
        let database = try openFile()
        let events = EventRecorder(on: database)
        try database.checkpoint(.passive, name: "main")
        #expect(events.checkpoints.map(\.name) == ["main"])
        #expect(events.checkpoints.map(\.logFrameCount) == [nil])
        #expect(events.checkpoints.map(\.movedFrameCount) == [nil])
    }

    @Test func aFailedCheckpointIsAnEventWithItsCode() throws {
        let database = try openFile(wal: true)
        let events = EventRecorder(on: database)
        #expect(throws: FMError.self) { try database.checkpoint(.passive, name: "nobody") }
        #expect(events.checkpoints.map(\.resultCode) == [.error])
        #expect(database.lastErrorCode() == FMResultCode.error.rawValue)
    }

    @Test func aCheckpointThatWaitsInVainReportsBoth() throws {
        let database = try openFile(wal: true)
        try database.execute("CREATE TABLE t (x)")
        let reader = try openFile()
        try reader.execute("BEGIN")
        _ = try reader.rows("SELECT x FROM t", as: Int.self)
        try database.execute("INSERT INTO t VALUES (1)")
        database.maxBusyRetryTimeInterval = 0.1
        let events = EventRecorder(on: database)
        #expect(throws: FMError.self) { try database.checkpoint(.truncate) }
        #expect(events.checkpoints.map(\.resultCode) == [.busy])
        #expect(events.waits.map(\.isGivenUp) == [true])
        #expect(events.waits.map(\.sql) == [nil])
        reader.close()
    }

    // MARK: Caches

    @Test func theCacheOfTheThrowingCallsMissesOnceAndHits() throws {
        let database = FMDatabase.numbers()
        let events = EventRecorder(on: database)
        for _ in 0..<3 { _ = try database.value("SELECT 1", as: Int.self) }
        #expect(events.lookups == ["miss: SELECT 1", "hit: SELECT 1", "hit: SELECT 1"])
    }

    @Test func theCacheOfFMDBsCallsIsAnEventOnlyWhereThereIsOne() {
        let database = FMDatabase.numbers()
        let events = EventRecorder(on: database)
        #expect(database.executeUpdate("DELETE FROM t", withArgumentsIn: []))
        #expect(events.lookups == [])
        database.shouldCacheStatements = true
        #expect(database.executeUpdate("DELETE FROM t", withArgumentsIn: []))
        #expect(database.executeUpdate("DELETE FROM t", withArgumentsIn: []))
        #expect(events.lookups == ["miss: DELETE FROM t", "hit: DELETE FROM t"])
    }
}
