import FMDB
import FMDBTestHelpers
import Testing

/// What blocks that share their commit should not do, and what they may.
@Suite struct GroupCommitMisuseTests {
    private let scene = GroupCommitScene()
    private var folder: TemporaryFolder { scene.folder }

    // MARK: Blocks that end the transaction

    @Test func aBlockThatRollsTheTransactionBackDoesNotAffectLaterCalls() async throws {
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("ROLLBACK") }
        let second = Task { try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (2)") } }
        doorman.open()

        await #expect(throws: FMError.self) { try await first.value }
        #expect(try await second.value == 1)
        #expect(try scene.content(queue) == [2])
    }

    @Test func aBlockThatRollsTheTransactionBackIsNoErrorOfTheirsToThoseBeforeIt() async throws {
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
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
            #expect(try scene.content(queue) == [1])
        } catch {
            #expect((error as? FMError)?.resultCode == .abort)
            #expect(try scene.content(queue) == [])
        }
    }

    @Test func aBlockThatHidesTheEndOfTheTransactionFails() throws {
        let queue = try scene.queue()

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
        let queue = try scene.queue()
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
        #expect(try scene.content(queue) == [1])
    }

    @Test func aGroupWithinABlockThatHasTheQueueIsRefused() throws {
        let queue = try scene.queue()

        let error = try onBackgroundThread {
            try queue.withDatabase { _ in thrown { try queue.withTransaction { _ in } } }
        }

        #expect(error?.extendedCode == .wouldDeadlock)
        #expect(try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (2)") } == 1)
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

    @Test func aBlockThatBeginsAnotherTransactionFailsAndNothingOfItIsKept() async throws {
        let (queue, doorman) = (try scene.queue(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
        let second = Task {
            try await queue.withTransaction { db in
                try db.execute("ROLLBACK")
                try db.execute("BEGIN")
                _ = try db.execute("INSERT INTO t VALUES (2)")
            }
        }
        doorman.open()

        let error = await #expect(throws: FMError.self) { try await second.value }
        #expect(error?.resultCode == .misuse)
        // The first one was in the same group, or in one before it.
        do {
            try await first.value
            #expect(try scene.content(queue) == [1])
        } catch {
            #expect((error as? FMError)?.resultCode == .abort)
            #expect(try scene.content(queue) == [])
        }
        #expect(try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (3)") } == 1)
    }

    @Test func aBlockThatCommitsFails() throws {
        let queue = try scene.queue()

        let error = try onBackgroundThread {
            thrown {
                try queue.withTransaction { db in
                    try db.execute("INSERT INTO t VALUES (1)")
                    try db.execute("COMMIT")
                }
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(try scene.content(queue) == [1])
    }

    @Test func aBlockThatCommitsAndBeginsAgainFails() throws {
        let queue = try scene.queue()

        let error = try onBackgroundThread {
            thrown {
                try queue.withTransaction { db in
                    try db.execute("COMMIT")
                    try db.execute("BEGIN")
                    try db.execute("INSERT INTO t VALUES (1)")
                }
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(try scene.content(queue) == [])
    }

    @Test func aTransactionThatAnEarlierBlockHasLeftOpenStays() throws {
        let queue = try scene.queue()
        queue.inDatabase { db in
            #expect(db.beginTransaction())
            #expect(db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
        }

        let error = thrown { try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (2)") } }

        #expect(error?.resultCode == .misuse)
        queue.inDatabase { db in #expect(db.commit()) }
        #expect(try scene.content(queue) == [1])
    }

    // MARK: Blocks that keep others waiting

    @Test func aBlockThatThrewCountsAsOneOfItsGroup() async throws {
        let (queue, doorman, last) = (try scene.queue(maximumTransactions: 2), Doorman(), Doorman())
        let first = await scene.first(of: queue, doorman) { try $0.execute("INSERT INTO t VALUES (1)") }
        let third = Locked<Task<Void, any Error>?>(nil)
        let second = Task {
            try await queue.withTransaction { _ in
                // Begun here it cannot be in the place of this one.
                third.withLock { $0 = Task { try await queue.withTransaction { _ in last.begin() } } }
                throw Regret()
            }
        }
        doorman.open()
        await last.waitForBeginning()

        // While the third one is in its midst.
        try await withoutHanging { try await first.value }
        last.open()
        await #expect(throws: Regret.self) { try await second.value }
        try await third.value?.value
    }

    #if os(Linux)
        // The process of its own keeps other tests from blocking the threads, so a thread that sleeps waits for the pool.
        @Test func closingAPoolWaitsForThoseWhoWaitedAlready() async {
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                var configuration = FMDatabasePool.Configuration()
                configuration.groupCommit = FMDatabasePool.GroupCommit(maximumTransactions: 1)
                let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
                try pool.write { db in try db.execute("CREATE TABLE t (x)") }
                let (inside, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                let answers = Locked(0)
                let first = BackgroundThreads.start {
                    try? pool.write { _ in
                        inside.signal()
                        release.arrives()
                    }
                }
                inside.arrives()
                let others = (0..<3).map { number in
                    ThreadState.startAndWaitForSleep {
                        _ = try? pool.write { db in try db.execute("INSERT INTO t VALUES (\(number))") }
                        answers.withLock { $0 += 1 }
                    }
                }
                let closing = ThreadState.startAndWaitForSleep { pool.close() }
                release.signal()

                #expect(([first, closing] + others).allSatisfy { $0.arrives() })
                #expect(answers.value == 3)
                let db = FMDatabase.file(folder.file())
                #expect(try db.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [0, 1, 2])
            }
        }
    #endif
}
