import FMDBModel
import FMDBTestHelpers
import Testing

/// Each type of property, through both ways of mapping. See ``Mapping``.
@Suite struct ModelVerbTypeTests {
    private let db = FMDatabase.memory()

    private static let types: [any EverythingModel.Type] = [CodableEverything.self, HandEverything.self]

    private func stored(_ column: String) throws -> FMValue {
        try db.value("SELECT \(identifier: column) FROM everything ORDER BY id DESC LIMIT 1", as: FMValue.self)
    }

    /// The columns of a table as SQLite has them.
    private func columns(_ table: String) throws -> [String] {
        struct Column: Decodable {
            var name: String
            var type: String
            var notnull: Bool
        }
        return try db.rows("PRAGMA table_info(\(identifier: table))", as: Column.self)
            .map { "\($0.name) \($0.type)\($0.notnull ? " NOT NULL" : "")" }
    }

    @Test(arguments: types) func everyTypeComesBackAsItWas(_ type: any EverythingModel.Type) throws {
        func check<Model: EverythingModel>(_: Model.Type) throws {
            try db.createTable(Model.self)
            var all = Model(Everything.full)
            try db.insert(&all)
            #expect(all.content == Everything.full)
            all.content = Everything.empty
            try db.update(all)
            #expect(try db.find(Model.self, id: 1)?.content == Everything.empty)
        }
        try check(type)
    }

    @Test(arguments: types) func everyTypeHasItsForm(_ type: any EverythingModel.Type) throws {
        func check<Model: EverythingModel>(_: Model.Type) throws {
            try db.createTable(Model.self)
            try db.insert(Model(Everything.full))
        }
        try check(type)

        #expect(try stored("flag") == 1)
        #expect(try stored("big") == .integer(.max))
        #expect(try stored("half") == 0.5)
        #expect(try stored("text") == "it's \"quoted\" \u{0}, 'é', 日本")
        #expect(try stored("data") == .blob(Data([0, 1, 255])))
        #expect(try stored("bytes") == .blob(Data([7, 0])))
        #expect(try stored("date") == 1_000_000_000.25)
        #expect(try stored("uuid") == "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
        #expect(try stored("url") == "https://example.org/a%20b?c=d#e")
        #expect(try stored("price") == "12345678901234567890.123456789")
        #expect(try stored("level") == "high")
        #expect(try stored("rank") == 2)
        #expect(try stored("address") == #"{"house":7,"town":"Köln \"am\" Rhein"}"#)
        #expect(try stored("tags") == #"["a","b/c"]"#)
    }

