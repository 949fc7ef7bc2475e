import FMDB
import FMDBTestHelpers
import Testing

private let genericError = 1  // SQLITE_ERROR
private let busy = 5  // SQLITE_BUSY
private let readWrite: Int32 = 2  // SQLITE_OPEN_READWRITE

@Suite struct QueueTransactionTests {
    private let folder = TemporaryFolder()

    /// A queue on a file with an empty table, that gives up at once when it meets a lock.
    private func fileQueue() throws -> FMDatabaseQueue {
        NumberTable.makeFile(folder.file())
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.inDatabase { database in
            database.logsErrors = false
            database.maxBusyRetryTimeInterval = 0
        }
        return queue
    }

    private func numbers(_ queue: FMDatabaseQueue) -> [Int]? {
        var numbers: [Int]?
        queue.inDatabase { numbers = NumberTable.all(in: $0) }
        return numbers
    }

    @Test func testB306_inTransactionIsExclusive() throws {
        let queue = try fileQueue()
        queue.inTransaction { _, _ in
            #expect(LockState.ofFile(folder.file()) == .exclusive)
        }
        #expect(LockState.ofFile(folder.file()) == .open)
    }

    @Test func testB306_inTransactionCommitsAfterTheBlock() throws {
        let queue = try fileQueue()
        var runs = 0
        queue.inTransaction { database, _ in
            runs += 1
            NumberTable.insert(1, into: database)
        }
        #expect(runs == 1)
        #expect(NumberTable.all(in: FMDatabase.file(folder.file())) == [1])
    }

    @Test func testB306_theFlagRollsBack() throws {
        let queue = try fileQueue()
        queue.inTransaction { database, rollback in
            NumberTable.insert(1, into: database)
            rollback.pointee = true
        }
        #expect(numbers(queue) == [])
        #expect(LockState.ofFile(folder.file()) == .open)
    }

    @Test(arguments: TransactionForm.allCases)
    func testB307_eachFormHasItsKindOfBegin(form: TransactionForm) throws {
        let queue = try fileQueue()
        form.run(on: queue) { _, _ in
            #expect(LockState.ofFile(folder.file()) == form.lock)
        }
    }

    @Test(arguments: TransactionForm.allCases)
    func testB307_eachFormCommitsOrRollsBack(form: TransactionForm) throws {
        let queue = try fileQueue()
        form.run(on: queue) { database, _ in
            NumberTable.insert(1, into: database)
        }
        form.run(on: queue) { database, rollback in
            NumberTable.insert(2, into: database)
            rollback.pointee = true
        }
        #expect(NumberTable.all(in: FMDatabase.file(folder.file())) == [1])
    }

