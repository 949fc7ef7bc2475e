import FMDBModel
import FMDBTestHelpers
import Testing

/// The examples of the article about requests.
@Suite struct RequestArticleTests {
    struct Guest: Codable, FMModel, Equatable {
        var id: Int64?
        var name: String
        var town: String
        var age: Int?

        struct Columns: FMColumns {
            let id = FMField<Guest, Int64?>("id")
            let name = FMField<Guest, String>("name")
            let town = FMField<Guest, String>("town")
            let age = FMField<Guest, Int?>("age")
        }
    }

    struct Party: Codable, FMModel {
        var guest: Int64
        var year: Int

        struct Columns: FMColumns {
            let guest = FMField<Party, Int64>("guest")
            let year = FMField<Party, Int>("year")
        }
    }

    private let db = FMDatabase.memory()

    init() throws {
        try db.createTable(Guest.self)
        try db.createTable(Party.self)
        try db.insert([
            Guest(name: "cyd", town: "Ulm", age: 40), Guest(name: "ann", town: "Ulm", age: 20),
            Guest(name: "bob", town: "Bern", age: 7), Guest(name: "dan", town: "Bern"),
            Guest(name: "eve", town: "Rome"),
        ])
        try db.insert([Party(guest: 1, year: 2026), Party(guest: 2, year: 2025)])
    }

    @Test func requestsAreValues() throws {
        let adults = Guest.all.where { $0.age >= 18 }.order(\.name.ascending)

        let guests = try db.find(adults.limit(50))
        let oldest = try db.first(adults.unordered().order(\.age.descending))
        let number = try db.count(adults)
        #expect(guests.map(\.name) == ["ann", "cyd"])
        #expect(oldest?.name == "cyd")
        #expect(number == 2)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25))) func aLimitForEachValue() throws {
        let oldestOfTown = Guest.all.order(\.age.descending).limit(2, per: \.town)
        let elders = try db.find(oldestOfTown)
        try db.delete(Guest.all.where { !$0.id.in(oldestOfTown.select(\.id)) })
        #expect(elders.map(\.name) == ["cyd", "ann", "bob", "dan", "eve"])
        #expect(try db.count(Guest.self) == 5)
    }

    @Test func rowsAreGroupedByWhatIsComputed() throws {
        let decades = try db.find(Guest.all.group { $0.age / 10 }.select { ($0.age / 10, $0.count) })
        #expect(decades.map(\.0) == [nil, 0, 2, 4])
        #expect(decades.map(\.1) == [2, 1, 1, 1])
    }

    @Test func functionsReturnRequests() throws {
        func living(in town: String, among guests: Guest.Request = Guest.all) -> Guest.Request {
            guests.where { $0.town == town }
        }
        #expect(try db.count(living(in: "Ulm")) == 2)
        #expect(try db.count(living(in: "Ulm", among: Guest.all.where { $0.age > 30 })) == 1)
    }

    @Test func requestsArePrinted() {
        var printed = ""
        func print(_ request: Guest.Request) { printed = "// \(request)" }
        let adults = Guest.all.where { $0.age >= 18 }.order(\.name.ascending)
        print(adults)
        // SELECT `id`, `name`, `town`, `age` FROM "Guest" WHERE `age` >= ? ORDER BY `name` ASC
        #expect(printed == #"// SELECT `id`, `name`, `town`, `age` FROM "Guest" WHERE `age` >= ? ORDER BY `name` ASC"#)
    }

    @Test func rowsAreChanged() throws {
        try db.update(Guest.all.where { $0.town == "Ulm" }) { [$0.age <- $0.age + 1] }
        try db.delete(Guest.all.order(\.age.descending).limit(3))
        #expect(try db.find(Guest.all.select(\.name).order(\.name.ascending)) == ["dan", "eve"])
    }

    @Test func differencesAreTold() async throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try await queue.createTable(Guest.self)
        try await queue.insert((0..<6).map { Guest(name: "\($0)", town: "Ulm") })
        var names: [String] = []
        for try await difference in queue.differences(of: Guest.all.order(\.name.ascending)) {
            for place in difference.inserted { names.append(difference.models[place].name) }
            if difference.models.count > 5 { break }
        }
        #expect(names == ["0", "1", "2", "3", "4", "5"])
    }

    @Test func changesAreToldByKey() async throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try await queue.createTable(Guest.self)
        try await queue.insert((0..<6).map { Guest(name: "\($0)", town: "Ulm") })
        var cache: [Int64: Guest] = [7: Guest(name: "7", town: "Ulm")]
        for try await change in queue.changes(of: Guest.self, keys: Int64.self) {
            for id in change.updated.union(change.deleted) { cache[id] = nil }
            if change.mayHaveUpdatedOthers { cache.removeAll() }
            if change.inserted.contains(6) { break }
        }
        #expect(cache.count == 1)
    }

    @Test func columnsAreSelected() throws {
        struct Card: Decodable {
            var name: String
            var next: Int?
        }

        let names = try db.find(Guest.all.select(\.name))
        let towns = try db.find(Guest.all.select(\.town).distinct())
        let pairs = try db.find(Guest.all.select { ($0.name, $0.age) })
        let cards = try db.find(Guest.all.select(Card.self) { [($0.age + 1).as("next")] })
        #expect(names == ["cyd", "ann", "bob", "dan", "eve"])
        #expect(towns.sorted() == ["Bern", "Rome", "Ulm"])
        #expect(pairs.map(\.1) == [40, 20, 7, nil, nil])
        #expect(cards.map(\.next) == [41, 21, 8, nil, nil])
        #expect(cards.map(\.name) == names)
    }

    @Test func aRequestIsAList() throws {
        let invited = Party.all.where { $0.year == 2026 }.select(\.guest)
        let others = try db.find(Guest.all.where { !$0.id.in(invited) })
        #expect(others.map(\.name) == ["ann", "bob", "dan", "eve"])
    }

    @Test func groupsAreResults() throws {
        struct TownCount: Decodable {
            var town: String
            var people: Int
        }
        var lines: [String] = []
        func print(_ town: String, _ count: Int, _ oldest: Int) { lines.append("\(town) \(count) \(oldest)") }
        let towns = Guest.all.group(\.town).having { $0.count > 1 }.order(\.count.descending)

        for (town, count, oldest) in try db.find(towns.select { ($0.town, $0.count, $0.max($0.age)) }) {
            print(town, count, oldest ?? 0)
        }
        let counts = try db.find(towns.select(TownCount.self) { [$0.count.as("people")] })
        #expect(lines.sorted() == ["Bern 2 7", "Ulm 2 40"])
        #expect(counts.map(\.people) == [2, 2])
    }
}
