import FMDB
import FMDBTestHelpers
import Testing

/// A query that would run for minutes.
private let endless: FMSQL = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000000) SELECT max(i) FROM n
    """

/// Transactions that share their commits.
@Suite struct GroupCommitTests {
    private let scene = GroupCommitScene()
    private var folder: TemporaryFolder { scene.folder }

    @Test func callsThatWaitForAGroupAreCounted() async throws {
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman)
        let others = (0..<3).map { _ in Task { try await queue.withTransaction { _ in } } }
        let cancelled = Task { try await queue.withTransaction { _ in } }
        try await pollInTurn { queue.statistics.databases.waiting == 4 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(queue.statistics.databases.waiting == 3)
        doorman.open()
        try await first.value
        for other in others { try await other.value }
        #expect(queue.statistics.databases.waiting == 0)
        // The thread of the group also waits for the connection, but it is not a call.
        let other = Task { try await queue.withDatabase { _ in doorman.begin() } }
        await doorman.waitForBeginning()
        let call = Task { try await queue.withTransaction { _ in } }
        try await pollInTurn { queue.statistics.databases.waiting > 0 }
        #expect(queue.statistics.databases.waiting == 1)
        doorman.open()
        _ = try await (other.value, call.value)
    }

    // MARK: One alone

    @Test func aTransactionThatThrowsIsUndoneAlone() async throws {
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
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
        #expect(try scene.content(queue) == [1, 3])
    }

    @Test func aForeignKeyThatIsNotSatisfiedUndoesItsTransactionAlone() async throws {
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
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
        #expect(try scene.content(queue) == [1, 3])
    }

    // MARK: All together

    @Test func theTransactionsOfOneCallerKeepTheirOrder() async throws {
        let queue = try scene.queue()
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
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1000)") }
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
        #expect(try scene.content(queue) == Array(0..<8) + [1000])
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

        #expect(try scene.content(pool) == Array(0..<50))
    }

    @Test func aCommitThatFailsFailsAllAndWritesNothing() async throws {
        let disk = FMTestDisk()
        let (queue, doorman) = (try scene.queue(vfs: disk.vfs), Doorman())
        let first = await scene.first(of: queue, doorman) { db in
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
        #expect(try scene.content(queue) == [])
        #expect(try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (9)") } == 1)
    }

    @Test func aTransactionThatCannotBeginRunsNoBlock() async throws {
        let queue = try scene.queue()
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
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
        let second = Task { try await queue.withTransaction { _ in Issue.record("the block must not run") } }
        second.cancel()

        await #expect(throws: CancellationError.self) { try await second.value }
        doorman.open()
        try await first.value
        #expect(try scene.content(queue) == [1])
    }

    @Test func cancellingTheFirstOfAGroupDoesNotAffectOthers() async throws {
        let queue = try scene.queue()
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
        #expect(try scene.content(queue) == [2, 3, 4])
    }

    @Test func cancellingALaterOneKeepsItsNextStatementFromRunning() async throws {
        let (queue, doorman, inside) = (try scene.queue(), Doorman(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
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
        #expect(try scene.content(queue) == [1])
    }

    @Test func theDeadlineEndsTheWaitOfAThread() async throws {
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }

        let error = thrown {
            try queue.withTransaction(timeout: .milliseconds(10)) { _ in Issue.record("the block must not run") }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        doorman.open()
        try await first.value
        #expect(try scene.content(queue) == [1])
    }

    @Test func aDeadlineThatHasPassedEndsTheWaitAtOnce() async throws {
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman)

        let error = thrown {
            try queue.withTransaction(deadline: .now) { _ in Issue.record("the block must not run") }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        doorman.open()
        try await first.value
    }

    @Test func theDeadlineStopsTheStatementOfTheFirstOne() throws {
        let queue = try scene.queue()

        let error = thrown {
            try queue.withTransaction(timeout: .milliseconds(20)) { db in try db.value(endless, as: Int.self) }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (1)") } == 1)
    }
}
