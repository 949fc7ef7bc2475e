import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// How many connections there are and are in use, the events of calls that wait, and the end of a service.
@Suite(.serialized) struct CallTrafficTests {
    private let folder = TemporaryFolder()
    private let events = Locked<[String]>([])

    private static let endless: FMSQL = """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000000) SELECT max(i) FROM n
        """

    private func configuration(moves: Bool = true) -> FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.movesTasks = moves
        configuration.maximumReaders = 2
        configuration.configure = { $0.logsErrors = false }
        configuration.eventHandler = { [events] event in
            switch event {
            case .connectionOpened(let connection): events.withLock { $0.append("opened \(connection.isReadOnly)") }
            case .connectionClosed(let connection): events.withLock { $0.append("closed \(connection.isReadOnly)") }
            case .connectionWait(let wait):
                events.withLock { $0.append("waited, \(wait.isGivenUp ? "given up" : "got it")") }
            default: break
            }
        }
        return configuration
    }

    private func pool(moves: Bool = true) throws -> FMDatabasePool {
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration(moves: moves))
        try pool.write { db in _ = try db.execute("CREATE TABLE IF NOT EXISTS t (x)") }
        return pool
    }

    /// Tasks that each keep a reader until the semaphore is signalled.
    private func hold(_ count: Int, _ pool: FMDatabasePool, until release: DispatchSemaphore) async -> [Task<
        Void, any Error
    >] {
        let inside = AsyncStream<Void>.makeStream()
        let tasks = (0..<count).map { _ in
            Task {
                try await pool.read { _ in
                    inside.continuation.yield()
                    release.wait()
                }
            }
        }
        var begun = 0
        for await _ in inside.stream {
            begun += 1
            if begun == count { break }
        }
        return tasks
    }

    @Test func theNumbersAreThoseOfTheMoment() async throws {
        let pool = try pool()
        let before = pool.statistics
        let release = DispatchSemaphore(value: 0)
        let holders = await hold(2, pool, until: release)
        let waiter = Task { try await pool.read { _ in } }
        try await pollInTurn { pool.statistics.readers.waiting == 1 }
        let during = pool.statistics
        for _ in 0..<2 { release.signal() }
        for holder in holders { try await holder.value }
        try await waiter.value

        #expect(before.readers.count == 0)
        #expect(before.writer.count == 1)
        #expect(before.writer.inUse == 0)
        #expect(during.readers.count == 2)
        #expect(during.readers.inUse == 2)
        #expect(during.readers.waiting == 1)
        #expect(during.databases.count == 0)
        try await pollInTurn { pool.statistics.readers.inUse == 0 }
        #expect(pool.statistics.readers.waiting == 0)
    }

    @Test func aQueueHasOneConnection() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration())

        let inside = try queue.withDatabase { _ in queue.statistics }

        #expect(inside.databases.count == 1)
        #expect(inside.databases.inUse == 1)
        #expect(inside.readers.count + inside.writer.count == 0)
        #expect(queue.statistics.databases.inUse == 0)
    }

    @Test(arguments: [true, false]) func aCallThatWaitedIsTold(moves: Bool) async throws {
        let pool = try pool(moves: moves)
        let release = DispatchSemaphore(value: 0)
        let holders = await hold(2, pool, until: release)
        events.withLock { $0 = [] }
        let cancelled = Task { try await pool.read { _ in } }
        try await pollInTurn { pool.statistics.readers.waiting == 1 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let waiter = Task { try await pool.read { _ in } }
        let thread = BackgroundThreads.start { try? pool.read { _ in } }
        try await pollInTurn { pool.statistics.readers.waiting == 2 }
        for _ in 0..<2 { release.signal() }
        for holder in holders { try await holder.value }
        try await waiter.value
        #expect(thread.arrives())

        #expect(
            events.value.filter { $0.hasPrefix("waited") } == ["waited, given up", "waited, got it", "waited, got it"])
    }

    @Test func callsThatDoNotWaitAreNotTold() async throws {
        let pool = try pool()
        try await pool.read { _ in }
        try pool.here { _ in }

        #expect(!events.value.contains { $0.hasPrefix("waited") })
    }

    @Test func openingAndClosingAreTold() async throws {
        let pool = try pool()
        try await pool.read { _ in }
        pool.close()

        #expect(events.value.sorted() == ["closed false", "closed true", "opened false", "opened true"])
    }

    // MARK: Closing

    @Test func closingWaitsForBlocks() async throws {
        let pool = try pool()
        let release = DispatchSemaphore(value: 0)
        let holders = await hold(1, pool, until: release)
        async let isInTime = pool.close(timeout: .seconds(3600))
        release.signal()

        #expect(await isInTime)
        for holder in holders { try await holder.value }
        #expect(!FileManager.default.fileExists(atPath: folder.file() + "-wal"))
        await #expect(throws: FMError.self) { try await pool.read { _ in } }
    }

    @Test(arguments: [true, false]) func closingInterruptsWhatTakesTooLong(moves: Bool) async throws {
        let pool = try pool(moves: moves)
        let begun = AsyncStream<Void>.makeStream()
        let reader = Task {
            try await pool.read { db in
                begun.continuation.yield()
                return try db.value(CallTrafficTests.endless, as: Int.self)
            }
        }
        let writer = Task {
            try await pool.write { db in
                try db.execute("INSERT INTO t VALUES (1)")
                begun.continuation.yield()
                return try db.value(CallTrafficTests.endless, as: Int.self)
            }
        }
        var count = 0
        for await _ in begun.stream {
            count += 1
            if count == 2 { break }
        }
        let waiter = Task { try await pool.write { _ in Issue.record("the block must not run") } }
        try await pollInTurn { pool.statistics.writer.waiting == 1 }

        #expect(await pool.close(timeout: .zero) == false)

        for task in [reader, writer] {
            let error = await #expect(throws: FMError.self) { try await task.value }
            #expect(error?.resultCode == .interrupt)
        }
        let refused = await #expect(throws: FMError.self) { try await waiter.value }
        #expect(refused?.resultCode == .misuse)
        #expect(pool.statistics.writer.count == 0)
        let after = FMDatabase.file(folder.file())
        #expect(try after.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func closingAQueueInterruptsItToo() async throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration())
        let begun = AsyncStream<Void>.makeStream()
        let task = Task {
            try await queue.withDatabase { db in
                begun.continuation.yield()
                return try db.value(CallTrafficTests.endless, as: Int.self)
            }
        }
        for await _ in begun.stream { break }

        #expect(await queue.close(timeout: .milliseconds(1)) == false)

        let error = await #expect(throws: FMError.self) { try await task.value }
        #expect(error?.resultCode == .interrupt)
        #expect(queue.statistics.databases.count == 0)
    }

    @Test func closingTwiceIsHarmless() async throws {
        let pool = try pool()
        #expect(await pool.close(timeout: .seconds(3600)))
        #expect(await pool.close(timeout: .seconds(3600)))
    }
}
