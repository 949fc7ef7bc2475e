import FMDB
import FMDBTestHelpers
import Testing

/// What a caller learns about the lock that made its time run out, and about the readers of a log.
@Suite struct HeldLockTests {
    private let folder = TemporaryFolder()
    private let watched = WatchedLog()

    /// The error of an access whose time is up while it waits for a lock. On a busy machine it may be up before that.
    private func longEnough(_ body: (Duration) throws -> Void) -> FMError? {
        var timeout = Duration.milliseconds(200)
        var error: FMError?
        repeat {
            let limit = timeout
            error = thrown { try body(limit) }
            timeout *= 2
        } while error != nil && error?.contention == nil && timeout < .seconds(100)
        return error
    }

    #if os(Linux)
        @Test(arguments: ["wal", "delete"])
        func aTimeoutWhileAnotherProcessHoldsTheLockNamesIt(mode: String) throws {
            let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
            try queue.withDatabase { db in
                db.maxBusyRetryTimeInterval = 3600
                _ = try db.value(FMSQL(raw: "PRAGMA journal_mode = \(mode)"), as: String.self)
                try db.execute("CREATE TABLE t (a)")
            }
            let holder = try HolderProcess(path: folder.file())
            #expect(try holder.answer(to: "BEGIN IMMEDIATE") == "ok")
            let error = try #require(
                longEnough { timeout in
                    try queue.withTransaction(timeout: timeout) { try $0.execute("INSERT INTO t VALUES (1)") }
                })
            #expect(error.extendedCode == .deadlineExceeded)
            #expect(error.contention?.lock == .write)
            #expect(error.contention?.holders.map(\.processID) == [holder.processID])
            #expect(error.localizedFailureReason == error.contention?.hint)
        }
    #endif

    @Test func aTimeoutWhileAnotherConnectionHoldsTheLockNamesIt() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { db in
            db.maxBusyRetryTimeInterval = 3600
            try db.execute("CREATE TABLE t (a)")
        }
        let other = FMDatabase.file(folder.file())
        #expect(other.beginImmediateTransaction())
        let error = longEnough { timeout in
            try queue.withDatabase(timeout: timeout) { db in
                // Even where the body passes over the error.
                _ = try? db.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(error?.contention?.holders.map(\.sql) == ["BEGIN IMMEDIATE TRANSACTION"])
    }

    @Test func aTimeoutOfARunningStatementNamesNoHolder() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let error = thrown {
            try queue.withDatabase(timeout: .milliseconds(50)) { db in
                try db.value(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
                    as: Int.self)
            }
        }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(error?.contention == nil)
    }

    @Test func theAlarmShowsWhatAReaderHasReadAndNotItsBegin() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.label = "people"
        configuration.writeAheadLog = watched.choices {
            $0.checkpointPages = 10
            $0.alarmSize = 15 * 4096
        }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try pool.write { try $0.execute("CREATE TABLE t (a)") }
        try pool.read { db in
            _ = try db.value("SELECT count(*) FROM t", as: Int.self)
            for _ in 0..<3 {
                try pool.write { try $0.execute("INSERT INTO t VALUES (zeroblob(?))", 10 * 4096) }
                _ = try watched.nextCheckpoint()
            }
            let holders = try watched.nextStarvation().contention.holders
            #expect(holders.map(\.sql) == ["SELECT count(*) FROM t"])
        }
    }

    @Test(arguments: [false, true])
    func aReaderThatKeepsACommitBackIsShownByWhatItHasRead(caching: Bool) throws {
        let (reader, writer) = (FMDatabase.file(folder.file()), FMDatabase.file(folder.file()))
        writer.maxBusyRetryTimeInterval = 0
        try writer.execute("CREATE TABLE t (a)")
        reader.shouldCacheStatements = caching
        #expect(reader.beginDeferredTransaction())
        #expect(reader.intForQuery("SELECT count(*) FROM t") == 0)
        let error = thrown { try writer.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.contention?.holders.map(\.sql) == ["SELECT count(*) FROM t"])
        #expect(reader.rollback())
    }

    // MARK: Databases in memory

    @Test(arguments: [":memory:", "", "file::memory:", "file:x?mode=memory", "file:"])
    func aPoolOfDatabasesInMemoryNeitherReadsNorWrites(path: String) throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        if path.hasPrefix("file:") {
            // SQLITE_OPEN_READWRITE, _CREATE and _URI
            configuration.flags = 2 | 4 | 64
        }
        let pool = FMDatabasePool(path: path, configuration: configuration)
        #expect(thrown { try pool.write { _ in } }?.resultCode == .misuse)
        #expect(thrown { try pool.read { _ in } }?.resultCode == .misuse)
    }
}
