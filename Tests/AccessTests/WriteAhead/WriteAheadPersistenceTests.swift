import FMDB
import FMDBTestHelpers
import Testing

/// A log that stays is not emptied by whichever connection closes last.
@Suite struct WriteAheadPersistenceTests {
    private let file = LoggedFile()

    private func pool() throws -> FMDatabasePool {
        var configuration = FMDatabaseCoordinator.Configuration()
        var log = WriteAheadLog(persistence: .always)
        log.checkpointPages = 5
        configuration.writeAheadLog = log
        let pool = FMDatabasePool(path: file.path, configuration: configuration)
        try pool.write { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") }
        return pool
    }

    private func use(_ pool: FMDatabasePool) throws {
        try pool.write { try $0.execute("INSERT INTO t VALUES (zeroblob(40000))") }
        try pool.read { _ = try $0.value("SELECT count(*) FROM t", as: Int.self) }
        try pool.withDatabase { first in
            try first.execute("INSERT INTO t VALUES (1)")
            try pool.withDatabase { second in try second.execute("INSERT INTO t VALUES (2)") }
        }
    }

    @Test func aPoolThatIsClosedLeavesIt() throws {
        let pool = try pool()
        try use(pool)
        pool.close()
        #expect(try #require(file.logSize) > 0)
    }

    @Test func aPoolWhoseDatabasesAreReleasedLeavesIt() throws {
        let pool = try pool()
        try use(pool)
        pool.releaseAllDatabases()
        #expect(try #require(file.logSize) > 0)
    }

    @Test func aPoolThatIsForgottenLeavesIt() throws {
        do {
            let pool = try pool()
            try use(pool)
        }
        #expect(try #require(file.logSize) > 0)
    }

    @Test func aQueueThatIsForgottenLeavesIt() throws {
        do {
            let queue = try file.queue(WriteAheadLog(persistence: .always))
            try queue.insert(pages: 10)
        }
        #expect(try #require(file.logSize) > 0)
    }

    @Test func aConnectionThatIsKeptBeyondTheCloseLeavesIt() throws {
        var kept: FMDatabase?
        let pool = try pool()
        try pool.withDatabase { db in
            try db.execute("INSERT INTO t VALUES (zeroblob(40000))")
            kept = db
        }
        pool.close()
        kept = nil
        #expect(kept == nil)
        #expect(try #require(file.logSize) > 0)
    }
}
