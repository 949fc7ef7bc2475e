import FMDBModel
import FMDBTestHelpers
import Testing

/// Models that begin with a key which is not optional, `var id = 0`: two of them are no one row.
@Suite struct UnchosenKeyTests {
    private let db = FMDatabase.memory()
    private let folder = TemporaryFolder()

    private struct Person: Codable, FMModel, Equatable {
        var id = 0
        var name: String
    }

    private final class Place: Codable, FMModel {
        var id: Int64 = 0
        var name: String

        init(_ name: String) { self.name = name }
    }

    private struct HandPerson: FMModel {
        var id: Int32 = 0
        var name: String

        static let tableName = "Person"
        static let fmTable = FMTable<HandPerson>("Person", [FMColumn("id", \.id), FMColumn("name", \.name)])

        init(_ name: String) { self.name = name }

        init(fmRow row: FMRow) throws { (id, name) = (try row.column("id"), try row.column("name")) }

        func fmBind(to values: inout FMModelValues) throws {
            try values.add(id)
            try values.add(name)
        }
    }

    /// Of whose key the table knows what it begins with, as `@FMModel` says it.
    private struct KeyedPerson: FMModel {
        var number = 0
        var name: String

        static let fmTable = FMTable<KeyedPerson>(
            "KeyedPerson", [FMColumn("number", \.number, initial: 0), FMColumn("name", \.name)],
            options: FMTableOptions(key: "number"))

        init(_ name: String) { self.name = name }

        init(fmRow row: FMRow) throws { (number, name) = (try row.column("number"), try row.column("name")) }

        func fmBind(to values: inout FMModelValues) throws {
            try values.add(number)
            try values.add(name)
        }
    }

    private struct Word: Codable, FMModel {
        var id = ""
        var text: String
    }

    private struct Draft: Codable, FMModelCallbacks {
        var id = 0
        var text: String
    }

