import FMDB
import Foundation
import Support
import Testing

/// Queues and pools that are kept from taking locks for a while.
@Suite struct SuspensionTests {
    private let folder = TemporaryFolder()

    @Test(arguments: TransactionVerb.allCases)
    func whatWritesIsRefusedUntilItIsResumed(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file(), journal: "WAL")
        scene.suspend()

        let error = await scene.failure { db in try db.execute("INSERT INTO t VALUES (1)") }

        #expect(error?.resultCode == .interrupt)
        #expect(error?.message.contains("suspended") == true)
        try scene.expectUnlocked()
        scene.resume()
        try await scene.expectClean()
    }

    @Test(arguments: TransactionVerb.allCases, ["DELETE", "WAL"])
    func aTransactionThatMeetsItIsLostAsAWhole(_ verb: TransactionVerb, _ journal: String) async throws {
        let scene = try FailureScene(verb, folder.file(), journal: journal)

        let error = await scene.failure { db in
            try db.execute("INSERT INTO t VALUES (1)")
            scene.suspend()
            // A body that passes over the error.
            _ = try? db.execute("INSERT INTO t VALUES (2)")
            try scene.expectUnlocked()
            _ = try? db.execute("INSERT INTO t VALUES (3)")
        }

        #expect(error?.resultCode == .interrupt)
        scene.resume()
        try await scene.expectClean()
    }

    @Test(arguments: TransactionVerb.allCases)
    func aCommitThatIsReachedEndsItsTransaction(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file(), journal: "WAL")

        try await scene.run { db in
            try db.execute("INSERT INTO t VALUES (1)")
            scene.suspend()
        }

        try scene.expectUnlocked()
        scene.resume()
        try await scene.expectClean([1])
    }

    @Test(arguments: [TransactionVerb.queue, .queueShared, .pool])
    func aStatementThatRunsIsStopped(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file(), journal: "WAL")

        let error = await scene.failure { db in
            let isFirst = Locked(true)
            db.makeFunctionNamed("suspends", arguments: 0) { _, _, _ in
                let suspendsNow = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                if suspendsNow { scene.suspend() }
            }
            try db.execute(
                "WITH RECURSIVE c(x) AS (SELECT suspends() UNION ALL SELECT 1 FROM c) INSERT INTO child SELECT x FROM c"
            )
        }

        #expect(error?.resultCode == .interrupt)
        try scene.expectUnlocked()
        scene.resume()
        try await scene.expectClean()
    }

    #if os(Linux)
        @Test func aWaitForALockIsStopped() throws {
            let path = folder.file()
            let queue = try FMDatabaseQueue(path: path, configuration: .init())
            try queue.withDatabase { db in
                try db.execute("CREATE TABLE t (x)")
                db.maxBusyRetryTimeInterval = 3600
            }
            let other = FMDatabase.file(path)
            try other.execute("BEGIN EXCLUSIVE")

            let error = Locked<FMError?>(nil)
            let writer = ThreadState.startAndWaitForSleep {
                let found = thrown { try queue.withDatabase { db in try db.execute("INSERT INTO t VALUES (1)") } }
                error.withLock { $0 = found }
            }
            queue.suspend()

            #expect(writer.arrives())
            #expect(error.value?.resultCode == .interrupt)
            try other.execute("ROLLBACK")
        }

    #endif

    @Test func whatReadsGoesOnInWALModeAlone() throws {
        for journal in ["WAL", "DELETE"] {
            let scene = try FailureScene(.queue, folder.file("\(journal).db"), journal: journal)
            scene.queue?.suspend()

            let error = thrown {
                try scene.queue?.withDatabase { db in _ = try db.value("SELECT count(*) FROM t", as: Int.self) }
            }

            #expect((error == nil) == (journal == "WAL"))
        }
    }

    @Test func theReadersOfAPoolGoOn() throws {
        let scene = try FailureScene(.pool, folder.file())
        try scene.pool?.write { db in try db.execute("INSERT INTO t VALUES (1), (2), (3)") }

        let numbers = try scene.pool?.read { db in
            var numbers: [Int] = []
            try db.forEachRow("SELECT x FROM t") { row in
                if numbers.isEmpty { scene.pool?.suspend() }
                numbers.append(try row.value(at: 0, as: Int.self))
            }
            return numbers + (try db.rows("SELECT x FROM t", as: Int.self))
        }

        #expect(numbers == [1, 2, 3, 1, 2, 3])
        #expect(try scene.pool?.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 3)
    }

    @Test func noCheckpointBegins() throws {
        let scene = try FailureScene(.pool, folder.file())
        try scene.pool?.write { db in try db.execute("INSERT INTO t VALUES (1)") }
        scene.pool?.suspend()

        #expect(throws: FMError.self) { try scene.pool?.write { db in _ = try db.checkpoint(.passive) } }
        #expect(throws: FMError.self) { try scene.pool?.withDatabase { db in _ = try db.checkpoint(.truncate) } }

        scene.pool?.resume()
        try scene.pool?.withDatabase { db in _ = try db.checkpoint(.truncate) }
    }

    @Test func noConnectionIsOpened() throws {
        let path = folder.file()
        let queue = try FMDatabaseQueue(path: path, configuration: .init())
        queue.close()
        queue.suspend()

        #expect(throws: FMError.self) { try queue.withDatabase { _ in } }

        queue.resume()
        try queue.withDatabase { db in try db.execute("CREATE TABLE t (x)") }
    }

    @Test func thoseWhoListenAreSuspendedByANotification() throws {
        var configuration = FMDatabaseLender.Configuration()
        let deaf = try FMDatabaseQueue(path: folder.file("deaf.db"), configuration: configuration)
        configuration.observesSuspensionNotifications = true
        let queue = try FMDatabaseQueue(path: folder.file("queue.db"), configuration: configuration)
        let pool = FMDatabasePool(path: folder.file("pool.db"), configuration: configuration)

        NotificationCenter.default.post(name: FMDatabaseLender.suspendNotification, object: nil)
        #expect(queue.isSuspended && pool.isSuspended)
        #expect(!deaf.isSuspended)

        NotificationCenter.default.post(name: FMDatabaseLender.resumeNotification, object: nil)
        #expect(!queue.isSuspended && !pool.isSuspended)
    }
}

extension FailureScene {
    fileprivate func suspend() {
        queue?.suspend()
        pool?.suspend()
    }

    fileprivate func resume() {
        queue?.resume()
        pool?.resume()
    }

    /// Another connection, which does not wait, gets every lock.
    fileprivate func expectUnlocked() throws {
        let other = FMDatabase.file(path)
        other.maxBusyRetryTimeInterval = 0
        try other.execute("BEGIN EXCLUSIVE")
        try other.execute("ROLLBACK")
        other.close()
    }
}
