import FMDBModel
import FMDBTestHelpers
import Testing

/// Texts as keys: SQLite compares their bytes, Swift what they look like.
@Suite struct RelationTextKeyTests {
    private struct Place: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(key: "name")
        static let streets = hasMany(Street.self, by: \.place)
        static let twins = hasMany(Place.self, through: Twin.self, from: \.left, to: \.right)

        var name: String

        struct Columns: FMColumns { let name = FMField<Place, String>("name") }
    }

    private struct Street: Codable, FMModel, Sendable {
        static let town = belongsTo(Place.self, by: \.place)
        static let district = belongsTo(District.self, by: "place", "part")

        var name: String
        var place: String
        var part = 1

        struct Columns: FMColumns {
            let name = FMField<Street, String>("name"), place = FMField<Street, String>("place")
        }
    }

    private struct District: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(key: ["place", "part"])
        static let streets = hasMany(Street.self, by: "place", "part")

        var place: String
        var part = 1
        var form: String
    }

    private struct Twin: Codable, FMModel, Sendable {
        var left: String
        var right: String

        struct Columns: FMColumns {
            let left = FMField<Twin, String>("left"), right = FMField<Twin, String>("right")
        }
    }

    private let db = FMDatabase.memory()
    /// One letter, and a letter with an accent.
    private let one = "Orl\u{e9}ans"
    private let two = "Orle\u{301}ans"

    init() throws {
        try db.createTable(Place.self)
        try db.createTable(Street.self)
        try db.createTable(District.self)
        try db.createTable(Twin.self)
        try db.insert([Place(name: one), Place(name: two)])
        try db.insert([Street(name: "of one", place: one), Street(name: "of two", place: two)])
        try db.insert([District(place: one, form: "one"), District(place: two, form: "two")])
        try db.insert([Twin(left: one, right: two)])
    }

    private func form(_ name: String) -> Int { name.unicodeScalars.count }

    @Test func eachRowHasItsOwn() throws {
        #expect(one == two)
        let places = try db.find(Place.all.including(Place.streets))
        #expect(places.map { form($0.0.name) }.sorted() == [7, 8])
        for (place, streets) in places { #expect(streets.map(\.name) == [form(place.name) == 7 ? "of one" : "of two"]) }
        let streets = try db.find(Street.all.order(\.name.ascending).including(Street.town))
        #expect(streets.map { form($0.1?.name ?? "") } == [7, 8])
    }

    @Test func eachRowHasItsOwnBySeveralColumns() throws {
        let districts = try db.find(District.all.order(by: .asc("form")).including(District.streets))
        #expect(districts.map { $0.1.map(\.name) } == [["of one"], ["of two"]])
        let streets = try db.find(Street.all.order(\.name.ascending).including(Street.district))
        #expect(streets.map { $0.1?.form } == ["one", "two"])
    }

    @Test func aThirdTableSaysWhichOne() throws {
        let places = try db.find(Place.all.including(Place.twins))
        for (place, twins) in places { #expect(twins.map { form($0.name) } == (form(place.name) == 7 ? [8] : [])) }
    }

    @Test func bytesAreNoText() throws {
        try db.execute("INSERT INTO Place VALUES (CAST('x' AS BLOB)), ('x')")
        try db.insert(Street(name: "of x", place: "x"))
        try db.execute("INSERT INTO Street (name, place, part) VALUES ('of bytes', CAST('x' AS BLOB), 1)")
        let found = try db.find(
            Place.all.where("name IN ('x', x'78')").select { _ in FMExpression<Place, String>(sql: "typeof(name)") }
                .including(Place.streets.select(\.name)))
        #expect(Set(found.map { "\($0.0) \($0.1)" }) == ["text [\"of x\"]", "blob [\"of bytes\"]"])
    }

    // MARK: Bytes

    private struct Node: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(key: "key")
        static let next = hasMany(Node.self, through: Edge.self, from: \.left, to: \.right)

        var key: Data
        var rank: Int

        struct Columns: FMColumns {
            let key = FMField<Node, Data>("key"), rank = FMField<Node, Int>("rank")
        }
    }

    private struct Edge: Codable, FMModel, Sendable {
        var left: Data
        var right: Data

        struct Columns: FMColumns {
            let left = FMField<Edge, Data>("left"), right = FMField<Edge, Data>("right")
        }
    }

    @Test func anOrderIsKeptOrRefused() throws {
        try db.createTable(Node.self)
        try db.createTable(Edge.self)
        let nodes = (0..<1000).map { Node(key: Data("\($0)".utf8), rank: ($0 * 37) % 1000) }
        try db.insert(nodes)
        try db.insert(nodes.map { Edge(left: nodes[0].key, right: $0.key) })
        let first = Node.all.where { $0.key == nodes[0].key }
        let sorted = Node.next.order(\.rank.ascending)

        #expect(thrown { try db.find(first.including(sorted)) }?.resultCode == .misuse)
        #expect(try db.first(first.including(Node.next))?.1.count == 1000)
        #expect(try db.find(sorted.of(nodes[0])).map(\.rank) == Array(0..<1000))
        try db.delete(Edge.all.limit(200))
        let ranks = try db.first(first.including(sorted))?.1.map(\.rank) ?? []
        #expect(ranks.count == 800)
        #expect(ranks == ranks.sorted())
    }
}
