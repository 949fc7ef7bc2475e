import FMDBModel
import Support
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
        #expect(table.columns.map(\.shape.kind) == [.integer, .text, .integer])
        #expect(table.columns.map(\.shape.isOptional) == [true, false, true])
        #expect(table.options.key == .automatic("id"))
    }
}
