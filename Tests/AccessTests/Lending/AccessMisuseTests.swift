import FMDB
import FMDBTestHelpers
import Testing

private final class QuietPool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { SilentDatabase.self }
}

/// What clients do to queues and pools that they should not.
@Suite struct AccessMisuseTests {
    private let folder = TemporaryFolder()

    private func pool(_ path: String?) -> FMDatabasePool { QuietPool(path: path) }

    // MARK: After the closing

    @Test(arguments: Door.allCases) func aClosedQueueOpensAgainAndAClosedPoolThrows(_ door: Door) async throws {
        let house = try House(door, path: folder.file())
        let hasRun = Locked(0)
        try onBackgroundThread {
            house.queue?.close()
            house.pool?.close()
        }
        var errors: [FMError?] = []
        errors.append(try onBackgroundThread { thrown { try house.enter(1) { hasRun.withLock { $0 += 1 } } } })
        do {
            try await withoutHanging { try await house.enter(1) { hasRun.withLock { $0 += 1 } } }
            errors.append(nil)
        } catch {
            errors.append(error as? FMError)
        }
        let expected: FMResultCode? = house.pool == nil ? nil : .misuse
        #expect(errors.map { $0?.extendedCode } == [expected, expected])
        #expect(hasRun.value == (house.pool == nil ? 2 : 0))
    }

    @Test func aBlockOfAClosedPoolGetsAClosedDatabase() throws {
        let pool = pool(folder.file())
        pool.close()
        pool.close()
        var isOpen: [Bool] = []
        pool.inDatabase { db in isOpen.append(db.isOpen) }
        pool.inTransaction { db, _ in isOpen.append(db.isOpen) }
        #expect(isOpen == [false, false])
        #expect(pool.lastTransactionError?.resultCode == .misuse)
    }

    @Test(arguments: Door.allCases) func closingWaitsForTheBlockInProgress(_ door: Door) throws {
        let house = try House(door, path: folder.file())
        let (inside, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let order = Locked<[String]>([])
        let block = BackgroundThreads.start {
            try? house.enter(1) {
                inside.signal()
                release.arrives()
                order.withLock { $0.append("block") }
            }
        }
        inside.arrives()
        let closing = BackgroundThreads.start {
            house.queue?.close()
            house.pool?.close()
            order.withLock { $0.append("closed") }
        }
        release.signal()
        #expect(block.arrives() && closing.arrives())
        #expect(order.value == ["block", "closed"])
    }

    // MARK: A reader that writes

    static let writes = [
        "INSERT INTO t VALUES (1)", "CREATE TABLE u (x)", "PRAGMA user_version = 7", "DELETE FROM t", "DROP TABLE t",
    ]

    @Test(arguments: writes) func aReaderThatWritesIsRefused(_ sql: String) async throws {
        let pool = pool(folder.file())
        let create = { @Sendable (db: FMDatabase) in try db.script("CREATE TABLE t (x); INSERT INTO t VALUES (9)") }
        try await pool.write { db in try create(db) }
        let synchronous = try onBackgroundThread {
            thrown { try pool.read { db in try db.execute(FMSQL(raw: sql)) } }
        }
        let asynchronous = await #expect(throws: FMError.self) {
            try await pool.read { db in try db.execute(FMSQL(raw: sql)) }
        }
        #expect(synchronous?.resultCode == .readOnly)
        #expect(asynchronous?.resultCode == .readOnly)
        let spelled = try await pool.read { db in db.executeUpdate(sql, withArgumentsIn: []) }
        #expect(!spelled)
        let content = try await pool.read { db in
            try db.rows("SELECT x FROM t", as: Int.self) + [db.value("PRAGMA user_version")]
        }
        #expect(content == [9, 0])
    }

    @Test func aReaderThatEndsItsOwnTransactionFails() throws {
        let pool = pool(folder.file())
        let error = try onBackgroundThread { thrown { try pool.read { db in try db.execute("COMMIT") } } }
        #expect(error != nil)
        #expect(try onBackgroundThread { try pool.read { db in db.isTransactionOpen } })
    }

    // MARK: A pool in memory

    @Test(arguments: [nil, ""]) func aPoolInMemoryRefusesToReadAndWrite(_ path: String?) async throws {
        let pool = pool(path)
        let synchronous = try onBackgroundThread {
            [thrown { try pool.read { _ in } }, thrown { try pool.write { _ in } }]
        }
        #expect(synchronous.map { $0?.extendedCode } == [.misuse, .misuse])
        let read = await #expect(throws: FMError.self) { try await pool.read { _ in } }
        let write = await #expect(throws: FMError.self) { try await pool.write { _ in } }
        #expect(read?.extendedCode == .misuse)
        #expect(write?.extendedCode == .misuse)
        let value = try await pool.withDatabase { db in try db.value("SELECT 7", as: Int.self) }
        #expect(value == 7)
    }

    @Test func aPoolOfTheNameOfMemoryRefusesToo() throws {
        let pool = pool(":memory:")
        #expect(try onBackgroundThread { thrown { try pool.read { _ in } } } != nil)
        #expect(try onBackgroundThread { thrown { try pool.write { _ in } } } != nil)
    }

