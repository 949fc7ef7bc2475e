import FMDB
import FMDBTestHelpers
import Testing

/// Finding the columns of a result set by name and by index.
@Suite struct ResultSetColumnTests {
    @Test func testB193_theColumnCountIsKnownBeforeTheFirstRow() throws {
        let rows = try FMDatabase.memory().executeQuery("SELECT 1, 2, 3", values: nil)
        #expect(rows.columnCount == 3)
    }

    @Test func testB193_theColumnCountIsKnownWithoutAnyRow() throws {
        let rows = try ResultSetFixture.numbers().executeQuery("SELECT rowid, n FROM numbers", values: nil)
        #expect(rows.columnCount == 2)
    }

    @Test func testB194_columnNameIsTheNameAsWritten() throws {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE people (FirstName TEXT)", values: nil)
        let sql = "SELECT FirstName, 1 AS MixedCase, 2 AS \"two words\" FROM people"
        let rows = try database.executeQuery(sql, values: nil)
        #expect((0..<3).map { rows.columnName(for: $0) } == ["FirstName", "MixedCase", "two words"])
    }

    @Test(arguments: [-1, 1, Int32.max, Int32.min])
    func testB194_columnNameOfAnIndexOutOfRangeIsNil(index: Int32) throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS n")
        #expect(rows.columnName(for: index) == nil)
    }

    @Test(arguments: ["Second", "second", "SECOND", "sEcOnD"])
    func testB195_columnIndexIgnoresTheCase(name: String) throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS First, 2 AS Second")
        #expect(rows.columnIndex(forName: name) == 1)
    }

    @Test func testB195_columnIndexLowersTheCaseOfLettersBeyondASCII() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS a, 2 AS \"Größe\"")
        #expect(rows.columnIndex(forName: "GRÖßE") == 1)
    }

    @Test func testB195_columnIndexOfAnUnknownNameIsMinusOne() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS First")
        #expect(rows.columnIndex(forName: "Third") == -1)
        #expect(rows.columnIndex(forName: "") == -1)
    }

    @Test func testB196_theMapHasLowerCaseNamesAndNumbers() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS First, 2 AS SECOND")
        let map = rows.columnNameToIndexMap
        #expect(map.count == 2)
        #expect((map["first"] as? NSNumber)?.intValue == 0)
        #expect((map["second"] as? NSNumber)?.intValue == 1)
        #expect(map["First"] == nil)
    }

    @Test func testB196_theMapIsThereBeforeTheFirstRow() throws {
        let rows = try FMDatabase.memory().executeQuery("SELECT 1 AS n", values: nil)
        #expect(rows.columnNameToIndexMap["n"] as? Int == 0)
        #expect(rows.next())
    }

    @Test func testB196_theMapIsBuiltOnce() throws {
        let rows = try FMDatabase.memory().executeQuery("SELECT 1 AS n", values: nil)
        let map = rows.columnNameToIndexMap
        #expect(rows.next())
        #expect(rows.columnNameToIndexMap === map)
    }

    @Test func testB197_ofColumnsWithOneNameTheMapKeepsTheLast() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS n, 2 AS other, 3 AS N")
        #expect(rows.columnIndex(forName: "n") == 2)
        #expect(rows.int(forColumn: "n") == 3)
        #expect(rows.columnNameToIndexMap.count == 2)
    }

    @Test func testB197_theIndexReachesEachColumnOfOneName() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS n, 2 AS n")
        #expect(rows.int(forColumnIndex: 0) == 1)
        #expect(rows.int(forColumnIndex: 1) == 2)
    }

    @Test func testB198_anAliasWithADotIsFoundByItsFullName() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS 'a.b'")
        #expect(rows.columnName(for: 0) == "a.b")
        #expect(rows.int(forColumn: "a.b") == 1)
        #expect(rows.columnIndex(forName: "b") == -1)
    }

    @Test func testB198_aQualifiedColumnWithoutAliasIsNamedWithoutItsTable() throws {
        let database = try ResultSetFixture.numbers(1)
        let rows = try ResultSetFixture.firstRow("SELECT numbers.n FROM numbers", in: database)
        #expect(rows.columnName(for: 0) == "n")
        #expect(rows.int(forColumn: "n") == 1)
        #expect(rows.columnIndex(forName: "numbers.n") == -1)
    }

    @Test func testB199_anUnknownNameReadsAsNothing() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n")
        ResultSetFixture.expectNothing(named: "missing", in: rows)
        #expect(rows.int(forColumn: "n") == 5)
    }

    @Test(arguments: [-1, 1, Int32.max, Int32.min])
    func testB199_anIndexOutOfRangeReadsAsNothing(index: Int32) throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n")
        ResultSetFixture.expectNothing(at: index, in: rows)
        #expect(rows.int(forColumnIndex: 0) == 5)
    }

    @Test func testB200_anUnknownNameIsNull() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n, NULL AS vacant")
        #expect(rows.columnIsNull("missing"))
        #expect(rows.columnIsNull("vacant"))
        #expect(!rows.columnIsNull("n"))
    }

    @Test func testB200_anIndexOutOfRangeIsNull() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n, NULL AS vacant")
        #expect(rows.columnIndexIsNull(2))
        #expect(rows.columnIndexIsNull(-1))
        #expect(rows.columnIndexIsNull(1))
        #expect(!rows.columnIndexIsNull(0))
    }

    @Test func testB201_theTypeOfAnUnknownColumnIsNull() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n")
        #expect(rows.type(forColumn: "missing") == .null)
        #expect(rows.type(forColumnIndex: 1) == .null)
        #expect(rows.type(forColumnIndex: -1) == .null)
    }

    @Test func testD03_columnNameOfABadIndexIsNilOnAnOpenAndAClosedSet() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS n")
        #expect(rows.columnName(for: 7) == nil)
        rows.close()
        #expect(rows.columnName(for: 0) == nil)
        #expect(rows.columnName(for: -1) == nil)
    }

    @Test func testD03_theMapOfAClosedSetIsEmpty() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS n")
        rows.close()
        #expect(rows.columnNameToIndexMap.count == 0)
        #expect(rows.columnIndex(forName: "n") == -1)
    }

    @Test func testD03_theMapOfASetWithoutAStatementIsEmpty() {
        let rows = FMDatabase.memory().prepare("SELEKT 1 AS n")
        #expect(rows.columnNameToIndexMap.count == 0)
        #expect(rows.columnName(for: 0) == nil)
    }

    @Test func testD04_aMisspeltColumnNameIsStillNothingAndNotAnError() throws {
        let database = FMDatabase.memory()
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS amount", in: database)
        #expect(rows.columnIndex(forName: "amuont") == -1)
        #expect(rows.int(forColumn: "amuont") == 0)
        #expect(rows.object(forColumn: "amuont") == nil)
        #expect(!database.hadError())
        #expect(rows.int(forColumn: "amount") == 5)
    }
}
