import FMDB
import FMDBTestHelpers
import Testing

/// What is chosen for a queue or a pool beyond FMDB.
@Suite struct ConfigurationTests {
    private let folder = TemporaryFolder()

    @Test func configureSetsUpEachConnection() throws {
        let opened = Locked(0)
        var configuration = FMDatabasePool.Configuration()
        configuration.configure = { db in
            opened.withLock { $0 += 1 }
            db.makeFunctionNamed("seven", arguments: 0) { [unowned db] context, _, _ in
                db.resultLong(7, context: context)
            }
            try db.execute("PRAGMA cache_size = 77")
        }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)

        #expect(try pool.write { db in try db.value("SELECT seven()", as: Int.self) } == 7)
        #expect(try pool.read { db in try db.value("SELECT seven()", as: Int.self) } == 7)
        #expect(try pool.withDatabase { db in try db.value("PRAGMA cache_size", as: Int.self) } == 77)
        #expect(opened.value == 3)
    }

    @Test func foreignKeysAreOnForEachConnectionBeforeItIsSetUp() throws {
        let seen = Locked<[Bool]>([])
        var configuration = FMDatabasePool.Configuration()
        configuration.foreignKeys = true
        configuration.configure = { db in
            let isOn = try db.value("PRAGMA foreign_keys", as: Bool.self)
            seen.withLock { $0.append(isOn) }
        }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)

        #expect(try pool.write { db in try db.value("PRAGMA foreign_keys", as: Bool.self) })
        #expect(try pool.read { db in try db.value("PRAGMA foreign_keys", as: Bool.self) })
        #expect(try pool.withDatabase { db in try db.value("PRAGMA foreign_keys", as: Bool.self) })
        #expect(seen.value == [true, true, true])
    }

    @Test(arguments: [true, false, nil]) func foreignKeysOfAQueueAreAsChosen(choice: Bool?) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.foreignKeys = choice
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let expected = try choice ?? FMDatabase.memory().value("PRAGMA foreign_keys", as: Bool.self)

        for _ in 1...2 {
            #expect(try queue.withDatabase { db in try db.value("PRAGMA foreign_keys", as: Bool.self) } == expected)
            queue.close()
        }
    }

    @Test func aConnectionThatCannotBeSetUpIsNotLent() throws {
        let fails = Locked(true)
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { _ in if fails.value { throw Regret() } }

        #expect(throws: Regret.self) { try FMDatabaseQueue(path: folder.file(), configuration: configuration) }

        fails.withLock { $0 = false }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        #expect(try queue.withDatabase { db in try db.value("SELECT 1", as: Int.self) } == 1)
        queue.close()
        fails.withLock { $0 = true }
        #expect(throws: Regret.self) { try queue.withDatabase { _ in } }
        queue.inDatabase { db in #expect(!db.isOpen) }
    }

    @Test func aQueueThatCannotBeOpenedThrows() {
        let error = #expect(throws: FMError.self) {
            try FMDatabaseQueue(path: folder.file("missing/test.db"), configuration: .init())
        }

        #expect(error?.resultCode == .cantOpen)
    }

    @Test func flagsCount() throws {
        _ = try FMDatabaseQueue(path: folder.file(), configuration: .init()).withDatabase { db in
            try db.execute("CREATE TABLE t (x)")
        }
        var configuration = FMDatabaseQueue.Configuration()
        configuration.flags = 1  // SQLITE_OPEN_READONLY
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)

        let error = thrown { try queue.withDatabase { db in try db.execute("INSERT INTO t VALUES (1)") } }

        #expect(error?.resultCode == .readOnly)
        #expect(queue.openFlags == 1)
    }

    @Test func theEventHandlerHearsEveryConnection() throws {
        let texts = Locked<[String]>([])
        var configuration = FMDatabasePool.Configuration()
        configuration.eventHandler = { event in
            if case .statementEnded(let run) = event { texts.withLock { $0.append(run.sql) } }
        }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)

        try pool.write { db in try db.execute("CREATE TABLE t (x)") }
        _ = try pool.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) }

        #expect(texts.value.contains("CREATE TABLE t (x)"))
        #expect(texts.value.contains("SELECT count(*) FROM t"))
    }

    @Test func anotherQueueOnTheSameFileIsNoticed() throws {
        let first = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let names = Locked<[[String]]>([])
        var configuration = FMDatabaseQueue.Configuration()
        configuration.eventHandler = { event in
            if case .sharedFile(let others) = event { names.withLock { $0.append(others) } }
        }

        let second = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        second.close()
        try second.withDatabase { _ in }

        #expect(names.value == [["queue \"\((folder.file() as NSString).lastPathComponent)\""]])
        first.close()
    }

    @Test func theConnectionsOfOnePoolDoNotCountAsShared() throws {
        let isNoticed = Locked(false)
        var configuration = FMDatabasePool.Configuration()
        configuration.eventHandler = { event in
            if case .sharedFile = event { isNoticed.withLock { $0 = true } }
        }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)

        try pool.write { _ in try pool.read { _ in try pool.withDatabase { _ in } } }

        #expect(!isNoticed.value)
    }

    @Test func theLabelAndTheCallAreNamedInErrorsAboutLocks() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = "people"
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let other = FMDatabase.file(folder.file())
        other.maxBusyRetryTimeInterval = 0

        let line = #line + 1
        let error = try queue.withTransaction { db in
            try db.execute("CREATE TABLE t (x)")
            return thrown { try other.execute("CREATE TABLE t (x)") }
        }

        let holder = try #require(error?.contention?.holders.first)
        #expect(holder.label == "people")
        #expect(holder.callSite == "AccessTests/ConfigurationTests.swift:\(line)")
        #expect(holder.sql == "BEGIN IMMEDIATE TRANSACTION")
    }

    @Test func theLabelIsNamedInErrors() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = "people"
        let queue = try FMDatabaseQueue(path: nil, configuration: configuration)

        let error = thrown { try queue.withDatabase { _ in try queue.withDatabase { _ in } } }

        #expect(error?.message.contains("the queue \"people\" on a database in memory") == true)
    }

    // MARK: Result sets left open

    private func queue(_ policy: FMDatabaseQueue.OpenResultSets?) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.openResultSets = policy
        configuration.configure = { $0.logsErrors = false }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withTransaction { db in
            try db.execute("CREATE TABLE IF NOT EXISTS t (x)")
            try db.execute("INSERT INTO t VALUES (1), (2)")
        }
        return queue
    }

    /// Leaves a set open in each spelling.
    ///
    /// - Returns: whether it was open afterwards.
    private func leftOpen(_ queue: FMDatabaseQueue) throws -> (fmdb: Bool, modern: Bool) {
        var kept: FMResultSet?
        func isOpen() throws -> Bool {
            let isOpen = try queue.withDatabase { $0.hasOpenResultSets }
            queue.inDatabase { $0.closeOpenResultSets() }
            return isOpen
        }
        queue.inDatabase { db in
            kept = db.executeQuery("SELECT x FROM t", withArgumentsIn: [])
            kept?.next()
        }
        let fmdb = try isOpen()
        try queue.withDatabase { db in
            kept = try db.query("SELECT x FROM t")
            _ = try kept?.nextRow()
        }
        return (fmdb, try isOpen())
    }

    @Test func byDefaultOnlyInDatabaseLeavesThemOpen() throws {
        #expect(try leftOpen(queue(nil)) == (fmdb: true, modern: false))
    }

    @Test func aSetThatAnEarlierBlockOfFMDBsHasLeftOpenStaysOpen() throws {
        let queue = try queue(nil)
        var kept: FMResultSet?
        queue.inDatabase { db in
            kept = db.executeQuery("SELECT x FROM t ORDER BY x", withArgumentsIn: [])
            kept?.next()
        }

        #expect(try queue.withDatabase { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 2)

        queue.inDatabase { _ in
            #expect(kept?.int(forColumnIndex: 0) == 1)
            #expect(kept?.next() == true)
            #expect(kept?.int(forColumnIndex: 0) == 2)
            kept?.close()
        }
    }

    @Test func allMayBeLeftOpen() throws {
        #expect(try leftOpen(queue(.report)) == (fmdb: true, modern: true))
    }

    @Test func allMayBeClosed() throws {
        #expect(try leftOpen(queue(.close)) == (fmdb: false, modern: false))
    }

    #if os(Linux) || os(macOS)
        @Test func theyMayStopTheProcess() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var configuration = FMDatabaseQueue.Configuration()
                configuration.openResultSets = .trap
                let queue = try FMDatabaseQueue(path: nil, configuration: configuration)
                var kept: FMResultSet?
                try queue.withDatabase { db in
                    kept = try db.query("SELECT 'kept'")
                    _ = try kept?.nextRow()
                }
            }
            let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            #expect(text.contains("SELECT 'kept'"))
        }
    #endif

    // MARK: Attempts

    /// A queue with a policy, and another one that holds the write lock until it is told to let go.
    @Test func aTransactionIsTriedAgain() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.retry = .init(attempts: 100, totalTime: .seconds(60), pause: .milliseconds(1), jitter: 0.5)
        configuration.configure = { $0.maxBusyRetryTimeInterval = 0 }
        let tries = Locked(0)
        configuration.eventHandler = { event in
            if case .statementEnded(let run) = event, run.resultCode == .busy { tries.withLock { $0 += 1 } }
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withTransaction { db in try db.execute("CREATE TABLE t (x)") }
        let other = FMDatabase.file(folder.file())
        try other.execute("BEGIN IMMEDIATE")

        let done = BackgroundThreads.start {
            _ = try? queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (1)") }
        }
        try poll { tries.value >= 2 }
        try other.execute("COMMIT")

        #expect(done.arrives())
        #expect(try other.value("SELECT count(*) FROM t", as: Int.self) == 1)
    }

    @Test func theAttemptsComeToAnEnd() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.retry = .init(attempts: 3, totalTime: .seconds(60), pause: .milliseconds(1), jitter: 0)
        configuration.configure = { $0.maxBusyRetryTimeInterval = 0 }
        let tries = Locked(0)
        configuration.eventHandler = { event in
            if case .statementEnded(let run) = event, run.resultCode == .busy { tries.withLock { $0 += 1 } }
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let other = FMDatabase.file(folder.file())
        try other.execute("BEGIN IMMEDIATE")

        #expect(thrown { try queue.withTransaction { _ in } }?.resultCode == .busy)
        #expect(tries.value == 3)
    }

    @Test func anotherErrorIsNotTriedAgain() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.retry = .init()
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        var runs = 0

        #expect(throws: Regret.self) {
            try queue.withTransaction { _ in
                runs += 1
                throw Regret()
            }
        }
        #expect(runs == 1)
    }
}