    // MARK: A file that is gone

    @Test(arguments: TransactionVerb.throwing) func aFileThatIsGoneIsNotWrittenTo(
        _ verb: TransactionVerb
    ) async throws {
        let scene = try FailureScene(verb, folder.file())
        try await scene.run { db in try db.insert(1) }
        try FileManager.default.removeItem(atPath: folder.file())
        for _ in 0..<2 {
            let error = await scene.failure { db in try db.insert(2) }
            #expect(error?.extendedCode == .readOnlyMoved)
        }
    }

    @Test(arguments: TransactionVerb.throwing) func aFileThatIsMovedIsNotWrittenTo(
        _ verb: TransactionVerb
    ) async throws {
        let scene = try FailureScene(verb, folder.file())
        try await scene.run { db in try db.insert(1) }
        try FileManager.default.moveItem(atPath: folder.file(), toPath: folder.file("moved.db"))
        let error = await scene.failure { db in try db.insert(2) }
        #expect(error?.extendedCode == .readOnlyMoved)
        try FileManager.default.moveItem(atPath: folder.file("moved.db"), toPath: folder.file())
        try await scene.expectClean([1])
    }

    @Test func aPoolWhoseFileIsGoneMakesNoNewOneForItsNextConnection() async throws {
        let pool = pool(folder.file())
        try await pool.write { db in try db.execute("CREATE TABLE t (x)") }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file() + suffix) }
        let another = await #expect(throws: FMError.self) { try await pool.withDatabase { _ in } }
        let reader = await #expect(throws: FMError.self) { try await pool.read { _ in } }
        let copy = folder.file("copy.db")
        let backup = await #expect(throws: FMError.self) { try await pool.backup(to: copy) }
        for error in [another, reader, backup] { #expect(error?.extendedCode == .readOnlyMoved) }
        #expect(!FileManager.default.fileExists(atPath: folder.file()))
        pool.close()
    }

    @Test func theOtherConnectionsOfAPoolAttachNewFiles() async throws {
        let pool = pool(folder.file())
        try await pool.withDatabase { _ in }
        let other = folder.file("other.db")
        try await pool.write { db in
            try db.execute("ATTACH \(other) AS other")
            try db.execute("CREATE TABLE other.t (x)")
        }
        #expect(FileManager.default.fileExists(atPath: other))
        pool.close()
    }

    @Test func aQueueWhoseFileIsGoneMakesANewOneAfterItWasClosed() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        try queue.withTransaction { db in try db.execute("CREATE TABLE t (x)") }
        try FileManager.default.removeItem(atPath: folder.file())
        #expect(thrown { try queue.withTransaction { _ in } }?.extendedCode == .readOnlyMoved)
        queue.close()
        try queue.withTransaction { db in try db.execute("CREATE TABLE t (x)") }
        #expect(FileManager.default.fileExists(atPath: folder.file()))
    }

    // MARK: A transaction that is left open

    static let doorsWithoutTransaction: [Door] = [.queue, .pool]

    @Test(arguments: doorsWithoutTransaction) func aTransactionThatIsLeftOpenIsRolledBack(_ door: Door) async throws {
        let house = try House(door, path: folder.file())
        let leave = { @Sendable (db: FMDatabase) in try db.script("BEGIN; CREATE TABLE left (x)") }
        let synchronous = try onBackgroundThread { thrown { try house.lend(1, leave) } }
        #expect(synchronous?.extendedCode == .misuse)
        let asynchronous = await #expect(throws: FMError.self) {
            try await withoutHanging { try await house.lend(1, leave) }
        }
        #expect(asynchronous?.extendedCode == .misuse)
        try onBackgroundThread {
            try house.lend { db in
                #expect(!db.isTransactionOpen)
                #expect(!db.tableExists("left"))
            }
        }
    }

    @Test func theErrorOfTheBodyComesBeforeThatOfItsTransaction() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        #expect(throws: Regret.self) {
            try queue.withDatabase { db in
                try db.script("BEGIN; CREATE TABLE left (x)")
                throw Regret()
            }
        }
        #expect(try queue.withDatabase { db in !db.isTransactionOpen && !db.tableExists("left") })
    }

    @Test func FMDBsQueueKeepsATransactionForTheNextBlock() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        queue.inDatabase { db in
            #expect(db.beginTransaction())
            #expect(db.executeUpdate("CREATE TABLE kept (x)", withArgumentsIn: []))
        }
        // Ours leave alone what they have not begun.
        #expect(thrown { try queue.withDatabase { _ in } }?.resultCode == .misuse)
        queue.inDatabase { db in #expect(db.isTransactionOpen && db.commit()) }
        #expect(FMDatabase.file(folder.file()).tableExists("kept"))
    }

    @Test func FMDBsPoolRollsATransactionBack() throws {
        let pool = pool(folder.file())
        pool.inDatabase { db in
            #expect(db.beginTransaction())
            #expect(db.executeUpdate("CREATE TABLE lost (x)", withArgumentsIn: []))
        }
        pool.inDatabase { db in
            #expect(!db.isTransactionOpen)
            #expect(!db.tableExists("lost"))
        }
    }
}
