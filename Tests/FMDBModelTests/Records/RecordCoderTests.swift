import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct RecordCoderTests {
    private enum Level: String, Codable { case low, high }

    private struct Home: Codable, Equatable {
        var town: String
        var since: Date?
    }

    private struct Person: Codable, Equatable {
        var id: Int64?
        var name: String
        var score: Double
        var level: Level
        var home: Home
        var pets: [Home]
        var photo: Data?
        var site: URL?

        enum CodingKeys: String, CodingKey {
            case id = "ID"
            case name, score, level, home, pets, photo
            case site = "web_site"
        }
    }

    private let coder = FMDictionaryCoder()
    private let ann = Person(
        id: nil, name: "ann", score: 3.5, level: .high,
        home: Home(town: "Bern", since: Date(timeIntervalSince1970: 12.5)),
        pets: [Home(town: "Thun")], photo: Data([1, 2]), site: URL(string: "https://example.org"))

    @Test func aRecordOfAModelHasItsColumnsInTheirOrderWithNilAsNull() throws {
        let record = try coder.record(of: ann)

        #expect(record.columns == ["ID", "name", "score", "level", "home", "pets", "photo", "web_site"])
        #expect(record["ID"] == .some(.null))
        #expect(record["level"] == "high")
        #expect(record["home"] == #"{"since":12.5,"town":"Bern"}"#)
        #expect(record["photo"] == .blob(Data([1, 2])))
        #expect(record["web_site"] == "https://example.org")
    }

    @Test func aModelComesBackOutOfItsRecord() throws {
        #expect(try coder.model(Person.self, from: coder.record(of: ann)) == ann)
    }

    @Test func aModelComesBackOutOfARow() throws {
        let db = FMDatabase.memory()
        try db.createTable(
            "p",
            columns: [
                "ID": .integer, "name": .text, "score": .real, "level": .text, "home": .text, "pets": .text,
                "photo": .blob,
                "web_site": .text,
            ])

        try db.insert(coder.record(of: ann), into: "p")

        let record = try #require(try db.first(FMRecord.self, from: "p"))
        #expect(try coder.model(Person.self, from: record) == ann)
    }

    @Test func aDictionaryOfAModelIsNestedAsTheModelIs() throws {
        let dictionary = try coder.dictionary(ann)

        #expect(Set(dictionary.keys) == ["name", "score", "level", "home", "pets", "photo", "web_site"])
        #expect(dictionary["score"] as? Double == 3.5)
        #expect(dictionary["level"] as? String == "high")
        let home = try #require(dictionary["home"] as? [String: any Sendable])
        #expect(home["town"] as? String == "Bern")
        #expect(home["since"] as? Date == Date(timeIntervalSince1970: 12.5))
        let pets = try #require(dictionary["pets"] as? [any Sendable])
        #expect((pets.first as? [String: any Sendable])?["town"] as? String == "Thun")
    }

    @Test func aModelComesBackOutOfItsDictionary() throws {
        #expect(try coder.model(Person.self, from: coder.dictionary(ann)) == ann)
    }

    @Test func aDictionaryOfJSONBecomesAModel() throws {
        let text = """
            {"ID": 7, "name": "ann", "score": 3, "level": "low", "home": {"town": "Bern", "since": null},
             "pets": [{"town": "Thun", "since": 1.5}], "photo": "AQI=", "more": [1, {"a": 2}]}
            """
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let dictionary = try #require(parsed as? [String: Any])

        let person = try coder.model(Person.self, from: dictionary)

        #expect(person.id == 7)
        #expect(person.score == 3)
        #expect(person.home == Home(town: "Bern", since: nil))
        #expect(person.pets == [Home(town: "Thun", since: Date(timeIntervalSince1970: 1.5))])
        #expect(person.photo == Data([1, 2]))
        #expect(person.site == nil)
    }

    @Test func anOptionalInADictionaryIsWhatItHolds() throws {
        struct Pair: Codable, Equatable { var a: Int?, b: Int? }
        let (some, none): (Int?, Int?) = (1, nil)

        #expect(try coder.model(Pair.self, from: ["a": some as Any, "b": none as Any]) == Pair(a: 1, b: nil))
        #expect(try coder.model(Pair.self, from: ["a": NSNull(), "b": 2]) == Pair(a: nil, b: 2))
    }

    @Test func whatDoesNotFitIsNamedByItsPath() throws {
        var dictionary = try coder.dictionary(ann) as [String: Any]
        dictionary["pets"] = [["town": "Thun"], ["town": 7]] as [[String: Any]]

        let error = thrown { try coder.model(Person.self, from: dictionary) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "property pets.1.town: expected String, found integer")
        dictionary["pets"] = nil
        #expect(
            thrown { try coder.model(Person.self, from: dictionary) }?.message == "property pets: there is no value")
    }

    @Test func aRecordThatLacksAPropertyIsRefused() throws {
        var record = try coder.record(of: ann)
        record["score"] = .null

        let error = thrown { try coder.model(Person.self, from: record) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("score") == true)
    }

    @Test(arguments: [FMDateStorage.secondsSince1970, .millisecondsSince1970, .iso8601])
    func datesAreInTheFormThatWasChosen(dates: FMDateStorage) throws {
        struct Event: Codable, Equatable { var at: Date }
        let event = Event(at: Date(timeIntervalSince1970: 1_500_000_000.25))
        let coder = FMDictionaryCoder(dates: dates)

        let record = try coder.record(of: event)

        #expect(try record["at"] == dates.value(of: event.at))
        #expect(try coder.model(Event.self, from: record) == event)
        #expect(try coder.model(Event.self, from: coder.dictionary(event)) == event)
    }

    @Test func inheritedPropertiesLieAmongTheOthers() throws {
        class Animal: Codable {
            var legs = 4
        }
        final class Dog: Animal {
            var name = "rex"
            private enum CodingKeys: String, CodingKey { case name }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
                try super.init(from: decoder)
            }
            override func encode(to encoder: any Encoder) throws {
                try super.encode(to: encoder)
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
            }
        }

        let record = try coder.record(of: Dog())

        #expect(record == ["legs": 4, "name": "rex"])
        #expect(try coder.model(Dog.self, from: ["legs": 3, "name": "tom"] as FMRecord).legs == 3)
    }

    @Test func aValueWithoutPropertiesIsRefused() {
        #expect(thrown { try coder.record(of: 7) }?.resultCode == .mismatch)
        #expect(thrown { try coder.dictionary([1, 2]) }?.resultCode == .mismatch)
    }
}

