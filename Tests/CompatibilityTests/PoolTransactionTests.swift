import FMDB
import FMDBTestHelpers
import Testing

private let busy = 5  // SQLITE_BUSY

@Suite struct PoolTransactionTests {
    private let folder = TemporaryFolder()

    /// A pool on a file with an empty table. Its first database gives up at once when it meets a lock.
    private func filePool() -> FMDatabasePool {
        NumberTable.makeFile(folder.file())
        let pool = FMDatabasePool(path: folder.file())
        pool.inDatabase { database in
            database.logsErrors = false
            database.maxBusyRetryTimeInterval = 0
        }
        return pool
    }

    private func foreignKeyPool() -> FMDatabasePool {
        let pool = FMDatabasePool(path: folder.file())
        pool.inDatabase { DeferredForeignKey.create(in: $0) }
        return pool
    }

    private func numbers(_ pool: FMDatabasePool) -> [Int]? {
        var numbers: [Int]?
        pool.inDatabase { numbers = NumberTable.all(in: $0) }
        return numbers
    }

    @Test(arguments: TransactionForm.allCases)
    func testB349_eachFormHasItsKindOfBegin(form: TransactionForm) {
        let pool = filePool()
        form.run(on: pool) { database, _ in
            #expect(database.isInTransaction)
            #expect(LockState.ofFile(folder.file()) == form.lock)
        }
        pool.inDatabase { #expect(!$0.isInTransaction) }
        #expect(pool.countOfCheckedInDatabases == 1)
    }

    @Test(arguments: TransactionForm.allCases)
    func testB349_eachFormCommitsOrRollsBack(form: TransactionForm) {
        let pool = filePool()
        form.run(on: pool) { database, _ in
            NumberTable.insert(1, into: database)
        }
        form.run(on: pool) { database, rollback in
            NumberTable.insert(2, into: database)
            rollback.pointee = true
        }
        #expect(NumberTable.all(in: FMDatabase.file(folder.file())) == [1])
    }

    @Test func testB349_inSavePointKeepsOrRollsBack() {
        let pool = filePool()
        let kept = pool.inSavePoint { database, _ in
            NumberTable.insert(1, into: database)
        }
        let undone = pool.inSavePoint { database, rollback in
            NumberTable.insert(2, into: database)
            rollback.pointee = true
        }
        #expect(kept == nil)
        #expect(undone == nil)
        #expect(NumberTable.all(in: FMDatabase.file(folder.file())) == [1])
        #expect(pool.countOfCheckedInDatabases == 1)
    }

    @Test func testB349_inSavePointReturnsTheErrorOfTheRelease() throws {
        let pool = foreignKeyPool()
        let error = pool.inSavePoint { database, _ in
            DeferredForeignKey.insertOrphan(into: database)
        }
        #expect((try #require(error) as NSError).code == DeferredForeignKey.failure)
    }

    @Test func testD17_whenBeginFailsEveryStatementOfTheBlockFailsWithItsError() {
        let pool = filePool()
        let other = FMDatabase.file(folder.file())
        #expect(other.beginExclusiveTransaction())
        var runs = 0
        pool.inTransaction { database, _ in
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
        #expect(pool.lastTransactionError?.code == busy)
        #expect(numbers(pool) == [])
    }

    @Test(arguments: TransactionForm.allCases)
    func testD17_aCommitThatFailsIsRolledBackAndTold(form: TransactionForm) {
        let pool = foreignKeyPool()
        form.run(on: pool) { database, _ in
            DeferredForeignKey.insertOrphan(into: database)
        }
        #expect(pool.lastTransactionError?.code == DeferredForeignKey.failure)
        pool.inDatabase { database in
            #expect(!database.isInTransaction)
            #expect(DeferredForeignKey.countOfOrphans(in: database) == 0)
        }
        #expect(LockState.ofFile(folder.file()) == .open)
    }

    @Test func testD17_theErrorIsNilAfterATransactionThatWentWell() {
        let pool = foreignKeyPool()
        #expect(pool.lastTransactionError == nil)
        pool.inTransaction { database, _ in
            DeferredForeignKey.insertOrphan(into: database)
        }
        #expect(pool.lastTransactionError != nil)
        pool.inTransaction { _, _ in }
        #expect(pool.lastTransactionError == nil)
    }

    @Test(arguments: TransactionForm.allCases)
    func testD19_atTheLimitATransactionBlockGetsAClosedDatabase(form: TransactionForm) {
        let pool = filePool()
        pool.maximumNumberOfDatabasesToCreate = 1
        var runs = 0
        pool.inDatabase { _ in
            form.run(on: pool) { database, _ in
                runs += 1
                database.logsErrors = false
                #expect(!database.isOpen)
                #expect(!NumberTable.insert(1, into: database))
            }
        }
        #expect(runs == 1)
        #expect(numbers(pool) == [])
        #expect(pool.countOfOpenDatabases == 1)
    }

    @Test func testD19_atTheLimitInSavePointReturnsAnError() {
        let pool = filePool()
        pool.maximumNumberOfDatabasesToCreate = 1
        var runs = 0
        pool.inDatabase { _ in
            let error = pool.inSavePoint { _, _ in runs += 1 }
            #expect(error != nil)
        }
        #expect(runs == 0)
        #expect(pool.countOfOpenDatabases == 1)
    }

    @Test func testD21_aPendingTransactionIsRolledBackOnReturn() {
        let pool = filePool()
        pool.inDatabase { database in
            #expect(database.beginTransaction())
            NumberTable.insert(1, into: database)
        }
        #expect(LockState.ofFile(folder.file()) == .open)
        pool.inDatabase { database in
            #expect(!database.isInTransaction)
            #expect(NumberTable.all(in: database) == [])
            #expect(database.beginTransaction())
            #expect(database.commit())
        }
    }

    @Test func testD21_aTransactionBegunAsTextIsRolledBackOnReturn() {
        let pool = filePool()
        pool.inDatabase { database in
            #expect(database.executeUpdate("BEGIN IMMEDIATE", withArgumentsIn: []))
            NumberTable.insert(1, into: database)
        }
        #expect(LockState.ofFile(folder.file()) == .open)
        #expect(numbers(pool) == [])
    }

    @Test func testD21_aSavePointLeftOpenIsRolledBackOnReturn() throws {
        let pool = filePool()
        var failure: (any Error)?
        pool.inDatabase { database in
            do {
                try database.startSavePoint(withName: "left")
            } catch {
                failure = error
            }
            NumberTable.insert(1, into: database)
        }
        #expect(failure == nil)
        #expect(LockState.ofFile(folder.file()) == .open)
        #expect(numbers(pool) == [])
    }

    @Test func testD21_aResultSetLeftOpenIsClosedOnReturn() {
        let pool = filePool()
        var kept: FMResultSet?
        pool.inDatabase { database in
            NumberTable.insert(1, into: database)
            NumberTable.insert(2, into: database)
            kept = database.executeQuery("SELECT number FROM numbers", withArgumentsIn: [])
            #expect(kept?.next() == true)
        }
        pool.inDatabase { #expect(!$0.hasOpenResultSets) }
        #expect(kept?.next() == false)
        #expect(kept?.columnCount == 0)
    }

    @Test func testD23_inTransactionStaysExclusive() {
        let pool = filePool()
        pool.inDeferredTransaction { _, _ in }
        pool.inTransaction { _, _ in
            #expect(LockState.ofFile(folder.file()) == .exclusive)
        }
    }
}
