import FMDB
import FMDBTestHelpers
import Testing

/// A failure of the disk at a chosen place: what each call makes of it, in FMDB's and in the throwing spelling.
@Suite struct FaultTests {
    private let folder = TemporaryFolder()
    private let disk: FMTestDisk

    init() {
        disk = FMTestDisk()
    }

    // MARK: The file system itself

    @Test func theChosenOperationFailsOnce() throws {
        let database = try opened()
        disk.fail([.write], at: 2)
        #expect(throws: FMError.self) { try insert(1, into: database) }
        try insert(2, into: database)
        #expect(disk.failures == 1)
        #expect(try numbers(in: database) == [2])
    }

    @Test func aStickyFailureLastsUntilItIsHealed() throws {
        let database = try opened()
        disk.fail([.write], at: 1, .sticky)
        for number in 1...3 {
            #expect(throws: FMError.self) { try insert(number, into: database) }
        }
        disk.heal()
        try insert(4, into: database)
        #expect(try numbers(in: database) == [4])
    }

    @Test func aDiskConcernsItsOwnFilesOnly() throws {
        let other = FMDatabase(path: folder.file("test.db-other"))
        #expect(FMTestDisk().open(other))
        let database = try opened()
        disk.fail(at: 1, .sticky)
        try other.execute("CREATE TABLE t (x)")
        try insert(1, into: other)
        #expect(throws: FMError.self) { try insert(1, into: database) }
    }

    // MARK: Opening and closing

    @Test func aFileThatCannotBeOpenedIsReportedAndCanBeOpenedLater() throws {
        let database = FMDatabase(path: folder.file())
        database.logsErrors = false
        disk.fail([.open])
        #expect(!disk.open(database))
        #expect(!database.isOpen)
        #expect(database.lastErrorCode() == 14)
        #expect(disk.open(database))
        #expect(database.lastErrorCode() == 0)
    }

    @Test func aQueueWhoseFileCannotBeOpenedIsNil() {
        disk.fail([.open], at: 1, .sticky)
        #expect(QuietQueue(path: folder.file(), flags: readWriteCreate, vfs: disk.vfs) == nil)
    }

    @Test func closingKeepsWhatTheCheckpointCouldNotMove() throws {
        let database = try opened(journal: "WAL")
        try insert(1, into: database)
        disk.fail([.write, .sync], at: 1, .sticky)
        #expect(database.close())
        #expect(disk.failures > 0)
        disk.heal()
        #expect(disk.open(database))
        #expect(try numbers(in: database) == [1])
    }

    // MARK: Committing