    @Test(arguments: types) func aColumnOfEachTypeHasItsAffinity(_ type: any EverythingModel.Type) throws {
        func check<Model: EverythingModel>(_: Model.Type) throws {
            try db.createTable(Model.self)
            #expect(try Model.fmTable.facts == CodableEverything.fmTable.facts)
        }
        try check(type)
        #expect(
            try columns("everything") == [
                "id INTEGER", "flag INTEGER NOT NULL", "big INTEGER NOT NULL", "half REAL NOT NULL",
                "text TEXT NOT NULL", "data BLOB NOT NULL", "bytes BLOB NOT NULL", "date REAL NOT NULL",
                "uuid TEXT NOT NULL", "url TEXT NOT NULL", "price TEXT NOT NULL", "level TEXT NOT NULL",
                "rank INTEGER NOT NULL", "address TEXT NOT NULL", "tags TEXT NOT NULL", "maybeText TEXT",
                "maybeDate REAL", "maybeLevel TEXT", "maybeAddress TEXT", "maybePrice TEXT", "maybeURL TEXT",
            ])
    }

    private static let hasJSON = SQLiteVersion.linked >= SQLiteVersion(3, 38)

    @Test(.enabled(if: hasJSON), arguments: types)
    func nestedValuesAreFoundByTheirContent(_ type: any EverythingModel.Type) throws {
        func check<Model: EverythingModel>(_: Model.Type) throws {
            try db.createTable(Model.self)
            var other = Everything.empty
            other.id = 2
            try db.insert([Model(Everything.full), Model(other)])
            #expect(try db.count(Model.self, where: "json_extract(address, '$.house') = \(7)") == 1)
            #expect(try db.count(Model.self, where: "json_extract(tags, '$[1]') = \("b/c")") == 1)
        }
        try check(type)
    }

    // MARK: Dates

    private enum Seconds: DateForm { static let storage = FMDateStorage.secondsSince1970 }
    private enum Milliseconds: DateForm { static let storage = FMDateStorage.millisecondsSince1970 }
    private enum Text: DateForm { static let storage = FMDateStorage.iso8601 }

    private struct Day<Storage: DateForm>: Codable, FMModel, Equatable, Sendable {
        var id: Int?
        var date: Date
        var other: Date?

        static var tableName: String { "day" }
        static var tableOptions: FMTableOptions { FMTableOptions(dates: Storage.storage) }
    }

    private struct HandDay<Storage: DateForm>: FMModel, Equatable, Sendable {
        var id: Int?
        var date: Date
        var other: Date?

        static var fmTable: FMTable<HandDay> {
            FMTable(
                "day", [FMColumn("id", \.id), FMColumn("date", \.date), FMColumn("other", \.other)],
                options: FMTableOptions(dates: Storage.storage))
        }

        init(id: Int?, date: Date, other: Date?) { (self.id, self.date, self.other) = (id, date, other) }

        init(fmRow row: FMRow) throws {
            id = try row.column("id")
            date = try row.column("date", dates: Storage.storage)
            other = try row.column("other", dates: Storage.storage)
        }

        func fmBind(to values: inout FMModelValues) throws {
            try values.add(id)
            try values.add(date)
            try values.add(other)
        }
    }

    private let date = Date(timeIntervalSince1970: 1_000_000_000.125)

    private func check<Model: FMModel & Equatable>(_ model: Model, stored: FMValue, type: String) throws {
        try db.execute("DROP TABLE IF EXISTS day")
        try db.createTable(Model.self)
        try db.insert(model)
        #expect(try db.value("SELECT date FROM day", as: FMValue.self) == stored)
        #expect(try db.value("SELECT other IS NULL FROM day", as: Bool.self))
        #expect(try columns("day")[1] == "date \(type) NOT NULL")
        #expect(try db.find(Model.self, where: "date = \(stored)") == [model])
    }

    @Test func datesAreStoredInTheFormOfTheTable() throws {
        func both<Storage: DateForm>(_: Storage.Type, _ stored: FMValue, _ type: String) throws {
            try check(Day<Storage>(id: 1, date: date, other: nil), stored: stored, type: type)
            try check(HandDay<Storage>(id: 1, date: date, other: nil), stored: stored, type: type)
        }
        try both(Seconds.self, 1_000_000_000.125, "REAL")
        try both(Milliseconds.self, 1_000_000_000_125, "INTEGER")
        try both(Text.self, "2001-09-09T01:46:40.125Z", "TEXT")
    }

    @Test func aDateOutsideTheFormIsRefused() throws {
        try db.createTable(Day<Text>.self)
        let error = thrown { try db.insert(Day<Text>(id: 1, date: .distantFuture * 9, other: nil)) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "property date: only dates of the years 0 to 9999 can be stored as text")
    }

    // MARK: Names

    @Test func anyNameIsAName() throws {
        let row = Keyword(id: 1, select: "a", quoted: "b", backquoted: "c", space: "d", accent: "e")
        try db.createTable(Keyword.self)
        try db.insert(row)
        #expect(try db.value("SELECT count(*) FROM sqlite_master WHERE type = 'index'", as: Int.self) == 2)
        var twin = row
        twin.id = 2
        #expect(thrown { try db.insert(twin) }?.extendedCode == .constraintUnique)
        var changed = row
        changed.quoted = "x"
        try db.save(changed)

        #expect(try db.find(Keyword.self, orderBy: [.asc("order by")]) == [changed])
        #expect(
            try db.find(Keyword.self, where: "\(identifier: "we\"ird") = 'x'", orderBy: [.desc("se`lect")]).count == 1)
        #expect(try db.max(Keyword.self, "we\"ird", as: String.self) == "x")
        #expect(try db.find(Keyword.self, orderBy: [.asc("select")], after: changed, limit: 2) == [])
        #expect(try db.delete(changed))
    }

    private struct Keyword: Codable, FMModel, Equatable {
        var id: Int
        var select: String
        var quoted: String
        var backquoted: String
        var space: String
        var accent: String

        static let tableName = "group \"by\" `table`"
        static let tableOptions = FMTableOptions(
            unique: [["we\"ird", "se`lect"]], indexes: [["order by"]])

        enum CodingKeys: String, CodingKey {
            case id, select
            case quoted = "we\"ird"
            case backquoted = "se`lect"
            case space = "order by"
            case accent = "e\u{301}\"\u{301}"
        }
    }

    // MARK: Classes

    @Test func inheritedPropertiesAreColumns() throws {
        try db.createTable(Employee.self)
        let ann = Employee()
        (ann.id, ann.name, ann.salary) = (7, "ann", 1.5)
        try db.insert(ann)
        let found = try #require(try db.find(Employee.self, id: 7))

        #expect(try db.columnNames("Employee").sorted() == ["id", "name", "salary"])
        #expect((found.id, found.name, found.salary) == (7, "ann", 1.5))
        #expect(try db.value("SELECT name FROM Employee", as: String.self) == "ann")
    }

    private class Member: Codable {
        var id: Int? = nil
        var name = ""
    }

    private final class Employee: Member, FMModel {
        var salary = 0.0

        private enum CodingKeys: CodingKey { case salary }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            salary = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .salary)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(salary, forKey: .salary)
            try super.encode(to: encoder)
        }
    }
}

// MARK: - Models

private protocol DateForm {
    static var storage: FMDateStorage { get }
}

extension Date {
    fileprivate static func * (date: Date, factor: Double) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970 * factor)
    }
}
