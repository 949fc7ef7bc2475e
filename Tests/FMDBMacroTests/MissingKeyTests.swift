import FMDBModel
import FMDBTestHelpers
import Testing

/// Models and records whose key is nil although SQLite does not give it: all of them would be one row.
@Suite struct MissingKeyTests {
    private let folder = TemporaryFolder()

    private struct Word: Codable, FMModel, Equatable {
        var id: String?
        var text: String
    }

    private struct HandWord: FMModel, Equatable {
        var id: String?
        var text: String

        static let fmTable = FMTable<HandWord>("Word", [FMColumn("id", \.id), FMColumn("text", \.text)])

        init(id: String?, text: String) { (self.id, self.text) = (id, text) }

        init(fmRow row: FMRow) throws { (id, text) = (try row.column("id"), try row.column("text")) }

        func fmBind(to values: inout FMModelValues) throws {
            try values.add(id)
            try values.add(text)
        }
    }

    private struct Seat: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(key: ["line", "number"], updated: "updated")
        var line: String?
        var number: Int?
        var guest: String
        var updated: Date?
    }

    private struct Mark: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "name")
        var name: String?
    }

    /// Its key is another name of the number of its row, though its options do not say that SQLite gives it.
    private struct Numbered: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "id")
        var id: Int64?
        var text: String
    }

    private struct Person: Codable, FMModel, Equatable {
        var id: Int64?
        var name: String
    }

    private func expectRefused(
        _ key: String = "id", in table: String = "Word", index: Int? = nil,
        _ location: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        let error = thrown(body)
        #expect(error?.resultCode == .misuse, sourceLocation: location)
        #expect(
            error?.message.contains("the key \(key) of the table \(table) is nil, so the") == true,
            "\(error?.message ?? "no error")", sourceLocation: location)
        #expect(error?.batchIndex == index, sourceLocation: location)
    }

    private func database() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.createTable(Word.self)
        // As another program may have made them.
        try db.execute("INSERT INTO Word VALUES ('a', 'one'), (NULL, 'two'), (NULL, 'three')")
        return db
    }

    // MARK: Models

    @Test func aModelWhoseKeyIsNilIsNotSaved() throws {
        let db = try database()
        var word = Word(id: nil, text: "new")
        expectRefused { try db.save(word) }
        expectRefused { try db.save(&word) }
        expectRefused { try db.save([word]) }
        expectRefused(index: 1) { try db.save([Word(id: "b", text: "new"), word]) }
        expectRefused { try db.save(HandWord(id: nil, text: "new")) }
        expectRefused(index: 1) { try db.save([HandWord(id: "b", text: "new"), HandWord(id: nil, text: "new")]) }

        #expect(word == Word(id: nil, text: "new"))
        #expect(try db.rows("SELECT text FROM Word", as: String.self) == ["one", "two", "three"])
    }

    @Test func aModelWhoseKeyIsNilUpdatesNoRow() throws {
        let db = try database()
        let word = Word(id: nil, text: "new")
        expectRefused { try db.update(word) }
        expectRefused { try db.update(word, only: ["text"]) }
        expectRefused(index: 1) { try db.update([Word(id: "a", text: "new"), word]) }
        expectRefused { try db.update(HandWord(id: nil, text: "new")) }

        #expect(try db.rows("SELECT text FROM Word", as: String.self) == ["one", "two", "three"])
    }

    @Test func aModelWhoseKeyIsNilDeletesNoRow() throws {
        let db = try database()
        let word = Word(id: nil, text: "two")
        expectRefused { try db.delete(word) }
        expectRefused(index: 1) { try db.delete([Word(id: "a", text: "one"), word]) }
        expectRefused { try db.delete(HandWord(id: nil, text: "two")) }

        #expect(try db.rows("SELECT text FROM Word", as: String.self) == ["one", "two", "three"])
    }

    @Test func aModelWhoseKeyIsNilIsNotInserted() throws {
        let db = try database()
        let word = Word(id: nil, text: "new")
        var (given, both, hand) = (word, [Word(id: "b", text: "new"), word], HandWord(id: nil, text: "new"))
        expectRefused { try db.insert(word) }
        expectRefused { try db.insert(&given) }
        expectRefused { try db.insert(hand) }
        expectRefused { try db.insert(&hand) }
        expectRefused(index: 1) { try db.insert(both) }
        expectRefused(index: 1) { try db.insert(&both) }
        expectRefused(index: 1) { try db.replaceAll(Word.self, with: both) }
        expectRefused { _ = try db.save(word, onConflict: .fail) }
        expectRefused { _ = try db.save(word, onConflict: .ignore) }
        expectRefused { _ = try db.upsert(word) }

        #expect(try db.rows("SELECT text FROM Word", as: String.self) == ["one", "two", "three"])
    }

    @Test func ofTheModelsThatCanBeInsertedOneWithoutAKeyIsNone() throws {
        let db = try database()
        let failures = try db.insertPossible([Word(id: nil, text: "new"), Word(id: "b", text: "four")])

        #expect(failures.keys.sorted() == [0])
        #expect(failures[0]?.message.contains("the key id of the table Word is nil") == true)
        #expect(try db.rows("SELECT text FROM Word", as: String.self) == ["one", "two", "three", "four"])
    }

    @Test func aTableMayGiveTheKeyThatIsLeftOut() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE Word (id TEXT PRIMARY KEY DEFAULT (hex(randomblob(8))), text TEXT)")
        try db.insert(Word(id: nil, text: "a"), excluding: ["id"])
        try db.insert(["text": "b"], into: "Word")

        #expect(try db.find(Word.self).compactMap(\.id).count == 2)
    }

    @Test func aNumberThatSQLiteGivesMayBeNil() throws {
        let db = FMDatabase.memory()
        try db.createTable(Numbered.self)
        try db.insert(Numbered(id: nil, text: "a"))
        try db.insert(["id": nil, "text": "b"], into: "Numbered")

        #expect(try db.find(Numbered.self).map(\.id) == [1, 2])
    }

    @Test func aKeyOfSeveralColumnsIsMissingWhereAllOfThemAreNil() throws {
        let db = FMDatabase.memory()
        try db.createTable(Seat.self)
        let none = Seat(line: nil, number: nil, guest: "ann")
        var filled = none
        expectRefused("line, number", in: "Seat") { try db.save(none) }
        expectRefused("line, number", in: "Seat") { try db.save(&filled) }
        expectRefused("line, number", in: "Seat") { try db.update(none) }
        expectRefused("line, number", in: "Seat") { try db.delete(none) }
        expectRefused("line, number", in: "Seat") { try db.insert(none) }
        try db.save([Seat(line: "a", number: nil, guest: "bob"), Seat(line: nil, number: 1, guest: "cem")])
        try db.save([Seat(line: "a", number: nil, guest: "dan"), Seat(line: nil, number: 1, guest: "eve")])
        try db.update(Seat(line: "a", number: nil, guest: "fay"))

        #expect(try db.rows("SELECT guest FROM Seat ORDER BY line", as: String.self) == ["eve", "fay"])
        #expect(try db.delete(Seat(line: nil, number: 1, guest: "")))
    }

    @Test func aKeyThatIsTheOnlyColumnIsMissedToo() throws {
        let db = FMDatabase.memory()
        try db.createTable(Mark.self)
        expectRefused("name", in: "Mark") { try db.insert(Mark(name: nil)) }
        expectRefused("name", in: "Mark") { try db.save(Mark(name: nil)) }
        expectRefused("name", in: "Mark") { try db.delete(Mark(name: nil)) }
        try db.save([Mark(name: "a"), Mark(name: "a")])

        #expect(try db.count(Mark.self) == 1)
    }

    @Test func anAutomaticKeyThatIsNilIsANewRow() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)
        try db.save(Person(name: "ann"))
        try db.save([Person(name: "bob"), Person(name: "cem")])
        var dan = Person(name: "dan")
        try db.save(&dan)

        #expect(dan.id == 4)
        #expect(try db.count(Person.self) == 4)
        #expect(thrown { try db.update(Person(name: "eve")) }?.resultCode == .notFound)
        #expect(try !db.delete(Person(name: "ann")))
    }

    @Test func queuesAndPoolsRefuseTheSame() async throws {
        let queue = try SilentQueue(path: folder.file(), configuration: .init())
        let word = Word(id: nil, text: "new")
        try await queue.withDatabase { db in try db.createTable(Word.self) }
        expectRefused { try queue.save(word) }
        expectRefused { try queue.insert(word) }
        expectRefused { try queue.update(word) }
        expectRefused { try queue.delete(word) }
        for refused in [
            await failure { _ = try await queue.insert(word) }, await failure { _ = try await queue.insert([word]) },
            await failure { try await queue.save(word) }, await failure { try await queue.save([word]) },
            await failure { try await queue.update(word) }, await failure { _ = try await queue.delete(word) },
        ] {
            #expect(refused?.resultCode == .misuse)
        }

        #expect(try await queue.count(Word.self) == 0)
        queue.close()
    }

    private func failure(_ body: () async throws -> Void) async -> FMError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? FMError
        }
    }

    // MARK: Records

    @Test func aRecordWhoseKeyIsNilNamesNoRow() throws {
        let db = try database()
        let record: FMRecord = ["id": nil, "text": "new"]
        var filled = record
        var both: [FMRecord] = [["id": "a0", "text": "x"], record]
        expectRefused { try db.insert(record, into: "Word") }
        expectRefused { try db.insert(&filled, into: "Word") }
        expectRefused(index: 1) { try db.insert(both, into: "Word") }
        expectRefused(index: 1) { try db.insert(&both, into: "Word") }
        #expect(try db.insertPossible([record], into: "Word").keys.sorted() == [0])
        expectRefused { try db.save(record, in: "Word") }
        expectRefused { try db.save(record, in: "Word", key: "id") }
        expectRefused { try db.update(record, in: "Word") }
        expectRefused { try db.delete(record, from: "Word") }
        #expect(
            thrown { try db.save([["id": "a", "text": "x"], record] as [FMRecord], in: "Word") }?.resultCode == .misuse)
        #expect(thrown { try db.delete([["id": "a"], record] as [FMRecord], from: "Word") }?.resultCode == .misuse)

        #expect(try db.rows("SELECT text FROM Word", as: String.self) == ["one", "two", "three"])
    }

    @Test func aRecordWithoutItsAutomaticKeyIsANewRow() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)
        try db.save([["id": nil, "name": "ann"], ["ID": nil, "name": "bob"]] as [FMRecord], in: "Person")
        try db.save(["id": nil, "name": "cem"], in: "Person", key: .automatic("id"))

        #expect(try db.rows("SELECT name FROM Person ORDER BY id", as: String.self) == ["ann", "bob", "cem"])
        #expect(thrown { try db.update(["id": nil, "name": "dan"], in: "Person") }?.resultCode == .notFound)
        #expect(try !db.delete(["id": nil] as FMRecord, from: "Person"))
    }

    // MARK: Models without a key

    @Test(arguments: Mapping.allCases) func aModelWithoutAKeyIsFoundByTheNumberOfItsRow(_ mapping: Mapping) throws {
        func check<Line: LineModel>(_ type: Line.Type) throws {
            let db = FMDatabase.memory()
            try db.createTable(type)
            let row = try db.insert(Line(text: "a"))
            let error = thrown { try db.delete(Line(text: "a")) }

            #expect(try db.find(type, id: row) == Line(text: "a"))
            #expect(try db.exists(type, id: row))
            #expect(error?.message.contains("it has no key") == true)
            #expect(error?.message.contains("take the rowid that insert returned") == true)
            #expect(thrown { try db.update(Line(text: "a")) }?.message.contains("take the rowid that insert") == true)
            #expect(try db.delete(type, id: row))
            #expect(try !db.exists(type, id: row))
        }
        try check(mapping.line)
    }
}
