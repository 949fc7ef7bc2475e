import FMDBModel
import FMDBTestHelpers
import Testing

/// Records that are filled, and the tables whose rows they are read back from.
@Suite struct RecordKeyTests {
    private let db = FMDatabase.memory()

    private func inserted(_ record: FMRecord, _ table: FMSQL) throws -> FMRecord {
        try db.execute(table)
        var record = record
        try db.insert(&record, into: "t")
        return record
    }

    @Test func aRecordIsFilledThoughAColumnIsCalledRowid() throws {
        #expect(try inserted(["a": 1], "CREATE TABLE t (rowid TEXT, a)") == ["rowid": nil, "a": 1])
    }

    @Test func aRecordIsFilledFromItsOwnRowThoughAColumnHasTheNumbersOfOthers() throws {
        try db.execute("CREATE TABLE t (rowid INT DEFAULT 2, a)")
        try db.execute("INSERT INTO t (rowid, a) VALUES (9, 'other')")
        var record: FMRecord = ["a": "own"]

        try db.insert(&record, into: "t")

        #expect(record == ["rowid": 2, "a": "own"])
        try db.execute("UPDATE t SET rowid = 3")
        var third: FMRecord = ["a": "third"]
        try db.insert(&third, into: "t")
        #expect(third == ["rowid": 2, "a": "third"])
    }

    @Test func recordsAreFilledThoughColumnsHaveTwoNamesOfTheNumber() throws {
        try db.execute("CREATE TABLE t (rowid TEXT, _RowID_ TEXT, a)")
        var records: [FMRecord] = [["a": 1], ["a": 2, "rowid": "x"]]

        try db.insert(&records, into: "t")

        #expect(records == [["rowid": nil, "_RowID_": nil, "a": 1], ["rowid": "x", "_RowID_": nil, "a": 2]])
    }

    /// SQLite then has no name for the number of a row.
    @Test func aRecordOfATableWhoseColumnsHaveAllNamesOfTheNumberIsNotReadBack() throws {
        try db.execute("CREATE TABLE t (rowid TEXT, _rowid_ TEXT, oid TEXT, a)")
        var record: FMRecord = ["rowid": "1", "_rowid_": "1", "oid": "1", "a": 1]
        let error = thrown { try db.insert(&record, into: "t") }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("cannot be found by rowid") == true)
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
        try db.insert(record, into: "t")
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 1)
    }

    @Test func aSavedRecordIsFilledThoughAColumnIsCalledRowid() throws {
        try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, rowid TEXT, a)")
        var (own, named): (FMRecord, FMRecord) = (["id": nil, "a": 1], ["a": 2, "id": nil])

        try db.save(&own, in: "t")
        try db.save(&named, in: "t", key: "id")

        #expect(own == ["id": 1, "rowid": nil, "a": 1])
        #expect(named == ["id": 2, "rowid": nil, "a": 2])
    }

    @Test func aRecordIsFoundByItsNumberThoughAColumnIsCalledRowid() throws {
        try db.execute("CREATE TABLE t (rowid TEXT, a)")
        let number = try db.insert(["rowid": "2", "a": 1], into: "t")
        try db.insert(["rowid": "1", "a": 2], into: "t")

        #expect(try db.find(FMRecord.self, id: number, from: "t")?["a"] == 1)
        #expect(try db.last(FMRecord.self, from: "t")?["a"] == 2)
    }

    @Test func aRecordIsFilledByItsKeyInATableWithoutRowid() throws {
        #expect(
            try inserted(["a": 1, "b": 2], "CREATE TABLE t (a, b, c DEFAULT 3, PRIMARY KEY (a, b)) WITHOUT ROWID")
                == ["a": 1, "b": 2, "c": 3])
    }

    @Test func aRecordWithAKeyThatIsPartlyNilIsFilled() throws {
        #expect(
            try inserted(["a": 1, "b": nil], "CREATE TABLE t (a, b, c DEFAULT 3, PRIMARY KEY (a, b))")
                == ["a": 1, "b": nil, "c": 3])
    }

    // MARK: The reason

    private func expectLacking(_ call: (inout FMRecord) throws -> Void) throws {
        try db.execute("CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name)")
        var record: FMRecord = ["name": "ann"]

        let error = thrown { try call(&record) }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.hasPrefix("the record for the table users lacks the column id of the key") == true)
        #expect(record == ["name": "ann"])
    }

    @Test func aRecordThatLacksTheKeyIsToldSo() throws {
        try expectLacking { try db.save(&$0, in: "users") }
        try expectLacking { try db.save($0, in: "users") }
        try expectLacking { try db.save([$0], in: "users") }
        try expectLacking { try db.update($0, only: ["name"], in: "users") }
        try expectLacking { try db.update($0, in: "users") }
        try expectLacking { try db.update([$0], in: "users") }
        try expectLacking { try db.delete($0, from: "users") }
        try expectLacking { try db.delete([$0], from: "users") }
    }

    // MARK: Columns that are not unique

    @Test func everyRowWithTheColumnsIsCountedAndChanged() throws {
        try db.execute("CREATE TABLE users (team, name)")
        try db.execute("INSERT INTO users VALUES (1, 'ann'), (1, 'ben'), (2, 'cid'), (1, 'dan')")

        try db.update([["team": 2, "name": "zoe"], ["team": 1, "name": "x"]] as [FMRecord], in: "users", key: "team")
        #expect(
            drawn(try db.query("SELECT * FROM users")) == """
                team | name
                1    | 'x'
                1    | 'x'
                2    | 'zoe'
                1    | 'x'
                """)
        #expect(try db.delete([["team": 1], ["team": 3]] as [FMRecord], from: "users", key: ["team"]) == 3)
        #expect(try db.delete([["team": 1]] as [FMRecord], from: "users", key: ["team"]) == 0)
        #expect(try db.count(FMRecord.self, in: "users") == 1)
    }
}