    @Test(arguments: ["DELETE", "WAL"])
    func aCommitThatFailsThrowsAndLeavesNothing(_ journal: String) throws {
        let database = try opened(journal: journal)
        disk.fail([.sync], at: 1, .sticky)
        let error = #expect(throws: FMError.self) {
            try database.withTransaction { try insert(1, into: database) }
        }
        #expect(error?.extendedCode == .ioErrorSync)
        #expect(!database.isTransactionOpen)
        #expect(!database.isInTransaction)
        disk.heal()
        #expect(try numbers(in: database) == [])
        try database.withTransaction { try insert(2, into: database) }
        #expect(try numbers(in: database) == [2])
    }

    @Test(arguments: ["DELETE", "WAL"])
    func aCommitWithFMDBsCallsThatFailsIsFalse(_ journal: String) throws {
        let database = try opened(journal: journal)
        #expect(database.beginTransaction())
        #expect(database.executeUpdate("INSERT INTO t (x) VALUES (1)", withArgumentsIn: []))
        disk.fail([.sync], at: 1, .sticky)
        #expect(!database.commit())
        #expect(database.lastErrorCode() == 10)
        #expect(database.lastExtendedErrorCode() == FMResultCode.ioErrorSync.rawValue)
        disk.heal()
        database.rollback()
        #expect(!database.isTransactionOpen)
        #expect(try numbers(in: database) == [])
    }

    @Test func afterAFailedCommitAndARollbackNoTransactionIsSaidToBeOpen() throws {
        let database = try opened()
        #expect(database.beginTransaction())
        #expect(database.executeUpdate("INSERT INTO t (x) VALUES (1)", withArgumentsIn: []))
        disk.fail([.sync])
        #expect(!database.commit())
        // SQLite has rolled back by itself, so there is nothing left to do for this.
        database.rollback()
        #expect(!database.isInTransaction)
    }

    @Test func aFullDiskEndsTheTransaction() throws {
        let database = try opened()
        try insert(1, into: database)
        disk.fail([.write], at: 1, .sticky, code: .full)
        let error = #expect(throws: FMError.self) {
            try database.withTransaction { try insert(2, into: database) }
        }
        #expect(error?.resultCode == .full)
        #expect(!database.isTransactionOpen)
        disk.heal()
        #expect(try numbers(in: database) == [1])
    }

    @Test func anUpdateWithFMDBsCallsReturnsTheExtendedCode() throws {
        let database = try opened()
        disk.fail([.write])
        #expect(!database.executeUpdate("INSERT INTO t (x) VALUES (1)", withArgumentsIn: []))
        #expect(database.lastErrorCode() == 10)
        #expect(database.lastExtendedErrorCode() == FMResultCode.ioErrorWrite.rawValue)
    }

    @Test func aScriptStopsAtTheStatementThatFails() throws {
        let database = try opened()
        disk.fail([.sync], at: 4)
        let done = database.executeStatements(
            "INSERT INTO t (x) VALUES (1); INSERT INTO t (x) VALUES (2); INSERT INTO t (x) VALUES (3)")
        #expect(!done)
        #expect(database.lastErrorCode() == 10)
        #expect(try numbers(in: database) == [1])
    }

    // MARK: Save points

    @Test func aSavePointThatCannotBeUndoneTakesTheTransactionWithIt() throws {
        let database = try opened()
        struct Undone: Error {}
        #expect(throws: FMError.self) {
            try database.withTransaction {
                try insert(1, into: database)
                try? database.withSavePoint {
                    try fill(database, rows: 200)
                    disk.fail([.read, .write], at: 1, .sticky)
                    throw Undone()
                }
            }
        }
        disk.heal()
        #expect(!database.isTransactionOpen)
        #expect(try numbers(in: database) == [])
    }

    @Test func theErrorOfASavePointsEndIsReturned() throws {
        let database = try opened()
        let error = database.inSavePoint { _ in
            database.executeUpdate("INSERT INTO t (x) VALUES (1)", withArgumentsIn: [])
            disk.fail([.sync], at: 1, .sticky)
        }
        #expect((error as? FMError)?.extendedCode == .ioErrorSync)
        #expect(!database.isTransactionOpen)
        disk.heal()
        #expect(try numbers(in: database) == [])
    }

    // MARK: Queue and pool

    @Test func aQueueReportsThatItsCommitFailed() throws {
        let queue = try #require(QuietQueue(path: folder.file(), flags: readWriteCreate, vfs: disk.vfs))
        queue.inTransaction { database, _ in
            database.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: [])
            disk.fail([.sync], at: 1, .sticky)
        }
        #expect(queue.lastTransactionError?.extendedCode == .ioErrorSync)
        disk.heal()
        queue.inDatabase { database in
            #expect(!database.isTransactionOpen)
            #expect(!database.tableExists("t"))
        }
    }

    @Test func aQueueThrowsTheErrorOfItsCommit() throws {
        let queue = try #require(QuietQueue(path: folder.file(), flags: readWriteCreate, vfs: disk.vfs))
        let error = #expect(throws: FMError.self) {
            try queue.withTransaction { database in
                try database.execute("CREATE TABLE t (x)")
                disk.fail([.sync], at: 1, .sticky)
            }
        }
        #expect(error?.extendedCode == .ioErrorSync)
        disk.heal()
        #expect(try queue.withDatabase { !$0.isTransactionOpen && !$0.tableExists("t") })
    }

    @Test func aBlockWhoseTransactionCannotBeginWritesNothing() throws {
        let queue = try #require(QuietQueue(path: folder.file(), flags: readWriteCreate, vfs: disk.vfs))
        queue.inTransaction { database, _ in
            database.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: [])
        }
        disk.fail([.lock])
        queue.inTransaction { database, _ in
            #expect(!database.executeUpdate("INSERT INTO t (x) VALUES (1)", withArgumentsIn: []))
        }
        #expect(queue.lastTransactionError?.extendedCode == .ioErrorLock)
        #expect(try queue.withDatabase { try numbers(in: $0) } == [])
    }

    @Test func aPoolGivesTheNextUserAConnectionWithoutATransaction() throws {
        let pool = QuietPool(path: folder.file(), flags: readWriteCreate, vfs: disk.vfs)
        pool.inTransaction { database, _ in
            database.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: [])
            disk.fail([.sync], at: 1, .sticky)
        }
        #expect(pool.lastTransactionError?.extendedCode == .ioErrorSync)
        disk.heal()
        #expect(try pool.withDatabase { !$0.isTransactionOpen && !$0.tableExists("t") })
        #expect(pool.countOfCheckedOutDatabases == 0)
    }

    // MARK: Locks

    @Test func aLockThatIsFreeAtTheSecondAttemptIsWaitedFor() throws {
        let database = try opened()
        database.maxBusyRetryTimeInterval = 60
        disk.fail([.lock], at: 2, code: .busy)
        try insert(1, into: database)
        #expect(disk.failures == 1)
    }

    @Test func aLockThatIsNotWaitedForIsBusy() throws {
        let database = try opened()
        disk.fail([.lock], at: 2, code: .busy)
        let error = #expect(throws: FMError.self) { try insert(1, into: database) }
        #expect(error?.resultCode == .busy)
        #expect(try numbers(in: database) == [])
    }

    // MARK: Checkpoints and copies

    @Test func aCheckpointThatFailsThrowsAndLosesNothing() throws {
        let database = try opened(journal: "WAL")
        try insert(1, into: database)
        disk.fail([.write], at: 1, .sticky)
        let error = #expect(throws: NSError.self) { try database.checkpoint(.truncate) }
        #expect(error?.code == 10)
        #expect(try numbers(in: database) == [1])
        disk.heal()
        try database.checkpoint(.truncate)
        #expect(try numbers(in: database) == [1])
    }

    /// The copy is opened by its path alone, which can name the file system only where paths are URIs.
    @Test(.enabled(if: pathsAreURIs)) func aCopyThatCannotBeWrittenIsReported() throws {
        let memory = FMDatabase.memory()
        try memory.execute("CREATE TABLE t (x)")
        disk.fail([.sync], at: 1, .sticky)
        #expect(!memory.write(toFile: "file:\(folder.file())?vfs=\(disk.vfs)"))
        #expect(disk.failures > 0)
        disk.heal()
        #expect(!FMDatabase.file(folder.file()).tableExists("t"))
    }

    @Test(.enabled(if: pathsAreURIs)) func aFileThatCannotBeReadLeavesTheMemoryAsItWas() throws {
        let database = try opened()
        try fill(database, rows: 200)
        database.close()
        let memory = FMDatabase.memory()
        try memory.execute("CREATE TABLE mine (x)")
        disk.fail([.read], at: 8, .sticky)
        #expect(!memory.read(fromFile: "file:\(folder.file())?vfs=\(disk.vfs)"))
        #expect(disk.failures > 0)
        #expect(memory.tableExists("mine"))
        #expect(try memory.value("PRAGMA integrity_check", as: String.self) == "ok")
    }
}

