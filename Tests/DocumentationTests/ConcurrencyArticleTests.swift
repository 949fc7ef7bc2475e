import FMDB
import Foundation
import FMDBTestHelpers
import Testing

actor Register {
    private let queue: FMDatabaseQueue

    init(path: String) throws {
        queue = try FMDatabaseQueue(path: path, configuration: .init())
    }

    func names() async throws -> [String] {
        try await queue.withDatabase { db in try db.rows("SELECT name FROM person ORDER BY name", as: String.self) }
    }
}

@Suite("The articles “Concurrency”, “Choosing settings”, “Performance” and “Which SQLite”")
struct ConcurrencyArticleTests {
    private let folder = TemporaryFolder()

    @Test("an actor awaits its queue")
    func register() async throws {
        try FMDatabase.file(folder.file("people.db")).execute("CREATE TABLE person (name TEXT)")
        let register = try Register(path: folder.file("people.db"))
        #expect(try await register.names().isEmpty)
    }

    private func book(_ seat: Int, _ name: String, _ queue: FMDatabaseQueue) throws -> Bool {
        let isBooked = try queue.withTransaction { db in
            let taken = try db.value("SELECT count(*) FROM booking WHERE seat = \(seat)", as: Int.self)
            guard taken == 0 else { return false }
            try db.execute("INSERT INTO booking (seat, name) VALUES (\(seat), \(name))")
            return true
        }
        return isBooked
    }

    @Test("a seat is booked once")
    func booking() throws {
        let queue = FMDatabaseQueue()
        try queue.execute("CREATE TABLE booking (seat INTEGER, name TEXT)")
        #expect(try book(7, "ann", queue))
        #expect(try !book(7, "bob", queue))
    }

    @Test("the settings of an app")
    func app() throws {
        let path = folder.file()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = "notes"
        configuration.foreignKeys = true
        configuration.synchronous = .normal
        configuration.busyTimeout = .seconds(5)
        configuration.configure = { db in try db.setPragma(.journalMode, to: .wal) }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        let values = try queue.withDatabase { db in
            (try db.pragma(.foreignKeys), try db.pragma(.journalMode), try db.pragma(.synchronous))
        }
        #expect(values == (true, .wal, .normal))
    }

    @Test("the settings of a durable pool")
    func durable() throws {
        let path = folder.file()
        var configuration = FMDatabasePool.Configuration()
        configuration.label = "orders"
        configuration.foreignKeys = true
        configuration.synchronous = .full
        configuration.groupCommit = .init()
        configuration.busyTimeout = .seconds(5)
        configuration.cacheSize = 16 << 20
        configuration.writeAheadLog = .init(persistence: .never)
        let pool = FMDatabasePool(path: path, configuration: configuration)
        #expect(try pool.write { db in try db.pragma(.synchronous) } == .full)
    }

    @Test("a map of the file")
    func map() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { db in try db.setPragma(.mappedSize, to: 256 << 20) }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        #expect(try queue.withDatabase { db in try db.pragma(.mappedSize) } == 256 << 20)
    }

    @Test("slow statements with their plans")
    func slow() throws {
        let path = folder.file()
        let lines = Lines()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.slowStatementThreshold = .milliseconds(50)
        configuration.eventHandler = { event in
            if case .slowStatement(let run, let plan) = event { lines.append("\(run.duration) \(run.sql) \(plan)") }
        }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        let numbers =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000000) SELECT count(*) FROM n"
        #expect(try queue.value(FMSQL(raw: numbers), as: Int.self) == 5_000_000)
        #expect(lines.all.contains { $0.contains("WITH RECURSIVE") && $0.contains("SCAN") })
    }

    @Test("what is linked")
    func linked() {
        print(FMDatabase.sqliteLibVersion())
        for advisory in FMDatabase.advisories { print(advisory.name, advisory.message) }
        for feature in FMSQLiteFeature.allCases where !feature.isAvailable { print(feature, feature.requirement) }
        let missing = FMDatabase.features.filter { !$0.isAvailable }
        #expect(missing.isEmpty)
    }
}

// SAFETY: the lines are read and written under `lock` alone.
private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }

    func append(_ line: String) { lock.withLock { lines.append(line) } }
}