/// A model whose columns have other names than its coding keys, and one key less.
struct NamedGuest: Codable, FMModel, Equatable {
    struct Home: Codable, Equatable {
        var town: String
        var since: Date?
    }

    var id: Int64?
    var born: Date?
    var price: Decimal?
    var home: Home?
    var cache = 7

    init(id: Int64? = nil, born: Date? = nil, price: Decimal? = nil, home: Home? = nil) {
        (self.id, self.born, self.price, self.home) = (id, born, price, home)
    }

    static let fmTable = FMTable<NamedGuest>(
        "guest",
        [
            FMColumn("id", \.id), FMColumn("born_on", \.born), FMColumn("price", \.price),
            FMColumn("lives_in", \.home),
        ], options: FMTableOptions(dates: .iso8601))

    init(fmRow row: FMRow) throws {
        id = try row.column("id")
        born = try row.column("born_on", dates: .iso8601)
        price = try row.column("price")
        home = try row.column("lives_in")
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(id)
        try values.add(born)
        try values.add(price)
        try values.add(home)
    }
}

@Suite struct RecordModelTests {
    private let coder = FMDictionaryCoder()
    private let ann = NamedGuest(
        id: 5, born: Date(timeIntervalSince1970: 1_500_000_000), price: Decimal(string: "2.50"),
        home: NamedGuest.Home(town: "Bern"))

    @Test func aRecordOfAModelWithATableOfItsOwnHasItsColumns() throws {
        let db = FMDatabase.memory()
        try db.createTable(NamedGuest.self)

        let record = try coder.record(of: ann)
        try db.insert(record, into: "guest")

        #expect(
            record == ["id": 5, "born_on": "2017-07-14T02:40:00.000Z", "price": "2.5", "lives_in": #"{"town":"Bern"}"#])
        #expect(try db.find(NamedGuest.self) == [ann])
    }

    @Test func aModelWithATableOfItsOwnComesBackOutOfItsRecord() throws {
        #expect(try coder.model(NamedGuest.self, from: coder.record(of: ann)) == ann)
        #expect(try coder.model(NamedGuest.self, from: ["BORN_ON": nil, "other": 1] as FMRecord) == NamedGuest())
        #expect(
            thrown { try coder.model(NamedGuest.self, from: ["born_on": "soon"] as FMRecord) }?.resultCode == .mismatch)
    }

    /// Without coding keys.
    private struct Bare: FMModel, Equatable {
        var text: String
        var number: Int

        static let fmTable = FMTable<Bare>("bare", [FMColumn("a", \.text), FMColumn("b", \.number, default: 3)])

        init(text: String, number: Int) { (self.text, self.number) = (text, number) }

        init(fmRow row: FMRow) throws {
            text = try row.column("a")
            number = try row.column("b")
        }

        func fmBind(to values: inout FMModelValues) throws {
            try values.add(text)
            try values.add(number)
        }
    }

    @Test func aModelThatIsNotCodableHasARecordToo() throws {
        let bare = Bare(text: "x", number: 2)

        #expect(try coder.record(of: bare) == ["a": "x", "b": 2])
        #expect(try coder.model(Bare.self, from: ["a": "x", "b": 2] as FMRecord) == bare)
        #expect(try coder.model(Bare.self, from: ["a": "x"] as FMRecord) == Bare(text: "x", number: 3))
        #expect(thrown { try coder.model(Bare.self, from: [:] as FMRecord) }?.resultCode == .mismatch)
    }
}