// MARK: - Helpers

private let readWriteCreate: Int32 = 0x6  // SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE

private final class QuietDatabase: FMDatabase {
    required init(path: String?) {
        super.init(path: path)
        logsErrors = false
        maxBusyRetryTimeInterval = 0
    }
}

private final class QuietQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { QuietDatabase.self }
}

private final class QuietPool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { QuietDatabase.self }
}

private var pathsAreURIs: Bool {
    (try? FMDatabase.memory().rows("PRAGMA compile_options", as: String.self))?.contains("USE_URI") ?? false
}

extension FaultTests {
    /// A database with the empty table `t`.
    private func opened(journal: String = "DELETE") throws -> FMDatabase {
        let database = FMDatabase(path: folder.file())
        database.logsErrors = false
        database.maxBusyRetryTimeInterval = 0
        try #require(disk.open(database))
        _ = try database.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
        try database.execute("CREATE TABLE t (x, filling)")
        return database
    }
}

private func insert(_ number: Int, into database: FMDatabase) throws {
    try database.execute("INSERT INTO t (x) VALUES (\(number))")
}

private func numbers(in database: FMDatabase) throws -> [Int] {
    try database.rows("SELECT x FROM t ORDER BY x", as: Int.self)
}

/// Rows that take about 400 bytes each.
private func fill(_ database: FMDatabase, rows: Int) throws {
    let filling = String(repeating: "filling ", count: 50)
    try database.withSavePoint {
        for row in 0..<rows { try database.execute("INSERT INTO t VALUES (\(row), \(filling))") }
    }
}
