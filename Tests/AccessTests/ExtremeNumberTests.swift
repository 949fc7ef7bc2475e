import FMDB
import FMDBTestHelpers
import Testing

/// Numbers and durations that overflow arithmetic. A caller may mean "never" or "for ever" by any of them.
@Suite struct ExtremeNumberTests {
    private let folder = TemporaryFolder()

    private typealias Retry = FMDatabaseCoordinator.Retry

    private static let policies: [FMDatabaseCoordinator.Retry] = [
        Retry(attempts: 3, pause: .zero, jitter: .nan), Retry(attempts: 3, pause: .zero, jitter: .infinity),
        Retry(attempts: 3, pause: .zero, jitter: -.infinity), Retry(attempts: 3, pause: .seconds(Int64.max)),
        Retry(attempts: 3, totalTime: .seconds(1.7e20), pause: .zero), Retry(attempts: 3, pause: .seconds(-1.7e20)),
        Retry(attempts: .min, pause: .zero), Retry(attempts: .max, totalTime: .seconds(-1.7e20)),
    ]

    /// How often a policy lets a transaction be tried against a lock that stays.
    @Test(arguments: zip(policies, [3, 3, 3, 1, 3, 3, 1, 1]))
    func furtherAttemptsEndInTheErrorOfTheLock(policy: FMDatabaseCoordinator.Retry, attempts: Int) throws {
        let holder = FMDatabase.file(folder.file())
        #expect(holder.beginImmediateTransaction())
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.retry = policy
        configuration.configure = { $0.maxBusyRetryTimeInterval = 0 }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let begins = Locked(0)
        try queue.withDatabase { db in
            db.eventHandler = { event in
                if case .statementBegan(let statement) = event, statement.sql.hasPrefix("BEGIN") {
                    begins.withLock { $0 += 1 }
                }
            }
        }

        let error = thrown { try queue.withTransaction(.immediate) { _ in } }

        #expect(error?.resultCode == .busy)
        #expect(begins.withLock { $0 } == attempts)
    }

    @Test(arguments: [Duration.seconds(1.7e20), .seconds(Int64.max)])
    func aDeadlineMayBeBeyondAllTime(distance: Duration) throws {
        let (patient, hurried) = (try queue("patient.db"), try queue("hurried.db"))

        let sum = try patient.withDatabase(deadline: .now.advanced(by: distance)) { db in
            // Afterwards only the far deadline is left to be watched.
            for _ in 0..<3 { #expect(endless(hurried)?.extendedCode == .deadlineExceeded) }
            return try db.value("SELECT 1 + 1", as: Int.self)
        }
        let next = try patient.withDatabase(timeout: distance) { try $0.value("SELECT 1 + 2", as: Int.self) }

        #expect((sum, next) == (2, 3))
    }

    private func queue(_ name: String) throws -> FMDatabaseQueue {
        try FMDatabaseQueue(path: folder.file(name), configuration: .init())
    }

    /// The error of a query that only its timeout ends.
    private func endless(_ queue: FMDatabaseQueue) -> FMError? {
        let query: FMSQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        return thrown { try queue.withDatabase(timeout: .milliseconds(1)) { try $0.value(query, as: Int.self) } }
    }

    @Test(arguments: [Duration.seconds(1.7e20), .seconds(Int64.max), .seconds(-1.7e20)])
    func theLooksForForeignChangesMayBeAnyTimeApart(interval: Duration) async throws {
        let scene = try ChangeScene()
        let changes = scene.coordinator.changes(in: "log", externalChanges: .poll(every: interval))
        let iterator = changes.makeAsyncIterator()

        #expect(await iterator.next()?.isUnknown == true, "the first look")
        try scene.coordinator.here { try $0.execute("INSERT INTO log VALUES (1)") }
        #expect(await iterator.next()?.isUnknown == false)
    }

    @Test func locksMayBeWaitedForAnyTime() throws {
        let db = FMDatabase.memory()
        for seconds in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1] {
            db.maxBusyRetryTimeInterval = seconds
            #expect(try db.value("SELECT 1", as: Int.self) == 1)
        }
    }
}
