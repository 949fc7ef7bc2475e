import FMDB
import FMDBTestHelpers
import Testing

/// `Decodable` rows of queries that have several columns of one name, as joins have them.
@Suite struct DoubledColumnTests {
    private struct Book: Decodable, Equatable {
        var id: Int
        var title: String
        var author: Int
    }

    private static let join: FMSQL = "SELECT * FROM Book JOIN Author ON Author.id = Book.author ORDER BY Book.id"

    private let db = FMDatabase.memory()

    init() throws {
        db.executeStatements(
            """
            CREATE TABLE Author (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE Book (id INTEGER PRIMARY KEY, title TEXT, author INTEGER);
            INSERT INTO Author VALUES (1, 'ann'), (2, 'bob');
            INSERT INTO Book VALUES (10, 'a', 2), (20, 'b', 1);
            """)
    }

    @Test func aPropertyIsNotReadOfTwoColumnsOfItsName() {
        let error = thrown { try db.rows(Self.join, as: Book.self) }

        #expect(error?.resultCode == .misuse)
        #expect(
            error?.message == """
                the query has more than one column id, which Book has: select only the columns of its table, as in \
                SELECT t.*, or rename the other columns with AS
                """)
        #expect(error?.sql == Self.join.text)
        #expect(!db.hasOpenResultSets)
    }

    @Test func neitherIsAnOptionalProperty() {
        struct Slip: Decodable { var id: Int? }

        let error = thrown { try db.rows(Self.join, as: Slip.self) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.hasPrefix("the query has more than one column id, which Slip has: ") == true)
    }

    @Test(arguments: ["id", "ID"])
    func lettersOfAnotherCaseAreTheSameName(_ name: String) {
        struct Slip: Decodable { var iD: Int }

        #expect(thrown { try db.rows("SELECT 1 AS Id, 2 AS \(raw: name)", as: Slip.self) }?.resultCode == .misuse)
    }

    @Test func lettersThatSQLiteDistinguishesAreTwoNames() throws {
        struct Slip: Decodable, Equatable { var é: Int }

        #expect(try db.rows("SELECT 1 AS é, 2 AS É", as: Slip.self) == [Slip(é: 1)])
    }

    @Test func namesWithoutAPropertyAreOfNoImportance() throws {
        let sql: FMSQL = """
            SELECT Book.*, Author.name, Author.name FROM Book JOIN Author ON Author.id = Book.author ORDER BY Book.id
            """

        let expected = [Book(id: 10, title: "a", author: 2), Book(id: 20, title: "b", author: 1)]
        #expect(try db.rows(sql, as: Book.self) == expected)
    }

    @Test func theColumnsOfOneTableAreRead() throws {
        let sql: FMSQL = "SELECT Book.* FROM Book JOIN Author ON Author.id = Book.author WHERE name = 'ann'"

        #expect(try db.rows(sql, as: Book.self) == [Book(id: 20, title: "b", author: 1)])
    }

    @Test func aRowOfACursorIsRefusedEachTime() throws {
        var codes: [FMResultCode?] = []
        try db.forEachRow(Self.join) { row in codes.append(thrown { try row.decode(Book.self) }?.resultCode) }

        #expect(codes == [.misuse, .misuse])
    }

    @Test func aQueryWithoutRowsIsRefusedByNone() throws {
        #expect(try db.rows("SELECT 1 AS id, 2 AS id WHERE 0", as: Book.self) == [])
    }

    @Test func aSuperclassIsRefusedToo() {
        class Thing: Decodable { var id: Int }
        final class Title: Thing {
            enum CodingKeys: CodingKey { case title }
            var title: String
            required init(from decoder: any Decoder) throws {
                let columns = try decoder.container(keyedBy: CodingKeys.self)
                title = try columns.decode(String.self, forKey: .title)
                try super.init(from: columns.superDecoder())
            }
        }

        #expect(thrown { try db.rows(Self.join, as: Title.self) }?.resultCode == .misuse)
    }

    @Test func aDictionaryNeedsAllNames() {
        #expect(thrown { try db.rows("SELECT 1 AS id, 2 AS id", as: [String: Int].self) }?.resultCode == .misuse)
    }

    @Test func keysOfAnySizeAreRefused() {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Slip: Decodable {
            init(from decoder: any Decoder) throws {
                let columns = try decoder.container(keyedBy: Key.self)
                #expect(columns.allKeys.map(\.stringValue) == ["id", "Id", "name"])
                for key in columns.allKeys where key.stringValue != "name" {
                    #expect(columns.contains(key))
                    #expect(thrown { try columns.decodeNil(forKey: key) }?.resultCode == .misuse)
                    #expect(thrown { try columns.decode(Int.self, forKey: key) }?.resultCode == .misuse)
                    #expect(thrown { try columns.decode(Date.self, forKey: key) }?.resultCode == .misuse)
                    #expect(thrown { try columns.decode([Int].self, forKey: key) }?.resultCode == .misuse)
                    #expect(thrown { try columns.decodeIfPresent(Int8.self, forKey: key) }?.resultCode == .misuse)
                    #expect(thrown { try columns.superDecoder(forKey: key) }?.resultCode == .misuse)
                }
            }
        }

        #expect(throws: Never.self) { try db.rows("SELECT 1 AS id, 2 AS Id, 'ann' AS name", as: Slip.self) }
    }

    @Test func dictionariesOfTheLibrarysOwnKeepTheLast() throws {
        let rows = try db.query("SELECT 1 AS id, 2 AS id")
        let row = try #require(try rows.nextRow())

        #expect(try row.dictionary() == ["id": 2])
        #expect(try row.value("id", as: Int.self) == 2)
    }
}
