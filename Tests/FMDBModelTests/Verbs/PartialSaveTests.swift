import FMDBModel
import FMDBTestHelpers
import Testing

/// Saving some of the columns of a row that is there, where a new row would need the others.
@Suite struct PartialSaveTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.execute(
            "CREATE TABLE users (id INTEGER PRIMARY KEY, mail TEXT UNIQUE, name TEXT NOT NULL, age INT CHECK (age > 0))"
        )
        try db.execute("INSERT INTO users VALUES (7, 'bob@x', 'bob', 1), (8, 'cem@x', 'cem', 2)")
    }

    private struct Age: Codable, FMModel, Equatable {
        static let tableName = "users"
        var id: Int64?
        var age: Int
    }

    private func ages() throws -> [Int?] { try db.rows("SELECT age FROM users ORDER BY id", as: Int?.self) }

    @Test func aRecordOfSomeColumnsChangesThem() throws {
        try db.save(["id": 7, "age": 8], in: "users")
        try db.save([["id": 7, "age": 9], ["id": 8, "age": 10]] as [FMRecord], in: "users")
        try db.save(["mail": "bob@x", "age": 11], in: "users", key: "mail")

        #expect(
            try db.content("users") == """
                id | mail    | name  | age
                7  | 'bob@x' | 'bob' | 11
                8  | 'cem@x' | 'cem' | 10
                """)
    }

    @Test func aRecordOfSomeColumnsIsFilledFromItsRow() throws {
        var record: FMRecord = ["id": 7, "age": 8]
        try db.save(&record, in: "users")

        #expect(record["name"] == "bob")
        #expect(try db.upsert(["id": 7, "age": 9] as FMRecord, in: "users")["name"] == "bob")
        #expect(try ages() == [9, 2])
    }

    @Test func aModelOfSomeColumnsChangesThem() throws {
        try db.save(Age(id: 7, age: 8))
        try db.save([Age(id: 7, age: 9), Age(id: 8, age: 10)])
        #expect(try ages() == [9, 10])
        #expect(try db.upsert(Age(id: 7, age: 11)) == Age(id: 7, age: 11))
        #expect(try !db.save(Age(id: 8, age: 12), onConflict: .ignore))

        #expect(try ages() == [11, 10])
    }

    @Test func aNewRowStillNeedsTheOthers() throws {
        #expect(thrown { try db.save(["id": 9, "age": 8], in: "users") }?.extendedCode == .constraintNotNull)
        let error = thrown { try db.save([Age(id: 7, age: 8), Age(id: 9, age: 8)]) }
        #expect(error?.extendedCode == .constraintNotNull)
        #expect(error?.batchIndex == 1)
        #expect(thrown { try db.save(Age(id: 9, age: 8), onConflict: .ignore) }?.extendedCode == .constraintNotNull)
        #expect(thrown { try db.save(["age": 8, "id": nil], in: "users") }?.extendedCode == .constraintNotNull)

        #expect(try ages() == [1, 2])
    }

    @Test func whatTheTableRefusesOfTheRowIsStillRefused() throws {
        #expect(thrown { try db.save(["id": 7, "age": -1], in: "users") }?.extendedCode == .constraintCheck)
        #expect(thrown { try db.save(["id": 7, "mail": "cem@x"], in: "users") }?.extendedCode == .constraintUnique)

        #expect(try ages() == [1, 2])
    }
}
