import FMDBModel
import FMDBTestHelpers

/// Sailors, with a property of each kind.
struct Sailor: Codable, FMModel, Sendable, Equatable {
    var id: Int64?
    var name: String
    var town: String
    var age: Int?
    var rank = Rank.mate
    var hired = Date(timeIntervalSince1970: 1_000_000)
    var home: Berth?

    enum Rank: String, Codable, CaseIterable { case mate, captain }

    struct Columns: FMColumns {
        let id = FMField<Sailor, Int64?>("id")
        let name = FMField<Sailor, String>("name")
        let town = FMField<Sailor, String>("town")
        let age = FMField<Sailor, Int?>("age")
        let rank = FMField<Sailor, Rank>("rank")
        let hired = FMField<Sailor, Date>("hired")
        let home = FMField<Sailor, Berth?>("home")
    }
}

/// What is stored as JSON text.
struct Berth: Codable, FMNested, Sendable, Equatable {
    var deck: Int

    struct Columns: FMColumns { let deck = FMField<Berth, Int>("deck") }
}

/// A voyage of a sailor, with dates as texts.
struct Voyage: Codable, FMModel, Sendable {
    static let tableOptions = FMTableOptions(dates: .iso8601)

    var id: Int64?
    var sailor: Int64?
    var start: Date
    var end: Date?
    var cost = Decimal(9)

    struct Columns: FMColumns {
        let id = FMField<Voyage, Int64?>("id")
        let sailor = FMField<Voyage, Int64?>("sailor")
        let start = FMField<Voyage, Date>("start")
        let end = FMField<Voyage, Date?>("end")
        let cost = FMField<Voyage, Decimal>("cost")
    }
}

/// A database of sailors and voyages.
struct SailorScene {
    let db = FMDatabase.memory()

    /// Ann (7, Ulm), Bob (no age, Ulm), Cem (9, Bern), Dan (7, Bern) and Eve (30, Ulm).
    static let sailors = [
        Sailor(name: "ann", town: "Ulm", age: 7, rank: .captain, home: Berth(deck: 2)),
        Sailor(name: "bob", town: "Ulm"),
        Sailor(name: "cem", town: "Bern", age: 9),
        Sailor(name: "dan", town: "Bern", age: 7),
        Sailor(name: "eve", town: "Ulm", age: 30, home: Berth(deck: 1)),
    ]

    init() throws {
        try db.createTable(Sailor.self)
        try db.createTable(Voyage.self)
        try db.insert(SailorScene.sailors)
        let day = { (number: Double) in Date(timeIntervalSince1970: number * 86_400) }
        try db.insert([
            Voyage(sailor: 1, start: day(1), end: day(2)), Voyage(sailor: 3, start: day(3)),
            Voyage(sailor: nil, start: day(4), cost: 10),
        ])
    }

    /// The names of the sailors that are left.
    var names: [String] {
        get throws { try db.rows("SELECT name FROM Sailor ORDER BY id", as: String.self) }
    }
}
