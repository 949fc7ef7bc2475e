import FMDBModel
import FMDBTestHelpers
import Testing

/// What becomes of the rows of a request. See ``SailorScene``.
@Suite struct RequestSelectTests {
    private let scene: SailorScene
    private var db: FMDatabase { scene.db }
    private let sailors = Sailor.all.order(\.id.ascending)
    private let voyages = Voyage.all.order(\.id.ascending)

    init() throws { scene = try SailorScene() }

    private struct Card: Decodable, Equatable {
        var name: String
        var age: Int?
        var home: Berth?
    }

    private struct Next: Decodable, Equatable {
        var name: String
        var next: Int?
    }

    @Test func oneColumnIsAnArray() throws {
        #expect(try db.find(sailors.select(\.name)) == ["ann", "bob", "cem", "dan", "eve"])
        #expect(try db.find(sailors.select { $0.age + 1 }) == [8, nil, 10, 8, 31])
        #expect(try db.find(sailors.select(\.rank)).first == .captain)
        #expect(try db.find(sailors.select(\.home)) == [Berth(deck: 2), nil, nil, nil, Berth(deck: 1)])
        #expect(try db.find(sailors.select("town", as: String.self).limit(1)) == ["Ulm"])
        #expect(try db.find(sailors.select("Age", as: Int?.self).limit(2)) == [7, nil])
    }

    @Test func severalColumnsAreATuple() throws {
        let found = try db.find(sailors.select { ($0.name, $0.age, $0.rank, $0.home, $0.hired) }.limit(2))
        let date = Date(timeIntervalSince1970: 1_000_000)

        #expect(found.map(\.0) == ["ann", "bob"])
        #expect(found.map(\.1) == [7, nil])
        #expect(found.map(\.2) == [.captain, .mate])
        #expect(found.map(\.3) == [Berth(deck: 2), nil])
        #expect(found.map(\.4) == [date, date])
    }

    @Test func datesAreInTheFormOfTheTable() throws {
        let day = { (number: Double) in Date(timeIntervalSince1970: number * 86_400) }

        #expect(try db.find(voyages.select(\.start)) == [day(1), day(3), day(4)])
        #expect(try db.find(voyages.select { ($0.end, $0.cost) }).map(\.0) == [day(2), nil, nil])
        #expect(
            try db.find(Voyage.all.group(\.cost).order { $0.max($0.start).ascending }.select { $0.max($0.start) })
                == [day(3), day(4)])
        try db.execute("UPDATE Voyage SET start = 'never'")
        #expect(thrown { try db.find(voyages.select(\.start)) }?.resultCode == .mismatch)
    }

    @Test func columnsBecomeThePropertiesOfAType() throws {
        let cards = sailors.select(Card.self)

        #expect(try db.first(cards) == Card(name: "ann", age: 7, home: Berth(deck: 2)))
        #expect(cards.description == "SELECT `name`, `age`, `home` FROM \"Sailor\" ORDER BY `id` ASC")
        let next = sailors.select(Next.self) { [($0.age + 1).as("next")] }
        #expect(try db.find(next.limit(2)) == [Next(name: "ann", next: 8), Next(name: "bob", next: nil)])
        #expect(next.description == "SELECT `name`, (`age` + ?) AS `next` FROM \"Sailor\" ORDER BY `id` ASC")
    }

    @Test func aPropertyNeedsAColumn() throws {
        let missing = thrown { try db.find(sailors.select(Next.self)) }
        #expect(missing?.resultCode == .range)
        #expect(missing?.message.contains("next") == true)
        let unknown = thrown { try db.find(sailors.select(Card.self) { [$0.age.as("years")] }) }
        #expect(unknown?.resultCode == .misuse)
        #expect(unknown?.message.hasSuffix("has no property for the computed column years") == true)
        #expect(thrown { try db.find(sailors.select("height", as: Int.self)) }?.resultCode == .range)
    }

    @Test func valuesThatDoNotFitAreRefused() throws {
        let error = thrown { try db.find(sailors.select("age", as: Int.self)) }
        #expect(error?.resultCode == .mismatch)
        #expect(thrown { try db.find(sailors.select("name", as: Berth.self)) }?.resultCode == .mismatch)
        #expect(thrown { try db.find(sailors.select("name", as: RequestSelectTests.self)) }?.resultCode == .mismatch)
    }

    @Test func aClosureMakesWhatIsLeft() throws {
        let names = sailors.select { ($0.name, $0.town) }.map { "\($0) of \($1)" }
        #expect(try db.find(names.limit(2)) == ["ann of Ulm", "bob of Ulm"])
        #expect(try db.first(sailors.map(\.name).map(\.count)) == 3)
        #expect(throws: Regret.self) { try db.find(sailors.map { _ in throw Regret() }) as [Int] }
    }

    @Test func equalResultsComeOnce() throws {
        #expect(try db.find(Sailor.all.select(\.town).distinct().order(\.town.ascending)) == ["Bern", "Ulm"])
        #expect(Sailor.all.select(\.town).distinct().description == "SELECT DISTINCT `town` FROM \"Sailor\"")
    }

    @Test func aConditionLooksAmongResults() throws {
        let sailing = Voyage.all.select(\.sailor)
        let open = Voyage.all.where { $0.end == nil }.select(\.sailor)

        #expect(try db.find(sailors.where { $0.id.in(sailing) }.select(\.name)) == ["ann", "cem"])
        #expect(try db.find(sailors.where { $0.id.in(open) }.select(\.name)) == ["cem"])
        #expect(try db.find(sailors.where { !$0.id.in(sailing) }.select(\.name)) == ["bob", "dan", "eve"])
        let towns = Sailor.all.where { $0.age > 8 }.order(\.age.ascending).limit(1).select(\.town)
        #expect(try db.find(sailors.where { $0.town.in(towns) }.select(\.name)) == ["cem", "dan"])
        #expect(
            sailors.where { $0.id.in(open) }.select(\.name).description
                == "SELECT `name` FROM \"Sailor\" WHERE `id` IN (SELECT `sailor` FROM \"Voyage\" WHERE `end` IS NULL)"
                + " ORDER BY `id` ASC")
    }

    @Test func whatAClosureMakesIsNoList() throws {
        let names = Sailor.all.select(\.name).map { $0 + "!" }
        #expect(thrown { try db.find(sailors.where { $0.name.in(names) }) }?.resultCode == .misuse)
        let wrong = Sailor.all.select(\.name).limit(-1)
        #expect(thrown { try db.find(sailors.where { $0.name.in(wrong) }) }?.resultCode == .misuse)
    }
}
