import FMDB
import FMDBTestHelpers
import Testing

/// Moving through the rows of a result set.
@Suite struct ResultSetSteppingTests {
    private let misuse = 21  // SQLITE_MISUSE
    private let done = 101  // SQLITE_DONE
    private let generalError = 1  // SQLITE_ERROR

    /// A database of which the query `failing` delivers one row and then fails with an overflow.
    private func overflowing() throws -> FMDatabase {
        try ResultSetFixture.numbers(1, Int(Int64.min))
    }

    private let failing = "SELECT abs(n) FROM numbers ORDER BY rowid"

    @Test func testB180_nextStandsOnEachRowInTurnAndThenAnswersFalse() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        let rows = try database.executeQuery("SELECT n FROM numbers ORDER BY n", values: nil)
        #expect(rows.next())
        #expect(rows.int(forColumn: "n") == 1)
        #expect(rows.next())
        #expect(rows.int(forColumn: "n") == 2)
        #expect(!rows.next())
    }

    @Test func testB180_aSetWithoutRowsAnswersFalseAtOnce() throws {
        let rows = try FMDatabase.memory().executeQuery("SELECT 1 WHERE 0", values: nil)
        #expect(!rows.next())
    }

    @Test func testB181_theEndOfTheRowsClosesTheSet() throws {
        let database = try ResultSetFixture.numbers(1)
        let rows = try database.executeQuery("SELECT n FROM numbers", values: nil)
        #expect(rows.next())
        #expect(!rows.next())
        #expect(!database.hasOpenResultSets)
        #expect(rows.statement == nil)
        #expect(rows.parentDB == nil)
    }

    @Test func testB181_theEndOfTheRowsGivesTheStatementBack() throws {
        let database = try ResultSetFixture.numbers(1)
        database.shouldCacheStatements = true
        let rows = try database.executeQuery("SELECT n FROM numbers", values: nil)
        let statement = try #require(rows.statement)
        while rows.next() { #expect(statement.inUse) }
        #expect(!statement.inUse)
        // SQLite refuses to drop a table that an unfinished statement reads.
        try database.executeUpdate("DROP TABLE numbers", values: nil)
    }

    @Test func testB182_nextAfterTheEndAnswersFalse() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1")
        #expect(!rows.next())
        #expect(!rows.next())
    }

    @Test func testB182_nextAfterCloseAnswersFalse() throws {
        let rows = try ResultSetFixture.numbers(1, 2).executeQuery("SELECT n FROM numbers", values: nil)
        #expect(rows.next())
        rows.close()
        #expect(!rows.next())
    }

    @Test func testB183_nextWithErrorThrowsDoneAtTheEndOfTheRows() throws {
        let rows = try ResultSetFixture.numbers(1, 2).executeQuery("SELECT n FROM numbers ORDER BY n", values: nil)
        try rows.nextWithError()
        #expect(rows.int(forColumnIndex: 0) == 1)
        try rows.nextWithError()
        #expect(rows.int(forColumnIndex: 0) == 2)
        let error = try ResultSetFixture.error { try rows.nextWithError() }
        #expect(error.domain == "FMDatabase")
        #expect(error.code == done)
    }

    @Test func testB184_nextWithErrorOnAClosedSetThrowsMisuse() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1")
        rows.close()
        let error = try ResultSetFixture.error { try rows.nextWithError() }
        #expect(error.domain == "FMDatabase")
        #expect(error.code == misuse)
        #expect(error.localizedDescription == "parentDB does not exist")
        #expect(
            try ResultSetFixture.error { try rows.stepWithError() }.localizedDescription == "parentDB does not exist")
    }

    @Test func testB184_nextWithErrorOnASetThatClosedItselfThrowsMisuse() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1")
        #expect(!rows.next())
        let error = try ResultSetFixture.error { try rows.nextWithError() }
        #expect(error.code == misuse)
    }

    @Test func testB185_aFailureWhileSteppingEndsNext() throws {
        let database = try overflowing()
        let rows = try database.executeQuery(failing, values: nil)
        #expect(rows.next())
        #expect(rows.int(forColumnIndex: 0) == 1)
        #expect(!rows.next())
        #expect(Int(database.lastErrorCode()) == generalError)
        #expect(database.lastErrorMessage() == "integer overflow")
    }

    @Test func testB185_aFailureWhileSteppingIsThrownByNextWithError() throws {
        let rows = try overflowing().executeQuery(failing, values: nil)
        try rows.nextWithError()
        let error = try ResultSetFixture.error { try rows.nextWithError() }
        #expect(error.domain == "FMDatabase")
        #expect(error.code == generalError)
        #expect(error.localizedDescription == "integer overflow")
    }

    @Test func testB185_aFailureWhileSteppingClosesTheSet() throws {
        let database = try overflowing()
        let rows = try database.executeQuery(failing, values: nil)
        while rows.next() {}
        #expect(!database.hasOpenResultSets)
        #expect(rows.statement == nil)
    }

    @Test func testB186_hasAnotherRowIsTrueOnEachRow() throws {
        let rows = try ResultSetFixture.numbers(1, 2).executeQuery("SELECT n FROM numbers", values: nil)
        #expect(rows.next())
        #expect(rows.hasAnotherRow())
        #expect(rows.next())
        #expect(rows.hasAnotherRow())
    }

    @Test func testB186_hasAnotherRowIsFalseAfterTheEnd() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1")
        #expect(!rows.next())
        #expect(!rows.hasAnotherRow())
    }

    @Test func testB186_hasAnotherRowIsFalseAfterClose() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1")
        rows.close()
        #expect(!rows.hasAnotherRow())
    }

    @Test func testB186_hasAnotherRowIsFalseAtTheEndOfAPreparedSet() throws {
        let rows = try ResultSetFixture.numbers(1).prepare("SELECT n FROM numbers")
        #expect(rows.next())
        #expect(rows.hasAnotherRow())
        #expect(!rows.next())
        #expect(!rows.hasAnotherRow())
    }

    @Test func testB221_setsMayBeNested() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        let outer = try database.executeQuery("SELECT n FROM numbers ORDER BY n", values: nil)
        var pairs: [String] = []
        while outer.next() {
            let inner = try database.executeQuery("SELECT n FROM numbers ORDER BY n DESC", values: nil)
            while inner.next() {
                pairs.append("\(outer.int(forColumn: "n"))\(inner.int(forColumn: "n"))")
            }
        }
        #expect(pairs == ["12", "11", "22", "21"])
    }

    @Test func testB221_rowsMayBeUpdatedWhileTheyAreRead() throws {
        let database = try ResultSetFixture.numbers(1, 2, 3)
        let rows = try database.executeQuery("SELECT rowid, n FROM numbers ORDER BY rowid", values: nil)
        while rows.next() {
            let values: [Any] = [rows.long(forColumn: "n") * 10, rows.long(forColumn: "rowid")]
            try database.executeUpdate("UPDATE numbers SET n = ? WHERE rowid = ?", values: values)
        }
        let updated = try database.executeQuery("SELECT n FROM numbers ORDER BY n", values: nil)
        #expect(ResultSetFixture.remaining(updated) == [10, 20, 30])
    }

    @Test func testB222_openSetsAdvanceIndependently() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        let rising = try database.executeQuery("SELECT n FROM numbers ORDER BY n", values: nil)
        let falling = try database.executeQuery("SELECT n FROM numbers ORDER BY n DESC", values: nil)
        #expect(rising.next())
        #expect(falling.next())
        #expect(rising.int(forColumn: "n") == 1)
        #expect(falling.int(forColumn: "n") == 2)
        #expect(rising.next())
        #expect(rising.int(forColumn: "n") == 2)
        #expect(falling.int(forColumn: "n") == 2)
    }

    @Test func testB222_closingASetLeavesTheOthersOpen() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        let closed = try database.executeQuery("SELECT n FROM numbers ORDER BY n", values: nil)
        let kept = try database.executeQuery("SELECT n FROM numbers ORDER BY n", values: nil)
        #expect(closed.next())
        #expect(kept.next())
        closed.close()
        #expect(database.hasOpenResultSets)
        #expect(ResultSetFixture.remaining(kept) == [2])
    }

    @Test func testB226_anInsertThroughExecuteQueryRunsAtTheFirstNext() throws {
        let database = try ResultSetFixture.numbers()
        let insertion = try database.executeQuery("INSERT INTO numbers VALUES (7)", values: nil)
        #expect(drawn(try database.executeQuery("SELECT n FROM numbers", values: nil)) == "n")
        #expect(!insertion.next())
        #expect(drawn(try database.executeQuery("SELECT n FROM numbers", values: nil)) == "n\n7")
    }

    @Test func testB227_aPragmaDeliversRows() throws {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE pairs (a INTEGER, b TEXT)", values: nil)
        let rows = try database.executeQuery("PRAGMA table_info(pairs)", values: nil)
        var names: [String?] = []
        while rows.next() { names.append(rows.string(forColumn: "name")) }
        #expect(names == ["a", "b"])
    }

    @Test func testB227_explainDeliversRows() throws {
        let rows = try ResultSetFixture.firstRow("EXPLAIN SELECT 1")
        #expect(rows.string(forColumn: "opcode")?.isEmpty == false)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func testB229_anInsertReturningDeliversItsRowAtTheFirstNext() throws {
        let database = try ResultSetFixture.numbers()
        let rows = try database.executeQuery("INSERT INTO numbers VALUES (7) RETURNING n * 2 AS twice", values: nil)
        #expect(rows.next())
        #expect(rows.int(forColumn: "twice") == 14)
        #expect(!rows.next())
        #expect(drawn(try database.executeQuery("SELECT n FROM numbers", values: nil)) == "n\n7")
    }

    /// The code that ends a loop around `nextWithError()`, and how many rows came before it.
    private func end(of rows: FMResultSet) throws -> (rows: Int, code: Int) {
        var count = 0
        let error = try ResultSetFixture.error {
            for _ in 0..<10 {
                try rows.nextWithError()
                count += 1
            }
        }
        return (count, error.code)
    }

    @Test func testD14_theCodeTellsTheEndOfTheRowsFromAFailure() throws {
        let database = try overflowing()
        let finished = try end(of: database.executeQuery("SELECT n FROM numbers", values: nil))
        #expect(finished == (2, done))
        let failed = try end(of: database.executeQuery(failing, values: nil))
        #expect(failed == (1, generalError))
    }
}
