import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct RecordTests {
    @Test func columnsKeepTheOrderInWhichTheyCame() {
        let record: FMRecord = ["name": "ann", "age": 7, "photo": nil]

        #expect(record.columns == ["name", "age", "photo"])
        #expect(record.values == ["ann", 7, nil])
        #expect(record.description == "[name: 'ann', age: 7, photo: NULL]")
    }

    @Test func namesAreComparedWithoutTheCaseOfLatinLetters() {
        var record: FMRecord = ["Name": "ann", "ä": 1]

        record["NAME"] = "ben"

        #expect(record["name"] == "ben")
        #expect(record.columns == ["Name", "ä"])
        #expect(record["Ä"] == nil)
    }

    @Test func ofEqualNamesTheLastValueCounts() {
        let record: FMRecord = ["name": "ann", "age": 7, "NAME": "ben"]

        #expect(record == ["name": "ben", "age": 7])
    }

    @Test func nilRemovesAColumnAndNullDoesNot() {
        var record: FMRecord = ["name": "ann", "age": 7, "photo": 1]

        record["age"] = nil
        record["photo"] = .null

        #expect(record.columns == ["name", "photo"])
        #expect(record["photo"] == .some(.null))
        #expect(record["age"] == nil)
    }

    @Test func recordsAreEqualInAnyOrderOfTheirColumns() {
        let left: FMRecord = ["name": "ann", "age": 7]
        let right: FMRecord = ["AGE": 7, "name": "ann"]

        #expect(left == right)
        #expect(Set([left, right]).count == 1)
        #expect(left != ["name": "ann"])
        #expect(left != ["name": "ann", "age": 8])
    }

    @Test func aDictionaryBecomesARecordInTheOrderOfItsNames() throws {
        let values: [String: any FMValueConvertible] = ["b": 2, "a": "x", "c": FMValue.null]

        let record = try FMRecord(values)

        #expect(record.columns == ["a", "b", "c"])
        #expect(record.dictionary == ["a": "x", "b": 2, "c": .null])
        #expect(record.map(\.value) == ["x", 2, nil])
    }

    @Test func aTypedValueNamesItsColumnWhenItDoesNotFit() throws {
        let record: FMRecord = ["name": "ann", "age": nil]

        #expect(try record.value("AGE", as: Int?.self) == nil)
        let misfit = thrown { try record.value("name", as: Int.self) }
        #expect(misfit?.resultCode == .mismatch)
        #expect(misfit?.message == "column name: expected Int, found text")
        #expect(thrown { try record.value("height", as: Int.self) }?.resultCode == .range)
    }

    @Test func aValueThatSQLiteCannotHoldIsReportedWhenTheRecordIsWritten() throws {
        let db = FMDatabase.memory()
        try db.createTable("t", columns: ["n": .integer])

        let error = thrown { try db.insert(["n": UInt64.max], into: "t") }

        #expect(error?.resultCode == .mismatch)
        #expect(try db.count(FMRecord.self, in: "t") == 0)
        #expect(thrown { try FMRecord([("n", UInt64.max)]) }?.resultCode == .mismatch)
    }

    @Test func aCopyOfARowWithEqualNamesKeepsTheLastOne() throws {
        let db = FMDatabase.memory()
        let cursor = try db.query("SELECT 1 AS a, 2 AS b, 3 AS A")
        defer { cursor.close() }

        let record = try FMRecord(#require(try cursor.nextRow()))

        #expect(record.columns == ["a", "b"])
        #expect(record.values == [3, 2])
    }
}
