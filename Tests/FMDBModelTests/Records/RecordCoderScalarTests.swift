import FMDBModel
import FMDBTestHelpers
import Testing

/// A dictionary or a list where one number, text or date is expected.
@Suite struct RecordCoderScalarTests {
    private enum Level: String, Codable { case low, high }

    private struct Person: Codable {
        var name = ""
        var age: Int?
        var score = 0.5
        var isIn = false
        var byte: UInt8 = 0
        var level = Level.low
        var born = Date(timeIntervalSince1970: 0)
        var key = UUID()
        var home: Home?
        var marks: [Int] = []
    }

    private struct Home: Codable { var town: String }

    private static let names = ["name", "age", "score", "isIn", "byte", "level", "born", "key"]
    private static let types = ["String", "Int", "Double", "Bool", "UInt8", "Level", "Date", "UUID"]

    /// A dictionary of a person, with another value for one key.
    private func person(_ key: String, _ value: Any) throws -> [String: Any] {
        var dictionary: [String: Any] = try FMDictionaryCoder().dictionary(Person())
        dictionary["level"] = "low"
        dictionary[key] = value
        return dictionary
    }

    @Test(arguments: zip(names, types))
    func aDictionaryForAScalarIsAMismatchThatNamesTheProperty(name: String, type: String) throws {
        let error = thrown { try FMDictionaryCoder().model(Person.self, from: person(name, ["first": "Ann"])) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.hasPrefix("property \(name): expected \(type), found ") == true)
    }

    @Test(arguments: zip(names, types))
    func aListForAScalarIsAMismatchThatNamesTheProperty(name: String, type: String) throws {
        let error = thrown { try FMDictionaryCoder().model(Person.self, from: person(name, [1, 2])) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.hasPrefix("property \(name): expected \(type), found ") == true)
    }

    @Test func theWayToANestedScalarIsNamed() throws {
        let town = thrown {
            try FMDictionaryCoder().model(Person.self, from: person("home", ["town": ["name": "Ulm"]]))
        }
        let mark = thrown { try FMDictionaryCoder().model(Person.self, from: person("marks", [1, [2]])) }

        #expect(town?.message.hasPrefix("property home.town: expected String, found ") == true)
        #expect(mark?.message.hasPrefix("property marks.1: expected Int, found ") == true)
    }

    @Test func aScalarTypeIsNotMadeOfAWholeDictionaryOrRecord() {
        let ofDictionary = thrown { try FMDictionaryCoder().model(Int.self, from: ["n": 1]) }
        let ofRecord = thrown { try FMDictionaryCoder().model(Date.self, from: ["n": 1] as FMRecord) }

        #expect(ofDictionary?.resultCode == .mismatch)
        #expect(ofRecord?.message == "expected Date, found a record")
    }

    @Test func whatTheTypeReadsOfADictionaryOrAListIsRead() throws {
        struct Place: Codable, Equatable {
            var site: URL
            var price: Decimal
            var bytes: Data
        }
        let price = try #require(Decimal(string: "12.5"))
        let dictionary: [String: Any] = [
            "site": ["relative": "https://example.org"], "price": price, "bytes": [1, 2],
        ]

        let place = try FMDictionaryCoder().model(Place.self, from: dictionary)

        #expect(place.site.absoluteString == "https://example.org")
        #expect(place.bytes == Data([1, 2]))
    }
}

/// The same in tables of libraries before this one.
@Suite struct LegacyScalarTests {
    private struct Friend: Codable, Equatable { var name: String }

    private struct Person: Codable, FMModel, Equatable {
        var id: Int64?
        var friend: Friend?
    }

    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE jq (pkid INTEGER PRIMARY KEY, friend TEXT)")
        try db.execute("CREATE TABLE bg (BG_bg_id integer primary key autoincrement, BG_friend text)")
        let old = #"{"name": {"first": "Ann"}}"#
        for sound in [#"{"name": "bob"}"#, old, #"{"name": [1]}"#] {
            try db.execute("INSERT INTO jq (friend) VALUES (\(sound))")
            try db.execute("INSERT INTO bg (BG_friend) VALUES (\(sound))")
        }
    }

    private func imported(
        _ library: String, _ unreadable: FMImportOptions.Unreadable
    ) throws -> FMImportReport {
        let options = FMImportOptions(unreadable: unreadable)
        return library == "jq"
            ? try db.importJQFMDB(Person.self, from: "jq", options: options)
            : try db.importBGFMDB(Person.self, from: "bg", options: options)
    }

    @Test(arguments: ["jq", "bg"])
    func anOldRowWithADictionaryForATextIsNamed(library: String) {
        let error = thrown { try imported(library, .refuse) }

        #expect(
            error?.message
                == "the table \(library), row 2, property friend.name: expected String, found a dictionary")
        #expect(!db.tableExists("Person"))
    }

    @Test(arguments: ["jq", "bg"])
    func oldRowsWithADictionaryOrAListForATextAreLeftOutIfThatIsWanted(library: String) throws {
        let report = try imported(library, .skipRow)

        #expect(report.rows == 1 && report.skippedRows == [2, 3])
        #expect(report.unreadable.map(\.column) == ["friend", "friend"])
        #expect(try db.find(Person.self) == [Person(id: 1, friend: Friend(name: "bob"))])
    }

    @Test(arguments: ["jq", "bg"])
    func theirValuesBecomeNilIfThatIsWanted(library: String) throws {
        let report = try imported(library, .makeNil)

        #expect(report.rows == 3 && report.skippedRows.isEmpty)
        #expect(try db.find(Person.self).map(\.friend) == [Friend(name: "bob"), nil, nil])
    }
}
