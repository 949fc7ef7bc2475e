import FMDBModel
import FMDBTestHelpers
import Testing

private protocol Dated: FMModel where Columns == DatedColumns<Self> {
    static var storage: FMDateStorage { get }
}

private struct DatedColumns<Model: Dated>: FMColumns {
    let at = FMField<Model, Date?>("at")
}

private struct Seconds: Codable, Dated {
    var at: Date?
    static let storage = FMDateStorage.secondsSince1970
    typealias Columns = DatedColumns<Seconds>
}

private struct Milliseconds: Codable, Dated {
    var at: Date?
    static let storage = FMDateStorage.millisecondsSince1970
    static let tableOptions = FMTableOptions(dates: .millisecondsSince1970)
    typealias Columns = DatedColumns<Milliseconds>
}

private struct Texts: Codable, Dated {
    var at: Date?
    static let storage = FMDateStorage.iso8601
    static let tableOptions = FMTableOptions(dates: .iso8601)
    typealias Columns = DatedColumns<Texts>
}

/// The options are those of the table alone.
private struct ByHand: Codable, Dated {
    var at: Date?
    static let storage = FMDateStorage.iso8601
    static let fmTable = FMTable<ByHand>(
        "ByHand", [FMColumn("at", \.at)], options: FMTableOptions(dates: .iso8601))
    typealias Columns = DatedColumns<ByHand>
}

