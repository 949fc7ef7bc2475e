import FMDBModel
import Foundation
import FMDBTestHelpers
import Testing

/// Short forms of requests. See ``SailorScene``.
@Suite struct RequestConvenienceTests {
    private let scene: SailorScene
    private var db: FMDatabase { scene.db }
    private let ulm = Sailor.all.where { $0.town == "Ulm" }

    init() throws { scene = try SailorScene() }

    private struct Lamp: Codable, FMModel, Sendable {
        var id: Int64?
        var name: String
        var isLit: Bool
        var isNew: Bool?

        struct Columns: FMColumns {
            let id = FMField<Lamp, Int64?>("id")
            let name = FMField<Lamp, String>("name")
            let isLit = FMField<Lamp, Bool>("isLit")
            let isNew = FMField<Lamp, Bool?>("isNew")
        }
    }

    private func lamps(_ request: Lamp.Request) throws -> String {
        try db.find(request.order(\.id.ascending).select(\.name)).joined()
    }

    @Test func aBooleanFieldIsACondition() throws {
        try db.createTable(Lamp.self)
        try db.insert([
            Lamp(name: "a", isLit: true, isNew: true), Lamp(name: "b", isLit: false, isNew: true),
            Lamp(name: "c", isLit: true, isNew: nil),
        ])

        #expect(try lamps(Lamp.all.where(\.isLit)) == "ac")
        #expect(try lamps(Lamp.all.where { $0.isLit }) == "ac")
        #expect(try lamps(Lamp.all.where { !$0.isLit }) == "b")
        #expect(try lamps(Lamp.all.where(\.isLit).where { $0.name != "a" }) == "c")
        #expect(try lamps(Lamp.all.where { !$0.isLit || $0.name == "a" }) == "ab")
        #expect(try lamps(Lamp.all.where { !(!$0.isLit) }) == "ac")
        #expect(try lamps(Lamp.all.where { $0.isLit && $0.name != "a" }) == "c")
        #expect(try lamps(Lamp.all.where { $0.name != "a" && $0.isLit }) == "c")
        #expect(try lamps(Lamp.all.where { $0.isLit && $0.isLit && !($0.name == "c") }) == "a")
        #expect(try lamps(Lamp.all.where { $0.isLit || $0.name == "b" }) == "abc")
        #expect(try lamps(Lamp.all.where { $0.name == "b" || $0.isLit }) == "abc")
        #expect(try lamps(Lamp.all.where { !($0.isLit && $0.name == "a") }) == "bc")
        #expect(try lamps(Lamp.all.where(\.isNew)) == "ab")
        #expect(try lamps(Lamp.all.where { !$0.isNew }) == "c")
        #expect(try lamps(Lamp.all.where { $0.isLit || $0.isLit }) == "ac")
        let same = Lamp.belongsTo(Lamp.self, by: \.id)
        #expect(try lamps(Lamp.all.where(same.where(\.isLit).exists)) == "ac")
        let pairs = Lamp.all.joining(same).where { lamp, other in lamp.id > 1 && other.isLit }
        #expect(try db.find(pairs.select { $0.name }) == ["c"])
    }

    @Test func aBooleanFieldThatMayBeNilIsAConditionOfRelationsAndJoins() throws {
        try db.createTable(Lamp.self)
        try db.insert([
            Lamp(name: "a", isLit: true, isNew: true), Lamp(name: "b", isLit: true, isNew: false),
            Lamp(name: "c", isLit: false, isNew: nil),
        ])
        let same = Lamp.belongsTo(Lamp.self, by: \.id)
        let pairs = Lamp.all.joining(same)
        let some = Lamp.all.joining(optional: same.where { $0.name != "b" })
        func names(_ request: FMRequest<Lamp, String>) throws -> String { try db.find(request).sorted().joined() }

        #expect(try lamps(Lamp.all.where(same.where(\.isNew).exists)) == "a")
        #expect(try lamps(Lamp.all.where(same.where { $0.isNew }.exists)) == "a")
        #expect(try names(pairs.where { $1.isNew }.select { $0.name }) == "a")
        #expect(try names(pairs.where { _, lamp in lamp.isNew }.select { $0.name }) == "a")
        #expect(try names(pairs.where(\.isNew).select { $0.name }) == "a")
        #expect(try names(pairs.where { $0.isNew }.select { $0.name }) == "a")
        #expect(try names(pairs.where(\.isLit).select { $0.name }) == "ab")
        #expect(try names(pairs.where { $0.isLit }.select { $0.name }) == "ab")
        #expect(try names(some.where { $1.isLit }.select { $0.name }) == "a")
        #expect(try names(some.where { $1.isNew }.select { $0.name }) == "a")
        #expect(try names(some.where { !$1.isNew }.select { $0.name }) == "bc")
        #expect(pairs.where(\.isNew).select { $0.name }.description.hasSuffix("WHERE \"Lamp\".`isNew` IS ?"))
    }

