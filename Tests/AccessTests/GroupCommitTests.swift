import FMDB
import Support
import Testing

/// A pool whose databases keep their error messages out of the test log.
private final class SilentPool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { SilentDatabase.self }
}

/// A query that would run for minutes.
private let endless: FMSQL = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000000) SELECT max(i) FROM n
    """

/// Transactions that share their commits.
@Suite struct GroupCommitTests {
    private let folder = TemporaryFolder()

    /// A queue on the test's file, with the tables `t (x UNIQUE)` and `child`, whose parents are in `t`.
    private func queue(vfs: String? = nil) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.groupCommit = FMDatabaseQueue.GroupCommit()
        configuration.vfs = vfs
        configuration.configure = { db in try db.execute("PRAGMA foreign_keys = ON") }
        let queue = try SilentQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)")
            try db.execute("CREATE TABLE child (x REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
        }
        return queue
    }

    private func content(_ queue: FMDatabaseLender) throws -> [Int] {
        try queue.withDatabase { db in try db.rows("SELECT x FROM t ORDER BY rowid", as: Int.self) }
    }

    /// Starts a transaction that is the first of its group and keeps the others waiting.
    ///
    /// - Parameter body: runs when the doorman lets it, and the rest of the group after it.
    private func first(
        of lender: FMDatabaseQueue, _ doorman: Doorman,
        _ body: @escaping @Sendable (FMDatabase) throws -> Void = { _ in }
    ) async -> Task<Void, any Error> {
        let task = Task {
            try await lender.withTransaction { db in
                doorman.begin()
                try body(db)
            }
        }
        await doorman.waitForBeginning()
        return task
    }

    // MARK: One alone

    @Test func aTransactionThatThrowsIsUndoneAlone() async throws {
        let (queue, doorman) = (try queue(), Doorman())
        let first = await first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
        let second = Task {
            try await queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (2)")
                throw Regret()
            }
        }
        let third = Task { try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (3)") } }
        doorman.open()

        try await first.value
        await #expect(throws: Regret.self) { try await second.value }
        #expect(try await third.value == 1)
        #expect(try content(queue) == [1, 3])
    }

    @Test func aForeignKeyThatIsNotSatisfiedUndoesItsTransactionAlone() async throws {
        let (queue, doorman) = (try queue(), Doorman())
        let first = await first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
        let second = Task {
            try await queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (2)")
                _ = try db.execute("INSERT INTO child VALUES (77)")
            }
        }
        let third = Task {
            try await queue.withTransaction { db in
                try db.execute("INSERT INTO child VALUES (3)")
                _ = try db.execute("INSERT INTO t VALUES (3)")
            }
        }
        doorman.open()

        try await first.value
        let error = await #expect(throws: FMError.self) { try await second.value }
        #expect(error?.extendedCode == .constraintForeignKey)
        try await third.value
        #expect(try content(queue) == [1, 3])
    }

    @Test func aBlockThatRollsTheTransactionBackHarmsNobodyAfterIt() async throws {
        let (queue, doorman) = (try queue(), Doorman())
        let first = await first(of: queue, doorman) { try $0.execute("ROLLBACK") }
        let second = Task { try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (2)") } }
        doorman.open()

        await #expect(throws: FMError.self) { try await first.value }
        #expect(try await second.value == 1)
        #expect(try content(queue) == [2])
    }

    @Test func aBlockThatRollsTheTransactionBackIsNoErrorOfTheirsToThoseBeforeIt() async throws {
        let (queue, doorman) = (try queue(), Doorman())
        let first = await first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
        let second = Task {
            try await queue.withTransaction { db in
                try db.execute("ROLLBACK")
                throw Regret()
            }
        }
        doorman.open()

        await #expect(throws: Regret.self) { try await second.value }
        // The first one was in the same group, or in one before it.
        do {
            try await first.value
            #expect(try content(queue) == [1])
        } catch {
            #expect((error as? FMError)?.resultCode == .abort)
            #expect(try content(queue) == [])
        }
    }

    @Test func aBlockThatHidesTheEndOfTheTransactionIsTold() throws {
        let queue = try queue()

        let error = try onBackgroundThread {
            thrown {
                try queue.withTransaction { db in
                    try db.execute("COMMIT")
                    try db.execute("SAVEPOINT \"fmdb save point 0\"")
                }
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (2)") } == 1)
    }

    @Test func aCallWithinABlockOfTheSameQueueIsRefusedAndTheBlockGoesOn() throws {
        let queue = try queue()
        let errors = try onBackgroundThread {
            try queue.withTransaction { db in
                let errors = [
                    thrown { try queue.withTransaction { _ in } }, thrown { try queue.withDatabase { _ in } },
                    thrown { try queue.withSavePoint { _ in } },
                ]
                try db.execute("INSERT INTO t VALUES (1)")
                return errors
            }
        }

        #expect(errors.map { $0?.extendedCode } == [.wouldDeadlock, .wouldDeadlock, .wouldDeadlock])
        #expect(try content(queue) == [1])
    }

    @Test func aGroupWithinABlockThatHasTheQueueIsRefused() throws {
        let queue = try queue()

        let error = try onBackgroundThread {
            try queue.withDatabase { _ in thrown { try queue.withTransaction { _ in } } }
        }

        #expect(error?.extendedCode == .wouldDeadlock)
        #expect(try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (2)") } == 1)
    }

    // MARK: All together

    @Test func theTransactionsOfOneCallerKeepTheirOrder() async throws {
        let queue = try queue()
        try await queue.withDatabase { db in _ = try db.execute("CREATE TABLE log (caller, turn)") }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<8 {
                group.addTask {
                    for turn in 0..<25 {
                        try await queue.withTransaction { db in
                            _ = try db.execute("INSERT INTO log VALUES (\(caller), \(turn))")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }

        for caller in 0..<8 {
            let turns = try await queue.withDatabase { db in
                try db.rows("SELECT turn FROM log WHERE caller = \(caller) ORDER BY rowid", as: Int.self)
            }
            #expect(turns == Array(0..<25))
        }
    }

    @Test func threadsAndTasksShareACommit() async throws {
        let (queue, doorman) = (try queue(), Doorman())
        let first = await first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1000)") }
        let threads = (0..<4).map { number in
            BackgroundThreads.start {
                _ = try? queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (\(number))") }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 4..<8 {
                group.addTask {
                    try await queue.withTransaction { db in
                        _ = try db.execute("INSERT INTO t VALUES (\(number))")
                    }
                }
            }
            doorman.open()
            try await group.waitForAll()
        }

        try await first.value
        #expect(await Task.detached { threads.allSatisfy { $0.arrives() } }.value)
        #expect(try content(queue) == Array(0..<8) + [1000])
    }

    @Test func theWriterOfAPoolCommitsInGroupsToo() async throws {
        var configuration = FMDatabasePool.Configuration()
        configuration.groupCommit = FMDatabasePool.GroupCommit()
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try await pool.write { db in _ = try db.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)") }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await pool.write { db in _ = try db.execute("INSERT INTO t VALUES (\(number))") }
                    // What is acknowledged can be seen.
                    let rows: Int = try await pool.read { db in
                        try db.value("SELECT count(*) FROM t WHERE x = \(number)")
                    }
                    #expect(rows == 1)
                }
            }
            try await group.waitForAll()
        }

        #expect(try content(pool) == Array(0..<50))
    }

    @Test func aClosedPoolRefusesToWriteInGroups() throws {
        var configuration = FMDatabasePool.Configuration()
        configuration.groupCommit = FMDatabasePool.GroupCommit()
        let pool = SilentPool(path: folder.file(), configuration: configuration)
        try pool.write { db in try db.execute("CREATE TABLE t (x)") }
        pool.close()

        #expect(thrown { try pool.write { db in try db.execute("INSERT INTO t VALUES (1)") } }?.resultCode == .misuse)
        #expect(try FMDatabase.file(folder.file()).value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func aCommitThatFailsFailsAllAndWritesNothing() async throws {
        let disk = FaultPlan(for: folder.file())
        let (queue, doorman) = (try queue(vfs: FaultVFS.name), Doorman())
        let first = await first(of: queue, doorman) { db in
            try db.execute("INSERT INTO t VALUES (1)")
            disk.fail([.write], .sticky, code: .full)
        }
        let others = (2..<5).map { number in
            Task {
                try await queue.withTransaction { db in _ = try db.execute("INSERT INTO t VALUES (\(number))") }
            }
        }
        doorman.open()

        for task in [first] + others {
            let error = await #expect(throws: FMError.self) { try await task.value }
            #expect(error?.resultCode == .full)
        }
        disk.heal()
        #expect(try content(queue) == [])
        #expect(try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (9)") } == 1)
    }

    @Test func aTransactionThatCannotBeginRunsNoBlock() async throws {
        let queue = try queue()
        try await queue.withDatabase { db in db.maxBusyRetryTimeInterval = 0 }
        let other = FMDatabase.file(folder.file())
        try other.execute("BEGIN IMMEDIATE")

        let error = await #expect(throws: FMError.self) {
            try await queue.withTransaction { _ in Issue.record("the block must not run") }
        }

        #expect(error?.resultCode == .busy)
        try other.execute("ROLLBACK")
        let count = try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (1)") }
        #expect(count == 1)
    }

    // MARK: Ended early

    @Test func aTransactionThatIsCancelledWhileItWaitsDoesNotRun() async throws {
        let (queue, doorman) = (try queue(), Doorman())
        let first = await first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
        let second = Task { try await queue.withTransaction { _ in Issue.record("the block must not run") } }
        second.cancel()

        await #expect(throws: CancellationError.self) { try await second.value }
        doorman.open()
        try await first.value
        #expect(try content(queue) == [1])
    }

    @Test func cancellingTheFirstOfAGroupHarmsNobodyElse() async throws {
        let queue = try queue()
        let begun = AsyncStream<Void>.makeStream()
        let first = Task {
            try await queue.withTransaction { db in
                begun.continuation.yield()
                // A statement that writes: SQLite rolls the whole transaction back when it is interrupted.
                try db.execute(
                    """
                    INSERT INTO child WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                    SELECT i FROM n WHERE i < 0
                    """)
            }
        }
        for await _ in begun.stream { break }
        let others = (2..<5).map { number in
            Task { try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (\(number))") } }
        }
        first.cancel()

        await #expect(throws: CancellationError.self) { try await first.value }
        for task in others { #expect(try await task.value == 1) }
        #expect(try content(queue) == [2, 3, 4])
    }

    @Test func cancellingALaterOneKeepsItsNextStatementFromRunning() async throws {
        let (queue, doorman, inside) = (try queue(), Doorman(), Doorman())
        let first = await first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
        let second = Task {
            try await queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (2)")
                inside.begin()
                try db.execute("INSERT INTO t VALUES (3)")
            }
        }
        doorman.open()
        await inside.waitForBeginning()
        second.cancel()
        inside.open()

        await #expect(throws: CancellationError.self) { try await second.value }
        try await first.value
        #expect(try content(queue) == [1])
    }

    @Test func theDeadlineEndsTheWaitOfAThread() async throws {
        let (queue, doorman) = (try queue(), Doorman())
        let first = await first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }

        let error = thrown {
            try queue.withTransaction(timeout: .milliseconds(10)) { _ in Issue.record("the block must not run") }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        doorman.open()
        try await first.value
        #expect(try content(queue) == [1])
    }

    @Test func aDeadlineThatHasPassedEndsTheWaitAtOnce() async throws {
        let (queue, doorman) = (try queue(), Doorman())
        let first = await first(of: queue, doorman)

        let error = thrown {
            try queue.withTransaction(deadline: .now) { _ in Issue.record("the block must not run") }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        doorman.open()
        try await first.value
    }

    @Test func theDeadlineStopsTheStatementOfTheFirstOne() throws {
        let queue = try queue()

        let error = thrown {
            try queue.withTransaction(timeout: .milliseconds(20)) { db in try db.value(endless, as: Int.self) }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (1)") } == 1)
    }
}

/// Keeps one block in its midst until a test has done something else.
private struct Doorman: Sendable {
    private let beginning = AsyncStream<Void>.makeStream()
    private let door = DispatchSemaphore(value: 0)

    /// To be called within the block: waits until the door is open.
    func begin() {
        beginning.continuation.yield()
        door.arrives()
    }

    func waitForBeginning() async {
        for await _ in beginning.stream { break }
    }

    func open() { door.signal() }
}
