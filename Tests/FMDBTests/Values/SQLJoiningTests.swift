import FMDB
import FMDBTestHelpers
import Testing

/// SQL put together from parts.
@Suite struct SQLJoiningTests {
    private let db = FMDatabase.memory()

    @Test func partsAreAddedWithTheirArguments() throws {
        let name = "ann"
        var sql: FMSQL = "SELECT \(1) AS a"
        sql += ", \(name) AS b"
        sql.append(", \(3) AS c")

        #expect(sql.text == "SELECT ? AS a, ? AS b, ? AS c")
        #expect(drawn(try db.query(sql + " WHERE \(4) = 4")) == "a | b     | c\n1 | 'ann' | 3")
    }

    @Test func aSumLeavesItsPartsAlone() throws {
        let (first, second): (FMSQL, FMSQL) = ("SELECT \(1)", " + \(2)")

        #expect(try db.value(first + second, as: Int.self) == 3)
        #expect([first.text, second.text] == ["SELECT ?", " + ?"])
        #expect(try db.value(first, as: Int.self) == 1)
    }

    @Test func partsAreJoinedByASeparator() throws {
        let conditions: [FMSQL] = ["\(1) < \(2)", "'a' = \("a")", "3 IN \([3, 4])"]
        let sql = conditions.joined(separator: " AND ")

        #expect(sql.text == "? < ? AND 'a' = ? AND 3 IN (?,?)")
        #expect(try db.value("SELECT \(sql)", as: Bool.self))
        #expect(try db.value("SELECT \((conditions + ["0"]).joined(separator: " AND "))", as: Bool.self) == false)
    }

    @Test func aSeparatorsArgumentsAreBoundEachTime() throws {
        let sum = (1...3).map { "\($0)" as FMSQL }.joined(separator: " + \(10) + ")

        #expect(try db.value("SELECT \(sum)", as: Int.self) == 26)
    }

    @Test func noPartsAreEmptyText() {
        #expect(([] as [FMSQL]).joined(separator: " AND ").text == "")
        #expect((["a"] as [FMSQL]).joined(separator: " AND ").text == "a")
        #expect(["a", "b"].lazy.map { FMSQL(raw: $0) }.joined().text == "ab")
    }

    @Test func namedArgumentsOfAPartAreKept() throws {
        let sql = FMSQL(raw: "SELECT :a", arguments: ["a": 1]) + FMSQL(raw: " || :b", arguments: ["b": "x"])

        #expect(try db.value(sql, as: String.self) == "1x")
    }

    @Test func aValueThatSQLiteCannotHoldIsReportedBehindAJoint() throws {
        let sql = "SELECT 1" + " + \(UInt64.max)" as FMSQL

        #expect(throws: FMError.self) { try db.value(sql, as: Int.self) }
    }
}
