import FMDBModel
import FMDBTestHelpers
import Testing

/// Requests for groups of rows. See ``SailorScene``.
@Suite struct RequestGroupTests {
    private let scene: SailorScene
    private var db: FMDatabase { scene.db }
    private let towns = Sailor.all.group(\.town).order(\.town.ascending)

    init() throws { scene = try SailorScene() }

    private struct Town: Decodable, Equatable {
        var town: String
        var people: Int
        var oldest: Int?
    }

    @Test func theStatementIsPrinted() {
        let grown = Sailor.all.where { $0.age > 8 }.group { ($0.town, $0.rank) }.having {
            $0.count > 1 && $0.town != ""
        }
        #expect(
            grown.order(\.count.descending).limit(3).select { ($0.town, $0.count, $0.max($0.age)) }.description
                == "SELECT `town`, count(*), max(`age`) FROM \"Sailor\" WHERE `age` > ? GROUP BY `town`, `rank`"
                + " HAVING count(*) > ? AND `town` <> ? ORDER BY count(*) DESC LIMIT ?")
    }

    @Test func eachGroupIsOneResult() throws {
        let found = try db.find(towns.select { ($0.town, $0.count, $0.max($0.age)) })
        #expect(found.map(\.0) == ["Bern", "Ulm"])
        #expect(found.map(\.1) == [2, 3])
        #expect(found.map(\.2) == [9, 30])
        #expect(try db.find(towns.select(\.count)) == [2, 3])
    }

    @Test func whatIsComputedOfAGroup() throws {
        #expect(try db.find(towns.select { $0.count($0.age) }) == [2, 2])
        #expect(try db.find(towns.select { $0.count($0.town, distinct: true) }) == [1, 1])
        #expect(try db.find(towns.select { $0.sum($0.age) }) == [16, 37])
        #expect(try db.find(towns.select { $0.average($0.age) }) == [8, 18.5])
        #expect(try db.find(towns.select { $0.min($0.name) }) == ["cem", "ann"])
        #expect(try db.find(towns.select { $0.max($0.age + 1) }) == [10, 31])
        #expect(try db.find(Sailor.all.where { $0.age == nil }.group(\.town).select { $0.sum($0.age) }) == [nil])
    }

    @Test func groupsBecomeValuesOfAType() throws {
        let request = towns.select(Town.self) { [$0.count.as("people"), $0.max($0.age).as("oldest")] }
        #expect(
            try db.find(request) == [
                Town(town: "Bern", people: 2, oldest: 9), Town(town: "Ulm", people: 3, oldest: 30),
            ])
    }

    @Test func groupsAreChosenAndSorted() throws {
        let towns = Sailor.all.group(\.town)
        #expect(try db.find(towns.having { $0.count > 2 }.select(\.town)) == ["Ulm"])
        #expect(try db.find(towns.having { $0.count > 1 }.having { $0.max($0.age) < 10 }.select(\.town)) == ["Bern"])
        #expect(try db.find(towns.order { $0.sum($0.age).descending }.select(\.town)) == ["Ulm", "Bern"])
        #expect(try db.find(towns.order(\.town.ascending).limit(1, offset: 1).select(\.town)) == ["Ulm"])
        let found = try db.find(towns.select { ($0.town, $0.count) }.where { $0.age == 7 }.order(\.town.descending))
        #expect(found.map(\.0) == ["Ulm", "Bern"])
        #expect(found.map(\.1) == [1, 1])
    }

    @Test func aColumnThatIsNotGroupedByIsRefused() throws {
        for error in [
            thrown { try db.find(towns.select { ($0.town, $0.name) }) }, thrown { try db.find(towns.select(\.name)) },
        ] {
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.hasPrefix("`name` can differ between the rows of a group") == true)
        }
        let typed = thrown { try db.find(towns.select(Town.self) { [$0.count.as("people")] }) }
        #expect(typed?.resultCode == .range)
        let bare = thrown { try db.find(Sailor.all.group(\.name).select(Town.self) { [$0.count.as("people")] }) }
        #expect(bare?.resultCode == .misuse)
        #expect(bare?.message.hasPrefix("`town` ") == true)
    }

    private struct Grown: Decodable { var town: String, age: Int? }

    @Test func aFieldUnderANameAndAnOrderByOneAreChecked() throws {
        let groups = Sailor.all.group(\.town)
        for error in [
            thrown { try db.find(groups.select(Grown.self) { [$0.age.as("age")] }) },
            thrown { try db.find(groups.order(\.age.descending).select(\.town)) },
            thrown { try db.count(groups.order(\.age.descending).limit(1).select { ($0.town, $0.count) }) },
        ] {
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.hasPrefix("`age` can differ between the rows of a group") == true)
        }
        #expect(try db.find(groups.select(Grown.self) { [$0.town.as("town"), $0.max($0.age).as("age")] }).count == 2)
        let oldest = groups.order { _ in .desc("age") }.select(Grown.self) { [$0.max($0.age).as("age")] }
        #expect(try db.find(oldest).map(\.age) == [30, 9])
    }

    @Test func fieldsInExpressionsAndConditionsAreChecked() throws {
        let groups = Sailor.all.group(\.town)
        let sorted = groups.select { ($0.town, $0.count) }
        let length: (FMGroup<Sailor>) -> FMExpression<Sailor, Int> = { FMExpression(sql: "length(\($0.name))") }
        for error in [
            thrown { try db.find(groups.select { ($0.town, length($0)) }) },
            thrown { try db.find(groups.having { $0.name == "ann" }.select(\.town)) },
            thrown { try db.find(groups.having { $0.count > 1 && "max(age) > 3 OR NAME = 'x'" }.select(\.town)) },
            thrown { try db.find(groups.order { length($0).ascending }.select(\.town)) },
            thrown { try db.find(sorted.order(\.name.ascending)) },
            thrown { try db.find(sorted.order(by: .desc("name"))) },
            thrown { try db.find(sorted.order(by: .desc(sql: "max(age), name"))) },
            thrown { try db.find(groups.select { FMExpression<Sailor, Int>(sql: "max(1, \($0.name))") }) },
            thrown { try db.find(groups.select(Grown.self) { [length($0).as("age")] }) },
        ] {
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.lowercased().contains("name") == true)
            #expect(error?.message.contains("can differ between the rows of a group") == true)
        }
    }

    /// An alias takes the name of a table away, which is that of the row outside then.
    @Test func fieldsOfTheRowOutsideAreCheckedInAQueryWithAliases() throws {
        let groups = Sailor.all.group(\.town)
        for sources in ["sailor AS other", "sailor other", "town JOIN sailor AS other ON sailor.age = other.age"] {
            let older: (FMGroup<Sailor>) -> FMExpression<Sailor, Int> = {
                FMExpression(sql: "(SELECT count(*) FROM \(raw: sources) WHERE other.age > \($0.age))")
            }
            let error = thrown { try db.find(groups.select { ($0.town, older($0)) }) }
            #expect(error?.resultCode == .misuse, "\(sources)")
            #expect(error?.message.contains("`age` can differ between the rows of a group") == true, "\(error as Any)")
        }
    }

    @Test func whatIsOneValueOfTheGroupIsNotRefused() throws {
        let groups = Sailor.all.group { $0.age + 1 }.having { $0.age + 1 > 0 && $0.max($0.name) != "x" }
        #expect(try db.find(groups.order { ($0.age + 1).ascending }.select { ($0.age + 1) * 2 }) == [16, 20, 62])
        #expect(try db.find(towns.having { "\($0.town) LIKE 'u%' AND count(age) > 1" }.select(\.town)) == ["Ulm"])
        #expect(try db.find(towns.having { _ in "total(DISTINCT age) > 20" }.select(\.town)) == ["Ulm"])
        #expect(try db.find(towns.having { $0.town.hasPrefix("u", ignoringCase: true) }.select(\.town)) == ["Ulm"])
        let query = towns.having { $0.max($0.id).in(Sailor.all.where { $0.name == "eve" }.select(\.id)) }
        #expect(try db.find(query.select(\.town)) == ["Ulm"])
        #expect(try db.find(towns.select { $0.town }.order { _ in .desc(sql: "count(*)") }) == ["Bern", "Ulm"])
        let decks = Sailor.all.where { $0.home != nil }.group(\.home.deck).select(\.home.deck)
            .order(\.home.deck.ascending)
        if SQLiteVersion.linked >= SQLiteVersion(3, 38) { #expect(try db.find(decks) == [1, 2]) }
    }

    @Test func queriesWithinAreChecked() throws {
        let ofTown = towns.select {
            FMExpression<Sailor, Int>(sql: "(SELECT count(*) FROM Voyage WHERE sailor > 0 AND \($0.town) <> '')")
        }
        #expect(try db.find(ofTown) == [2, 2])
        let ofName = towns.select {
            FMExpression<Sailor, Int>(sql: "(SELECT count(*) FROM Voyage WHERE sailor = \($0.id))")
        }
        #expect(
            thrown { try db.find(ofName) }?.message.hasPrefix("`id` can differ between the rows of a group") == true)
        let ofOther = towns.select { group in
            FMExpression<Sailor, Int>(sql: "(SELECT count(*) FROM Sailor WHERE \(group.age) > 8)")
        }
        #expect(try db.find(ofOther) == [2, 2])
    }

    @Test func rowsAreGroupedBeforeAnythingElse() throws {
        let sorted = Sailor.all.order(\.name.descending).reversed().group(\.town)
        #expect(try db.find(sorted.order(\.town.ascending).select(\.town)) == ["Bern", "Ulm"])
        #expect(sorted.select(\.town).description == "SELECT `town` FROM \"Sailor\" GROUP BY `town`")
        let groups = [
            Sailor.all.limit(2).group(\.town), Sailor.all.limit(9, offset: 1).group(\.town),
            Sailor.all.distinct().group(\.town), towns.select(\.town).group(\.town),
            Sailor.all.limit(2).group { ($0.town, $0.age) },
        ]
        for group in groups {
            #expect(thrown { try db.find(group.select(\.town)) }?.resultCode == .misuse)
            #expect(thrown { try db.count(group.select(\.count)) }?.resultCode == .misuse)
        }
    }

    @Test func decimalsAreNotComparedAsTexts() throws {
        let groups = Voyage.all.group(\.sailor).order(\.sailor.ascending)
        #expect(try db.find(groups.select { $0.max($0.cost) }) == [10, 9, 9])
    }

    @Test func anAggregateOutsideOfAGroupIsRefused() throws {
        #expect(thrown { try db.find(Sailor.all.where { _ in Aggregate.count > 3 }) }?.resultCode == .error)
    }
}

private enum Aggregate {
    static let count = FMExpression<Sailor, Int>(sql: "count(*)")
}
