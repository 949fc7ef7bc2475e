import FMDB
import FMDBTestHelpers
import Testing

/// Numbers of a row, read by a way of their own. What is unusual must end as it does for any other type.
@Suite struct RowNumberTests {
    private let db = FMDatabase.memory()

    private func row(_ list: String) throws -> (FMResultSet, FMRow) {
        let cursor = try db.query(FMSQL(raw: "SELECT \(list)"))
        return (cursor, try #require(try cursor.nextRow()))
    }

    @Test func theLimitsOfAnIntegerAreRead() throws {
        let (cursor, row) = try row("9223372036854775807 AS a, -9223372036854775807 - 1 AS b, 0 AS c")
        defer { cursor.close() }
        #expect(try (0..<3).map { try row.value(at: $0, as: Int64.self) } == [.max, .min, 0])
        #expect(try ["a", "b", "c"].map { try row.value($0, as: Int64.self) } == [.max, .min, 0])
        #expect(try (0..<3).map { try row.value(at: $0, as: Int.self) } == [.max, .min, 0])
    }

    @Test func wholeAndRealNumbersStandForEachOther() throws {
        let (cursor, row) = try row("2.0 AS a, 3 AS b")
        defer { cursor.close() }
        #expect(try row.value(at: 0, as: Int64.self) == 2)
        #expect(try row.value("a", as: Int.self) == 2)
        #expect(try row.value(at: 1, as: Double.self) == 3)
        #expect(try row.value("b", as: Double.self) == 3)
    }

    @Test(arguments: ["NULL", "'7'", "x'37'", "1.5", "1e300"]) func nothingElseIsAnInteger(literal: String) throws {
        let (cursor, row) = try row("\(literal) AS odd")
        defer { cursor.close() }
        let errors = [
            thrown { try row.value(at: 0, as: Int64.self) }, thrown { try row.value(at: 0, as: Int.self) },
            thrown { try row.value("odd", as: Int64.self) }, thrown { try row.value("odd", as: Int.self) },
        ]
        #expect(errors.map { $0?.resultCode } == Array(repeating: .mismatch, count: 4))
        #expect(errors.allSatisfy { $0?.message.contains("column odd") == true })
    }

    @Test(arguments: ["NULL", "'7'", "x'37'"]) func nothingElseIsADouble(literal: String) throws {
        let (cursor, row) = try row("\(literal) AS odd")
        defer { cursor.close() }
        #expect(thrown { try row.value(at: 0, as: Double.self) }?.resultCode == .mismatch)
        #expect(thrown { try row.value("odd", as: Double.self) }?.resultCode == .mismatch)
    }

    @Test(arguments: [-1, 1, Int.min, Int.max, 1 << 32, -(1 << 32)])
    func anIndexThatTheRowDoesNotHaveIsRefused(index: Int) throws {
        let (cursor, row) = try row("7")
        defer { cursor.close() }
        #expect(thrown { try row.value(at: index, as: Int64.self) }?.resultCode == .range)
        #expect(thrown { try row.value(at: index, as: Int.self) }?.resultCode == .range)
        #expect(thrown { try row.value(at: index, as: Double.self) }?.resultCode == .range)
    }

    @Test func aRowThatIsNoLongerCurrentGivesNoNumber() throws {
        let cursor = try db.query("SELECT 1 AS a UNION ALL SELECT 2")
        let first = try #require(try cursor.nextRow())
        #expect(try first.value("a", as: Int.self) == 1)
        let second = try #require(try cursor.nextRow())
        #expect(thrown { try first.value(at: 0, as: Int64.self) }?.resultCode == .misuse)
        #expect(thrown { try first.value("a", as: Double.self) }?.resultCode == .misuse)
        #expect(try second.value("a", as: Int.self) == 2)
        cursor.close()
        #expect(thrown { try second.value(at: 0, as: Int.self) }?.resultCode == .misuse)
        #expect(thrown { try second.value("a", as: Int64.self) }?.resultCode == .misuse)
    }
}
