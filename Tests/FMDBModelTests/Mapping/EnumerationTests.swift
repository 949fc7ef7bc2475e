import FMDBModel
import FMDBTestHelpers
import Testing

/// Enumerations with raw values as properties of `Codable` models, none of whose cases is known before there is a value.
@Suite struct EnumerationTests {
    private let db = FMDatabase.memory()

    enum Kind: String, Codable { case cat = "felis", dog = "canis" }
    enum Rank: Int, Codable { case first = 1, second, last = 99 }
    enum Far: Int64, Codable { case near = -9_000_000_000, far = 9_000_000_000 }
    enum Share: Double, Codable { case half = 0.5, most = 0.75 }
    enum Only: String, Codable { case one = "the one" }

    struct Home: Codable, Equatable {
        var kind: Kind
        var ranks: [Rank]
    }

    struct Pet: Codable, FMModel, Equatable {
        var id: Int64?
        var kind: Kind
        var rank: Rank
        var far: Far
        var share: Share
        var only: Only
        var former: Kind?
        var all: [Kind]
        var home: Home
        var name: String
    }

    private let pets = [
        Pet(
            id: 1, kind: .dog, rank: .last, far: .near, share: .most, only: .one, former: .cat, all: [.dog, .cat],
            home: Home(kind: .dog, ranks: [.second, .last]), name: "rex"),
        Pet(
            id: 2, kind: .cat, rank: .first, far: .far, share: .half, only: .one, former: nil, all: [],
            home: Home(kind: .cat, ranks: []), name: "tom"),
    ]

    @Test func theyAreStoredAsTheirRawValues() throws {
        try db.createTable(Pet.self)
        try db.insert(pets)

        #expect(try db.find(Pet.self) == pets)
        #expect(
            drawn(try db.query("SELECT kind, rank, far, share, only, former, \"all\" FROM Pet WHERE id = 1"))
                == """
                kind    | rank | far         | share | only      | former  | all
                'canis' | 99   | -9000000000 | 0.75  | 'the one' | 'felis' | '["canis","felis"]'
                """)
        #expect(try db.value("SELECT home FROM Pet WHERE id = 1") == #"{"kind":"canis","ranks":[2,99]}"#)
    }

    @Test func theirColumnsHaveTheKindsOfTheRawValues() throws {
        try db.createTable(Pet.self)
        struct Column: Decodable {
            var name: String
            var type: String
            var notnull: Bool
        }
        let columns = try db.rows("PRAGMA table_info(Pet)", as: Column.self)
        #expect(
            columns.map(\.type) == [
                "INTEGER", "TEXT", "INTEGER", "INTEGER", "REAL", "TEXT", "TEXT", "TEXT", "TEXT", "TEXT",
            ])
        #expect(columns.filter { !$0.notnull }.map(\.name) == ["id", "former"])
    }

    @Test func aRawValueThatNoCaseHasIsRefused() throws {
        try db.createTable(Pet.self)
        try db.insert(pets)
        try db.execute("UPDATE Pet SET rank = 3 WHERE id = 2")
        let error = try #require(thrown { try db.find(Pet.self) })
        #expect(error.resultCode == .mismatch)
        #expect(error.message.contains("rank"))
        #expect(error.message.hasPrefix("row 1, "))
    }

    enum Large: Int, Codable {
        case c0 = 1000
        case c1, c2, c3, c4, c5, c6, c7, c8, c9
    }

    struct Bits: OptionSet, Codable, Equatable {
        var rawValue: UInt8
    }

    struct Flags: Codable, FMModel, Equatable {
        var large: Large
        var bits: Bits
    }

    @Test func structuresWithRawValuesGoTheirOwnWay() throws {
        try db.createTable(Flags.self)
        try db.insert(Flags(large: .c9, bits: [Bits(rawValue: 5)]))
        #expect(drawn(try db.query("SELECT * FROM Flags")) == "large | bits\n1009  | 5")
        #expect(try db.find(Flags.self) == [Flags(large: .c9, bits: [Bits(rawValue: 5)])])
    }
}
