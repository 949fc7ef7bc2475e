import FMDBModel
import FMDBTestHelpers
import Testing

/// Values that are assigned by the name of a column, and are readable in another way than the type of the column says.
@Suite struct AssignedValueTests {
    private let db = FMDatabase.memory()

    private struct Chore: Codable, FMModel, Equatable {
        var id: Int64?
        var stars = 3
    }

    private struct Day: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(dates: .iso8601)
        var id: Int64?
        var at: Date
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 37))) func aStrictTableRefusesAlike() throws {
        try db.execute("CREATE TABLE Chore (id INTEGER PRIMARY KEY, stars INTEGER) STRICT")
        try db.insert(Chore())
        let error = thrown { try db.update(Chore.self, set: [FMAssignment("stars", "much")], where: .all) }
        #expect(error?.resultCode == .mismatch)
        try db.update(Chore.self, set: [FMAssignment("stars", "4")], where: .all)
        #expect(try db.find(Chore.self).map(\.stars) == [4])
    }

    private struct Celsius: FMValueConvertible, Codable, Equatable {
        let degrees: Double
        var fmValue: FMValue { .real(degrees) }
        static func fromFMValue(_ value: FMValue) -> Celsius? {
            guard case .real(let degrees) = value else { return nil }
            return Celsius(degrees: degrees)
        }
    }

    private struct Reading: Codable, FMModel {
        var id: Int64?
        var temperature: Celsius
    }

    @Test func aColumnOfRealNumbersMakesThemOfIntegersAndTexts() throws {
        try db.createTable(Reading.self)
        let sql = try db.value("SELECT sql FROM sqlite_master WHERE name = 'Reading'", as: String.self)
        #expect(sql.contains("REAL"))
        try db.insert(Reading(temperature: Celsius(degrees: 1)))
        for assignment in [
            FMAssignment<Reading>("temperature", 20), FMAssignment("temperature", "20"),
            FMAssignment("temperature", "\u{0B}20.0\u{0C}"),
        ] {
            try db.execute("UPDATE Reading SET temperature = 1")
            try db.update(Reading.self, set: [assignment], where: .all)
            #expect(try db.find(Reading.self).map(\.temperature.degrees) == [20])
        }
    }

    /// A model that takes any value for its number.
    private struct Tolerant: Codable, FMModel {
        var id: Int64?
        var stars: Int

        init(stars: Int) { self.stars = stars }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decodeIfPresent(Int64.self, forKey: .id)
            stars = (try? values.decode(Int.self, forKey: .stars)) ?? -1
        }
    }

    /// A model that reads its own text.
    private struct Counted: Codable, FMModel {
        var id: Int64?
        var stars: Int

        init(stars: Int) { self.stars = stars }

        init(fmRow row: FMRow) throws {
            id = try row.value("id", as: Int64?.self)
            stars = try row.value("stars", as: String.self).count
        }
    }

    @Test func whatTheModelItselfReadsIsAssigned() throws {
        try db.createTable(Tolerant.self)
        try db.insert(Tolerant(stars: 3))
        try db.update(Tolerant.self, set: [FMAssignment("stars", "many")], where: "stars = 3")
        #expect(try db.find(Tolerant.self).map(\.stars) == [-1])
        #expect(try db.value("SELECT stars FROM Tolerant", as: String.self) == "many")
        try db.createTable(Counted.self)
        try db.insert(Counted(stars: 3))
        try db.update(Counted.self, set: [FMAssignment("stars", "***")], where: .all)
        #expect(try db.find(Counted.self).map(\.stars) == [3])
    }

    /// A model whose rows are read in two ways.
    private struct Reply: Codable, FMModel {
        var id: Int64?
        var isDrawn: Bool
        var stars: Int

        init(isDrawn: Bool, stars: Int) { (self.isDrawn, self.stars) = (isDrawn, stars) }

        init(fmRow row: FMRow) throws {
            id = try row.value("id", as: Int64?.self)
            isDrawn = try row.value("isDrawn", as: Bool.self)
            stars =
                isDrawn ? try row.value("stars", as: String.self).count : try row.value("stars", as: Int.self)
        }
    }

    @Test func eachRowThatGetsTheValueIsAsked() throws {
        try db.createTable(Reply.self)
        try db.insert(Reply(isDrawn: true, stars: 3))
        try db.insert(Reply(isDrawn: false, stars: 3))
        let error = thrown { try db.update(Reply.self, set: [FMAssignment("stars", "***")], where: .all) }
        #expect(error?.resultCode == .mismatch)
        #expect(try db.value("SELECT count(*) FROM Reply WHERE stars = 3", as: Int.self) == 2)
        try db.update(Reply.self, set: [FMAssignment("stars", "****")], where: "isDrawn")
        #expect(try db.find(Reply.self).map(\.stars) == [4, 3])
    }

    @Test func anUpsertByNameRefusesAlike() throws {
        guard FMSQLiteFeature.upsert.isAvailable else { return }
        try db.createTable(Chore.self)
        try db.insert(Chore(id: 1))
        let error = thrown {
            _ = try db.upsert(Chore(id: 1), setting: { _, _ in [FMAssignment<Chore>("stars", "much")] })
        }
        #expect(error?.resultCode == .mismatch)
        #expect(try db.find(Chore.self) == [Chore(id: 1)])
    }

    @Test func aNumberInAColumnOfTheAppsOwnIsADate() throws {
        try db.execute("CREATE TABLE Day (id INTEGER PRIMARY KEY, at DATETIME)")
        try db.insert(Day(at: Date(timeIntervalSince1970: 0)))
        try db.update(Day.self, set: [FMAssignment("at", 8)], where: .all)
        #expect(try db.find(Day.self) == [Day(id: 1, at: Date(timeIntervalSince1970: 8))])
    }

    /// A date that is the whole of its type.
    private struct Stamp: Codable, Equatable {
        let date: Date

        init(_ date: Date) { self.date = date }

        init(from decoder: any Decoder) throws { date = try decoder.singleValueContainer().decode(Date.self) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(date)
        }
    }

    private struct Visit: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(dates: .iso8601)
        var id: Int64?
        var at: Stamp
    }

    @Test func aTypeOfADateIsAssignedInTheFormOfTheTable() throws {
        try db.createTable(Visit.self)
        try db.insert(Visit(at: Stamp(Date(timeIntervalSince1970: 0))))
        let stamp = Stamp(Date(timeIntervalSince1970: 60))
        try db.update(Visit.self, set: [FMAssignment("at", stamp)], where: .all)
        #expect(try db.find(Visit.self) == [Visit(id: 1, at: stamp)])
        // An upgrade examines the values.
        try db.createTable(Visit.self)
    }
}