    @Test(arguments: TransactionForm.allCases, [false, true])
    func testB308_theFlagIsSetInsideAndUnsetAfterwards(form: TransactionForm, rollsBack: Bool) {
        let queue = FMDatabaseQueue()
        form.run(on: queue) { database, rollback in
            #expect(database.isInTransaction)
            rollback.pointee = ObjCBool(rollsBack)
        }
        queue.inDatabase { #expect(!$0.isInTransaction) }
    }

    @Test func testB316_inSavePointRunsOnceAndReturnsNil() throws {
        let queue = try fileQueue()
        var runs = 0
        let error = queue.inSavePoint { database, _ in
            runs += 1
            NumberTable.insert(1, into: database)
        }
        #expect(error == nil)
        #expect(runs == 1)
        #expect(NumberTable.all(in: FMDatabase.file(folder.file())) == [1])
    }

    @Test func testB316_inSavePointRollsBackWithTheFlag() throws {
        let queue = try fileQueue()
        let error = queue.inSavePoint { database, rollback in
            NumberTable.insert(1, into: database)
            rollback.pointee = true
        }
        #expect(error == nil)
        #expect(numbers(queue) == [])
        #expect(LockState.ofFile(folder.file()) == .open)
    }

    @Test func testB316_inSavePointReturnsTheErrorOfTheRelease() throws {
        let queue = FMDatabaseQueue()
        queue.inDatabase { DeferredForeignKey.create(in: $0) }
        let error = queue.inSavePoint { database, _ in
            DeferredForeignKey.insertOrphan(into: database)
        }
        #expect((try #require(error) as NSError).code == DeferredForeignKey.failure)
    }

    @Test func testB317_theCheckpointFormsExist() throws {
        let queue = try fileQueue()
        queue.inDatabase { database in
            #expect(database.executeQuery("PRAGMA journal_mode = WAL", withArgumentsIn: [])?.next() == true)
            NumberTable.insert(1, into: database)
        }
        var logFrames: Int32 = 0
        var checkpointed: Int32 = 0
        try queue.checkpoint(.full, name: "main", logFrameCount: &logFrames, checkpointCount: &checkpointed)
        #expect(logFrames > 0)
        #expect(checkpointed == logFrames)
        try queue.checkpoint(.passive)
        try queue.checkpoint(.truncate, name: nil)
        #expect(FileManager.default.contents(atPath: folder.file() + "-wal")?.count == 0)
    }

    @Test func testB317_aCheckpointWithoutWALCountsMinusOne() throws {
        let queue = try fileQueue()
        var logFrames: Int32 = 7
        var checkpointed: Int32 = 7
        try queue.checkpoint(.full, name: nil, logFrameCount: &logFrames, checkpointCount: &checkpointed)
        #expect(logFrames == -1)
        #expect(checkpointed == -1)
    }

    @Test func testB317_aCheckpointOfAnUnknownDatabaseThrows() throws {
        let queue = try fileQueue()
        let error = #expect(throws: NSError.self) { try queue.checkpoint(.full, name: "missing") }
        #expect(error?.code == genericError)
    }

    @Test func testB320_aRolledBackTransactionLeavesNoTrace() throws {
        let queue = try fileQueue()
        queue.inTransaction { database, rollback in
            NumberTable.insert(1, into: database)
            database.executeStatements("CREATE TABLE extra (value); DROP TABLE numbers")
            rollback.pointee = true
        }
        #expect(numbers(queue) == [])
        queue.inDatabase { #expect(!$0.tableExists("extra")) }
    }

    @Test func testB320_aFailingStatementDoesNotRollBackByItself() throws {
        let queue = try fileQueue()
        queue.inTransaction { database, _ in
            NumberTable.insert(1, into: database)
            #expect(!database.executeUpdate("INSERT INTO missing VALUES (1)", withArgumentsIn: []))
            #expect(database.isInTransaction)
            NumberTable.insert(2, into: database)
        }
        #expect(numbers(queue) == [1, 2])
    }

    @Test func testB322_aCommitThatFailsIsNotReportedToTheCaller() {
        let queue = FMDatabaseQueue()
        queue.inDatabase { DeferredForeignKey.create(in: $0) }
        var runs = 0
        queue.inTransaction { database, rollback in
            runs += 1
            #expect(DeferredForeignKey.insertOrphan(into: database))
            #expect(!rollback.pointee.boolValue)
        }
        #expect(runs == 1)
    }

    @Test func testD17_whenBeginFailsEveryStatementOfTheBlockFailsWithItsError() throws {
        let queue = try fileQueue()
        let other = FMDatabase.file(folder.file())
        #expect(other.beginExclusiveTransaction())
        var runs = 0
        queue.inTransaction { database, _ in
            runs += 1
            // The way would be free by now, but outside of a transaction.
            #expect(other.rollback())
            #expect(!NumberTable.insert(1, into: database))
            let error = #expect(throws: NSError.self) {
                try database.executeUpdate("INSERT INTO numbers VALUES (2)", values: nil)
            }
            #expect(error?.code == busy)
        }
        #expect(runs == 1)
        #expect(numbers(queue) == [])
    }

    // BEGIN DEFERRED takes no lock, so it cannot meet one.
    @Test(arguments: [TransactionForm.plain, .immediate, .exclusive])
    func testD17_aBeginThatFailsIsToldAfterwards(form: TransactionForm) throws {
        let queue = try fileQueue()
        let other = FMDatabase.file(folder.file())
        #expect(other.beginExclusiveTransaction())
        form.run(on: queue) { _, _ in }
        #expect(queue.lastTransactionError?.code == busy)
        #expect(other.rollback())
        form.run(on: queue) { _, _ in }
        #expect(queue.lastTransactionError == nil)
    }

    @Test func testD17_theNextTransactionWorksAfterABeginThatFailed() throws {
        let queue = try fileQueue()
        let other = FMDatabase.file(folder.file())
        #expect(other.beginExclusiveTransaction())
        queue.inTransaction { _, _ in }
        #expect(other.rollback())
        queue.inTransaction { database, _ in
            #expect(NumberTable.insert(1, into: database))
        }
        #expect(numbers(queue) == [1])
    }

    @Test func testD17_insideATransactionThatIsOpenTheBlockRunsInThatOne() throws {
        let queue = try fileQueue()
        queue.inDatabase { #expect($0.beginTransaction()) }
        queue.inTransaction { database, _ in
            #expect(database.isInTransaction)
            #expect(NumberTable.insert(1, into: database))
        }
        #expect(numbers(queue) == [1])
    }

    @Test(arguments: TransactionForm.allCases)
    func testD17_aCommitThatFailsIsRolledBackAndTold(form: TransactionForm) {
        let queue = FMDatabaseQueue()
        queue.inDatabase { DeferredForeignKey.create(in: $0) }
        form.run(on: queue) { database, _ in
            DeferredForeignKey.insertOrphan(into: database)
        }
        #expect(queue.lastTransactionError?.code == DeferredForeignKey.failure)
        queue.inDatabase { database in
            #expect(!database.isInTransaction)
            #expect(DeferredForeignKey.countOfOrphans(in: database) == 0)
        }
    }

    @Test func testD17_theErrorIsNilAfterATransactionThatWentWell() {
        let queue = FMDatabaseQueue()
        queue.inDatabase { DeferredForeignKey.create(in: $0) }
        #expect(queue.lastTransactionError == nil)
        queue.inTransaction { database, _ in
            DeferredForeignKey.insertOrphan(into: database)
        }
        #expect(queue.lastTransactionError != nil)
        queue.inTransaction { _, _ in }
        #expect(queue.lastTransactionError == nil)
    }

    @Test(arguments: TransactionForm.allCases)
    func testD19_aTransactionBlockGetsAClosedDatabaseWhenReopeningFails(form: TransactionForm) throws {
        let queue = try queueThatCannotReopen()
        var runs = 0
        form.run(on: queue) { database, _ in
            runs += 1
            database.logsErrors = false
            #expect(!database.isOpen)
            #expect(!NumberTable.insert(1, into: database))
            #expect(NumberTable.all(in: database) == nil)
        }
        #expect(runs == 1)
        #expect(queue.lastTransactionError != nil)
    }

    @Test func testD19_inSavePointReturnsAnErrorWhenReopeningFails() throws {
        let queue = try queueThatCannotReopen()
        var runs = 0
        let error = queue.inSavePoint { _, _ in runs += 1 }
        #expect(error != nil)
        #expect(runs == 0)
    }

    private func queueThatCannotReopen() throws -> FMDatabaseQueue {
        NumberTable.makeFile(folder.file())
        let queue = try #require(FMDatabaseQueue(path: folder.file(), flags: readWrite))
        queue.close()
        try FileManager.default.removeItem(atPath: folder.file())
        return queue
    }

    @Test func testD23_inTransactionStaysExclusive() throws {
        let queue = try fileQueue()
        queue.inDeferredTransaction { _, _ in }
        queue.inTransaction { _, _ in
            #expect(LockState.ofFile(folder.file()) == .exclusive)
        }
    }
}
