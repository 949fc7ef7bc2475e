import FMDB
import FMDBTestHelpers
import Testing

/// Statements that are prepared once, then bound and run again and again.
@Suite struct PrepareAndBindTests {
    private let constraint = 19  // SQLITE_CONSTRAINT
    private let greater = "SELECT n FROM numbers WHERE n > ? ORDER BY n"
    private let between = "SELECT n FROM numbers WHERE n > :low AND n < :high ORDER BY n"
    private let insertion = "INSERT INTO numbers VALUES (?)"

    /// The content of the table `numbers`, in order.
    private func content(of database: FMDatabase) throws -> [Int] {
        let rows = try database.executeQuery("SELECT n FROM numbers ORDER BY n", values: nil)
        return ResultSetFixture.remaining(rows)
    }

    @Test func testB240_aPreparedSetStaysOpenAtTheEndOfItsRows() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        let rows = database.prepare("SELECT n FROM numbers ORDER BY n")
        #expect(ResultSetFixture.remaining(rows) == [1, 2])
        #expect(rows.statement != nil)
        #expect(rows.parentDB === database)
        #expect(database.hasOpenResultSets)
    }

    @Test func testB240_aPreparedSetKnowsItsQueryAndColumns() throws {
        let rows = try ResultSetFixture.numbers().prepare(greater)
        #expect(rows.query == greater)
        #expect(rows.columnCount == 1)
        #expect(rows.columnName(for: 0) == "n")
    }

    @Test func testB240_preparingRunsNothing() throws {
        let database = try ResultSetFixture.numbers()
        let rows = database.prepare("INSERT INTO numbers VALUES (1)")
        #expect(try content(of: database) == [])
        rows.close()
        #expect(try content(of: database) == [])
    }

    @Test func testB241_anArrayBindsByPosition() throws {
        let rows = try ResultSetFixture.numbers(1, 2, 3).prepare(greater)
        #expect(rows.bind(with: [1]))
        #expect(ResultSetFixture.remaining(rows) == [2, 3])
    }

    @Test func testB241_aDictionaryBindsByName() throws {
        let rows = try ResultSetFixture.numbers(1, 2, 3, 4).prepare(between)
        #expect(rows.bind(with: ["low": 1, "high": 4]))
        #expect(ResultSetFixture.remaining(rows) == [2, 3])
    }

    @Test func testB241_bindingInTheMiddleOfTheRowsStartsOver() throws {
        let rows = try ResultSetFixture.numbers(1, 2, 3).prepare(greater)
        #expect(rows.bind(with: [0]))
        #expect(rows.next())
        #expect(rows.next())
        #expect(rows.int(forColumnIndex: 0) == 2)
        #expect(rows.bind(with: [1]))
        #expect(ResultSetFixture.remaining(rows) == [2, 3])
    }

    @Test func testB241_emptyCollectionsBindAStatementWithoutParameters() throws {
        let rows = try ResultSetFixture.numbers(1).prepare("SELECT n FROM numbers")
        #expect(rows.bind(with: []))
        #expect(rows.bind(with: [:]))
        #expect(ResultSetFixture.remaining(rows) == [1])
    }

    @Test func testB242_aPreparedInsertRunsAgainAndAgain() throws {
        let database = try ResultSetFixture.numbers()
        let rows = database.prepare(insertion)
        for value in 1...3 {
            #expect(rows.bind(with: [value]))
            #expect(rows.step())
        }
        #expect(try content(of: database) == [1, 2, 3])
    }

    @Test func testB243_badSQLGivesASetThatDoesNothing() {
        let rows = FMDatabase.memory().prepare("SELEKT ?")
        #expect(!rows.bind(with: [1]))
        #expect(!rows.bind(with: ["a": 1]))
        #expect(!rows.next())
        #expect(!rows.step())
        #expect(!rows.hasAnotherRow())
        #expect(rows.columnCount == 0)
        ResultSetFixture.expectNothing(at: 0, in: rows)
        rows.close()
    }

    @Test func testB243_badSQLLeavesItsErrorOnTheConnection() {
        let database = FMDatabase.memory()
        let rows = database.prepare("SELEKT ?")
        #expect(database.hadError())
        #expect(database.lastErrorCode() == 1)
        #expect(database.lastErrorMessage().contains("syntax error"))
        rows.close()
        #expect(database.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: []))
    }

    @Test func testB244_bindingAfterTheEndStartsOverWithTheNewValues() throws {
        let rows = try ResultSetFixture.numbers(1, 2, 3).prepare(greater)
        #expect(rows.bind(with: [2]))
        #expect(ResultSetFixture.remaining(rows) == [3])
        #expect(rows.bind(with: [1]))
        #expect(ResultSetFixture.remaining(rows) == [2, 3])
        #expect(rows.bind(with: [3]))
        #expect(ResultSetFixture.remaining(rows) == [])
    }

    @Test func testB245_tooFewValuesAreRefused() throws {
        let rows = try ResultSetFixture.numbers(1).prepare("SELECT n FROM numbers WHERE n > ? AND n < ?")
        #expect(!rows.bind(with: [1]))
        #expect(!rows.bind(with: []))
    }

    @Test func testB245_missingKeysAreRefused() throws {
        let rows = try ResultSetFixture.numbers(1).prepare(between)
        #expect(!rows.bind(with: ["low": 1]))
        #expect(!rows.bind(with: ["low": 1, "hgih": 2]))
        #expect(!rows.bind(with: [:]))
    }

    @Test(arguments: [false, true])
    func testB245_theSetIsUsableAfterARefusedBind(caching: Bool) throws {
        let database = try ResultSetFixture.numbers(1, 2, 3)
        database.shouldCacheStatements = caching
        let rows = database.prepare(between)
        #expect(!rows.bind(with: [1]))
        #expect(rows.bind(with: [0, 3]))
        #expect(ResultSetFixture.remaining(rows) == [1, 2])
        #expect(!rows.bind(with: ["low": 0]))
        #expect(rows.bind(with: ["low": 1, "high": 4]))
        #expect(ResultSetFixture.remaining(rows) == [2, 3])
    }

    @Test func testB246_nextAfterTheEndStartsOver() throws {
        let rows = try ResultSetFixture.numbers(1, 2, 3).prepare(greater)
        #expect(rows.bind(with: [1]))
        #expect(ResultSetFixture.remaining(rows) == [2, 3])
        #expect(ResultSetFixture.remaining(rows) == [2, 3])
    }

    @Test func testB247_stepIsFalseOnARow() throws {
        let rows = try ResultSetFixture.numbers(1).prepare("SELECT n FROM numbers")
        #expect(!rows.step())
        #expect(rows.int(forColumn: "n") == 1)
        #expect(rows.step())
    }

    @Test func testB248_stepWithErrorDoesNotThrowWhenTheStatementIsDone() throws {
        let database = try ResultSetFixture.numbers()
        let rows = database.prepare(insertion)
        #expect(rows.bind(with: [1]))
        try rows.stepWithError()
        #expect(try content(of: database) == [1])
    }

    @Test func testB248_stepWithErrorThrowsTheErrorOfTheStatement() throws {
        let rows = try ResultSetFixture.numbers(1).prepare(insertion)
        #expect(rows.bind(with: [1]))
        let error = try ResultSetFixture.error { try rows.stepWithError() }
        #expect(error.domain == "FMDatabase")
        #expect(error.code == constraint)
        #expect(error.localizedDescription.contains("UNIQUE constraint failed"))
    }

    @Test func testB249_aPreparedSetIsOpenUntilItIsClosed() throws {
        let database = try ResultSetFixture.numbers(1)
        let rows = database.prepare(greater)
        #expect(database.hasOpenResultSets)
        #expect(rows.bind(with: [0]))
        #expect(database.hasOpenResultSets)
        #expect(ResultSetFixture.remaining(rows) == [1])
        #expect(database.hasOpenResultSets)
        rows.close()
        #expect(!database.hasOpenResultSets)
    }

    @Test func testB249_closeOpenResultSetsClosesPreparedSets() throws {
        let database = try ResultSetFixture.numbers(1)
        let rows = database.prepare(greater)
        database.closeOpenResultSets()
        #expect(!database.hasOpenResultSets)
        #expect(!rows.bind(with: [0]))
        #expect(!rows.next())
    }

    @Test func testB250_aFailedStepLeavesTheSetUsable() throws {
        let database = try ResultSetFixture.numbers(1)
        let rows = database.prepare(insertion)
        #expect(rows.bind(with: [1]))
        #expect(!rows.step())
        #expect(rows.bind(with: [2]))
        #expect(rows.step())
        #expect(try content(of: database) == [1, 2])
    }

    @Test func testB251_aPreparedStatementIsCachedAndInUseUntilTheSetIsClosed() throws {
        let database = try ResultSetFixture.numbers(1)
        database.shouldCacheStatements = true
        let rows = database.prepare(greater)
        #expect(database.cachedStatements?[greater] != nil)
        let statement = try #require(rows.statement)
        #expect(statement.inUse)
        rows.close()
        #expect(!statement.inUse)
    }

    @Test func testB251_aPreparedStatementIsUsedAgainAfterTheSetIsClosed() throws {
        let database = try ResultSetFixture.numbers(1)
        database.shouldCacheStatements = true
        let first = database.prepare(greater)
        #expect(first.statement?.useCount == 1)
        first.close()
        let second = database.prepare(greater)
        #expect(second.statement?.useCount == 2)
        #expect(second.bind(with: [0]))
        #expect(ResultSetFixture.remaining(second) == [1])
    }

    @Test func testB252_unboundParametersAreNull() {
        let rows = FMDatabase.memory().prepare("SELECT typeof(?) AS kind, ? AS value")
        #expect(rows.next())
        #expect(rows.string(forColumn: "kind") == "null")
        #expect(rows.columnIsNull("value"))
    }

    @Test func testB253_aBoundStatementStaysInUseUntilItsSetIsClosed() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        database.shouldCacheStatements = true
        let rows = database.prepare(greater)
        let statement = try #require(rows.statement)
        #expect(rows.bind(with: [0]))
        #expect(statement.inUse)
        #expect(ResultSetFixture.remaining(rows) == [1, 2])
        #expect(statement.inUse)
        rows.close()
        #expect(!statement.inUse)
    }

    @Test func testD20_aBoundStatementIsNotHandedToAnotherPreparedSet() throws {
        let database = try ResultSetFixture.numbers(1, 2, 3)
        database.shouldCacheStatements = true
        let first = database.prepare(greater)
        #expect(first.bind(with: [0]))
        let second = database.prepare(greater)
        #expect(second.statement?.useCount == 1)
        #expect(second.bind(with: [2]))
        #expect(ResultSetFixture.remaining(first) == [1, 2, 3])
        #expect(ResultSetFixture.remaining(second) == [3])
    }

    @Test func testD20_aBoundStatementIsNotHandedToAQuery() throws {
        let database = try ResultSetFixture.numbers(1, 2, 3)
        database.shouldCacheStatements = true
        let prepared = database.prepare(greater)
        #expect(prepared.bind(with: [0]))
        #expect(prepared.next())
        let query = try database.executeQuery(greater, values: [2])
        #expect(ResultSetFixture.remaining(query) == [3])
        #expect(ResultSetFixture.remaining(prepared) == [2, 3])
    }
}
