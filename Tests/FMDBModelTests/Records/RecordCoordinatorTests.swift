import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct RecordCoordinatorTests {
    private let folder = TemporaryFolder()

    private func coordinator(_ lending: Lending) throws -> FMDatabaseCoordinator {
        let coordinator = try lending.coordinator(in: folder)
        try coordinator.withDatabase { db in
            try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER)")
            try db.execute("CREATE TABLE old (id INTEGER PRIMARY KEY, name TEXT)")
        }
        return coordinator
    }

    @Test(arguments: Lending.allCases)
    func recordsAreWrittenAndRead(_ lending: Lending) throws {
        let coordinator = try coordinator(lending)

        #expect(try coordinator.insert(["name": "ann", "age": 7], into: "users") == 1)
        #expect(try coordinator.insert([["name": "ben"], ["name": "cid"]] as [FMRecord], into: "users") == [2, 3])
        #expect(
            try coordinator.insertPossible([["name": "ann"], ["name": "dan"]] as [FMRecord], into: "users").keys
                .sorted() == [0])
        try coordinator.update(["id": 1, "age": 8], in: "users")
        try coordinator.update([["id": 2, "age": 9]] as [FMRecord], in: "users")
        #expect(try coordinator.update(FMRecord.self, set: ["age": nil], in: "users", where: "name = \("ben")") == 1)
        try coordinator.save(["id": 1, "age": 1], in: "users")
        try coordinator.save([["id": 9, "name": "zoe"]] as [FMRecord], in: "users")
        #expect(try coordinator.delete(["id": 3] as FMRecord, from: "users"))
        #expect(try coordinator.delete([["id": 9], ["id": 10]] as [FMRecord], from: "users") == 1)
        #expect(try coordinator.delete(FMRecord.self, from: "users", where: "name = \("dan")") == 1)
        #expect(try coordinator.copy(from: "users", to: "old") == 2)

        let expected: [FMRecord] = [["id": 1, "name": "ann", "age": 1], ["id": 2, "name": "ben", "age": nil]]
        #expect(try coordinator.find(FMRecord.self, from: "users", orderBy: [.asc("id")]) == expected)
        #expect(try coordinator.find(FMRecord.self, sql: "SELECT * FROM users ORDER BY id") == expected)
        #expect(try coordinator.first(FMRecord.self, from: "users", where: "age IS NULL")?["name"] == "ben")
        #expect(try coordinator.count(FMRecord.self, in: "old") == 2)
        try coordinator.replaceAll(FMRecord.self, with: [["name": "x"]], in: "old")
        #expect(try coordinator.delete(FMRecord.self, from: "old", where: .all) == 1)
    }

    @Test(arguments: Lending.allCases)
    func recordsAreWrittenAndReadInTasksToo(_ lending: Lending) async throws {
        let coordinator = try coordinator(lending)

        #expect(try await coordinator.insert(["name": "ann", "age": 7], into: "users") == 1)
        #expect(
            try await coordinator.insert([["name": "ben"], ["name": "cid"]] as [FMRecord], into: "users") == [2, 3])
        #expect(
            try await coordinator.insertPossible([["name": "ann"], ["name": "dan"]] as [FMRecord], into: "users").count
                == 1)
        try await coordinator.update(["id": 1, "age": 8], in: "users")
        try await coordinator.update([["id": 2, "age": 9]] as [FMRecord], in: "users")
        #expect(
            try await coordinator.update(FMRecord.self, set: ["age": nil], in: "users", where: "name = \("ben")") == 1)
        try await coordinator.save(["id": 1, "age": 1], in: "users")
        try await coordinator.save([["id": 9, "name": "zoe"]] as [FMRecord], in: "users")
        #expect(try await coordinator.delete(["id": 3] as FMRecord, from: "users"))
        #expect(try await coordinator.delete([["id": 9], ["id": 10]] as [FMRecord], from: "users") == 1)
        #expect(try await coordinator.delete(FMRecord.self, from: "users", where: "name = \("dan")") == 1)
        #expect(try await coordinator.copy(from: "users", to: "old") == 2)

        let expected: [FMRecord] = [["id": 1, "name": "ann", "age": 1], ["id": 2, "name": "ben", "age": nil]]
        #expect(try await coordinator.find(FMRecord.self, from: "users", orderBy: [.asc("id")]) == expected)
        #expect(try await coordinator.find(FMRecord.self, sql: "SELECT * FROM users ORDER BY id") == expected)
        #expect(try await coordinator.first(FMRecord.self, from: "users", where: "age IS NULL")?["name"] == "ben")
        #expect(try await coordinator.count(FMRecord.self, in: "old") == 2)
        try await coordinator.replaceAll(FMRecord.self, with: [["name": "x"]], in: "old")
        #expect(try await coordinator.delete(FMRecord.self, from: "old", where: .all) == 1)
    }

    @Test func oldTablesAreImportedOnAQueue() async throws {
        struct Guest: Codable, FMModel, Sendable { var id: Int64?, name: String? }
        let coordinator = try coordinator(.queue)
        try await coordinator.withDatabase { db in
            try db.execute("CREATE TABLE jq (pkid INTEGER PRIMARY KEY, name TEXT)")
            try db.execute("CREATE TABLE bg (BG_bg_id integer primary key, BG_name text)")
            try db.execute("INSERT INTO jq VALUES (1, 'ann')")
            try db.execute("INSERT INTO bg VALUES (2, 'ben')")
        }

        #expect(try await coordinator.importJQFMDB(Guest.self, from: "jq").rows == 1)
        #expect(try await coordinator.importBGFMDB(Guest.self, from: "bg").rows == 1)
        #expect(
            try await coordinator.find(FMRecord.self, from: "Guest") == [
                ["id": 1, "name": "ann"], ["id": 2, "name": "ben"],
            ])
    }
}
