import FMDBModel
import Support
import Testing

/// What the errors of models say to do.
@Suite struct ModelAdviceTests {
    private let db = FMDatabase.memory()

    // MARK: Keys

    private struct Zero: Codable, FMModel {
        var id = 0
        var name = ""
    }

    private struct Named: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "code")
        var code: String
        var name = ""
    }

    @Test func aTakenKeyPointsToSave() throws {
        try db.createTable(Zero.self)
        try db.createTable(Named.self)
        try db.insert(Zero())
        try db.insert(Named(code: "s3cr3t"))
        var zero = Zero()
        for error in [
            thrown { try db.insert(Zero()) }, thrown { try db.insert([Zero(id: 1), Zero()]) },
            thrown { try db.insert(&zero) }, try db.insertPossible([Zero()])[0],
        ] {
            #expect(error?.message.hasPrefix("UNIQUE constraint failed: Zero.id") == true)
            let reason = error?.localizedFailureReason ?? ""
            #expect(reason.contains("save(_:)") && reason.contains("`var id: Int64?`"), "\(reason)")
        }
        let named = thrown { try db.insert(Named(code: "s3cr3t")) }?.localizedFailureReason ?? ""
        #expect(named.contains("already") && named.contains("save"), "\(named)")
        #expect(!named.contains("s3cr3t"))
    }

    @Test func aMissingRowIsNamedByItsKey() throws {
        try db.createTable(Zero.self)
        try db.createTable(Named.self)
        try db.insert(Zero(id: 1))
        for error in [
            thrown { try db.update(Zero(id: 7)) }, thrown { try db.update([Zero(id: 1), Zero(id: 7)]) },
            thrown { try db.update(Zero(id: 7), only: ["name"]) },
        ] {
            #expect(
                error?.message.hasPrefix("the table Zero has no row with the key of the model, id 7: insert it")
                    == true,
                "\(error?.message ?? "")")
        }
        let named = thrown { try db.update(Named(code: "s3cr3t")) }?.message ?? ""
        #expect(named.contains("code (a value of type text)") && !named.contains("s3cr3t"), "\(named)")
        let record = thrown { try db.update(["id": 7, "name": "x"] as FMRecord, in: "Zero") }?.message ?? ""
        #expect(record.contains("the key of the record, id 7"), "\(record)")
    }

    private struct Constant: Codable, FMModel {
        let id = UUID()
        var name: String

        enum CodingKeys: CodingKey { case id, name }
    }

    private struct Chosen: Codable, FMModel {
        var id = UUID()
        var name: String
        var cache = 0

        enum CodingKeys: CodingKey { case id, name }
    }

    @Test func aConstantKeyThatIsNeverReadIsRefused() throws {
        for error in [thrown { try db.createTable(Constant.self) }, thrown { try db.find(Constant.self) }] {
            #expect(error?.message.hasPrefix("the key id of Constant is not read from its rows") == true)
            #expect(error?.message.hasSuffix("declare it by `var`") == true)
        }
        try db.createTable(Chosen.self)
        let chosen = Chosen(name: "x")
        try db.insert(chosen)
        #expect(try db.find(Chosen.self).map(\.id) == [chosen.id])
    }

    private struct Entry: Codable, FMModel {
        var id: Int64?
        let kind = "entry"
        var text: String

        enum CodingKeys: CodingKey { case id, kind, text }
    }

    @Test func aConstantThatIsNoKeyIsRead() throws {
        try db.execute("CREATE TABLE Entry (id INTEGER PRIMARY KEY, kind, text)")
        try db.execute("INSERT INTO Entry VALUES (1, 'entry', 'x')")
        #expect(try db.find(Entry.self).map(\.text) == ["x"])
    }

    private enum Code: String, Codable, FMValueConvertible { case old }
    private struct Item: Codable, FMModel {
        var id: Code
        var size: Int
    }
    private struct Small: Codable, FMModel {
        var id: Int16
    }

    @Test func aKeyThatTheTypeDoesNotKnowIsFound() throws {
        try db.createTable(Item.self)
        try db.execute("INSERT INTO Item VALUES ('new', 1)")
        #expect(try db.exists(Item.self, id: "new"))
        #expect(try db.delete(Item.self, id: "new") == true)
        try db.createTable(Small.self)
        try db.execute("INSERT INTO Small VALUES (70000)")
        #expect(try db.exists(Small.self, id: 70_000))
    }

    // MARK: Other tables

    private struct Author: Codable, FMModel {
        var id: Int64?
        var name: String
    }

    private struct Book: Codable, FMModel {
        static let tableOptions = FMTableOptions(references: [FMReference("author", to: "Author")])
        var id: Int64?
        var author: Int64
    }

    @Test func aViolatedReferenceIsNamed() throws {
        try db.execute("PRAGMA foreign_keys = 1")
        try db.createTable(Author.self)
        try db.createTable(Book.self)
        try db.insert(Author(name: "ann"))
        try db.insert(Book(author: 1))
        var book = Book(author: 7)
        for error in [
            thrown { try db.insert(book) }, thrown { try db.insert(&book) },
            thrown { try db.insert([Book(author: 1), book]) },
            thrown { try db.save(Book(id: 1, author: 7)) }, thrown { try db.update(Book(id: 1, author: 7)) },
            thrown { try db.update(Book.self, set: [FMAssignment("author", 7)], where: .all) },
            try db.insertPossible([book])[0],
        ] {
            #expect(
                error?.localizedFailureReason
                    == "Book.author refers to Author.id, but Author has no row with 7: insert that one first")
        }
        let deletion = thrown { try db.delete(Author.self, id: 1) }?.localizedFailureReason ?? ""
        #expect(deletion.hasPrefix("Book.author refers to Author.id, and rows of Book have 1"), "\(deletion)")
    }

    @Test func aMissingTablePointsToCreateTable() {
        let reason = thrown { try db.insert(Zero()) }?.localizedFailureReason ?? ""
        #expect(reason.contains("createTable"), "\(reason)")
        #expect(thrown { try db.find(Zero.self) }?.localizedFailureReason == reason)
    }
}
