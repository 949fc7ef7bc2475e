import FMDB
import FMDBTestHelpers
import Testing

private let readWriteCreate: Int32 = 0x6  // SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
private let fileProtectionNone: Int32 = 0x0040_0000  // SQLITE_OPEN_FILEPROTECTION_NONE
private let lengthLimit: Int32 = 0  // SQLITE_LIMIT_LENGTH

/// What clients of the Objective-C library take for granted and a port has to arrange for itself.
@Suite struct LinuxFactTests {
    private let folder = TemporaryFolder()

    private func filled() throws -> FMDatabase {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE t (a)", values: nil)
        try database.executeUpdate("INSERT INTO t VALUES (1), (2)", values: nil)
        return database
    }

    // MARK: Language

    @Test func testL02_theRollbackFlagTakesALiteral() throws {
        let queue = FMDatabaseQueue()
        queue.inTransaction { database, rollback in
            database.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
            rollback.pointee = true
        }
        queue.inDatabase { #expect(!$0.tableExists("t")) }
    }

    @Test func testL02_theRollbackFlagCanBeReadBack() {
        let queue = FMDatabaseQueue()
        queue.inTransaction { _, rollback in
            #expect(!rollback.pointee.boolValue)
            rollback.pointee = true
            #expect(rollback.pointee.boolValue)
            rollback.pointee = false
        }
    }

    @Test func testL24_theCountersOfAPoolAreUnsigned() {
        let pool = FMDatabasePool(path: nil)
        pool.inDatabase { _ in }
        let open: UInt = pool.countOfOpenDatabases
        #expect(open == 1)
        #expect(pool.countOfCheckedInDatabases == 1)
        #expect(pool.countOfCheckedOutDatabases == 0)
    }

    @Test func testL25_arraysOfOtherElementsArePassedUnchanged() throws {
        let texts: [String] = ["a", "b"]
        let foundation: NSMutableArray = [1, "two"]
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE t (a, b)", values: nil)
        #expect(database.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: texts))
        let elements = try #require(foundation as? [Any])
        #expect(database.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: elements))
        #expect(
            drawn(database.executeQuery("SELECT a, b FROM t", withArgumentsIn: [])) == """
                a   | b
                'a' | 'b'
                1   | 'two'
                """)
    }

    @Test func testL25_theHandleConvertsToAnOpaquePointer() throws {
        let database = FMDatabase.memory()
        let handle: OpaquePointer? = OpaquePointer(database.sqliteHandle)
        #expect(handle != nil)
    }

    // MARK: Null handles

    @Test func testL10_aClosedDatabaseAnswers() throws {
        let database = try filled()
        database.close()
        #expect(database.changes == 0)
        #expect(database.lastInsertRowId == 0)
        #expect(!database.interrupt())
        #expect(!database.executeUpdate("DELETE FROM t", withArgumentsIn: []))
        #expect(database.executeQuery("SELECT 1", withArgumentsIn: []) == nil)
        #expect(!database.executeStatements("SELECT 1"))
        #expect(throws: (any Error).self) { try database.checkpoint(.passive) }
    }

    @Test func testL10_aClosedDatabaseTakesSettings() throws {
        let database = try filled()
        database.close()
        database.maxBusyRetryTimeInterval = 1
        database.makeFunctionNamed("answer", arguments: 0) { _, _, _ in }
        database.clearCachedStatements()
        database.closeOpenResultSets()
        #expect(database.limit(for: lengthLimit, value: -1) <= 0)
        #expect(database.maxBusyRetryTimeInterval == 1)
    }

    @Test func testL10_aClosedResultSetAnswers() throws {
        let rows = try filled().executeQuery("SELECT a FROM t WHERE a > ?", values: [0])
        rows.close()
        #expect(!rows.next())
        #expect(!rows.step())
        #expect(!rows.bind(with: [1]))
        #expect(rows.columnCount == 0)
        #expect(rows.columnName(for: 0) == nil)
        #expect(rows.object(forColumnIndex: 0) == nil)
        #expect(rows.resultDictionary == nil)
    }

