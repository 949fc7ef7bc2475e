import FMDB
import FMDBTestHelpers
import Testing

private let busy: Int32 = 5  // SQLITE_BUSY

/// Lets a test call a deprecated spelling without a warning.
private protocol DeprecatedTransactionSpelling {
    func inTransaction() -> Bool
}

extension FMDatabase: DeprecatedTransactionSpelling {}

@Suite struct TransactionTests {
    private let folder = TemporaryFolder()

    private func database() -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        NumberTable.create(in: database)
        return database
    }

    @Test func testB260_beginTransactionIsExclusive() {
        let database = database()
        #expect(database.beginTransaction())
        #expect(LockState.ofFile(folder.file()) == .exclusive)
        #expect(database.rollback())
    }

    @Test func testB260_beginExclusiveTransactionIsExclusive() {
        let database = database()
        #expect(database.beginExclusiveTransaction())
        #expect(LockState.ofFile(folder.file()) == .exclusive)
        #expect(database.rollback())
    }

    @Test func testB261_immediateTakesTheWriteLockAndLetsOthersRead() {
        let database = database()
        #expect(database.beginImmediateTransaction())
        #expect(LockState.ofFile(folder.file()) == .reserved)
        #expect(database.rollback())
    }

    @Test func testB261_deferredTakesTheWriteLockWithItsFirstWrite() {
        let database = database()
        #expect(database.beginDeferredTransaction())
        #expect(LockState.ofFile(folder.file()) == .open)
        #expect(NumberTable.insert(1, into: database))
        #expect(LockState.ofFile(folder.file()) == .reserved)
        #expect(database.rollback())
    }

    @Test func testB262_theFlagFollowsBeginAndCommit() {
        let database = database()
        #expect(!database.isInTransaction)
        #expect(database.beginTransaction())
        #expect(database.isInTransaction)
        #expect(database.commit())
        #expect(!database.isInTransaction)
    }

    @Test func testB262_theFlagFollowsEveryBeginAndRollback() {
        let database = database()
        let begins = [
            database.beginTransaction, database.beginDeferredTransaction,
            database.beginImmediateTransaction, database.beginExclusiveTransaction,
        ]
        for begin in begins {
            #expect(begin())
            #expect(database.isInTransaction)
            #expect(database.rollback())
            #expect(!database.isInTransaction)
        }
    }

    @Test func testB263_beginAsTextDoesNotSetTheFlag() {
        let database = database()
        #expect(database.executeUpdate("BEGIN", withArgumentsIn: []))
        #expect(!database.isInTransaction)
        #expect(database.executeUpdate("COMMIT", withArgumentsIn: []))
        #expect(!database.isInTransaction)
    }

    @Test func testB263_aBeginThatFailsLeavesTheFlagUnset() {
        let holder = database()
        #expect(holder.beginTransaction())
        let database = FMDatabase.file(folder.file())
        database.maxBusyRetryTimeInterval = 0

        #expect(!database.beginTransaction())
        #expect(database.lastErrorCode() == busy)
        #expect(!database.isInTransaction)
    }

    @Test func testB263_aNestedBeginThatFailsLeavesTheFlagSet() {
        let database = database()
        #expect(database.beginTransaction())
        #expect(!database.beginTransaction())
        #expect(database.isInTransaction)
    }

    @Test func testB264_aNestedBeginFails() {
        let database = database()
        #expect(database.beginTransaction())
        #expect(!database.beginDeferredTransaction())
        #expect(database.lastErrorMessage() == "cannot start a transaction within a transaction")
    }

    @Test func testB264_theOuterTransactionSurvivesANestedBegin() {
        let database = database()
        #expect(database.beginTransaction())
        #expect(NumberTable.insert(1, into: database))
        #expect(!database.beginTransaction())
        #expect(database.commit())
        #expect(NumberTable.all(in: database) == [1])
    }

    @Test func testB265_commitWithoutATransactionFails() {
        let database = database()
        #expect(!database.commit())
        #expect(database.hadError())
        #expect(database.lastErrorMessage() == "cannot commit - no transaction is active")
    }

    @Test func testB265_rollbackWithoutATransactionFails() {
        let database = database()
        #expect(!database.rollback())
        #expect(database.hadError())
        #expect(database.lastErrorMessage() == "cannot rollback - no transaction is active")
    }

    @Test func testB266_rollbackUndoesTheChangesSinceBegin() {
        let database = database()
        NumberTable.insert(1, into: database)
        #expect(database.beginTransaction())
        NumberTable.insert(2, into: database)
        NumberTable.insert(3, into: database)
        #expect(database.rollback())
        #expect(NumberTable.all(in: database) == [1])
    }

    @Test func testB266_commitKeepsTheChanges() {
        let database = database()
        #expect(database.beginTransaction())
        NumberTable.insert(1, into: database)
        #expect(database.commit())
        let other = FMDatabase.file(folder.file())
        #expect(NumberTable.all(in: other) == [1])
    }

    @Test func testB267_theDeprecatedMethodEqualsTheProperty() {
        let database = database()
        let old: any DeprecatedTransactionSpelling = database
        #expect(!old.inTransaction())
        #expect(database.beginTransaction())
        #expect(old.inTransaction())
        #expect(database.commit())
        #expect(!old.inTransaction())
    }

    @Test func testD23_beginTransactionStaysExclusiveAfterAnotherKind() {
        let database = database()
        #expect(database.beginDeferredTransaction())
        #expect(database.commit())
        #expect(database.beginTransaction())
        #expect(LockState.ofFile(folder.file()) == .exclusive)
        #expect(database.commit())
    }
}