/// Dates, in each form in which they are stored.
@Suite struct ConditionDateTests {
    private func date(_ text: String) throws -> Date { try #require(FMDateStorage.iso8601.date(of: .text(text))) }

    /// A table of dates with an index, and which of them a condition finds.
    private func found<Model: Dated>(
        _ type: Model.Type, _ dates: [String], _ condition: (FMField<Model, Date?>) throws -> FMWhere<Model>
    ) throws -> [String] {
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE t (name TEXT, at)")
        try database.execute("CREATE INDEX byDate ON t (at)")
        for text in dates {
            try database.execute("INSERT INTO t VALUES (\(text), \(try Model.storage.value(of: date(text))))")
        }
        try database.execute("INSERT INTO t VALUES ('none', NULL)")
        let condition = try condition(Model.Columns().at).sql
        #expect(try database.plan("SELECT name FROM t WHERE \(condition)").contains("byDate"))
        return try database.rows("SELECT name FROM t WHERE \(condition) ORDER BY rowid", as: String.self)
    }

    private func eachForm(_ check: (any Dated.Type) throws -> Void) rethrows {
        for model: any Dated.Type in [Seconds.self, Milliseconds.self, Texts.self, ByHand.self] { try check(model) }
    }

    @Test func aDateIsInTheFormOfItsTable() throws {
        func check<Model: Dated>(_ model: Model.Type) throws {
            let dates = ["2017-07-01T00:00:00.125Z", "2017-07-02"]
            let (first, second) = (try date(dates[0]), try date(dates[1]))

            #expect(try found(model, dates) { $0 == first } == [dates[0]])
            #expect(try found(model, dates) { $0 > first } == [dates[1]])
            #expect(try found(model, dates) { $0.in([first, second]) } == dates)
            #expect(try found(model, dates) { $0.in(first..<second) } == [dates[0]])
            #expect(try found(model, dates) { $0.in(first...second) } == dates)
            #expect(try found(model, dates) { "\($0) = \(first)" } == [dates[0]])
            #expect(try found(model, dates) { "\($0) in \([second])" } == [dates[1]])
            #expect(try found(model, dates) { "\($0) = \(Optional(second))" } == [dates[1]])
            #expect(try found(model, dates) { $0 == nil } == ["none"])
        }
        try eachForm { try check($0) }
    }

    @Test func aMonthIsHalfOpen() throws {
        func check<Model: Dated>(_ model: Model.Type) throws {
            let dates = [
                "2017-06-30T23:59:59.999Z", "2017-07-01T00:00:00Z", "2017-07-31T23:59:59.999Z", "2017-08-01T00:00:00Z",
                "2016-07-15",
            ]

            #expect(try found(model, dates) { $0.in(year: 2017, month: 7) } == Array(dates[1...2]))
        }
        try eachForm { try check($0) }
    }

    @Test func aYearIsHalfOpen() throws {
        func check<Model: Dated>(_ model: Model.Type) throws {
            let dates = ["2016-12-31T23:59:59.999Z", "2017-01-01", "2017-12-31T23:59:59.999Z", "2018-01-01"]

            #expect(try found(model, dates) { $0.in(year: 2017) } == Array(dates[1...2]))
        }
        try eachForm { try check($0) }
    }

    @Test(arguments: [(2020, true), (2019, false), (2000, true), (1900, false)])
    func februaryHasADayMoreInALeapYear(_ year: Int, _ isLeap: Bool) throws {
        let dates = ["\(year)-02-28T12:00:00Z", "\(year)-03-01"] + (isLeap ? ["\(year)-02-29T23:59:59.999Z"] : [])

        #expect(try found(Seconds.self, dates) { $0.in(year: year, month: 2) }.count == (isLeap ? 2 : 1))
        let leapDay = { (field: FMField<Seconds, Date?>) in field.in(year: year, month: 2, day: 29) }
        if isLeap {
            #expect(try found(Seconds.self, dates, leapDay) == [dates[2]])
        } else {
            #expect(thrown { try found(Seconds.self, dates, leapDay) }?.resultCode == .misuse)
        }
    }

    @Test func theLastYearOfTextsIsFound() throws {
        func check<Model: Dated>(_ model: Model.Type) throws {
            let dates = ["9998-12-31", "9999-12-31T23:59:59.999Z"]

            #expect(try found(model, dates) { $0.in(year: 9999) } == [dates[1]])
            #expect(try found(model, dates) { $0.in(year: 9999, month: 12) } == [dates[1]])
        }
        try eachForm { try check($0) }
    }

    @Test func aDayHas23HoursWhereTheClockIsPutForward() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let dates = [
            "2021-03-27T22:59:59.999Z", "2021-03-27T23:00:00Z", "2021-03-28T21:59:59.999Z", "2021-03-28T22:00:00Z",
        ]

        let found = { (condition) in try self.found(Texts.self, dates, condition) }
        #expect(try found { $0.in(year: 2021, month: 3, day: 28, timeZone: berlin) } == Array(dates[1...2]))
        let noon = try date("2021-03-28T12:00:00Z")
        #expect(try found { $0.in(day: noon, timeZone: berlin) } == Array(dates[1...2]))
        #expect(try found { $0.in(day: noon) } == Array(dates[2...3]))
    }

    @Test func aDayMayBeginAfterMidnight() throws {
        let saoPaulo = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        // The clock was put forward at midnight, so the day began at one.
        let dates = ["2018-11-04T02:59:59Z", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59Z", "2018-11-05T02:00:00Z"]

        let day = try found(Seconds.self, dates) { $0.in(year: 2018, month: 11, day: 4, timeZone: saoPaulo) }
        #expect(day == Array(dates[1...2]))
    }

    @Test func aMonthBeginsWhereTheTimeZoneIs() throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let dates = ["2017-06-30T14:59:59Z", "2017-06-30T15:00:00Z", "2017-07-31T14:59:59Z", "2017-07-31T15:00:00Z"]

        #expect(
            try found(Milliseconds.self, dates) { $0.in(year: 2017, month: 7, timeZone: tokyo) } == Array(dates[1...2]))
    }

    @Test(arguments: [(0, 2017), (13, 2017), (7, 0), (7, -5), (Int.max, 2017)])
    func aMonthThatIsNoneIsAnError(_ month: Int, _ year: Int) throws {
        #expect(thrown { try found(Seconds.self, []) { $0.in(year: year, month: month) } }?.resultCode == .misuse)
    }
}
