import FMDBModel
import FMDBTestHelpers
import Testing

/// Rows of joins, which have columns of two tables under one name.
@Suite struct JoinTests {
    private struct Author: Codable, FMModel {
        var id: Int64?
        var name: String
    }

    private struct Book: Codable, FMModel, Equatable, Sendable {
        var id: Int64?
        var title: String
        var author: Int64?
    }

    private struct Card: FMModel {
        static let fmTable = FMTable<Card>("Book", [FMColumn("ID", \.id), FMColumn("title", \.title)])

        var id: Int64?
        var title: String

        init(fmRow row: FMRow) throws {
            id = try row.column("ID")
            title = try row.column("title")
        }

        func fmBind(to values: inout FMModelValues) throws {
            try values.add(id)
            try values.add(title)
        }
    }

    private static let join: FMSQL = "SELECT * FROM Book JOIN Author ON Author.id = Book.author"

    private let db = FMDatabase.memory()

    init() throws {
        try db.createTable(Author.self)
        try db.createTable(Book.self)
        try db.insert([Author(id: 1, name: "ann"), Author(id: 2, name: "bob")])
        try db.insert([Book(id: 1, title: "a", author: 2), Book(id: 2, title: "b", author: 1)])
    }

    @Test func aModelIsNotReadOfTwoColumnsOfOneName() throws {
        let error = thrown { try db.find(Book.self, sql: Self.join) }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.hasPrefix("the query has more than one column id, which Book has: ") == true)
        #expect(error?.sql == Self.join.text)
        #expect(thrown { try db.forEach(Book.self, sql: Self.join) { try db.delete($0) } }?.resultCode == .misuse)
        #expect(try db.count(Book.self) == 2)
    }

    @Test func neitherIsAModelByHandInAnyCaseOfLetters() {
        #expect(thrown { try db.find(Card.self, sql: Self.join) }?.resultCode == .misuse)
    }

    @Test func queuesRefuseItToo() throws {
        let queue = FMDatabaseQueue()
        try queue.createTable(Book.self)
        try queue.insert(Book(id: 1, title: "a"))

        #expect(thrown { try queue.find(Book.self, sql: "SELECT *, 7 AS Id FROM Book") }?.resultCode == .misuse)
    }

    @Test func theColumnsOfTheTableAloneAreAModel() throws {
        let sql: FMSQL = "SELECT Book.* FROM Book JOIN Author ON Author.id = Book.author WHERE name = 'ann'"

        let book = try #require(try db.find(Book.self, sql: sql).first)
        try db.delete(book)

        #expect(book == Book(id: 2, title: "b", author: 1))
        #expect(try db.find(Book.self).map(\.id) == [1])
    }

    @Test func otherNamesAreOfNoImportance() throws {
        let named: FMSQL = """
            SELECT Book.*, Author.id AS author_id, name, name FROM Book JOIN Author ON Author.id = Book.author ORDER BY 1
            """

        #expect(try db.find(Book.self, sql: named).map(\.id) == [1, 2])
    }

    @Test func recordsAreNotReadOfThemEither() throws {
        let error = thrown { try db.find(FMRecord.self, sql: Self.join) }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.hasPrefix("the query has several columns named id, ") == true)
        #expect(
            thrown { try db.forEach(FMRecord.self, sql: Self.join) { try db.delete($0, from: "Book") } }?.resultCode
                == .misuse)
        #expect(try db.count(Book.self) == 2)
    }
}
