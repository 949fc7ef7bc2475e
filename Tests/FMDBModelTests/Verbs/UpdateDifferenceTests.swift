import FMDBModel
import FMDBTestHelpers
import Testing

/// Updates of what differs from a former value. See ``SailorScene``.
@Suite struct UpdateDifferenceTests {
    private let scene: SailorScene
    private var db: FMDatabase { scene.db }

    init() throws { scene = try SailorScene() }

    @Test func onlyWhatDiffersIsWritten() throws {
        let former = try #require(try db.find(Sailor.self, id: 1))
        var ann = former
        ann.age = 8
        ann.home?.deck = 3
        try db.execute("UPDATE Sailor SET town = 'Rome' WHERE id = 1")

        #expect(try db.update(ann, from: former) == ["age", "home"])
        let stored = try #require(try db.find(Sailor.self, id: 1))
        #expect(stored.town == "Rome")
        #expect(stored.age == 8)
        #expect(stored.home == Berth(deck: 3))
    }

    @Test func equalModelsWriteNothing() throws {
        let ann = try #require(try db.find(Sailor.self, id: 1))
        let changes: Int = try db.value("SELECT total_changes()")

        #expect(try db.update(ann, from: ann) == [])
        #expect(try db.value("SELECT total_changes()") == changes)
    }

    @Test func textsOfOtherBytesDiffer() throws {
        let former = Sailor(id: 1, name: "\u{E9}", town: "Ulm")
        try db.update(former)
        var changed = former
        changed.name = "e\u{301}"
        #expect(try db.update(changed, from: former) == ["name"])
        #expect(try db.value("SELECT hex(name) FROM Sailor WHERE id = 1") == "65CC81")
    }

    @Test func nilIsWritten() throws {
        let former = try #require(try db.find(Sailor.self, id: 1))
        var ann = former
        ann.age = nil
        #expect(try db.update(ann, from: former) == ["age"])
        #expect(try db.find(Sailor.self, id: 1)?.age == nil)
    }

    @Test func theTimeOfTheUpdateIsWrittenWithAChangeOnly() throws {
        struct Note: Codable, FMModel {
            static let tableOptions = FMTableOptions(updated: "seen")
            var id: Int64?
            var text: String
            var seen = Date(timeIntervalSince1970: 0)
        }
        try db.createTable(Note.self)
        var note = Note(text: "a")
        try db.insert(&note)
        try db.execute("UPDATE Note SET seen = 0")
        let former = try #require(try db.find(Note.self, id: 1))
        #expect(try db.update(note, from: former) == [])
        note.text = "b"
        #expect(try db.update(note, from: former) == ["text"])
        #expect(try db.value("SELECT seen > 0 FROM Note"))
    }

    @Test func anotherRowIsRefused() throws {
        let sailors = try db.find(Sailor.self)
        #expect(thrown { try db.update(sailors[0], from: sailors[1]) }?.resultCode == .misuse)
        var gone = sailors[0]
        gone.name = "new"
        try db.delete(gone)
        #expect(thrown { try db.update(gone, from: sailors[0]) }?.resultCode == .notFound)
        let record: FMRecord = ["id": 1, "name": "x"]
        #expect(thrown { try db.update(record, from: record, in: "Sailor") }?.resultCode == .misuse)
    }

    @Test func aQueueWaitsForIt() async throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try await queue.createTable(Sailor.self)
        var ann = Sailor(name: "ann", town: "Ulm")
        try await queue.insert(&ann)
        let former = ann
        ann.town = "Bern"
        #expect(try await queue.update(ann, from: former) == ["town"])
    }

    // MARK: Long lists

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) func longListsAreOneValue() throws {
        let numbers = Array(Int64(3)...100_000)
        let names = (0..<50_000).map { "name \($0) \"\\\n\u{1}é" } + ["ann"]
        let sailors = Sailor.all.order(\.name.ascending).select(\.name)

        #expect(try db.find(sailors.where { $0.id.in(numbers) }) == ["cem", "dan", "eve"])
        #expect(try db.find(sailors.where { !$0.id.in(numbers) }) == ["ann", "bob"])
        #expect(try db.find(sailors.where { $0.name.in(names) }) == ["ann"])
        #expect(
            try db.find(sailors.where { $0.age.in(Array(repeating: nil, count: 40_000) + [7]) }) == [
                "ann", "bob", "dan",
            ])
        let ranks = Array(repeating: Sailor.Rank.captain, count: 40_000)
        #expect(try db.find(sailors.where { $0.rank.in(ranks) }) == ["ann"])
        #expect(
            sailors.where { $0.id.in(numbers) }.description
                == "SELECT `name` FROM \"Sailor\" WHERE `id` IN (SELECT value FROM json_each(?)) ORDER BY `name` ASC")
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) func aLongTextListIsExact() throws {
        let texts = ["a\"b", "a\\b", "\u{1F}", "é", "日本", "", " ", "\u{10FFFF}", "a\nb"]
        for text in texts {
            try db.insert(Sailor(name: text, town: "x"))
            let list = [text] + (0..<2000).map { "none \($0)" }
            #expect(try db.find(Sailor.all.where { $0.name.in(list) }.select(\.name)) == [text])
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) func valuesThatJSONDoesNotHoldAreParameters()
        throws
    {
        let dates =
            (0..<2000).map { Date(timeIntervalSince1970: Double($0) + 0.1) } + [Date(timeIntervalSince1970: 1_000_000)]
        #expect(try db.count(Sailor.all.where { $0.hired.in(dates) }) == 5)
        #expect(try db.count(Sailor.all.where { $0.name.in(["a\0b"] + (0..<2000).map(String.init)) }) == 0)
        let decks = Array(0..<2000)
        #expect(try db.count(Sailor.all.where { $0.home.deck.in(decks) }) == 2)
    }
}
