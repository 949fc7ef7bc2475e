import FMDB
import FMDBTestHelpers
import Testing

/// The verbs of a pool that throw and return values.
@Suite struct PoolLendingTests {
    private let folder = TemporaryFolder()

    /// A pool on the test's file, which has an empty table `t (x UNIQUE)`.
    private func pool() throws -> FMDatabasePool {
        try FMDatabase.file(folder.file()).execute("CREATE TABLE IF NOT EXISTS t (x UNIQUE)")
        return SilentPool(path: folder.file())
    }

    private func content(_ pool: FMDatabasePool) throws -> [Int] {
        try pool.withDatabase { db in try db.rows("SELECT x FROM t ORDER BY x", as: Int.self) }
    }

    /// SQLite refuses one of two connections that switch a new file to WAL mode at once, and does not wait for the other.
    @Test func poolsThatOpenANewFileAtOnceAllOpenIt() throws {
        let errors = Locked<[String]>([])
        var configuration = FMDatabasePool.Configuration()
        configuration.busyTimeout = .seconds(60)
        for number in 0..<10 {
            let path = folder.file("new-\(number)")
            let areBack = BackgroundThreads.run(4) { [configuration] thread in
                let pool = SilentPool(path: path, configuration: configuration)
                do {
                    try pool.write { try $0.execute("CREATE TABLE t\(raw: "\(thread)") (x)") }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            #expect(areBack)
        }
        #expect(errors.value == [])
    }

    @Test func theValueOfTheBodyIsReturned() throws {
        let pool = try pool()

        #expect(try pool.withDatabase { db in try db.value("SELECT 7", as: Int.self) } == 7)
        #expect(try pool.withTransaction { db in try db.execute("INSERT INTO t VALUES (1), (2)") } == 2)
        #expect(try pool.withSavePoint { db in try db.execute("DELETE FROM t WHERE x = 2") } == 1)
        #expect(try content(pool) == [1])
    }

    @Test func whatTheBodyThrowsIsThrownAndUndone() throws {
        let pool = try pool()

        #expect(throws: Regret.self) { try pool.withDatabase { _ in throw Regret() } }
        #expect(throws: Regret.self) {
            try pool.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (1)")
                throw Regret()
            }
        }
        #expect(throws: Regret.self) {
            try pool.withSavePoint { db in
                try db.execute("INSERT INTO t VALUES (2)")
                throw Regret()
            }
        }

