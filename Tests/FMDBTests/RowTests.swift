import FMDB
import FMDBTestHelpers
import Testing

@Suite struct RowTests {
    private let db = FMDatabase.memory()

    /// Hands the first row of a query to a body.
    private func withRow<Value>(_ sql: FMSQL, _ body: (FMRow) throws -> Value) throws -> Value {
        let cursor = try db.query(sql)
        return try body(try #require(try cursor.nextRow()))
    }

    // MARK: By index

    @Test func valuesAreReadByIndex() throws {
        try withRow("SELECT 1, 'b', NULL") { row throws in
            #expect(try row.value(at: 0, as: Int.self) == 1)
            #expect(try row.value(at: 1) == "b")
            #expect(try row.value(at: 2, as: Int?.self) == nil)
        }
    }

    @Test(arguments: [-1, 2, Int.max, Int.min, 1 << 32]) func anIndexOutOfRangeIsRefused(index: Int) throws {
        try withRow("SELECT 1, 2") { row throws in
            let error = thrown { try row.value(at: index, as: Int?.self) }
            #expect(error?.resultCode == .range)
            #expect(error?.message == "the row has no column \(index)")
            #expect(error?.sql == "SELECT 1, 2")
        }
    }

    @Test func aValueThatDoesNotFitNamesItsColumn() throws {
        try withRow("SELECT 300 AS a, 'x' AS b") { row throws in
            #expect(
                thrown { try row.value(at: 0, as: Int8.self) }?.message
                    == "column a: the integer is out of the range of Int8")
            #expect(thrown { try row.value("B", as: Int.self) }?.message == "column b: expected Int, found text")
        }
    }

    @Test func aValueMayBeReadAsSeveralTypes() throws {
        try withRow("SELECT 7 AS a") { row throws in
            #expect(try row.value("a", as: Int8.self) == 7)
            #expect(try row.value("a", as: Double.self) == 7)
            #expect(try row.value("a", as: Bool.self))
            #expect(try row.value("a", as: FMValue.self) == 7)
        }
    }

    // MARK: By name

    @Test(arguments: ["Name", "name", "NAME"]) func aNameIsFoundInAnyCase(name: String) throws {
        try withRow("SELECT 1 AS id, 'ann' AS Name") { row throws in
            #expect(try row.value(name, as: String.self) == "ann")
        }
    }

    @Test(arguments: ["", "nam", "names", "id "]) func anUnknownNameIsRefused(name: String) throws {
        try withRow("SELECT 1 AS id, 'ann' AS name") { row throws in
            let error = thrown { try row.value(name, as: String?.self) }
            #expect(error?.resultCode == .range)
            #expect(error?.message == "the query has no column named \(name)")
        }
    }

    @Test func ofEqualNamesTheLastColumnCounts() throws {
        try withRow("SELECT 1 AS a, 2 AS A, 3 AS b") { row throws in
            #expect(try row.value("a", as: Int.self) == 2)
            #expect(try row.value("A", as: Int.self) == 2)
            #expect(try row.value(at: 0, as: Int.self) == 1)
        }
    }

    @Test func aQualifiedNameIsTheNameOfItsColumn() throws {
        try db.execute("CREATE TABLE t (a)")
        try db.execute("INSERT INTO t VALUES (7)")
        try withRow("SELECT t.a, 8 AS \"t.b\" FROM t") { row throws in
            #expect(try row.value("a", as: Int.self) == 7)
            #expect(try row.value("t.b", as: Int.self) == 8)
        }
    }

    // MARK: Whole rows

    @Test func theColumnsAreKnown() throws {
        try withRow("SELECT 1 AS Id, 2 AS name, 3 AS ID") { row throws in
            #expect(row.columnCount == 3)
            #expect(row.columnNames == ["Id", "name", "ID"])
        }
    }

    @Test func aDictionaryIsACopyOfTheRow() throws {
        let copy = try withRow("SELECT 1 AS id, 'ann' AS Name, NULL AS x, 1.5 AS r, X'01' AS b") { try $0.dictionary() }

        #expect(copy == ["id": 1, "Name": "ann", "x": nil, "r": 1.5, "b": .blob(Data([1]))])
    }

    @Test func aDictionaryHasTheLastOfEqualNames() throws {
        let copy = try withRow("SELECT 1 AS a, 2 AS A, 3 AS a") { try $0.dictionary() }

        #expect(copy == ["a": 3, "A": 2])
    }

    @Test func theValuesAreACopyOfTheRow() throws {
        let copy = try withRow("SELECT 1 AS a, 'x' AS a, NULL") { try $0.values() }

        #expect(copy == [1, "x", nil])
    }

    @Test func aCopyOfTextThatIsNotUTF8IsRefused() throws {
        try withRow("SELECT 1 AS a, CAST(X'FF' AS TEXT) AS b") { row throws in
            #expect(
                thrown { try row.dictionary() }?.message == "column b: expected FMValue, found text that is not UTF-8")
            #expect(thrown { try row.values() }?.resultCode == .mismatch)
            #expect(try row.value("a", as: Int.self) == 1)
        }
    }

    // MARK: A row that is no longer current

    /// Everything that a row can be asked for.
    private func failures(_ row: FMRow) -> [FMError?] {
        struct Empty: Decodable {}
        return [
            thrown { try row.value(at: 0, as: FMValue.self) },
            thrown { try row.value("a", as: FMValue.self) },
            thrown { try row.dictionary() },
            thrown { try row.values() },
            thrown { try row.decode(Empty.self) },
        ]
    }

    private let threeRows: FMSQL = "SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT 3"

    private func expectOutdated(_ row: FMRow) {
        let errors = failures(row)
        #expect(errors.allSatisfy { $0?.resultCode == .misuse })
        #expect(errors.allSatisfy { $0?.message.hasPrefix("the row is no longer valid") == true })
    }

    @Test func aRowEndsWithTheNextOne() throws {
        let cursor = try db.query(threeRows)
        let row = try #require(try cursor.nextRow())
        #expect(try cursor.nextRow() != nil)

        expectOutdated(row)
    }

    @Test func aRowEndsWithItsQuery() throws {
        let cursor = try db.query("SELECT 1 AS a")
        let row = try #require(try cursor.nextRow())
        #expect(try cursor.nextRow() == nil)

        expectOutdated(row)
    }

    @Test func aRowEndsWithTheClosingOfItsCursor() throws {
        let cursor = try db.query(threeRows)
        let row = try #require(try cursor.nextRow())
        cursor.close()

        expectOutdated(row)
    }

    @Test func aRowEndsWithTheClosingOfItsDatabase() throws {
        let cursor = try db.query(threeRows)
        let row = try #require(try cursor.nextRow())
        db.close()

        expectOutdated(row)
    }

    @Test func aRowEndsWithTheRelease() throws {
        var cursor: FMResultSet? = try db.query(threeRows)
        let row = try #require(try cursor?.nextRow())
        cursor = nil

        expectOutdated(row)
    }

    @Test func aRowIsNotMistakenForThatOfALaterUseOfTheStatement() throws {
        let first = try db.query(threeRows)
        let row = try #require(try first.nextRow())
        first.close()
        let second = try db.query(threeRows)
        let other = try #require(try second.nextRow())

        expectOutdated(row)
        #expect(try other.value("a", as: Int.self) == 1)
    }

    @Test func aRowKeptBeyondForEachIsRefused() throws {
        var kept: FMRow?
        try db.forEachRow(threeRows) { kept = $0 }

        expectOutdated(try #require(kept))
    }
}