    @Test(arguments: ["", "   ", "-- only a comment"])
    func testL10_aTextWithoutAStatementRunsNothing(sql: String) throws {
        let database = try filled()
        #expect(!database.executeUpdate(sql, withArgumentsIn: []))
        let rows = try #require(database.executeQuery(sql, withArgumentsIn: []))
        #expect(rows.query == sql)
        #expect(!rows.next())
        #expect(database.executeQuery(sql, withParameterDictionary: ["a": 1]) != nil)
        #expect(!(try database.executeQuery(sql, values: [1]).next()))
        #expect(database.lastErrorCode() == 0)
        #expect(database.longForQuery("SELECT count(*) FROM t") == 2)
    }

    // MARK: The statement cache

    @Test func testL11_aCachedStatementIsUsedAgain() throws {
        let database = try filled()
        database.shouldCacheStatements = true
        var counts: [Int?] = []
        for _ in 1...3 {
            let rows = try database.executeQuery("SELECT a FROM t", values: nil)
            counts.append(rows.statement?.useCount)
            rows.close()
        }
        #expect(counts == [1, 2, 3])
    }

    @Test func testL11_lookingAtTheCacheDoesNotDisturbIt() throws {
        let database = try filled()
        database.shouldCacheStatements = true
        try database.executeQuery("SELECT a FROM t", values: nil).close()
        #expect(database.cachedStatements?["SELECT a FROM t"] != nil)

        let rows = try database.executeQuery("SELECT a FROM t", values: nil)
        #expect(rows.statement?.useCount == 2)
    }

    // MARK: Custom functions

    @Test func testL15_aFunctionWithoutArgumentsIsCalled() {
        let database = FMDatabase.memory()
        var counts: [Int32] = []
        database.makeFunctionNamed("noArguments", arguments: 0) { [unowned database] context, count, _ in
            counts.append(count)
            database.resultString("called", context: context)
        }
        #expect(database.stringForQuery("SELECT noArguments()") == "called")
        #expect(counts == [0])
    }

    @Test func testL15_theArgumentsOfNestedCallsStayApart() {
        let database = FMDatabase.memory()
        database.makeFunctionNamed("plus", arguments: 2) { [unowned database] context, _, arguments in
            let sum = database.valueInt(arguments[0]) + database.valueInt(arguments[1])
            database.resultInt(sum, context: context)
        }
        #expect(database.intForQuery("SELECT plus(plus(1, 2), plus(3, plus(4, 5)))") == 15)
    }

    // MARK: Opening

    @Test func testL08_theFileProtectionFlagOfAppleIsAccepted() throws {
        let flags = readWriteCreate | fileProtectionNone
        let queue = try #require(FMDatabaseQueue(path: folder.file(), flags: flags))
        queue.inDatabase { database in
            #expect(database.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: []))
        }
        #expect(queue.openFlags == flags)
        #expect(FileManager.default.fileExists(atPath: folder.file()))
    }

    // MARK: Nested queues

    #if os(Linux) || os(macOS)
        @Test func testL23_aQueueIsRecognisedThroughAnotherOne() async {
            await #expect(processExitsWith: .failure) {
                let first = FMDatabaseQueue()
                let second = FMDatabaseQueue()
                first.inDatabase { _ in
                    second.inDatabase { _ in
                        first.inDatabase { _ in }
                    }
                }
            }
        }

        @Test func testL23_theTransactionFormsAreRecognisedToo() async {
            await #expect(processExitsWith: .failure) {
                let first = FMDatabaseQueue()
                let second = FMDatabaseQueue()
                first.inTransaction { _, _ in
                    second.inSavePoint { _, _ in
                        first.inImmediateTransaction { _, _ in }
                    }
                }
            }
        }
    #endif

    @Test func testL23_anotherQueueTwiceInARowIsNoNesting() {
        let first = FMDatabaseQueue()
        let second = FMDatabaseQueue()
        var answers: [Int32?] = []
        first.inDatabase { _ in
            second.inDatabase { answers.append($0.intForQuery("SELECT 1")) }
            second.inDatabase { answers.append($0.intForQuery("SELECT 2")) }
        }
        first.inDatabase { answers.append($0.intForQuery("SELECT 3")) }
        #expect(answers == [1, 2, 3])
    }
}
