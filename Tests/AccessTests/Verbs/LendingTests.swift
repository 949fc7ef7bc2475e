import FMDB
import FMDBTestHelpers
import Testing

/// The verbs of a queue that throw and return values.
@Suite struct LendingTests {
    private let folder = TemporaryFolder()

    /// A queue on the test's file, with an empty table `t (x UNIQUE)`, that does not wait for locks.
    private func queue() throws -> FMDatabaseQueue {
        let queue = try #require(SilentQueue(path: folder.file()))
        try queue.withDatabase { db in
            db.maxBusyRetryTimeInterval = 0
            try db.execute("CREATE TABLE IF NOT EXISTS t (x UNIQUE)")
        }
        return queue
    }

    private func content(_ queue: FMDatabaseQueue) throws -> [Int] {
        try queue.withDatabase { db in try db.rows("SELECT x FROM t ORDER BY x", as: Int.self) }
    }

    // MARK: Values and errors

    @Test func theValueOfTheBodyIsReturned() throws {
        let queue = try queue()

        #expect(try queue.withDatabase { db in try db.value("SELECT 7", as: Int.self) } == 7)
        #expect(try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (1), (2)") } == 2)
        #expect(try queue.withSavePoint { db in try db.execute("DELETE FROM t WHERE x = 2") } == 1)
        #expect(try content(queue) == [1])
    }

    @Test func whatTheBodyThrowsIsThrown() throws {
        let queue = try queue()

        #expect(throws: Regret.self) { try queue.withDatabase { _ in throw Regret() } }
        #expect(throws: Regret.self) { try queue.withTransaction { _ in throw Regret() } }
        #expect(throws: Regret.self) { try queue.withSavePoint { _ in throw Regret() } }
        #expect(thrown { try queue.withDatabase { try $0.execute("nonsense") } }?.resultCode == .error)
        // The queue is free again.
        #expect(try content(queue) == [])
    }

    @Test func theBodyRunsOnTheThreadThatCalls() throws {
        let here = Thread.current

        #expect(try queue().withDatabase { _ in Thread.current === here })
    }

    @Test func everyBodyGetsTheSameDatabase() throws {
        let queue = try queue()
        let first = try queue.withDatabase { ObjectIdentifier($0) }

        #expect(try queue.withTransaction { ObjectIdentifier($0) } == first)
        #expect(try queue.withSavePoint { ObjectIdentifier($0) } == first)
    }

    // MARK: Transactions

