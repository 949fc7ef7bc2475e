import FMDB
import FMDBTestHelpers
import Testing

/// Statements and blocks whose end fails, or must not: what was not committed is never taken for done.
@Suite struct CommitTests {
    private let folder = TemporaryFolder()
    private let database: FMDatabase

    init() throws {
        database = FMDatabase.file(folder.file())
        database.maxBusyRetryTimeInterval = 0
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
    }

    private func countOfRows() throws -> Int {
        try database.value("SELECT count(*) FROM t", as: Int.self)
    }

    private func quietQueue() throws -> FMDatabaseQueue {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.inDatabase { db in
            db.logsErrors = false
            db.maxBusyRetryTimeInterval = 0
        }
        return queue
    }

    // MARK: A value of a statement that writes

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aReturnedValueWhoseCommitBreaksAConstraintIsAnError() throws {
        try database.execute("PRAGMA foreign_keys = ON")
        try database.execute(
            "CREATE TABLE child (id INTEGER PRIMARY KEY, t REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)")

        let error = #expect(throws: FMError.self) {
            try database.value("INSERT INTO child (t) VALUES (42) RETURNING id", as: Int.self)
        }
        #expect(error?.resultCode == .constraint)
        #expect(try database.value("SELECT count(*) FROM child", as: Int.self) == 0)
        #expect(!database.isTransactionOpen)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aReturnedValueWhoseCommitMeetsAReaderIsAnError() throws {
        try database.execute("INSERT INTO t (x) VALUES (1)")
        let reader = FMDatabase.file(folder.file())
        let rows = try reader.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())

        let error = #expect(throws: FMError.self) {
            try database.value("INSERT INTO t (x) VALUES (2) RETURNING id", as: Int.self)
        }
        #expect(error?.resultCode == .busy)
        rows.close()
        #expect(try countOfRows() == 1)
        #expect(!database.isTransactionOpen)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aReturnedValueIsThatOfTheFirstOfSeveralRows() throws {
        let id = try database.value("INSERT INTO t (x) VALUES (1), (2), (3) RETURNING id", as: Int.self)
        #expect(id == 1)
        #expect(try countOfRows() == 3)
    }

    // MARK: Functions that fail with a code that is no error

    @Test(arguments: [FMResultCode.ok, .row, .done, FMResultCode(rawValue: 101 | 1 << 8)])
    func aFunctionThatThrowsACodeOfSuccessFailsTheStatement(_ code: FMResultCode) throws {
        try database.execute("INSERT INTO t (x) VALUES (1), (2)")
        try database.addFunction("fail", argumentCount: 0) { _ in throw FMError(code, "refused") }

        // Single steps: a reader up to the end would never reach one if the code passed for that of a row.
        let reading = #expect(throws: FMError.self) { try database.value("SELECT fail() FROM t", as: Int?.self) }
        #expect(reading?.resultCode == .error)
        let writing = database.prepare("UPDATE t SET x = fail()")
        let error = #expect(throws: NSError.self) { try writing.stepWithError() }
        #expect(error?.code == 1)
        writing.close()
        #expect(try database.rows("SELECT x FROM t ORDER BY id", as: Int.self) == [1, 2])
    }

    @Test(arguments: [Int32(0), 100, 101])
    func aFunctionOfFMDBThatAnswersACodeOfSuccessFailsTheStatement(_ code: Int32) throws {
        let database = database
        database.makeFunctionNamed("fail", arguments: 0) { [unowned database] context, _, _ in
            database.resultErrorCode(code, context: context)
        }
        for sql in ["SELECT fail()", "INSERT INTO t (x) VALUES (fail())"] {
            let prepared = database.prepare(sql)
            let error = #expect(throws: NSError.self) { try prepared.nextWithError() }
            #expect(error?.code == 1)
            #expect(database.lastErrorCode() == 1)
            prepared.close()
        }
        #expect(try countOfRows() == 0)
    }

    // MARK: Interrupted in the midst of rows

    private struct Stop: Error {}

    @Test func anInterruptedTransactionIsRolledBack() throws {
        try database.execute("INSERT INTO t (x) VALUES (1), (2)")
        let rows = try database.executeQuery("SELECT x FROM t", values: nil)
        #expect(throws: Stop.self) {
            try database.withTransaction {
                try database.execute("INSERT INTO t (x) VALUES (3)")
                #expect(rows.next())
                #expect(database.interrupt())
                throw Stop()
            }
        }
        #expect(!database.isTransactionOpen)
        #expect(!database.isInTransaction)
        #expect(try countOfRows() == 2)
    }

    @Test func anInterruptedSavePointIsUndone() throws {
        try database.execute("INSERT INTO t (x) VALUES (1), (2)")
        let rows = try database.executeQuery("SELECT x FROM t", values: nil)
        #expect(throws: Stop.self) {
            try database.withSavePoint {
                try database.execute("INSERT INTO t (x) VALUES (3)")
                #expect(rows.next())
                #expect(database.interrupt())
                throw Stop()
            }
        }
        #expect(!database.isTransactionOpen)
        #expect(try countOfRows() == 2)
    }

    @Test func theNextBlockOfAQueueFindsNothingOfAnInterruptedTransaction() throws {
        try database.execute("INSERT INTO t (x) VALUES (1), (2)")
        let queue = try quietQueue()
        var kept: FMResultSet?
        #expect(throws: Stop.self) {
            try queue.withTransaction { db in
                try db.execute("INSERT INTO t (x) VALUES (3)")
                let rows = try db.executeQuery("SELECT x FROM t", values: nil)
                #expect(rows.next())
                kept = rows
                #expect(db.interrupt())
                throw Stop()
            }
        }
        let count = try queue.withDatabase { db in
            #expect(!db.isTransactionOpen)
            return try db.value("SELECT count(*) FROM t", as: Int.self)
        }
        #expect(count == 2)
        kept?.close()
    }

    @Test func aBlockOfFMDBThatAsksForARollbackGetsItThoughItIsInterrupted() throws {
        try database.execute("INSERT INTO t (x) VALUES (1), (2)")
        let queue = try quietQueue()
        var kept: FMResultSet?
        queue.inTransaction { db, rollback in
            #expect(db.executeUpdate("INSERT INTO t (x) VALUES (3)", withArgumentsIn: []))
            kept = db.executeQuery("SELECT x FROM t", withArgumentsIn: [])
            #expect(kept?.next() == true)
            #expect(db.interrupt())
            rollback.pointee = true
        }
        queue.inDatabase { db in
            #expect(!db.isTransactionOpen)
            #expect(db.intForQuery("SELECT count(*) FROM t") == 2)
        }
        kept?.close()
    }

    // MARK: Statements of before a transaction that could not begin

    @Test func aStatementPreparedBeforeDoesNotWriteWhereTheTransactionDidNotBegin() throws {
        let queue = try quietQueue()
        var kept: FMResultSet?
        queue.inDatabase { kept = $0.prepare("INSERT INTO t (x) VALUES (1)") }
        let insertion = try #require(kept)
        #expect(database.beginExclusiveTransaction())

        queue.inTransaction { db, _ in
            // Nothing but the missing transaction stands in the way of the write now.
            #expect(database.rollback())
            let error = #expect(throws: NSError.self) { try insertion.stepWithError() }
            #expect(error?.code == 5)
            #expect(!insertion.step())
        }
        #expect(queue.lastTransactionError?.resultCode == .busy)
        #expect(try countOfRows() == 0)

        queue.inDatabase { _ in #expect(throws: Never.self) { try insertion.stepWithError() } }
        #expect(try countOfRows() == 1)
        insertion.close()
    }
}
