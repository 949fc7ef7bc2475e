import FMDB
import Foundation
import FMDBTestHelpers
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
    func aCommitThatIsReachedSaysWhatHasBecomeOfIt(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file(), journal: "WAL")

        var isCommitted = true
        do {
            try await scene.run { db in
                try db.execute("INSERT INTO t VALUES (1)")
                scene.suspend()
            }
        } catch {
            isCommitted = false
        }

        try scene.expectUnlocked()
        scene.resume()
        try await scene.expectClean(isCommitted ? [1] : [])
    }

    @Test(arguments: TransactionVerb.allCases, ["DELETE", "WAL"])
    func scriptsAreRefusedLikeStatements(_ verb: TransactionVerb, _ journal: String) async throws {
        let scene = try FailureScene(verb, folder.file(), journal: journal)

        let error = await scene.failure { db in
            #expect(db.executeStatements("INSERT INTO t VALUES (1)"))
            scene.suspend()
            #expect(!db.executeStatements("SELECT 1; INSERT INTO t VALUES (2); INSERT INTO t VALUES (3)"))
            try scene.expectUnlocked()
            #expect(!db.executeStatements("INSERT INTO t VALUES (4)"))
        }

        #expect(error?.resultCode == .interrupt)
        scene.resume()
        try await scene.expectClean()
    }

    @Test func aScriptThatRunsIsStopped() throws {
        let scene = try FailureScene(.queue, folder.file(), journal: "WAL")
        let script = "BEGIN;" + String(repeating: "INSERT INTO child VALUES (NULL);", count: 200_000) + "COMMIT"

        try scene.queue?.withDatabase { db in
            let isBegun = DispatchSemaphore(value: 0)
            db.makeFunctionNamed("begun", arguments: 0) { _, _, _ in isBegun.signal() }
            let suspends = BackgroundThreads.start {
                isBegun.arrives()
                scene.suspend()
            }
            #expect(!db.executeStatements("SELECT begun();" + script))
            #expect(suspends.arrives())
            try scene.expectUnlocked()
        }

        scene.resume()
        #expect(try FMDatabase.file(scene.path).value("SELECT count(*) FROM child", as: Int.self) == 0)
    }

    @Test func aTransactionThatReadsAfterItsWritesIsLost() async throws {
        let scene = try FailureScene(.queue, folder.file(), journal: "WAL")

        let error = await scene.failure { db in
            try db.execute("INSERT INTO t VALUES (1)")
            scene.suspend()
            _ = try? db.value("SELECT count(*) FROM t", as: Int.self)
            try scene.expectUnlocked()
        }

        #expect(error?.resultCode == .interrupt)
        scene.resume()
        try await scene.expectClean()
    }

    @Test func openResultSetsLetGoOfTheirLock() throws {
        let scene = try FailureScene(.queue, folder.file(), journal: "DELETE")
        try scene.queue?.withTransaction { db in try db.execute("INSERT INTO t VALUES (1), (2), (3)") }

        try scene.queue?.withDatabase { db in
            let first = try #require(db.executeQuery("SELECT x FROM t", withArgumentsIn: []))
            let second = try #require(db.executeQuery("SELECT x + 1 FROM t", withArgumentsIn: []))
            #expect(first.next() && second.next())
            scene.suspend()
            #expect(!first.next())
            try scene.expectUnlocked()
            #expect(!second.next())
            scene.resume()
            #expect(!second.next())
        }
    }

    @Test func aTransactionOfTheClientsOwnIsLostAsAWhole() async throws {
        let scene = try FailureScene(.queue, folder.file(), journal: "WAL")

        scene.queue?.inDatabase { db in
            #expect(db.beginTransaction())
            #expect(db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
            scene.suspend()
            #expect(!db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
            scene.resume()
            #expect(!db.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: []))
            #expect(!db.commit())
        }

        try await scene.expectClean()
    }

    @Test func aConnectionThatABlockReopensIsSuspendedToo() throws {
        let scene = try FailureScene(.queue, folder.file(), journal: "WAL")
        scene.queue?.inDatabase { db in
            #expect(db.close())
            #expect(db.open())
        }
        scene.queue?.suspend()

        let error = thrown { try scene.queue?.withDatabase { db in try db.execute("INSERT INTO t VALUES (1)") } }

        #expect(error?.resultCode == .interrupt)
    }

    @Test func whatConfiguresAConnectionObeysToo() throws {
        let path = folder.file()
        let suspend = Locked<(@Sendable () -> Void)?>(nil)
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in
            suspend.value?()
            try db.execute("CREATE TABLE IF NOT EXISTS t (x)")
            try db.execute("INSERT INTO t VALUES (1)")
        }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        queue.close()
        suspend.withLock { $0 = { [weak queue] in queue?.suspend() } }

        let error = thrown { try queue.withDatabase { _ in } }

        #expect(error?.resultCode == .interrupt)
        #expect(try FMDatabase.file(path).value("SELECT count(*) FROM t", as: Int.self) == 1)
    }

    @Test func theBackgroundRestsUntilItIsResumed() throws {
        let path = folder.file()
        let moved = DispatchSemaphore(value: 0)
        let (isSuspended, tooEarly) = (Locked(false), Locked(0))
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = .init(persistence: .always) { event in
            guard case .checkpoint(let checkpoint) = event, checkpoint.occasion == .background else { return }
            if isSuspended.value { tooEarly.withLock { $0 += 1 } }
            if checkpoint.movedPages == checkpoint.logPages { moved.signal() }
        }
        configuration.writeAheadLog?.checkpointPages = 1
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withTransaction { db in try db.execute("CREATE TABLE t (x)") }
        moved.arrives()

        // This commit asks for a checkpoint. It may itself be stopped by the suspension.
        var isCommitted = false
        while !isCommitted {
            queue.resume()
            isSuspended.withLock { $0 = true }
            isCommitted =
                thrown {
                    try queue.withTransaction { db in
                        try db.execute("INSERT INTO t VALUES (0)")
                        queue.suspend()
                    }
                } == nil
        }
        let other = FMDatabase.file(path)
        for number in 1..<200 { try other.execute("INSERT INTO t VALUES (\(number))") }
        #expect(tooEarly.value == 0)

        isSuspended.withLock { $0 = false }
        queue.resume()
        moved.arrives()
        #expect(try other.value("SELECT count(*) FROM t", as: Int.self) == 200)
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
        var configuration = FMDatabaseCoordinator.Configuration()
        let deaf = try FMDatabaseQueue(path: folder.file("deaf.db"), configuration: configuration)
        configuration.observesSuspensionNotifications = true
        let queue = try FMDatabaseQueue(path: folder.file("queue.db"), configuration: configuration)
        let pool = FMDatabasePool(path: folder.file("pool.db"), configuration: configuration)

        NotificationCenter.default.post(name: FMDatabaseCoordinator.suspendNotification, object: nil)
        #expect(queue.isSuspended && pool.isSuspended)
        #expect(!deaf.isSuspended)

        NotificationCenter.default.post(name: FMDatabaseCoordinator.resumeNotification, object: nil)
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
