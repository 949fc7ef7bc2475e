import FMDB
import FMDBTestHelpers
import Testing

/// A query that would run for minutes.
private let endless: FMSQL = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000000) SELECT max(i) FROM n
    """

/// The asynchronous verbs of a queue.
@Suite struct AsyncTests {
    private let folder = TemporaryFolder()

    /// A queue on the test's file, with an empty table `t (x)`.
    private func queue() throws -> FMDatabaseQueue {
        let queue = try #require(SilentQueue(path: folder.file()))
        try queue.withDatabase { db in try db.execute("CREATE TABLE IF NOT EXISTS t (x)") }
        return queue
    }

    private func count(_ queue: FMDatabaseQueue) throws -> Int {
        try queue.withDatabase { db in try db.value("SELECT count(*) FROM t") }
    }

    @Test func theValueOfTheBodyIsReturned() async throws {
        let queue = try queue()

        #expect(try await queue.withDatabase { db in try db.value("SELECT 7", as: Int.self) } == 7)
        #expect(try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (1), (2)") } == 2)
        #expect(try await queue.withSavePoint { db in try db.execute("DELETE FROM t WHERE x = 2") } == 1)
    }

    @Test func whatTheBodyThrowsIsThrownAndUndone() async throws {
        let queue = try queue()

        await #expect(throws: Regret.self) {
            try await queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (1)")
                throw Regret()
            }
        }
        #expect(try await queue.withDatabase { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 0)
    }

    @Test func aHundredTasksWaitWithoutOccupyingThreads() async throws {
        let queue = try queue()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await queue.withTransaction { db in _ = try db.execute("INSERT INTO t VALUES (\(number))") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await queue.withDatabase { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 100)
    }

    @Test func cancellingStopsTheStatement() async throws {
        let queue = try queue()
        let begun = AsyncStream<Void>.makeStream()
        let task = Task {
            try await queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (1)")
                begun.continuation.yield()
                return try db.value(endless, as: Int.self)
            }
        }
        for await _ in begun.stream { break }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await queue.withDatabase { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 0)
        #expect(try await queue.withDatabase { db in db.isTransactionOpen } == false)
    }

    @Test func cancellingEndsTheWait() async throws {
        let queue = try queue()
        let inside = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let holder = Task {
            try await queue.withDatabase { _ in
                inside.continuation.yield()
                release.wait()
            }
        }
        for await _ in inside.stream { break }
        let waiter = Task { try await queue.withDatabase { _ in Issue.record("the block must not run") } }
        waiter.cancel()

        await #expect(throws: CancellationError.self) { try await waiter.value }
        release.signal()
        try await holder.value
    }

    @Test func theDeadlineStopsTheStatement() async throws {
        let queue = try queue()

        let error = await #expect(throws: FMError.self) {
            try await queue.withDatabase(timeout: .milliseconds(20)) { db in try db.value(endless, as: Int.self) }
        }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(error?.resultCode == .interrupt)
    }

    @Test func theDeadlineStopsTheStatementOfASynchronousCall() throws {
        let queue = try queue()

        let error = thrown {
            try queue.withDatabase(timeout: .milliseconds(20)) { db in try db.value(endless, as: Int.self) }
        }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(try count(queue) == 0)
    }

    @Test func theDeadlineOfOneBlockLeavesAResultSetFromBeforeIt() throws {
        let queue = try queue()
        var kept: FMResultSet?
        queue.inDatabase { db in
            kept = db.executeQuery("SELECT 1 UNION ALL SELECT 2", withArgumentsIn: [])
            #expect(kept?.next() == true)
        }

        let error = thrown {
            try queue.withDatabase(timeout: .milliseconds(20)) { db in try db.value(endless, as: Int.self) }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(try queue.withDatabase { db in try db.value("SELECT 7", as: Int.self) } == 7)
        queue.inDatabase { _ in #expect(kept?.next() == true && kept?.int(forColumnIndex: 0) == 2) }
    }

    @Test func theDeadlineCountsWhileAFileIsOpened() throws {
        let other = FMDatabase.file(folder.file())
        try other.execute("CREATE TABLE t (x)")
        try other.execute("BEGIN EXCLUSIVE")
        let pool = FMDatabasePool(path: folder.file(), configuration: FMDatabasePool.Configuration())

        let error = thrown {
            try pool.write(timeout: .milliseconds(20)) { _ in Issue.record("the block must not run") }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        try other.execute("ROLLBACK")
        #expect(try pool.write { db in try db.execute("INSERT INTO t VALUES (1)") } == 1)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(1e11), .nanoseconds(Int64.max)])
    func aTimeoutOfCenturiesIsNoLimit(_ timeout: Duration) throws {
        let queue = try queue()

        let (waiter, error) = try queue.withDatabase { _ in
            // Both wait, and the alarm for them.
            let waiter = BackgroundThreads.start {
                #expect(thrown { try queue.withTransaction(timeout: timeout) { _ in } } == nil)
            }
            let error = try onBackgroundThread {
                thrown { try queue.withDatabase(timeout: .milliseconds(5)) { _ in } }
            }
            return (waiter, error)
        }
        #expect(waiter.arrives())
        #expect(error?.extendedCode == .deadlineExceeded)
    }
}
