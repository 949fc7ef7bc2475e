import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about the write-ahead log.
@Suite struct WriteAheadArticleTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }

    @Test func aQueueLooksAfterItsLog() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.writeAheadLog = FMDatabaseQueue.WriteAheadLog()
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)

        try queue.withDatabase { try $0.execute("CREATE TABLE person (name TEXT)") }
        let statistics = queue.writeAheadStatistics
        #expect(statistics?.logPages ?? 0 > 0)
        #expect(statistics?.slowestCommit ?? .zero > .zero)
    }

    @Test func starvationIsReported() throws {
        let reports = Locked<[String]>([])
        @Sendable func report(_ text: String) { reports.withLock { $0.append(text) } }
        var configuration = FMDatabaseQueue.Configuration()
        configuration.writeAheadLog = FMDatabaseQueue.WriteAheadLog()
        configuration.writeAheadLog?.observer = { event in
            if case .starvation(let starvation) = event {
                report("\(starvation)")
            }
        }
        configuration.writeAheadLog?.checkpointInterval = .milliseconds(1)
        configuration.writeAheadLog?.alarmSize = 0
        let starved = DispatchSemaphore(value: 0)
        let observer = configuration.writeAheadLog?.observer
        configuration.writeAheadLog?.observer = { event in
            observer?(event)
            if case .starvation = event { starved.signal() }
        }
        let queue = try SilentQueue(path: path, configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE person (name TEXT)") }

        let reader = FMDatabase.file(path)
        let rows = try reader.query("SELECT count(*) FROM person")
        _ = try rows.nextRow()
        try queue.withDatabase { try $0.execute("INSERT INTO person VALUES ('ann')") }
        #expect(starved.arrives())
        #expect(reports.value.first?.contains("the write-ahead log has grown to") == true)
        rows.close()
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 27))) func aDatabaseInUseIsCopied() throws {
        let copy = folder.file("copy.db")
        let queue = try FMDatabaseQueue(path: path, configuration: .init())
        try queue.withDatabase { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            try db.execute("CREATE TABLE person (name TEXT)")
            try db.execute("INSERT INTO person VALUES ('ann')")
        }
        let reader = FMDatabase.file(path)
        let rows = try reader.query("SELECT name FROM person")
        _ = try rows.nextRow()
        try queue.withDatabase { db in try db.execute("VACUUM INTO \(copy)") }
        #expect(try FMDatabase.file(copy).rows("SELECT name FROM person", as: String.self) == ["ann"])
        rows.close()
        #expect(throws: FMError.self) { try queue.withDatabase { db in try db.execute("VACUUM INTO \(copy)") } }
        #expect(throws: FMError.self) { try queue.withTransaction { db in try db.execute("VACUUM INTO 'x.db'") } }
    }

    @Test func theCountersAreThere() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.writeAheadLog = FMDatabaseQueue.WriteAheadLog()
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE person (name TEXT)") }
        var seen: [Int] = []
        func print(_ commits: Int, _ logPages: Int, _ slowestCommit: Duration) { seen = [commits, logPages] }
        if let statistics = queue.writeAheadStatistics {
            print(statistics.commits, statistics.logPages, statistics.slowestCommit)
        }
        #expect(seen.first == 1)
        #expect(seen.last ?? 0 > 0)
    }

    @Test func theChoicesAreAsTheTableHasThem() {
        let log = FMDatabaseQueue.WriteAheadLog()
        #expect(log.persistence == .whenStalled(times: 3))
        #expect(log.stallDuration == .milliseconds(100))
        #expect(log.sizeLimit == 16 * 1024 * 1024)
        #expect(log.checkpointPages == 1000)
        #expect(log.checkpointInterval == .seconds(10))
        #expect(log.truncatesWhenIdle == nil)
        #expect(!log.truncatesOnClose)
        #expect(log.alarmSize == 64 * 1024 * 1024)
        #expect(log.observer == nil)
    }
}
