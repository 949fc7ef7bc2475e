import FMDBModel
import FMDBTestHelpers
import Testing

/// The examples of the article for those who come from JQFMDB and BGFMDB.
@Suite struct OldDataArticleTests {
    private struct Message: Codable, Sendable, Equatable {
        var text: String
    }

    private struct Person: Codable, FMModel {
        static let tableName = "people"

        var id: Int64?
        var name: String
    }

    private struct Order: Codable, FMModel {
        var number: Int
    }

    private func queue() throws -> FMDatabaseQueue { try FMDatabaseQueue(path: nil, configuration: .init()) }

    @Test func recordsTakeThePlaceOfModels() throws {
        let db = FMDatabase.memory()
        let name = "ann"
        try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, photo BLOB)")
        try db.insert(["name": name, "age": 7, "photo": nil], into: "users")
        try db.save(["id": 7, "age": 8], in: "users")
        try db.insert([["name": "bob"], ["name": "cid", "age": 9]] as [FMRecord], into: "users")
        try db.update(FMRecord.self, set: ["age": nil], in: "users", where: "name = \(name)")
        let users = try db.find(FMRecord.self, from: "users", where: "age > \(3)", orderBy: [.asc("name")], limit: 50)
        let age = try users.first?.value("age", as: Int?.self)
        #expect(age == 8)
    }

    @Test func storesKeepValues() async throws {
        let queue = try queue()
        let message = Message(text: "hello")
        let messages = FMStoredArray("inbox", of: Message.self, in: queue)
        try await messages.append(message)
        let page = try await messages.elements(in: 0..<50)

        let settings = FMStoredDictionary("settings", keys: String.self, values: Int.self, in: queue)
        try await settings.set(14, for: "font size")
        try await settings.withContents { settings in
            let count = try settings.value(for: "starts") ?? 0
            try settings.set(count + 1, for: "starts")
        }
        #expect(page == [message])
        #expect(try await settings.value(for: "starts") == 1)
        #expect(try await settings.value(for: "font size") == 14)
    }

    @Test func oldTablesAreImported() throws {
        let queue = try queue()
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE person (pkid INTEGER PRIMARY KEY, name TEXT)")
            try db.execute("INSERT INTO person (name) VALUES ('ann')")
            try db.execute("CREATE TABLE \"Order\" (bg_id INTEGER PRIMARY KEY, BG_number INTEGER)")
            try db.execute("INSERT INTO \"Order\" (BG_number) VALUES (1), ('x')")
        }
        try queue.withTransaction { db in
            let people = try db.importJQFMDB(Person.self, from: "person")
            let orders = try db.importBGFMDB(
                Order.self, from: "Order", timeZone: TimeZone(identifier: "Asia/Shanghai") ?? .current,
                options: FMImportOptions(oldTableName: "Order_old", unreadable: .skipRow))
            print(people.rows, orders.skippedRows, orders.unreadable, orders.unusedColumns)
        }
        #expect(try queue.find(Order.self).map(\.number) == [1])
    }
}
