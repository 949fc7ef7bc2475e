import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("The article “Database is locked”")
struct LockedArticleTests {
    private let folder = TemporaryFolder()

    private func file(_ script: String) throws -> FMDatabase {
        let db = FMDatabase.file(folder.file("people.db"))
        db.logsErrors = false
        db.maxBusyRetryTimeInterval = 0
        try db.setPragma(.journalMode, to: .wal)
        if !db.executeStatements(script) { throw db.lastError() }
        return db
    }

    @Test("the hint names the holder")
    func hint() throws {
        let other = try file("CREATE TABLE person (name TEXT, age INTEGER)")
        var configuration = FMDatabaseQueue.Configuration()
        configuration.busyTimeout = .zero
        let queue = try FMDatabaseQueue(path: folder.file("people.db"), configuration: configuration)
        #expect(other.beginImmediateTransaction())
        let limit = 3
        var report = ""
        do {
            try queue.execute("DELETE FROM person WHERE age < \(limit)")
        } catch let error as FMError where error.resultCode == .busy || error.resultCode == .locked {
            report = "\(error.extendedCode.rawValue): \(error.contention?.hint ?? error.message)"
        }
        #expect(report.hasPrefix("5: the connection \"people.db\" holds the write lock, begun "))
    }

    @Test("a snapshot that is out of date")
    func snapshot() throws {
        let script = "CREATE TABLE person (name TEXT); CREATE TABLE total (people INTEGER)"
        let (db, other) = (try file(script), FMDatabase.file(folder.file("people.db")))
        var report = ""
        do {
            try db.withTransaction(.deferred) {
                let count = try db.value("SELECT count(*) FROM person", as: Int.self)
                try other.execute("INSERT INTO person (name) VALUES ('bob')")
                try db.execute("UPDATE total SET people = \(count + 1)")
            }
        } catch let error as FMError where error.extendedCode == .busySnapshot {
            report = error.contention?.hint ?? error.message
        }
        #expect(report.hasPrefix("another connection has written since this transaction began to read; "))
    }

    @Test("a connection that blocks itself")
    func itself() throws {
        let db = try file("CREATE TABLE person (name TEXT); INSERT INTO person VALUES ('ann'), ('bob')")
        let rows = try db.executeQuery("SELECT name FROM person", values: nil)
        _ = rows.next()
        let refused = db.executeUpdate("DROP TABLE person", withArgumentsIn: []) == false
        rows.close()
        try db.execute("DROP TABLE person")
        #expect(refused && !db.tableExists("person"))
    }

    @Test("the settings of a pool")
    func settings() throws {
        let path = folder.file()
        var configuration = FMDatabasePool.Configuration()
        configuration.label = "people"
        configuration.reportsSharedFiles = true
        configuration.busyTimeout = .seconds(5)
        configuration.retry = .init(attempts: 3)
        let pool = FMDatabasePool(path: path, configuration: configuration)
        #expect(try pool.write { db in db.maxBusyRetryTimeInterval } == 5)
    }

    @Test("the numbers of the codes")
    func codes() {
        let codes: [FMResultCode] = [.busy, .busyRecovery, .busySnapshot, .busyTimeout, .locked, .lockedSharedCache]
        #expect(codes.map(\.rawValue) == [5, 261, 517, 773, 6, 262])
        #expect(FMResultCode.wouldDeadlock.primary == .misuse)
    }
}
