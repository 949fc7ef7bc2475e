import FMDBModel
import FMDBTestHelpers
import Testing

/// Requests for models. See ``SailorScene``.
@Suite struct RequestTests {
    private let scene: SailorScene
    private var db: FMDatabase { scene.db }

    init() throws { scene = try SailorScene() }

    private static let all = "SELECT `id`, `name`, `town`, `age`, `rank`, `hired`, `home` FROM \"Sailor\""

    @Test func theStatementIsPrinted() throws {
        let grown = Sailor.all.where { $0.age > 8 }
        let texts = [
            ("\(Sailor.all)", Self.all),
            ("\(grown)", "\(Self.all) WHERE `age` > ?"),
            ("\(grown.where { $0.name == "cem" })", "\(Self.all) WHERE `age` > ? AND `name` = ?"),
            ("\(grown.where("name = \("cem")"))", "\(Self.all) WHERE `age` > ? AND (name = ?)"),
            (
                "\(Sailor.all.order(\.age.descending).order(by: .asc("name"), .desc("id")))",
                "\(Self.all) ORDER BY `age` DESC, `name` ASC, `id` DESC"
            ),
            ("\(Sailor.all.limit(3))", "\(Self.all) LIMIT ?"),
            ("\(Sailor.all.limit(3, offset: 2))", "\(Self.all) LIMIT ? OFFSET ?"),
            ("\(Sailor.all.reversed())", "\(Self.all) ORDER BY `id` DESC"),
            ("\(Sailor.all.order(\.age.descending).reversed())", "\(Self.all) ORDER BY `age` ASC"),
            ("\(Sailor.all.order(\.age.descending).reversed().unordered())", Self.all),
            ("\(Sailor.all.distinct())", Self.all.replacingOccurrences(of: "SELECT", with: "SELECT DISTINCT")),
            ("\(Sailor.all.from("crew \"a\""))", Self.all.replacingOccurrences(of: "Sailor", with: "crew \"\"a\"\"")),
        ]
        for (text, expected) in texts { #expect(text == expected) }
    }

    @Test func theStatementHasItsValues() throws {
        let name = "'; DROP TABLE Sailor --"
        let sql = try Sailor.all.where { $0.name == name }.limit(2).sql

        #expect(sql.text == "\(Self.all) WHERE `name` = ? LIMIT ?")
        #expect(try db.find(Sailor.self, sql: sql) == [])
        #expect(try scene.names.count == 5)
    }

    @Test func modelsAreFound() throws {
        let expected = try db.find(Sailor.self, orderBy: [.desc("name")], limit: 2, offset: 1) { $0.town == "Ulm" }
        let request = Sailor.all.where { $0.town == "Ulm" }.order(\.name.descending)

        #expect(try db.find(request.limit(2, offset: 1)) == expected)
        #expect(try db.find(request).map(\.name) == ["eve", "bob", "ann"])
        #expect(try db.find(request.reversed()).map(\.name) == ["ann", "bob", "eve"])
        #expect(try db.find(Sailor.all.where(.none)) == [])
    }

    @Test func aFunctionNarrowsARequestDown() throws {
        func living(in town: String, among sailors: Sailor.Request = Sailor.all) -> Sailor.Request {
            sailors.where { $0.town == town }
        }
        func oldest<Model, Element>(_ count: Int, of request: FMRequest<Model, Element>) -> FMRequest<Model, Element> {
            request.order(by: .desc("age")).limit(count)
        }

        let bern = living(in: "Bern")
        #expect(try db.find(oldest(1, of: bern)).map(\.name) == ["cem"])
        #expect(try db.find(oldest(1, of: bern.select(\.name))) == ["cem"])
        #expect(try db.count(living(in: "Ulm", among: Sailor.all.where { $0.age != nil })) == 2)
    }

    @Test func theFirstOneIsFound() throws {
        let request = Sailor.all.order(\.age.descending)

        #expect(try db.first(request)?.name == "eve")
        #expect(try db.first(request.limit(3, offset: 1))?.name == "cem")
        #expect(try db.first(request.limit(0)) == nil)
        #expect(try db.first(request.reversed().select(\.name)) == "bob")
        #expect(try db.first(Sailor.all.where { $0.age > 99 }) == nil)
    }

    @Test func rowsAreCounted() throws {
        let ulm = Sailor.all.where { $0.town == "Ulm" }

        #expect(try db.count(ulm) == 3)
        #expect(try db.count(ulm.limit(2)) == 2)
        #expect(try db.count(ulm.limit(2, offset: 2)) == 1)
        #expect(try db.count(Sailor.all) == 5)
        #expect(try db.count(Sailor.all.select(\.town).distinct()) == 2)
        #expect(try db.count(Sailor.all.group(\.town).having { $0.count > 2 }.select(\.town)) == 1)
        #expect(try db.exists(ulm))
        #expect(try !db.exists(ulm.limit(0)))
        #expect(try !db.exists(ulm.where { $0.town == "Bern" }))
    }

    @Test func rowsArePassedOneByOne() throws {
        var names: [String] = []
        try db.forEach(Sailor.all.order(\.name.ascending)) { names.append($0.name) }
        #expect(names == ["ann", "bob", "cem", "dan", "eve"])

        names = []
        #expect(throws: Regret.self) {
            try db.forEach(Sailor.all.order(\.name.ascending).select(\.name)) { name in
                names.append(name)
                if names.count == 2 { throw Regret() }
            }
        }
        #expect(names == ["ann", "bob"])
        try db.execute("DROP TABLE Sailor")
    }

    @Test func recordsHaveTheTableOfTheRequest() throws {
        let records = FMRecord.all.from("Sailor").where("age > \(8)").order(by: .asc("name"))

        #expect(try db.find(records).map { $0["name"] } == [.text("cem"), .text("eve")])
        #expect(try db.find(records.select("name", as: String.self)) == ["cem", "eve"])
        #expect(try db.count(records) == 2)
        #expect(try db.find(FMRecord.all.from("Sailor").reversed().limit(1)).map { $0["name"] } == [.text("eve")])
        #expect(records.description == "SELECT * FROM \"Sailor\" WHERE age > ? ORDER BY `name` ASC")
    }

    @Test func anotherTableIsMeant() throws {
        try db.createTable(Sailor.self, named: "crew")
        try db.insert(Sailor(name: "zoe", town: "Ulm"), into: "crew")

        #expect(try db.find(Sailor.all.from("crew").select(\.name)) == ["zoe"])
        #expect(try db.update(Sailor.all.from("crew"), set: [FMAssignment("name", "yul")]) == 1)
        #expect(try db.delete(Sailor.all.from("crew")) == 1)
        #expect(try scene.names.count == 5)
    }

    // MARK: Errors

    @Test func aWrongRequestIsToldByTheCall() throws {
        #expect(thrown { try db.find(Sailor.all.limit(-1)) }?.resultCode == .misuse)
        #expect(Sailor.all.limit(-1).description.hasPrefix("limit and offset must not be negative: they are -1 and 0"))
        #expect(thrown { try db.find(Sailor.all.limit(1, offset: -1)) }?.resultCode == .misuse)
        #expect(thrown { try db.find(Sailor.all.where(FMWhere(raw: "1) OR (1"))) }?.resultCode == .misuse)
        #expect(thrown { try db.find(Sailor.all.order(by: .asc("height"))) }?.resultCode == .range)
        #expect(
            thrown { try db.count(Sailor.all.order(by: .asc("age"), .desc("height")).limit(1)) }?.message
                == "the table Sailor has no column height to sort by")
        #expect(thrown { try db.exists(Sailor.all.order(by: .asc("height"))) }?.resultCode == .range)
        #expect(thrown { try db.delete(Sailor.all.order(by: .asc("height")).limit(1)) }?.resultCode == .range)
        #expect(
            thrown { try db.find(Sailor.all.where { _ in FMField<Sailor, Int>("height") == 1 }) }?.resultCode == .error)
        #expect(thrown { try db.find(Sailor.all.from("nowhere")) }?.resultCode == .error)
        #expect(thrown { try db.count(Sailor.all.limit(-1)) }?.resultCode == .misuse)
    }

    @Test func aRowThatDoesNotFitIsNamed() throws {
        try db.execute("UPDATE Sailor SET town = x'00' WHERE name = 'cem'")
        let error = thrown { try db.find(Sailor.all.order(\.name.ascending)) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.hasPrefix("row 2, ") == true)
        let selected = thrown { try db.find(Sailor.all.order(\.name.ascending).select { ($0.name, $0.town) }) }
        #expect(selected?.resultCode == .mismatch)
        #expect(selected?.message.hasPrefix("row 2, ") == true)
    }

    // MARK: Changes

    @Test func rowsAreChanged() throws {
        let ulm = Sailor.all.where { $0.town == "Ulm" }

        #expect(try db.update(ulm, set: [FMAssignment("town", "Rome")]) == 3)
        #expect(try db.update(Sailor.all.where { $0.age != nil }) { [$0.age <- $0.age + 1, $0.town <- "Oslo"] } == 4)
        #expect(try db.find(Sailor.all.select(\.age)) == [8, nil, 10, 8, 31])
        #expect(try db.count(Sailor.all.where { $0.town == "Oslo" }) == 4)
    }

    @Test func asManyRowsAreChangedAsTheLimitSays() throws {
        let oldest = Sailor.all.order(\.age.descending).limit(2)

        #expect(try db.update(oldest) { [$0.name <- "old"] } == 2)
        #expect(try scene.names == ["ann", "bob", "old", "dan", "old"])
        #expect(try db.delete(oldest) == 2)
        #expect(try scene.names == ["ann", "bob", "dan"])
        #expect(try db.delete(Sailor.all.order(\.name.ascending).limit(1, offset: 1)) == 1)
        #expect(try scene.names == ["ann", "dan"])
    }

    @Test func rowsAreRemoved() throws {
        #expect(try db.delete(Sailor.all.where { $0.age == nil }) == 1)
        #expect(try db.delete(Sailor.all) == 4)
        #expect(try scene.names == [])
    }

    @Test func resultsThatAreNoRowsCannotBeChanged() throws {
        let groups = Sailor.all.group(\.town).select(Sailor.self) { _ in [] }

        for request in [Sailor.all.distinct(), groups] {
            #expect(thrown { try db.delete(request) }?.resultCode == .misuse)
            #expect(thrown { try db.update(request) { [$0.name <- "x"] } }?.resultCode == .misuse)
        }
        #expect(thrown { try db.update(Sailor.all, set: []) }?.resultCode == .misuse)
        #expect(try scene.names == ["ann", "bob", "cem", "dan", "eve"])
    }
}
