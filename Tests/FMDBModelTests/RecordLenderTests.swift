import FMDBModel
import Support
import Testing

@Suite struct RecordLenderTests {
    private let folder = TemporaryFolder()

    private func lender(isPool: Bool) throws -> FMDatabaseLender {
        let lender: FMDatabaseLender =
            isPool ? FMDatabasePool(path: folder.file()) : try #require(FMDatabaseQueue(path: folder.file()))
        try lender.withDatabase { db in
            try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER)")
            try db.execute("CREATE TABLE old (id INTEGER PRIMARY KEY, name TEXT)")
        }
        return lender
    }

    @Test(arguments: [false, true])
    func recordsAreWrittenAndRead(isPool: Bool) throws {
        let lender = try lender(isPool: isPool)

        #expect(try lender.insert(["name": "ann", "age": 7], into: "users") == 1)
        #expect(try lender.insert([["name": "ben"], ["name": "cid"]], into: "users") == [2, 3])
        #expect(try lender.insertPossible([["name": "ann"], ["name": "dan"]], into: "users").keys.sorted() == [0])
        try lender.update(["id": 1, "age": 8], in: "users")
        try lender.update([["id": 2, "age": 9]], in: "users")
        #expect(try lender.update("users", set: ["age": nil], where: "name = \("ben")") == 1)
        try lender.save(["id": 1, "age": 1], in: "users")
        try lender.save([["id": 9, "name": "zoe"]], in: "users")
        #expect(try lender.delete(["id": 3], from: "users"))
        #expect(try lender.delete([["id": 9], ["id": 10]], from: "users") == 1)
        #expect(try lender.delete(from: "users", where: "name = \("dan")") == 1)
        #expect(try lender.copy(from: "users", to: "old") == 2)

        let expected: [FMRecord] = [["id": 1, "name": "ann", "age": 1], ["id": 2, "name": "ben", "age": nil]]
        #expect(try lender.records(in: "users", orderBy: "id") == expected)
        #expect(try lender.records("SELECT * FROM users ORDER BY id") == expected)
        #expect(try lender.record(in: "users", where: "age IS NULL")?["name"] == "ben")
        #expect(try lender.count(in: "old") == 2)
        try lender.replaceAll(in: "old", with: [["name": "x"]])
        #expect(try lender.deleteAll(in: "old") == 1)
    }

    @Test(arguments: [false, true])
    func recordsAreWrittenAndReadInTasksToo(isPool: Bool) async throws {
        let lender = try lender(isPool: isPool)

        #expect(try await lender.insert(["name": "ann", "age": 7], into: "users") == 1)
        #expect(try await lender.insert([["name": "ben"], ["name": "cid"]], into: "users") == [2, 3])
        #expect(try await lender.insertPossible([["name": "ann"], ["name": "dan"]], into: "users").count == 1)
        try await lender.update(["id": 1, "age": 8], in: "users")
        try await lender.update([["id": 2, "age": 9]], in: "users")
        #expect(try await lender.update("users", set: ["age": nil], where: "name = \("ben")") == 1)
        try await lender.save(["id": 1, "age": 1], in: "users")
        try await lender.save([["id": 9, "name": "zoe"]], in: "users")
        #expect(try await lender.delete(["id": 3], from: "users"))
        #expect(try await lender.delete([["id": 9], ["id": 10]], from: "users") == 1)
        #expect(try await lender.delete(from: "users", where: "name = \("dan")") == 1)
        #expect(try await lender.copy(from: "users", to: "old") == 2)

        let expected: [FMRecord] = [["id": 1, "name": "ann", "age": 1], ["id": 2, "name": "ben", "age": nil]]
        #expect(try await lender.records(in: "users", orderBy: "id") == expected)
        #expect(try await lender.records("SELECT * FROM users ORDER BY id") == expected)
        #expect(try await lender.record(in: "users", where: "age IS NULL")?["name"] == "ben")
        #expect(try await lender.count(in: "old") == 2)
        try await lender.replaceAll(in: "old", with: [["name": "x"]])
        #expect(try await lender.deleteAll(in: "old") == 1)
    }

    @Test func oldTablesAreImportedOnAQueue() async throws {
        struct Guest: Codable, FMModel, Sendable { var id: Int64?, name: String? }
        let lender = try lender(isPool: false)
        try await lender.withDatabase { db in
            try db.execute("CREATE TABLE jq (pkid INTEGER PRIMARY KEY, name TEXT)")
            try db.execute("CREATE TABLE bg (BG_bg_id integer primary key, BG_name text)")
            try db.execute("INSERT INTO jq VALUES (1, 'ann')")
            try db.execute("INSERT INTO bg VALUES (2, 'ben')")
        }

        #expect(try await lender.importJQFMDB(Guest.self, from: "jq").rows == 1)
        #expect(try await lender.importBGFMDB(Guest.self, from: "bg").rows == 1)
        #expect(try await lender.records(in: "Guest") == [["id": 1, "name": "ann"], ["id": 2, "name": "ben"]])
    }
}
