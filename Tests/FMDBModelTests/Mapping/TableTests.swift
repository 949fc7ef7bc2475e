import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct TableTests {
    private struct Person: Codable, FMModel {
        var id: Int64?
        var name: String
        var age: Int?
    }

    @Test func aCodableTypeHasAColumnForEachProperty() throws {
        let table = try Person.fmTable

        #expect(table.name == "Person")
        #expect(table.columns.map(\.kind) == [.integer, .text, .integer])
        #expect(table.columns.map(\.isOptional) == [true, false, true])
        #expect(table.options.key == .automatic("id"))
    }

    private struct Letters: Codable, FMModel, Equatable {
        var id: Int64?
        var Ä: Int
        var ä: Int
    }

    /// SQLite folds the letters A to Z and no others.
    @Test func lettersBeyondASCIIAreTwoColumnsInTwoCases() throws {
        let db = FMDatabase.memory()
        try db.createTable(Letters.self)
        try db.insert(Letters(Ä: 1, ä: 2))

        try db.upgradeTable(Letters.self)

        #expect(try db.find(Letters.self) == [Letters(id: 1, Ä: 1, ä: 2)])
        let record = try #require(try db.find(FMRecord.self, from: "Letters").first)
        #expect(record["Ä"] == 1)
        #expect(record["ä"] == 2)
        #expect(record["ID"] == 1)
    }
}
