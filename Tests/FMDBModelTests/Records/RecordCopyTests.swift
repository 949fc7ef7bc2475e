import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct RecordCopyTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.createTable("people", columns: ["name": .text, "age": .integer, "town": .text])
        try db.createTable("man", columns: ["man_name": .text, "age": .integer, "note": .text])
        try db.insert([["name": "ann", "age": 7], ["name": "ben", "age": 8]] as [FMRecord], into: "people")
    }

    @Test func mappedColumnsAreCopiedBehindTheRowsThatAreThere() throws {
        try db.insert(["man_name": "old", "note": "kept"], into: "man")

        #expect(try db.copy(from: "people", to: "man", mapping: ["name": "man_name", "age": "age"]) == 2)

        #expect(
            drawn(db.executeQuery("SELECT * FROM man ORDER BY rowid", withArgumentsIn: [])) == """
                man_name | age  | note
                'old'    | NULL | 'kept'
                'ann'    | 7    | NULL
                'ben'    | 8    | NULL
                """)
    }

    @Test func aReplacementLeavesNothingOfTheOtherTable() throws {
        try db.insert(["man_name": "old"], into: "man")

        try db.copy(from: "people", to: "man", mapping: ["NAME": "man_name"], replacing: true, where: "age > \(7)")

        #expect(try db.rows("SELECT man_name FROM man", as: String.self) == ["ben"])
    }

    @Test func withoutAMappingTheColumnsOfBothAreCopied() throws {
        try db.copy(from: "people", to: "man")

        #expect(
            try db.find(FMRecord.self, sql: "SELECT age, man_name FROM man") == [
                ["age": 7, "man_name": nil], ["age": 8, "man_name": nil],
            ])
    }

    @Test(arguments: [("name", "nobody", "man"), ("nobody", "man_name", "people")])
    func aColumnThatIsNotThereIsNamed(from: String, to: String, table: String) throws {
        try db.insert(["man_name": "old"], into: "man")

        let error = thrown {
            try db.copy(from: "people", to: "man", mapping: [from: to], replacing: true)
        }

        #expect(error?.resultCode == .notFound)
        #expect(error?.message == "the table \(table) has no column nobody")
        #expect(try db.count(FMRecord.self, in: "man") == 1)
    }

    @Test func aTableThatIsNotThereIsNamed() {
        #expect(thrown { try db.copy(from: "x", to: "man") }?.message == "there is no table x")
        #expect(thrown { try db.copy(from: "man", to: "x") }?.message == "there is no table x")
    }

    @Test func whatCannotBeMeantIsRefused() throws {
        try db.createTable("other", columns: ["z": .text])

        #expect(thrown { try db.copy(from: "people", to: "other") }?.resultCode == .misuse)
        #expect(thrown { try db.copy(from: "people", to: "PEOPLE", replacing: true) }?.resultCode == .misuse)
        #expect(
            thrown { try db.copy(from: "people", to: "man", mapping: ["name": "note", "town": "NOTE"]) }?.resultCode
                == .misuse)
        #expect(try db.count(FMRecord.self, in: "people") == 2)
    }

    @Test func aBrokenRuleUndoesTheRemovalToo() throws {
        try db.execute("CREATE TABLE strict (name TEXT, age INTEGER CHECK (age < 8))")
        try db.insert(["name": "old"], into: "strict")

        #expect(thrown { try db.copy(from: "people", to: "strict", replacing: true) }?.resultCode == .constraint)
        #expect(try db.rows("SELECT name FROM strict", as: String.self) == ["old"])
    }

    @Test func aTableCanBeCopiedBehindItself() throws {
        #expect(try db.copy(from: "people", to: "people") == 2)
        #expect(try db.count(FMRecord.self, in: "people") == 4)
    }
}