    @Test func aTransactionIsCommittedOrUndone() throws {
        let queue = try queue()

        try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (1)") }
        #expect(throws: Regret.self) {
            try queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (2)")
                throw Regret()
            }
        }

        #expect(try content(queue) == [1])
        #expect(try queue.withDatabase { !$0.isTransactionOpen })
    }

    @Test func aSavePointIsKeptOrUndone() throws {
        let queue = try queue()

        try queue.withSavePoint { db in try db.execute("INSERT INTO t VALUES (1)") }
        #expect(throws: Regret.self) {
            try queue.withSavePoint { db in
                try db.execute("INSERT INTO t VALUES (2)")
                throw Regret()
            }
        }

        #expect(try content(queue) == [1])
    }

    @Test func theKindOfTheTransactionIsPassedOn() throws {
        let queue = try queue()
        let other = FMDatabase.file(folder.file())
        other.maxBusyRetryTimeInterval = 0
        func othersCanRead(_ kind: FMDatabase.TransactionKind) throws -> Bool {
            try queue.withTransaction(kind) { _ in thrown { try other.rows("SELECT x FROM t", as: Int.self) } == nil }
        }

        #expect(try othersCanRead(.immediate))
        #expect(try !othersCanRead(.exclusive))
    }

    @Test func aTransactionIsImmediateUnlessSaidOtherwise() throws {
        let queue = try queue()
        let other = FMDatabase.file(folder.file())
        other.maxBusyRetryTimeInterval = 0

        try queue.withTransaction { _ in
            #expect(thrown { try other.rows("SELECT x FROM t", as: Int.self) } == nil)
            #expect(thrown { try other.execute("DELETE FROM t") }?.resultCode == .busy)
        }
    }

    @Test func theBodyDoesNotRunIfTheTransactionCannotBegin() throws {
        let queue = try queue()
        let other = FMDatabase.file(folder.file())
        var hasRun = false

        let error = try other.withTransaction(.exclusive) {
            thrown { try queue.withTransaction { _ in hasRun = true } }
        }

        #expect(error?.resultCode == .busy)
        #expect(!hasRun)
        #expect(try content(queue) == [])
    }

    @Test func aTransactionLeftOpenRefusesTheNextOne() throws {
        let queue = try queue()
        queue.inDatabase { db in db.executeUpdate("BEGIN", withArgumentsIn: []) }

        let error = thrown { try queue.withTransaction { _ in } }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("left a transaction open, begun by \"BEGIN\"") == true)
    }

    @Test func aTransactionThatTheBodyLeavesOpenIsRolledBackAndThrown() throws {
        let queue = try queue()

        let error = thrown {
            try queue.withDatabase { db in
                try db.execute("BEGIN")
                try db.execute("INSERT INTO t VALUES (1)")
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(try queue.withDatabase { !$0.isTransactionOpen })
        #expect(try content(queue) == [])
    }

    // MARK: A queue within itself

    @Test func aCallFromWithinABodyThrowsAndNamesThePlace() throws {
        let queue = try queue()
        let outer = #line + 2
        let errors = try onBackgroundThread {
            try queue.withDatabase { _ in
                [
                    (thrown { try queue.withDatabase { _ in } }, #line),
                    (thrown { try queue.withTransaction { _ in } }, #line),
                    (thrown { try queue.withSavePoint { _ in } }, #line),
                ]
            }
        }

        #expect(errors.count == 3)
        for (error, line) in errors {
            #expect(error?.extendedCode == .wouldDeadlock)
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.contains("\(folder.file()) (AccessTests/LendingTests.swift:\(line))") == true)
            #expect(error?.message.contains("(AccessTests/LendingTests.swift:\(outer))") == true)
        }
    }

    @Test func everyVerbKnowsThatItsQueueIsTaken() throws {
        let queue = try queue()
        let errors = try onBackgroundThread {
            let inTransaction = try queue.withTransaction { _ in thrown { try queue.withDatabase { _ in } } }
            let inSavePoint = try queue.withSavePoint { _ in thrown { try queue.withDatabase { _ in } } }
            let inFMDBsSpelling = Locked<FMError?>(nil)
            queue.inDatabase { _ in
                let error = thrown { try queue.withDatabase { _ in } }
                inFMDBsSpelling.withLock { $0 = error }
            }
            return [inTransaction, inSavePoint, inFMDBsSpelling.value]
        }

        #expect(errors.map { $0?.resultCode } == [.misuse, .misuse, .misuse])
    }

    @Test func aCallThroughAnotherQueueIsNoticed() throws {
        let (queue, other) = (try queue(), FMDatabaseQueue())
        let error = try onBackgroundThread {
            try queue.withDatabase { _ in
                try other.withDatabase { _ in thrown { try queue.withDatabase { _ in } } }
            }
        }

        #expect(error?.resultCode == .misuse)
    }

    @Test func theBodyGoesOnAfterARefusedCall() throws {
        let queue = try queue()

        try onBackgroundThread {
            try queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (1)")
                #expect(thrown { try queue.withTransaction { _ in } }?.resultCode == .misuse)
                try db.execute("INSERT INTO t VALUES (2)")
            }
        }

        #expect(try content(queue) == [1, 2])
    }

    // MARK: Opening

    @Test func aClosedQueueIsOpenedAgain() throws {
        let queue = try queue()
        try queue.withDatabase { db in try db.execute("INSERT INTO t VALUES (1)") }
        queue.close()

        #expect(try content(queue) == [1])
    }

    @Test func aQueueThatCannotBeOpenedThrows() throws {
        let queue = try queue()
        queue.close()
        queue.path = folder.file("missing/test.db")
        var hasRun = false

        for error in [
            thrown { try queue.withDatabase { _ in hasRun = true } },
            thrown { try queue.withTransaction { _ in hasRun = true } },
            thrown { try queue.withSavePoint { _ in hasRun = true } },
        ] {
            #expect(error?.resultCode == .cantOpen)
        }
        #expect(!hasRun)

        queue.path = folder.file()
        #expect(try content(queue) == [])
    }

    // MARK: Threads

    @Test func bodiesOfSeveralThreadsNeverMeet() throws {
        let queue = try queue()
        try queue.withDatabase { db in try db.execute("INSERT INTO t VALUES (0)") }

        let answers = Locked(0)
        let group = DispatchGroup()
        for _ in 0..<8 {
            Thread {
                for _ in 0..<50 {
                    // A read and a write that belong together, without a transaction.
                    try? queue.withDatabase { db in
                        let x = try db.value("SELECT x FROM t", as: Int.self)
                        try db.execute("UPDATE t SET x = \(x + 1)")
                    }
                }
                answers.withLock { $0 += 1 }
                group.leave()
            }.start(in: group)
        }

        #expect(group.wait(timeout: .now() + patience) == .success)
        #expect(answers.value == 8)
        #expect(try content(queue) == [400])
    }

    #if os(Linux)
        // The process of its own keeps other tests from blocking the threads, so a thread that sleeps waits for the queue.
        @Test func threadsAreServedInTheOrderInWhichTheyCame() async {
            await #expect(processExitsWith: .success) {
                let queue = FMDatabaseQueue()
                let order = Locked<[Int]>([])
                let group = DispatchGroup()
                try queue.withDatabase { _ in
                    for number in 1...5 {
                        group.enter()
                        ThreadState.startAndWaitForSleep {
                            try? queue.withDatabase { _ in order.withLock { $0.append(number) } }
                            group.leave()
                        }
                    }
                }
                // Who has just had the queue comes last.
                try queue.withDatabase { _ in order.withLock { $0.append(0) } }
                #expect(group.wait(timeout: .now() + patience) == .success)
                #expect(order.value == [1, 2, 3, 4, 5, 0])
            }
        }
    #endif
}

extension Thread {
    /// Starts the thread as a member of a group, which it leaves itself.
    fileprivate func start(in group: DispatchGroup) {
        group.enter()
        start()
    }
}
