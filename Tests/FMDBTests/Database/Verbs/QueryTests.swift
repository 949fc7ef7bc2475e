import FMDB
import FMDBTestHelpers
import Testing

@Suite struct QueryTests {
    private let db = FMDatabase.memory()

    /// A table `person (name, age)` with three rows, the last without an age.
    private func people() throws -> FMDatabase {
        try db.execute("CREATE TABLE person (name TEXT, age INTEGER)")
        try db.execute("INSERT INTO person VALUES ('ann', 7), ('bob', 8), ('cid', NULL)")
        return db
    }

    // MARK: Cursors

    @Test func aCursorGivesTheRowsInTurn() throws {
        let cursor = try people().query("SELECT name, age FROM person WHERE age > \(6) ORDER BY name")
        var seen: [String] = []
        while let row = try cursor.nextRow() {
            seen.append("\(try row.value("name", as: String.self)) \(try row.value("age", as: Int.self))")
        }

        #expect(seen == ["ann 7", "bob 8"])
    }

    @Test func aCursorTakesListedValues() throws {
        let cursor = try people().query("SELECT name FROM person WHERE age BETWEEN ? AND ?", 7, 7)

        #expect(drawn(cursor) == "name\n'ann'")
    }

    @Test func aCursorClosesItselfAtItsEnd() throws {
        let cursor = try people().query("SELECT name FROM person WHERE age = 7")
        #expect(try cursor.nextRow() != nil)
        #expect(db.hasOpenResultSets)

        #expect(try cursor.nextRow() == nil)

        #expect(!db.hasOpenResultSets)
        #expect(thrown { try cursor.nextRow() }?.resultCode == .misuse)
    }

    @Test func aClosedCursorThrows() throws {
        let cursor = try people().query("SELECT name FROM person")
        cursor.close()

        let error = thrown { try cursor.nextRow() }
        #expect(error?.resultCode == .misuse)
        #expect(error?.sql == "SELECT name FROM person")
    }

    @Test func anErrorBetweenRowsIsThrown() throws {
        // abs() of the least integer overflows.
        let cursor = try db.query("SELECT abs(\(1)) UNION ALL SELECT abs(\(Int64.min))")

        #expect(try cursor.nextRow() != nil)
        #expect(thrown { try cursor.nextRow() }?.resultCode == .error)
        #expect(!db.hasOpenResultSets)
    }

    @Test func aCursorWithWrongValuesIsNotLeftOpen() {
        #expect(thrown { try db.query("SELECT ?") }?.resultCode == .range)
        #expect(thrown { try db.query("SELECT ?", 1, 2) }?.resultCode == .range)
        #expect(thrown { try db.query("SELECT ?, \(1)", 2) }?.resultCode == .misuse)
        #expect(!db.hasOpenResultSets)
    }

    @Test func twoCursorsOfOneTextAreIndependent() throws {
        let db = try people()
        let first = try db.query("SELECT name FROM person WHERE age >= ? ORDER BY name", 7)
        #expect(try first.nextRow()?.value(at: 0, as: String.self) == "ann")
        let second = try db.query("SELECT name FROM person WHERE age >= ? ORDER BY name", 8)

        #expect(try second.nextRow()?.value(at: 0, as: String.self) == "bob")
        #expect(try first.nextRow()?.value(at: 0, as: String.self) == "bob")
    }

    // MARK: Each row

    @Test func eachRowIsHandedToTheBody() throws {
        var names: [String] = []
        try people().forEachRow("SELECT name FROM person ORDER BY name DESC") { row in
            names.append(try row.value(at: 0))
        }

        #expect(names == ["cid", "bob", "ann"])
        #expect(!db.hasOpenResultSets)
    }

    @Test func eachRowTakesListedValues() throws {
        var names: [String] = []
        try people().forEachRow("SELECT name FROM person WHERE age > ? AND age < ?", 7, 9) { row in
            names.append(try row.value(at: 0))
        }

        #expect(names == ["bob"])
    }

