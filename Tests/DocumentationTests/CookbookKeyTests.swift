import FMDBModel
import FMDBTestHelpers
import Testing

/// The recipes for one row by its key.
@Suite struct CookbookKeyTests {
    private let id: Int64 = 2

    private struct Person: Codable, FMModel {
        static let tableName = "person"

        var id: Int64?
        var name: String
        var age: Int?
    }

    @Test func aRowByItsKeyWithFMDBsCalls() throws {
        let db = try People.database()
        let name = db.stringForQuery("SELECT name FROM person WHERE id = ?", id)
        try db.executeUpdate("DELETE FROM person WHERE id = ?", values: [id])
        #expect(name == "bob")
        #expect(try People.names(in: db) == ["ann"])
    }

    @Test func aRowByItsKey() throws {
        let db = try People.database()
        let names = try db.rows("SELECT name FROM person WHERE id = \(id)", as: String.self)
        let isThere = try db.value("SELECT EXISTS (SELECT 1 FROM person WHERE id = \(id))", as: Bool.self)
        let deleted = try db.execute("DELETE FROM person WHERE id = \(id)")
        #expect(names == ["bob"])
        #expect(isThere && deleted == 1)
        #expect(try People.names(in: db) == ["ann"])
    }

    @Test func aModelByItsKey() throws {
        let db = try People.database()
        let person = try db.find(Person.self, id: id)
        let isThere = try db.exists(Person.self, id: id)
        let isDeleted = try db.delete(Person.self, id: id)
        #expect(person?.name == "bob")
        #expect(isThere && isDeleted)
        #expect(try People.names(in: db) == ["ann"])
    }
}
