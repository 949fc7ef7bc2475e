import Dispatch
import FMDB
import FMDBTestHelpers
import Testing

/// Waits for a lock of SQLite's that could never end, because the thread that waits has the lock by another connection. Before
/// 3.39 SQLite does not tell whether databases are attached, so that no such wait is certain.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 39))) struct LockDeadlockTests {
    private let folder = TemporaryFolder()

    /// Far longer than any test may take, so that a wait which is not refused shows as a hang.
    private func queue(_ label: String, _ mode: String = "wal") throws -> FMDatabaseQueue {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.label = label
        configuration.configure = { db in
            db.maxBusyRetryTimeInterval = 3600
            db.logsErrors = false
            _ = try db.value(FMSQL(raw: "PRAGMA journal_mode = \(mode)"), as: String.self)
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") }
        return queue
    }

    private func pool() -> FMDatabasePool {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in db.maxBusyRetryTimeInterval = 3600 }
        return FMDatabasePool(path: folder.file(), configuration: configuration)
    }

    private func refusal<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> FMError {
        try #require(try onBackgroundThread { thrown { try body() } })
    }

    // MARK: One thread

    @Test(arguments: ["wal", "delete"])
    func aTransactionWithinOneOfAnotherQueueOnTheFile(mode: String) throws {
        let (first, second) = (try queue("first", mode), try queue("second", mode))
        let error = try refusal {
            try first.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (1)")
                try second.withTransaction { _ in }
            }
        }
        #expect(error.extendedCode == .wouldDeadlock)
        // Both calls are named.
        #expect(error.message.components(separatedBy: "LockDeadlockTests.swift:").count == 3, "\(error)")
        #expect(error.contention?.holders.map(\.label) == ["first"])
        #expect(try first.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
    }

    @Test(arguments: ["wal", "delete"])
    func aTransactionThatHasYetToWrite(mode: String) throws {
        let (first, second) = (try queue("first", mode), try queue("second", mode))
        let error = try refusal {
            try first.withTransaction(.immediate) { _ in
                try second.withDatabase { try $0.execute("INSERT INTO t VALUES (1)") }
            }
        }
        #expect(error.extendedCode == .wouldDeadlock)
    }

    @Test func aWriteWithinATransactionOfThePool() throws {
        let pool = pool()
        try pool.write { try $0.execute("CREATE TABLE t (a)") }
        let error = try refusal {
            try pool.withTransaction { _ in try pool.write { try $0.execute("INSERT INTO t VALUES (1)") } }
        }
        #expect(error.extendedCode == .wouldDeadlock)
    }

    @Test func aReadWithinATransactionOfThePoolGoesOn() throws {
        let pool = pool()
        try pool.write { try $0.execute("CREATE TABLE t (a)") }
        let count = try onBackgroundThread {
            try pool.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (1)")
                return try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
            }
        }
        #expect(count == 0)
    }

    @Test func aCommitThatItsOwnThreadsReaderKeepsBack() throws {
        let (first, second) = (try queue("first", "delete"), try queue("second", "delete"))
        try first.withDatabase { try $0.execute("INSERT INTO t VALUES (1), (2)") }
        let error = try refusal {
            try first.withDatabase { db in
                let rows = try db.query("SELECT a FROM t")
                _ = try rows.nextRow()
                try second.withDatabase { try $0.execute("DELETE FROM t") }
            }
        }
        #expect(error.extendedCode == .wouldDeadlock)
        #expect(try first.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 2)
    }

    @Test func aDatabaseThatIsNotLentWithinATransactionOfAQueue() throws {
        let queue = try queue("first")
        let path = folder.file()
        let error = try refusal {
            try queue.withTransaction { _ in
                let db = FMDatabase.file(path)
                db.maxBusyRetryTimeInterval = 3600
                try db.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(error.extendedCode == .wouldDeadlock)
    }

    @Test func fmdbsCallIsRefusedAtOnceWithSQLitesCode() throws {
        let (first, second) = (try queue("first"), try queue("second"))
        let code = try onBackgroundThread {
            var code: Int?
            first.inTransaction { _, _ in
                second.inTransaction { db, _ in db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []) }
                code = second.lastTransactionError?.code
            }
            return code
        }
        #expect(code == 5)
        #expect(try first.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
    }

    @Test func aTransactionOnAnotherFileGoesOn() throws {
        let first = try queue("first")
        let other = try FMDatabaseQueue(path: folder.file("other.db"), configuration: .init())
        try onBackgroundThread {
            try first.withTransaction { _ in
                try other.withTransaction { try $0.execute("CREATE TABLE t (a)") }
            }
        }
        #expect(try other.withDatabase { $0.tableExists("t") })
    }

    // MARK: Several threads

    /// The first thread has the file's lock and waits for the second queue; the second has that queue and waits for the
    /// file.
    @Test(arguments: ["wal", "delete"])
    func threadsThatWaitForEachOtherAcrossBothKindsOfLocks(mode: String) throws {
        let (writer, other) = (try queue("writer", mode), try queue("other", mode))
        let meeting = Meeting(2)
        let errors = Locked<[FMError?]>([])
        let allCameBack = BackgroundThreads.run(2) { number in
            let error = thrown {
                if number == 0 {
                    try writer.withTransaction { db in
                        try db.execute("INSERT INTO t VALUES (1)")
                        meeting.join()
                        try other.withDatabase { _ in }
                    }
                } else {
                    try other.withDatabase { db in
                        meeting.join()
                        try db.execute("INSERT INTO t VALUES (2)")
                    }
                }
            }
            errors.withLock { $0.append(error) }
        }
        #expect(allCameBack)
        // One gives way, and the other goes on.
        let refused = errors.value.compactMap { $0 }
        #expect(refused.map(\.extendedCode) == [.wouldDeadlock], "\(refused)")
        #expect(try writer.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 1)
    }

    @Test func aWaitForAnotherThreadsTransactionGoesOn() throws {
        let (first, second) = (try queue("first"), try queue("second"))
        let meeting = Meeting(2)
        let isWaiting = DispatchSemaphore(value: 0)
        let allCameBack = BackgroundThreads.run(3) { number in
            switch number {
            case 0:
                try? first.withTransaction { db in
                    try db.execute("INSERT INTO t VALUES (1)")
                    meeting.join()
                    isWaiting.arrives()
                }
            case 1:
                meeting.join()
                _ = try? second.withTransaction { try $0.execute("INSERT INTO t VALUES (2)") }
            default: isWaiting.signal()
            }
        }
        #expect(allCameBack)
        #expect(try first.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 2)
    }
}
