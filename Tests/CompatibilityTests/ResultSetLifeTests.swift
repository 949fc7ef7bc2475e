import FMDB
import FMDBTestHelpers
import Testing

/// When a result set is open, who closes it, and what is left of it afterwards.
@Suite struct ResultSetLifeTests {
    private let query = "SELECT n FROM numbers ORDER BY n"

    @Test func testB187_aSetIsOpenFromExecuteQueryUntilItIsClosed() throws {
        let database = try ResultSetFixture.numbers(1)
        #expect(!database.hasOpenResultSets)
        let rows = try database.executeQuery(query, values: nil)
        #expect(database.hasOpenResultSets)
        #expect(rows.next())
        #expect(database.hasOpenResultSets)
        rows.close()
        #expect(!database.hasOpenResultSets)
    }

    @Test func testB187_aSetIsOpenUntilItsRowsAreExhausted() throws {
        let database = try ResultSetFixture.numbers(1)
        let rows = try database.executeQuery(query, values: nil)
        while rows.next() { #expect(database.hasOpenResultSets) }
        #expect(!database.hasOpenResultSets)
    }

    @Test func testB187_aSetIsOpenUntilItIsReleased() throws {
        let database = try ResultSetFixture.numbers(1)
        var rows: FMResultSet? = try database.executeQuery(query, values: nil)
        withExtendedLifetime(rows) { #expect(database.hasOpenResultSets) }
        rows = nil
        #expect(!database.hasOpenResultSets)
    }

    @Test func testB188_releasingAnUnfinishedSetClosesIt() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        var rows: FMResultSet? = try database.executeQuery(query, values: nil)
        #expect(rows?.next() == true)
        // SQLite refuses to drop a table that an unfinished statement reads.
        withExtendedLifetime(rows) {
            #expect(!database.executeUpdate("DROP TABLE numbers", withArgumentsIn: []))
        }
        rows = nil
        #expect(database.executeUpdate("DROP TABLE numbers", withArgumentsIn: []))
    }

    @Test func testB188_releasingAnUnfinishedSetGivesItsCachedStatementBack() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        database.shouldCacheStatements = true
        var rows: FMResultSet? = try database.executeQuery(query, values: nil)
        #expect(rows?.next() == true)
        rows = nil
        let again = try database.executeQuery(query, values: nil)
        #expect(again.statement?.useCount == 2)
        #expect(ResultSetFixture.remaining(again) == [1, 2])
    }

    @Test func testB189_closeOpenResultSetsClosesAllOfThem() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        let waiting = try database.executeQuery(query, values: nil)
        let started = try database.executeQuery(query, values: nil)
        #expect(started.next())
        database.closeOpenResultSets()
        #expect(!database.hasOpenResultSets)
        #expect(!waiting.next())
        #expect(!started.next())
    }

    @Test func testB189_closeOpenResultSetsLeavesOtherConnectionsAlone() throws {
        let database = try ResultSetFixture.numbers(1)
        let other = try ResultSetFixture.numbers(2)
        let rows = try other.executeQuery(query, values: nil)
        database.closeOpenResultSets()
        #expect(other.hasOpenResultSets)
        #expect(ResultSetFixture.remaining(rows) == [2])
    }

    @Test func testB190_closeLetsGoOfTheDatabaseAndTheStatement() throws {
        let database = try ResultSetFixture.numbers(1)
        let rows = try database.executeQuery(query, values: nil)
        #expect(rows.parentDB === database)
        #expect(rows.statement != nil)
        rows.close()
        #expect(rows.parentDB == nil)
        #expect(rows.statement == nil)
    }

    @Test func testB190_closeMayBeCalledAgain() throws {
        let database = try ResultSetFixture.numbers(1)
        let closed = try database.executeQuery(query, values: nil)
        closed.close()
        let open = try database.executeQuery(query, values: nil)
        closed.close()
        closed.close()
        #expect(closed.statement == nil)
        #expect(ResultSetFixture.remaining(open) == [1])
    }

    @Test func testB190_closeEndsTheReadOfACachedStatement() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        database.shouldCacheStatements = true
        let rows = try database.executeQuery(query, values: nil)
        #expect(rows.next())
        rows.close()
        // SQLite refuses to drop a table that an unfinished statement reads.
        try database.executeUpdate("DROP TABLE numbers", values: nil)
    }

    @Test func testB191_afterCloseTheAccessorsAnswerNothing() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n, 'five' AS word")
        rows.close()
        ResultSetFixture.expectNothing(named: "n", in: rows)
        ResultSetFixture.expectNothing(named: "word", in: rows)
        ResultSetFixture.expectNothing(at: 0, in: rows)
        ResultSetFixture.expectNothing(at: 1, in: rows)
    }

    @Test func testB191_afterCloseThereAreNoColumns() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n, 'five' AS word")
        #expect(rows.columnCount == 2)
        rows.close()
        #expect(rows.columnCount == 0)
        #expect(rows.columnName(for: 0) == nil)
        #expect(rows.type(forColumnIndex: 0) == .null)
        #expect(rows.columnIndexIsNull(0))
        #expect(rows.resultDictionary == nil)
    }

    @Test func testB191_afterTheEndTheAccessorsAnswerNothing() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n")
        #expect(!rows.next())
        ResultSetFixture.expectNothing(named: "n", in: rows)
        ResultSetFixture.expectNothing(at: 0, in: rows)
        #expect(rows.columnCount == 0)
    }

    @Test func testB192_theQueryIsKnownAfterClose() throws {
        let database = try ResultSetFixture.numbers(1)
        let rows = try database.executeQuery(query, values: nil)
        #expect(rows.query == query)
        rows.close()
        #expect(rows.query == query)
    }

    @Test func testD37_setsMayBeReleasedInAnyOrder() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        var sets: [FMResultSet] = []
        for _ in 0..<9 {
            let rows = try database.executeQuery(query, values: nil)
            #expect(rows.next())
            sets.append(rows)
        }
        for position in [4, 0, 6, 2, 3] { sets.remove(at: position) }
        #expect(database.hasOpenResultSets)
        #expect(sets.map(ResultSetFixture.remaining) == [[2], [2], [2], [2]])
        #expect(!database.hasOpenResultSets)
    }

    @Test func testD37_closingTheOpenSetsIgnoresReleasedOnes() throws {
        let database = try ResultSetFixture.numbers(1)
        var sets = try (0..<3).map { _ in try database.executeQuery(query, values: nil) }
        sets.removeFirst()
        database.closeOpenResultSets()
        #expect(!database.hasOpenResultSets)
        #expect(sets.allSatisfy { $0.parentDB == nil })
    }

    @Test func testD37_aSetMayOutliveTheConnectionItReads() throws {
        let database = try ResultSetFixture.numbers(1)
        var rows: FMResultSet? = try database.executeQuery(query, values: nil)
        #expect(database.close())
        #expect(database.open())
        #expect(rows?.next() == false)
        let others = try database.executeQuery("SELECT 1", values: nil)
        rows = nil
        #expect(database.hasOpenResultSets)
        #expect(ResultSetFixture.remaining(others) == [1])
    }

    @Test func testD37_aSetKeepsItsDatabaseOnlyWhileItIsOpen() throws {
        weak var database: FMDatabase?
        let rows = try {
            let opened = try ResultSetFixture.numbers(1, 2)
            database = opened
            return try opened.executeQuery(query, values: nil)
        }()
        #expect(rows.next())
        #expect(database != nil)
        rows.close()
        #expect(database == nil)
        #expect(rows.query == query)
    }
}
