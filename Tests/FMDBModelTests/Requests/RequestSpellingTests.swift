import FMDBModel
import Foundation
import FMDBTestHelpers
import Testing

/// Spellings that people try first: fields as orders, several fields, several keys. See ``SailorScene``.
@Suite struct RequestSpellingTests {
    private let scene: SailorScene
    private var db: FMDatabase { scene.db }

    init() throws { scene = try SailorScene() }

    private func names(_ request: Sailor.Request) throws -> [String] { try db.find(request.select(\.name)) }

    @Test func aFieldIsAnOrder() throws {
        #expect(try names(Sailor.all.order(\.name)) == ["ann", "bob", "cem", "dan", "eve"])
        #expect(try names(Sailor.all.order { $0.name.desc }) == ["eve", "dan", "cem", "bob", "ann"])
        #expect(try names(Sailor.all.order(\.town.desc, \.name)) == ["ann", "bob", "eve", "cem", "dan"])
        #expect(try names(Sailor.all.order(\.town, \.rank.desc, \.name.desc)) == ["dan", "cem", "eve", "bob", "ann"])
        #expect(
            try names(Sailor.all.order(\.town, \.rank, { $0.age.descending }, { $0.name.asc })) == [
                "cem", "dan", "ann", "eve", "bob",
            ])
    }

    @Test func oneOrderNeedsNoBrackets() throws {
        #expect(try db.find(Sailor.self, orderBy: .desc("name")).map(\.name) == ["eve", "dan", "cem", "bob", "ann"])
        #expect(try db.first(Sailor.self, orderBy: .asc("name"))?.name == "ann")
        #expect(try db.last(Sailor.self, orderBy: .asc("name"))?.name == "eve")
    }

    @Test func groupsAreSortedByTerms() throws {
        let towns = Sailor.all.group(\.town)
        let counts = try db.find(towns.order(\.count.desc, \.town).select(\.town, \.count))

        #expect(counts.map { "\($0.0) \($0.1)" } == ["Ulm 3", "Bern 2"])
        #expect(try db.find(towns.order(\.town).select(\.town)) == ["Bern", "Ulm"])
        let ages = try db.find(towns.order(\.town).select(\.town, \.count, { $0.max($0.age) }))
        #expect(ages.map { "\($0.0) \($0.1) \($0.2 ?? 0)" } == ["Bern 2 9", "Ulm 3 30"])
    }

    @Test func severalFieldsAreSelected() throws {
        let request = Sailor.all.order(\.name).limit(2)

        #expect(try db.find(request.select(\.name, \.town)).map { $0.0 + $0.1 } == ["annUlm", "bobUlm"])
        #expect(try db.find(request.select(\.name, \.age, \.rank)).map { $0.1 } == [7, nil])
        let first = try #require(try db.first(request.select(\.name, \.town, \.age, \.rank)))
        #expect(first == ("ann", "Ulm", 7, .captain))
    }

    @Test func modelsOfSeveralKeys() async throws {
        let all = try db.find(Sailor.self, orderBy: .asc("id"))
        let ids = all.compactMap(\.id)

        #expect(Set(try db.find(Sailor.self, ids: Array(ids.prefix(3))).map(\.name)) == ["ann", "bob", "cem"])
        #expect(Set(try db.find(Sailor.self, ids: Array(Set(ids))).map(\.name)).count == 5)
        #expect(try db.find(Sailor.self, ids: [ids[0], ids[0], 999, -1]).map(\.name) == ["ann"])
        #expect(try db.find(Sailor.self, ids: [Int]()).isEmpty)
        #expect(try db.find(FMRecord.self, ids: ids, from: "Sailor").count == 5)
        let queue = try #require(FMDatabaseQueue(path: nil))
        try await queue.createTable(Sailor.self)
        try await queue.insert(all)
        #expect(try await queue.find(Sailor.self, ids: Array(ids.suffix(2))).count == 2)
    }

    /// More than a statement may have parameters.
    @Test(.enabled(if: SQLiteVersion.hasJSON)) func modelsOfAnyNumberOfKeys() throws {
        #expect(try db.find(Sailor.self, ids: Array(-40_000...40_000)).count == 5)
    }

    private struct Card: Codable, FMModel, Sendable {
        enum Kind: String, Codable { case ace, king }

        static let tableOptions = FMTableOptions(key: "kind")
        var kind: Kind
        var value: Int
    }

    private struct Token: Codable, FMModel, Sendable {
        var id: UUID
        var text: String
    }

    private struct Line: Codable, FMModel, Sendable { var text: String }

    private struct Pair: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(key: ["a", "b"])
        var a: Int
        var b: Int
    }

    @Test func keysOfEachKind() throws {
        try db.createTable(Card.self)
        try db.createTable(Token.self)
        try db.createTable(Line.self)
        try db.createTable(Pair.self)
        try db.insert([Card(kind: .ace, value: 1), Card(kind: .king, value: 2)])
        let tokens = [Token(id: UUID(), text: "a"), Token(id: UUID(), text: "b")]
        try db.insert(tokens)
        let row = try db.insert(Line(text: "a"))

        #expect(try db.find(Card.self, ids: [Card.Kind.king.rawValue]).map(\.value) == [2])
        #expect(Set(try db.find(Token.self, ids: tokens.map(\.id)).map(\.text)) == ["a", "b"])
        #expect(try db.find(Line.self, ids: [row, row + 1]).map(\.text) == ["a"])
        #expect(thrown { try db.find(Pair.self, ids: [1]) }?.resultCode == .misuse)
    }

    /// A value that no key is equal to is a mistake, not a row that is missing.
    @Test func aKeyOfAnotherTypeIsRefused() async throws {
        try db.createTable(Token.self)
        try db.createTable(Line.self)
        let calls: [() throws -> Any?] = [
            { try db.find(Sailor.self, id: "abc") }, { try db.find(Sailor.self, id: "") },
            { try db.find(Sailor.self, id: Data([1])) }, { try db.find(Sailor.self, id: 1.5) },
            { try db.find(Sailor.self, id: UUID()) }, { try db.find(Sailor.self, id: Sailor.Rank.mate) },
            { try db.find(Sailor.self, ids: ["a", "b"]) }, { try db.exists(Sailor.self, id: "abc") },
            { try db.delete(Sailor.self, id: "abc") }, { try db.find(Token.self, id: "abc") },
            { try db.find(Token.self, id: Data([1])) }, { try db.find(Line.self, id: "abc") },
        ]
        for (number, call) in calls.enumerated() {
            let error = thrown { try call() }
            #expect(error?.resultCode == .misuse, "\(number)")
            #expect(error?.message.hasPrefix("no ") == true, "\(number): \(error?.message ?? "nothing")")
        }
        let queue = try #require(FMDatabaseQueue(path: nil))
        try await queue.createTable(Sailor.self)
        await #expect(throws: FMError.self) { try await queue.find(Sailor.self, id: "abc") }
        await #expect(throws: FMError.self) { try await queue.delete(Sailor.self, id: "abc") }
    }

    /// What SQLite converts is a key.
    @Test func aKeyThatSQLiteConvertsIsFound() throws {
        let id = try #require(try db.first(Sailor.self, orderBy: .asc("id"))?.id)

        #expect(try db.find(Sailor.self, id: "\(id)")?.name == "ann")
        #expect(try db.find(Sailor.self, id: Double(id))?.name == "ann")
        #expect(try db.find(Sailor.self, id: Int64?.none) == nil)
        #expect(try db.find(Sailor.self, id: FMValue.integer(id))?.name == "ann")
    }
}
