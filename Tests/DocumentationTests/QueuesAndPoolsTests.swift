import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about queues and pools.
@Suite struct QueuesAndPoolsTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }
    private let readOnly: Int32 = 1  // SQLITE_OPEN_READONLY

    // MARK: Values

    @Test func oneStatementNeedsNoBlock() throws {
        let queue = try People.queue()
        let (name, age) = ("cy", 90)
        try queue.execute("INSERT INTO person (name, age) VALUES (\(name), \(age))")
        let oldest: Int? = try queue.value("SELECT max(age) FROM person")
        #expect(oldest == 90)
    }

    @Test func aBlockReturnsValues() throws {
        let queue = try People.queue()
        let names = try queue.withDatabase { db in
            try db.rows("SELECT name FROM person ORDER BY name", as: String.self)
        }
        #expect(names == ["ann", "bob"])
    }

    @Test func aBlockOfFMDBsLeavesThemInVariables() throws {
        let queue = try People.queue()
        var names: [String] = []
        queue.inDatabase { db in
            let rows = db.executeQuery("SELECT name FROM person ORDER BY name", withArgumentsIn: [])
            while rows?.next() == true {
                names.append(rows?.string(forColumn: "name") ?? "")
            }
        }
        #expect(names == ["ann", "bob"])
    }

    // MARK: Transactions and settings

    private func transfer(_ amount: Int, from payer: String, to payee: String, _ queue: FMDatabaseQueue) throws {
        try queue.withTransaction { db in
            try db.execute("UPDATE account SET balance = balance - \(amount) WHERE name = \(payer)")
            try db.execute("UPDATE account SET balance = balance + \(amount) WHERE name = \(payee)")
        }
    }

    @Test func aTransferIsMadeWhollyOrNotAtAll() throws {
        let queue = FMDatabaseQueue()
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE account (name TEXT, balance INTEGER CHECK (balance BETWEEN 0 AND 10))")
            try db.execute("INSERT INTO account VALUES ('ann', 10), ('bob', 5)")
        }
        func balances() throws -> [Int] {
            try queue.withDatabase { try $0.rows("SELECT balance FROM account ORDER BY name", as: Int.self) }
        }
        try transfer(3, from: "ann", to: "bob", queue)
        #expect(try balances() == [7, 8])
        #expect(throws: FMError.self) { try transfer(3, from: "ann", to: "bob", queue) }
        #expect(try balances() == [7, 8])
    }

    @Test func aClassOfOnesOwnSetsEachConnection() throws {
        let queue = try #require(PatientQueue(path: path))
        queue.close()
        #expect(try queue.withDatabase { $0.maxBusyRetryTimeInterval } == 10)
        #expect(try queue.withDatabase { try $0.value("PRAGMA foreign_keys", as: Bool.self) })
    }

    // MARK: Nesting

    @Test func theDatabaseIsHandedDown() throws {
        let queue = try People.queue()
        let name = "cid"
        func insert(_ name: String, into db: FMDatabase) throws {
            try db.execute("INSERT INTO person (name) VALUES (\(name))")
        }
        try queue.withDatabase { db in
            try insert(name, into: db)
        }
        #expect(try People.names(in: queue) == ["ann", "bob", "cid"])
    }

    @Test func aBlockWithinABlockThrows() throws {
        let queue = try People.queue()
        let error = #expect(throws: FMError.self) {
            try queue.withDatabase { _ in try queue.withDatabase { _ in } }
        }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("QueuesAndPoolsTests.swift") == true)
    }

    // MARK: Choices

    @Test func aConfigurationSetsEachConnection() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = "people"
        configuration.foreignKeys = true
        configuration.configure = { db in db.maxBusyRetryTimeInterval = 10 }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        queue.close()
        #expect(try queue.withDatabase { $0.maxBusyRetryTimeInterval } == 10)
        #expect(try queue.withDatabase { try $0.value("PRAGMA foreign_keys", as: Bool.self) })
        let error = #expect(throws: FMError.self) {
            try queue.withDatabase { _ in try queue.withDatabase { _ in } }
        }
        #expect(error?.message.contains("\"people\"") == true)
    }

    @Test func aTransactionThatMeetsALockIsRunAgain() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.retry = .init(attempts: 5, totalTime: .seconds(30), pause: .milliseconds(20))
        let runs = Locked(0)
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withTransaction { _ in
            runs.withLock { $0 += 1 }
            if runs.value < 3 { throw FMError(.busy, "as if another connection had the lock") }
        }
        #expect(runs.value == 3)
    }

    #if os(Linux) || os(macOS)
        @Test func aResultSetLeftOpenMayStopTheProcess() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var configuration = FMDatabaseQueue.Configuration()
                configuration.openResultSets = .trap
                let queue = try FMDatabaseQueue(path: nil, configuration: configuration)
                var kept: FMResultSet?
                queue.inDatabase { db in
                    kept = db.executeQuery("SELECT 'kept'", withArgumentsIn: [])
                    kept?.next()
                }
            }
            let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            #expect(text.contains("SELECT 'kept'"))
        }
    #endif

    @Test func aFileThatIsDeletedIsNoticed() throws {
        let queue = try #require(FMDatabaseQueue(path: path))
        try queue.withDatabase { db in try db.execute("CREATE TABLE person (name TEXT)") }
        try FileManager.default.removeItem(atPath: path)
        do {
            try queue.withTransaction { db in try db.execute("DELETE FROM person") }
        } catch let error as FMError where error.extendedCode == .readOnlyMoved {
            queue.close()  // the next call opens the path anew
        }
        // In the new file, that is.
        #expect(try queue.withDatabase { !$0.tableExists("person") })
    }

    // MARK: Pools

    private func makeFile() throws {
        let db = FMDatabase.file(path)
        try db.execute("CREATE TABLE person (name TEXT)")
        db.close()
    }

    @Test func aPoolWithALimit() throws {
        try makeFile()
        let pool = FMDatabasePool(path: path, flags: readOnly)
        pool.maximumNumberOfDatabasesToCreate = 4
        let count = try pool.withDatabase { db in
            try db.value("SELECT count(*) FROM person", as: Int.self)
        }
        #expect(count == 0)
        pool.maximumNumberOfDatabasesToCreate = 1
        let error = #expect(throws: FMError.self) {
            try pool.withDatabase { _ in try pool.withDatabase { _ in } }
        }
        #expect(error?.extendedCode == .wouldDeadlock)
    }

    @Test func aServiceEnds() async throws {
        try makeFile()
        let pool = FMDatabasePool(path: path)
        try await pool.read { _ in }
        let readers = pool.statistics.readers
        print("\(readers.inUse) of \(readers.count) readers in use, \(readers.waiting) calls wait")
        #expect(readers.count == 1)
        let hasDrained = await pool.close(timeout: .seconds(10))
        #expect(hasDrained)
    }

    @Test func aPoolWithADelegate() throws {
        try makeFile()
        let pool = FMDatabasePool(path: path)
        final class Steward: FMDatabasePoolDelegate {
            func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {
                database.executeStatements("PRAGMA query_only = ON")
            }
        }
        let steward = Steward()
        pool.delegate = steward
        let error = #expect(throws: FMError.self) {
            try pool.withDatabase { db in try db.execute("INSERT INTO person VALUES ('ann')") }
        }
        #expect(error?.resultCode == .readOnly)
        withExtendedLifetime(steward) {}
    }
}

final class PatientDatabase: FMDatabase {
    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        guard super.open(withFlags: flags, vfs: vfsName) else { return false }
        maxBusyRetryTimeInterval = 10
        return executeStatements("PRAGMA foreign_keys = ON")
    }
}

final class PatientQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { PatientDatabase.self }
}