    private struct Day: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "id")
        var id = 0
        var name: String
    }

    private struct Coin: Codable, FMModel {
        var id: UUID
        var name: String
    }

    private struct Field: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: ["x", "y"])
        var x = 0
        var y = 0
        var name: String
    }

    private struct Level: Codable, FMModel {
        enum Rank: Int, Codable, CaseIterable { case low, high }
        var id: Rank
        var name: String
    }

    private struct Tag: Codable, FMModel {
        var id = 0
    }

    private func expectRefused(
        index: Int? = nil, _ advice: String = "declare `var id: Int64?`", _ location: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        let error = thrown(body)
        #expect(error?.resultCode == .misuse, sourceLocation: location)
        #expect(error?.message.contains(advice) == true, "\(error?.message ?? "no error")", sourceLocation: location)
        #expect(error?.batchIndex == index, sourceLocation: location)
    }

    private func names(_ table: String = "Person") throws -> [String] {
        try db.rows("SELECT name FROM \(identifier: table)", as: String.self)
    }

    // MARK: Refused

    @Test func theSecondNewModelDoesNotReplaceTheFirst() throws {
        try db.createTable(Person.self)
        try db.save(Person(name: "ann"))
        var bob = Person(name: "bob")
        expectRefused { try db.save(bob) }
        expectRefused { try db.save(&bob) }
        expectRefused { try db.save([bob]) }
        expectRefused { try db.save(HandPerson("bob")) }
        expectRefused { _ = try db.save(bob, onConflict: .update) }
        expectRefused { _ = try db.save(&bob, onConflict: .update) }
        expectRefused { _ = try db.save(bob, onConflict: .replace) }
        expectRefused(index: 0) { _ = try db.save([bob], onConflict: .replace) }

        #expect(try names() == ["ann"])
        #expect(bob == Person(name: "bob"))
    }

    @Test func ofSeveralNewModelsNoneIsSaved() throws {
        try db.createTable(Person.self)
        expectRefused(index: 1) { try db.save([Person(name: "ann"), Person(name: "bob")]) }
        expectRefused(index: 2) { try db.save([Person(id: 7, name: "cem"), Person(name: "a"), Person(name: "b")]) }

        #expect(try names() == [])
    }

    @Test func objectsAreRefusedToo() throws {
        try db.createTable(Place.self)
        try db.save(Place("Ulm"))
        expectRefused { try db.save(Place("Bonn")) }

        #expect(try names("Place") == ["Ulm"])
    }

    @Test func aModelWithCallbacksIsRefusedToo() throws {
        try db.createTable(Draft.self)
        try db.save(Draft(text: "a"))
        expectRefused { try db.save(Draft(text: "b")) }
        expectRefused(index: 0) { try db.save([Draft(text: "b")]) }

        #expect(try db.rows("SELECT text FROM Draft", as: String.self) == ["a"])
    }

    @Test func anEmptyTextIsNoChosenKey() throws {
        try db.createTable(Word.self)
        try db.save(Word(text: "a"))
        expectRefused("a key of its own") { try db.save(Word(text: "b")) }

        #expect(try db.rows("SELECT text FROM Word", as: String.self) == ["a"])
    }

    @Test func aKeyOfWhichTheTableKnowsTheBeginningIsRefusedToo() throws {
        try db.createTable(KeyedPerson.self)
        try db.save(KeyedPerson("ann"))
        expectRefused("declare `var number: Int64?`") { try db.save(KeyedPerson("bob")) }
        try db.save(KeyedPerson("cem"), key: "number")

        #expect(try names("KeyedPerson") == ["cem"])
    }

    @Test func queuesRefuseTheSame() async throws {
        let queue = try SilentQueue(path: folder.file(), configuration: .init())
        try await queue.withDatabase { db in try db.createTable(Person.self) }
        try await queue.save(Person(name: "ann"))
        expectRefused { try queue.save(Person(name: "bob")) }
        await #expect(throws: FMError.self) { try await queue.save(Person(name: "bob")) }
        await #expect(throws: FMError.self) { try await queue.save([Person(name: "bob")]) }

        #expect(try await queue.find(Person.self) == [Person(name: "ann")])
        queue.close()
    }

    // MARK: Meant

    @Test func aCallThatNamesTheKeyMeansIt() throws {
        try db.createTable(Person.self)
        try db.insert(Person(name: "ann"))
        try db.save(Person(name: "bob"), key: "id")
        try db.save([Person(name: "cem")], key: "id")
        #expect(try names() == ["cem"])
        #expect(try db.upsert(Person(name: "dan")).name == "dan")
        try db.update(Person(name: "eve"))

        #expect(try names() == ["eve"])
        #expect(try !db.save(Person(name: "fay"), onConflict: .ignore))
        #expect(try db.delete(Person(name: "")))
    }

    @Test func optionsThatNameTheKeyMeanIt() throws {
        try db.createTable(Day.self)
        try db.save(Day(name: "sunday"))
        try db.save(Day(name: "Sunday"))

        #expect(try names("Day") == ["Sunday"])
    }

    @Test func otherKeysAreChosen() throws {
        try db.createTable(Person.self)
        try db.createTable(Coin.self)
        try db.createTable(Field.self)
        try db.createTable(Level.self)
        let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000000"))
        for name in ["a", "b"] {
            try db.save(Person(id: 1, name: name))
            try db.save(Person(id: -1, name: name))
            try db.save(Coin(id: id, name: name))
            try db.save(Field(name: name))
            try db.save(Level(id: .low, name: name))
            try db.save(["id": 0, "name": name] as FMRecord, in: "Person")
        }

        #expect(try names() == ["b", "b", "b"])
        #expect(try names("Coin") + names("Field") + names("Level") == ["b", "b", "b"])
    }

    @Test func aModelThatIsItsKeyLosesNothing() throws {
        try db.createTable(Tag.self)
        try db.save([Tag(), Tag()])
        try db.save(Tag())

        #expect(try db.count(Tag.self) == 1)
    }
}