    @Test func whatTheBodyThrowsEndsTheQuery() throws {
        struct Enough: Error {}
        var count = 0

        #expect(throws: Enough.self) {
            try people().forEachRow("SELECT name FROM person") { _ in
                count += 1
                throw Enough()
            }
        }
        #expect(count == 1)
        #expect(!db.hasOpenResultSets)
    }

    @Test func theDatabaseMayBeUsedWithinTheBody() throws {
        let db = try people()
        try db.forEachRow("SELECT name FROM person WHERE age IS NOT NULL") { row in
            try db.execute("UPDATE person SET age = age + 1 WHERE name = \(row.value(at: 0, as: String.self))")
        }

        #expect(try db.rows("SELECT age FROM person ORDER BY name", as: Int?.self) == [8, 9, nil])
    }

    @Test func closingTheDatabaseWithinTheBodyEndsTheQuery() throws {
        let db = try people()
        var count = 0

        let error = thrown {
            try db.forEachRow("SELECT name FROM person") { _ in
                count += 1
                db.close()
            }
        }
        #expect(error?.resultCode == .misuse)
        #expect(count == 1)
    }

    // MARK: One value

    @Test func theValueIsTheFirstColumnOfTheFirstRow() throws {
        #expect(try people().value("SELECT age, name FROM person ORDER BY age DESC", as: Int.self) == 8)
    }

    @Test func theTypeOfTheValueMayBeInferred() throws {
        let age: Int? = try people().value("SELECT age FROM person WHERE name = \("ann")")

        #expect(age == 7)
    }

    @Test func aValueTakesListedValues() throws {
        #expect(try people().value("SELECT name FROM person WHERE age IN (?, ?)", 1, 7, as: String.self) == "ann")
    }

    @Test func noRowIsNilForAnOptional() throws {
        #expect(try people().value("SELECT age FROM person WHERE name = 'eve'", as: Int?.self) == nil)
        #expect(try db.value("SELECT age FROM person WHERE name = ?", "eve", as: Int??.self) == .none)
    }

    @Test func noRowIsAnErrorForAnythingElse() throws {
        let error = thrown { try people().value("SELECT age FROM person WHERE name = 'eve'", as: Int.self) }

        #expect(error?.resultCode == .done)
        #expect(error?.message == "the query returned no row")
        #expect(error?.sql == "SELECT age FROM person WHERE name = 'eve'")
    }

    @Test func nullIsNilForAnOptional() throws {
        #expect(try people().value("SELECT age FROM person WHERE name = 'cid'", as: Int?.self) == nil)
    }

    @Test func nullIsAnErrorForAnythingElse() throws {
        let error = thrown { try people().value("SELECT age FROM person WHERE name = 'cid'", as: Int.self) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "column age: expected Int, found null")
    }

    @Test func aValueLeavesNoStatementInUse() throws {
        #expect(try people().value("SELECT name FROM person", as: String.self) == "ann")
        #expect(thrown { try db.value("SELECT name FROM person", as: Int.self) }?.resultCode == .mismatch)

        #expect(!db.hasOpenResultSets)
        // It would be locked if one were at work still.
        #expect(try db.execute("DROP TABLE person") == 0)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aValueOfAStatementThatWritesIsThatOfItsEnd() throws {
        try db.execute("PRAGMA foreign_keys = ON")
        try db.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
        try db.execute("CREATE TABLE child (parent REFERENCES parent (id))")

        #expect(try db.value("INSERT INTO parent VALUES (\(7)) RETURNING id", as: Int.self) == 7)
        #expect(try db.value("INSERT INTO child VALUES (?) RETURNING parent", 7, as: Int.self) == 7)
        let error = thrown { try db.value("INSERT INTO child VALUES (?) RETURNING parent", 8, as: Int.self) }

        // SQLite looks for the parent only when it has returned the rows.
        #expect(error?.extendedCode == .constraintForeignKey)
        #expect(try db.rows("SELECT parent FROM child", as: Int.self) == [7])
    }

    // MARK: All rows

    @Test func theRowsAreTheirFirstColumns() throws {
        #expect(
            try people().rows("SELECT name, age FROM person ORDER BY name", as: String.self) == ["ann", "bob", "cid"])
    }

    @Test func theTypeOfTheRowsMayBeInferred() throws {
        let ages: [Int?] = try people().rows("SELECT age FROM person ORDER BY name")

        #expect(ages == [7, 8, nil])
    }

    @Test func noRowsAreAnEmptyArray() throws {
        #expect(try people().rows("SELECT age FROM person WHERE age > \(100)", as: Int.self) == [])
    }

    @Test func aNullAmongTheRowsIsAnError() throws {
        #expect(thrown { try people().rows("SELECT age FROM person", as: Int.self) }?.resultCode == .mismatch)
        #expect(!db.hasOpenResultSets)
    }

    @Test func rowsOfSeveralColumnsAreTuples() throws {
        let rows = try people().rows("SELECT name, age FROM person ORDER BY name", as: (String, Int?).self)

        #expect(rows.map(\.0) == ["ann", "bob", "cid"])
        #expect(rows.map(\.1) == [7, 8, nil])
    }

    @Test func tuplesMayBeLong() throws {
        let rows = try db.rows(
            "SELECT 1, 'b', 1.5, X'01', NULL, \(true)", as: (Int8, String, Double, Data, Int?, Bool).self)
        let row = try #require(rows.first)

        #expect(row == (1, "b", 1.5, Data([1]), nil, true))
    }

    @Test func tuplesOfAnotherWidthAreRefused() throws {
        let narrow = thrown { try db.rows("SELECT 1, 2, 3", as: (Int, Int).self) }
        let wide = thrown { try db.rows("SELECT 1, 2", as: (Int, Int, Int).self) }

        #expect([narrow, wide].map { $0?.resultCode } == [.mismatch, .mismatch])
        #expect(narrow?.message == "expected 2 columns, but the query returns 3")
        #expect(wide?.message == "expected 3 columns, but the query returns 2")
    }

    @Test func aTupleSaysWhichColumnDoesNotFit() {
        let error = thrown { try db.rows("SELECT 1 AS a, 300 AS b", as: (Int, Int8).self) }

        #expect(error?.message == "column b: the integer is out of the range of Int8")
    }
}