    @Test func numbersStandOnEitherSide() throws {
        #expect(
            try db.find(Sailor.all.where { 2 * $0.age == 14 }.order(\.name.ascending).select(\.name)) == ["ann", "dan"])
        #expect(try db.find(Sailor.all.where { 10 - $0.age == 1 }.select(\.name)) == ["cem"])
        #expect(try db.find(Sailor.all.where { 1 + $0.age == 10 }.select(\.name)) == ["cem"])
        #expect(try db.find(Sailor.all.where { 90 / $0.age == 10 }.select(\.name)) == ["cem"])
        #expect(
            try db.find(Sailor.all.where { $0.id % 2 == 0 }.order(\.id.ascending).select(\.name)) == ["bob", "dan"])
        #expect(
            try db.update(Sailor.all.where { $0.name == "ann" }) { [$0.age <- 2 * $0.age + 1, $0.town <- ""] } == 1)
        #expect(try db.find(Sailor.all.where { $0.town.isEmpty }).map(\.age) == [15])
        #expect(try db.count(Sailor.all.where { !$0.town.isEmpty }) == 4)
    }

    @Test func aFieldThatMayBeNilIsSetToAnother() throws {
        struct Step: Codable, FMModel, Sendable {
            var id: Int64?
            var length: Int
            var last: Int?

            struct Columns: FMColumns {
                let length = FMField<Step, Int>("length"), last = FMField<Step, Int?>("last")
            }
        }
        try db.createTable(Step.self)
        try db.insert([Step(length: 3), Step(length: 4)])
        try db.update(Step.all) { [$0.last <- $0.length, $0.length <- $0.length * 2] }
        #expect(try db.find(Step.all.select(\.last)) == [3, 4])
    }

    /// The digits of a Decimal within JSON text are not those of a Double.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) func digitsReachAFieldThatMayBeNil() throws {
        struct Price: Codable, FMNested, Sendable {
            var net: Decimal

            struct Columns: FMColumns { let net = FMField<Price, Decimal>("net") }
        }
        struct Item: Codable, FMModel, Sendable {
            var id: Int64?
            var price: Price
            var last: Decimal?

            struct Columns: FMColumns {
                let price = FMField<Item, Price>("price"), last = FMField<Item, Decimal?>("last")
            }
        }
        try db.createTable(Item.self)
        let net = try #require(Decimal(string: "1234567890123456789.0123456789"))
        try db.insert(Item(price: Price(net: net)))
        try db.update(Item.all) { [$0.last <- $0.price.net] }
        #expect(try db.find(Item.all.select(\.last)) == [net])
    }

    @Test func groupsTakeSeveralTermsAtOnce() throws {
        let groups = Sailor.all.group(\.town, \.rank).order(\.count.descending, \.town.ascending)
        let found = try db.find(groups.select { ($0.town, $0.rank, $0.count) })
        #expect(found.map(\.0) == ["Bern", "Ulm", "Ulm"])
        #expect(found.map(\.1) == [.mate, .mate, .captain])
        #expect(found.map(\.2) == [2, 2, 1])
    }

    @Test func anOffsetIsSaidByItself() throws {
        let names = Sailor.all.order(\.id.ascending).select(\.name)

        #expect(try db.find(names.limit(2).offset(1)) == ["bob", "cem"])
        #expect(try db.find(names.offset(1).limit(2)) == ["bob", "cem"])
        #expect(try db.find(names.offset(3)) == ["dan", "eve"])
        #expect(try db.find(names.limit(2, offset: 1).limit(1)) == ["bob"])
        #expect(try db.find(names.limit(2, offset: 1).limit(1, offset: 0)) == ["ann"])
        #expect(try db.find(Sailor.all.group(\.town).order(\.town.ascending).offset(1).select(\.town)) == ["Ulm"])
        #expect(thrown { try db.find(names.offset(-1)) }?.resultCode == .misuse)
    }

    @Test func severalOrdersAreSaidAtOnce() throws {
        let names = Sailor.all.select(\.name)

        #expect(try db.find(names.order(\.town.ascending, \.name.descending)) == ["dan", "cem", "eve", "bob", "ann"])
        #expect(
            try db.find(names.order(\.town.descending, { $0.age.ascending.nulls(.last) }, \.name.ascending))
                == ["ann", "eve", "bob", "dan", "cem"])
    }

    @Test func aMinusIsComputed() throws {
        #expect(
            try db.find(ulm.where { $0.age != nil }.order { (-$0.age).ascending }.select(\.name)) == ["eve", "ann"])
        #expect(try db.find(Sailor.all.where { -$0.age < -8 }.order(\.id.ascending).select(\.name)) == ["cem", "eve"])
        #expect(try db.find(ulm.select { -(-$0.age) }.limit(1)) == [7])
    }

    @Test func figuresOfARequest() throws {
        #expect(try db.sum(ulm, of: \.age) == 37)
        #expect(try db.average(ulm, of: \.age) == 18.5)
        #expect(try db.min(ulm, of: \.name) == "ann")
        #expect(try db.max(ulm, of: \.age) == 30)
        #expect(try db.min(ulm, of: \.age) == 7)
        #expect(try db.max(ulm) { $0.age + 1 } == 31)
        #expect(try db.sum(ulm.where { $0.age == nil }, of: \.age) == nil)
        #expect(try db.sum(Sailor.all.order(\.id.descending).limit(2), of: \.age) == 37)
        #expect(try db.max(Sailor.all.where { _ in .none }, of: \.name) == nil)
        #expect(try db.max(Sailor.all, of: \.hired) == Date(timeIntervalSince1970: 1_000_000))
    }

    @Test func figuresHaveTheFormOfTheirColumns() throws {
        #expect(try db.min(Voyage.all, of: \.start) == Date(timeIntervalSince1970: 86_400))
        #expect(try db.max(Voyage.all, of: \.end) == Date(timeIntervalSince1970: 2 * 86_400))
        #expect(try db.sum(Voyage.all, of: \.cost) == 28)
        // As texts 9 would be more than 10.
        #expect(try db.max(Voyage.all, of: \.cost) == 10)
        #expect(try db.min(Voyage.all.where { $0.sailor == nil }, of: \.cost) == 10)
    }

    @Test func figuresOfDistinctRowsAndOfNoColumnAreRefused() throws {
        #expect(thrown { try db.sum(ulm.distinct(), of: \.age) }?.resultCode == .misuse)
        #expect(thrown { try db.sum(ulm.limit(-1), of: \.age) }?.resultCode == .misuse)
        #expect(thrown { try db.sum(ulm.order(by: .asc("height")), of: \.age) }?.resultCode == .range)
        #expect(thrown { try db.sum(ulm) { _ in FMField<Sailor, Int>("height") } }?.resultCode == .error)
    }

    @Test(arguments: Lending.allCases)
    func figuresAreAwaited(_ lending: Lending) async throws {
        let folder = TemporaryFolder()
        let coordinator = try lending.coordinator(in: folder)
        try await coordinator.createTable(Sailor.self)
        try await coordinator.insert(SailorScene.sailors)

        #expect(try await coordinator.sum(ulm, of: \.age) == 37)
        #expect(try await coordinator.average(ulm, of: \.age) == 18.5)
        #expect(try await coordinator.min(ulm, of: \.name) == "ann")
        #expect(try await coordinator.max(ulm, of: \.name) == "eve")
        #expect(try await coordinator.min(ulm, of: \.age) == 7)
        #expect(try await coordinator.max(ulm, of: \.age) == 30)
        #expect(try await { try await coordinator.sum(ulm) { $0.age } }() == 37)
    }
}
