import FMDB
import FMDBTestHelpers
import Testing

/// Statements that another thread interrupts while they run.
@Suite struct InterruptedStatementTests {
    private let folder = TemporaryFolder()
    private let database: FMDatabase

    init() throws {
        database = FMDatabase.file(folder.file())
        try database.execute("PRAGMA synchronous = OFF")
        try database.execute("CREATE TABLE t (x)")
        try database.execute("INSERT INTO t VALUES (1), (2), (3)")
    }

    /// Makes the function `pause` interrupt the database from another thread, and go on when that has been done.
    private func interruptAtPause() throws {
        let begun = DispatchSemaphore(value: 0)
        let interrupted = DispatchSemaphore(value: 0)
        // SAFETY: the other thread calls `interrupt()` alone, which any thread may, while this one waits for it.
        nonisolated(unsafe) let database = database
        Thread.detachNewThread {
            begun.wait()
            #expect(database.interrupt())
            interrupted.signal()
        }
        var isFirst = true
        try database.addFunction("pause", argumentCount: 1) { arguments in
            if isFirst {
                isFirst = false
                begun.signal()
                interrupted.wait()
            }
            return arguments[0]
        }
    }

    private func expectGoodHealth() throws {
        #expect(!database.isTransactionOpen)
        #expect(!database.hasOpenResultSets)
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3])
        _ = try database.withTransaction { try database.execute("INSERT INTO t VALUES (4)") }
        #expect(database.intForQuery("SELECT count(*) FROM t") == 4)
    }

    @Test(arguments: ExecutionForm.all, ["SELECT sum(pause(x)) FROM t", "UPDATE t SET x = x + pause(x)"])
    func everyForm(_ form: ExecutionForm, _ sql: String) throws {
        try interruptAtPause()
        let error = #expect(throws: NSError.self) { try form.run(database, sql) }
        #expect(error?.code == 9)
        try expectGoodHealth()
    }

    @Test func aTransactionWithinAFunctionIsRolledBackWhenItsStatementEnds() throws {
        let database = database
        try database.addFunction("act", argumentCount: 1) { [unowned database] arguments in
            try database.withTransaction {
                try database.execute("INSERT INTO t VALUES (4)")
                database.interrupt()
                try database.execute("INSERT INTO t VALUES (5)")
            }
            return arguments[0]
        }

        let error = #expect(throws: FMError.self) { try database.rows("SELECT act(x) FROM t", as: Int.self) }

        #expect(error?.resultCode == .interrupt)
        try expectGoodHealth()
    }

    @Test func aListOfRowsIsNotCutShort() throws {
        try interruptAtPause()
        let error = #expect(throws: FMError.self) { try database.rows("SELECT pause(x) FROM t", as: Int.self) }
        #expect(error?.resultCode == .interrupt)
        try expectGoodHealth()
    }

    @Test func fmdbsLoopEndsWithTheError() throws {
        try interruptAtPause()
        let rows = try database.executeQuery("SELECT pause(x) FROM t", values: nil)
        var count = 0
        while rows.next() { count += 1 }
        #expect(count < 3)
        #expect(database.lastErrorCode() == 9)
        try expectGoodHealth()
    }

    @Test func aTransactionThatIsInterruptedLeavesNothing() throws {
        try interruptAtPause()
        let error = #expect(throws: FMError.self) {
            try database.withTransaction {
                try database.execute("INSERT INTO t VALUES (7)")
                try database.execute("UPDATE t SET x = pause(x)")
            }
        }
        #expect(error?.resultCode == .interrupt)
        try expectGoodHealth()
    }

    @Test func aSavePointThatIsInterruptedLeavesNothing() throws {
        try interruptAtPause()
        let error = #expect(throws: FMError.self) {
            try database.withSavePoint {
                try database.execute("INSERT INTO t VALUES (7)")
                try database.execute("UPDATE t SET x = pause(x)")
            }
        }
        #expect(error?.resultCode == .interrupt)
        try expectGoodHealth()
    }

    @Test func anInterruptWithNothingToInterruptIsForgotten() throws {
        #expect(database.interrupt())
        try expectGoodHealth()
    }

    @Test func anInterruptBetweenTwoStepsEndsTheCursor() throws {
        let cursor = try database.query("SELECT x FROM t ORDER BY x")
        #expect(try cursor.nextRow() != nil)
        #expect(database.interrupt())
        let error = #expect(throws: FMError.self) { try cursor.nextRow() }
        #expect(error?.resultCode == .interrupt)
        try expectGoodHealth()
    }

    @Test func aQueueGoesOnAfterAnInterrupt() throws {
        database.close()
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.inTransaction { database, _ in
            database.logsErrors = false
            // As if by another thread, at the worst moment.
            try? database.addFunction("pause", argumentCount: 1) { [unowned queue] arguments in
                queue.interrupt()
                return arguments[0]
            }
            #expect(!database.executeUpdate("UPDATE t SET x = pause(x) + 1", withArgumentsIn: []))
            #expect(database.lastErrorCode() == 9)
        }
        #expect(try queue.withDatabase { $0.isTransactionOpen } == false)
        #expect(try queue.withDatabase { try $0.rows("SELECT x FROM t ORDER BY x", as: Int.self) } == [1, 2, 3])
    }
}