        #expect(try content(pool) == [])
        #expect(pool.countOfCheckedOutDatabases == 0)
    }

    @Test func aBodyWithinABodyGetsAnotherDatabase() throws {
        let pool = try pool()

        try pool.withDatabase { first in
            try pool.withDatabase { second in
                #expect(first !== second)
                #expect(pool.countOfCheckedOutDatabases == 2)
            }
        }
        #expect(pool.countOfCheckedInDatabases == 2)
    }

    @Test func theDatabaseReturnedLastIsLentNext() throws {
        let pool = try pool()
        let first = try pool.withDatabase { ObjectIdentifier($0) }

        #expect(try pool.withDatabase { ObjectIdentifier($0) } == first)
        #expect(pool.countOfOpenDatabases == 1)
    }

    // MARK: Databases that are not to be had

    @Test func aThreadThatWouldWaitForItselfAtTheLimitThrows() throws {
        let pool = try pool()
        pool.maximumNumberOfDatabasesToCreate = 2
        var hasRun = false

        let errors = try pool.withDatabase { _ in
            try pool.withDatabase { _ in
                [
                    thrown { try pool.withDatabase { _ in hasRun = true } },
                    thrown { try pool.withTransaction { _ in hasRun = true } },
                    thrown { try pool.withSavePoint { _ in hasRun = true } },
                ]
            }
        }

        #expect(errors.map { $0?.extendedCode } == [.wouldDeadlock, .wouldDeadlock, .wouldDeadlock])
        #expect(!hasRun)
    }

    @Test func atTheLimitACallWaits() throws {
        let pool = try pool()
        pool.maximumNumberOfDatabasesToCreate = 1
        let inside = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let first = BackgroundThreads.start {
            pool.inDatabase { _ in
                inside.signal()
                release.arrives()
            }
        }
        #expect(inside.arrives())
        let second = BackgroundThreads.start {
            _ = try? pool.withDatabase { try $0.execute("INSERT INTO t VALUES (1)") }
        }

        release.signal()

        #expect(first.arrives() && second.arrives())
        #expect(try content(pool) == [1])
        #expect(pool.countOfOpenDatabases == 1)
    }

    @Test func theWaitAtTheLimitHasADeadline() throws {
        let pool = try pool()
        pool.maximumNumberOfDatabasesToCreate = 1

        let error = try pool.withDatabase { _ in
            try onBackgroundThread { thrown { try pool.withDatabase(timeout: .milliseconds(10)) { _ in } } }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(error?.message.contains("the pool on \(folder.file())") == true)
    }

    @Test func belowTheLimitThereIsADatabaseAgain() throws {
        let pool = try pool()
        pool.maximumNumberOfDatabasesToCreate = 1

        try pool.withDatabase { _ in
            #expect(thrown { try pool.withDatabase { _ in } }?.extendedCode == .wouldDeadlock)
        }

        #expect(try content(pool) == [])
        #expect(pool.countOfOpenDatabases == 1)
    }

    @Test func aDatabaseThatCannotBeOpenedThrows() {
        let pool = SilentPool(path: folder.file("missing/test.db"))

        #expect(thrown { try pool.withDatabase { _ in } }?.resultCode == .cantOpen)
        #expect(pool.countOfOpenDatabases == 0)
    }

    @Test func aDatabaseThatTheDelegateRefusesThrows() throws {
        final class Refusal: FMDatabasePoolDelegate {
            func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool { false }
        }
        let pool = try pool()
        let delegate = Refusal()
        pool.delegate = delegate

        #expect(thrown { try pool.withDatabase { _ in } }?.resultCode == .authorization)
        #expect(pool.countOfOpenDatabases == 0)
    }

    // MARK: What a body leaves behind

    @Test func aTransactionLeftOpenIsRolledBack() throws {
        let pool = try pool()

        let error = thrown {
            try pool.withDatabase { db in
                try db.execute("BEGIN")
                try db.execute("INSERT INTO t VALUES (1)")
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(try pool.withDatabase { !$0.isTransactionOpen })
        #expect(try content(pool) == [])
    }

    @Test func aCursorLeftOpenIsClosed() throws {
        let pool = try pool()
        var kept: FMResultSet?

        try pool.withDatabase { db in
            kept = try db.query("SELECT 1")
        }

        #expect(thrown { try kept?.nextRow() }?.resultCode == .misuse)
        #expect(try pool.withDatabase { !$0.hasOpenResultSets })
    }

    @Test(arguments: [false, true]) func aReaderMayHaveTemporaryTables(isObserved: Bool) throws {
        var configuration = FMDatabasePool.Configuration()
        configuration.maximumReaders = 1
        if isObserved { configuration.eventHandler = { _ in } }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)

        try pool.read { db in
            try db.execute("CREATE TEMP TABLE chosen (x)")
            try db.execute("INSERT INTO chosen VALUES (1)")
        }

        #expect(try pool.read { db in try db.rows("SELECT x FROM chosen", as: Int.self) } == [1])
    }

    @Test func severalThreadsMayCloseAPool() throws {
        let pool = try pool()
        let inside = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let block = BackgroundThreads.start {
            pool.inDatabase { _ in
                inside.signal()
                release.arrives()
            }
        }
        inside.arrives()
        let closings = (0..<3).map { _ in BackgroundThreads.start { pool.close() } }

        release.signal()

        #expect(([block] + closings).allSatisfy { $0.arrives() })
    }
}
