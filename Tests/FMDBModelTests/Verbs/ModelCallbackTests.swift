import FMDBModel
import FMDBTestHelpers
import Testing

/// Models that are called before and after they are written.
@Suite struct ModelCallbackTests {
    /// A text that counts its words, and writes down what is called.
    struct Essay: Codable, FMModelCallbacks, Sendable, Equatable {
        static let tableOptions = FMTableOptions(unique: [["title"]])

        var id: Int64?
        var title: String
        var text = ""
        var words = 0
        var isNew: Bool? = false

        struct Columns: FMColumns {
            let title = FMField<Essay, String>("title")
            let text = FMField<Essay, String>("text")
            let words = FMField<Essay, Int>("words")
        }

        mutating func willSave(in database: FMDatabase) throws {
            words = text.split(separator: " ").count
            try log("willSave", database)
            if title == "refused before" { throw FMError(.constraint, "no") }
        }

        mutating func willInsert(in database: FMDatabase) throws {
            isNew = true
            try log("willInsert", database)
        }

        func didSave(in database: FMDatabase) throws {
            try log("didSave \(id.map(String.init) ?? "-")", database)
            if title == "refused after" { throw FMError(.constraint, "no") }
        }

        func willDelete(in database: FMDatabase) throws {
            try log("willDelete", database)
            if text == "kept" { throw FMError(.constraint, "no") }
        }

        func didDelete(in database: FMDatabase) throws { try log("didDelete", database) }

        private func log(_ call: String, _ database: FMDatabase) throws {
            try database.execute("INSERT INTO log VALUES (\(call + " " + title), \(database.isTransactionOpen))")
        }
    }

    /// A model that says later that it has callbacks.
    struct Draft: FMModel, Codable {
        var id: Int64?
        var text: String
    }

    /// An object.
    final class Diary: Codable, FMModelCallbacks {
        var id: Int64?
        var text: String

        init(_ text: String) { self.text = text }

        func willSave(in database: FMDatabase) throws { text += "!" }
    }

    /// A model of whose row the table knows more.
    struct Parcel: Codable, FMModelCallbacks, Equatable {
        @TaskLocal static var didSave: @Sendable (Parcel) -> Void = { _ in }

        static let tableOptions = FMTableOptions(
            unique: [["code"]], defaults: ["town": "none"], created: "made", updated: "sent")

        var id: Int64?
        var code: String
        var town: String
        var weight: Int
        var made: Date?
        var sent: Date?

        func didSave(in database: FMDatabase) throws { Parcel.didSave(self) }
    }

    /// A model that says its key itself.
    struct Label: Codable, FMModelCallbacks {
        static let tableOptions = FMTableOptions(key: "text", defaults: ["color": "none"])

        var text: String
        var color: String

        func didSave(in database: FMDatabase) throws {
            try database.execute("INSERT INTO log_of_labels VALUES (\(color))")
        }
    }

    /// A model whose key the table may give, and whose rows have no numbers.
    struct Shelf: Codable, FMModelCallbacks {
        static let tableOptions = FMTableOptions(
            key: "place", defaults: ["place": "attic"], created: "made", isWithoutRowID: true)

        var place: String
        var made: Date?

        func didSave(in database: FMDatabase) throws {
            try database.execute("INSERT INTO log VALUES (\("didSave " + place), 1)")
        }
    }

    private let db = FMDatabase.memory()

    init() throws {
        try db.createTable(Essay.self)
        try db.execute("CREATE TABLE log (call TEXT, isInTransaction INTEGER)")
    }

    /// What has been called since the last time.
    private func calls() throws -> [String] {
        #expect(try db.value("SELECT count(*) FROM log WHERE NOT isInTransaction") == 0)
        let calls = try db.rows("SELECT call FROM log ORDER BY rowid", as: String.self)
        try db.execute("DELETE FROM log")
        return calls
    }

    private var essays: String {
        drawn(db.executeQuery("SELECT id, title, words, isNew FROM Essay ORDER BY id", withArgumentsIn: []))
    }

    @Test func insertionsAreCalled() throws {
        try db.insert(Essay(title: "a", text: "one two"))
        var filled = Essay(title: "b", text: "one")
        try db.insert(&filled)
        #expect((filled.id, filled.words, filled.isNew) == (2, 1, true))
        #expect(
            try calls() == [
                "willSave a", "willInsert a", "didSave 1 a", "willSave b", "willInsert b", "didSave 2 b",
            ])

        #expect(try db.insert([Essay(title: "c"), Essay(title: "d")]) == [3, 4])
        var batch = [Essay(title: "e", text: "x"), Essay(title: "f")]
        try db.insert(&batch)
        #expect(batch.map(\.id) == [5, 6])
        #expect(batch.map(\.words) == [1, 0])
        #expect(
            try calls().filter { $0.hasPrefix("didSave") } == [
                "didSave 3 c", "didSave 4 d", "didSave 5 e", "didSave 6 f",
            ])

        try db.insert(Essay(title: "g"), excluding: ["isNew"])
        #expect(try db.find(Essay.self, id: 7)?.isNew == nil)
        try db.replaceAll(Essay.self, with: [Essay(title: "h")])
        #expect(
            try calls() == ["willSave g", "willInsert g", "didSave 7 g", "willSave h", "willInsert h", "didSave 1 h"])
    }

    @Test func savesAreCalled() throws {
        try db.save(Essay(title: "a", text: "one two"))
        var filled = Essay(id: 1, title: "a", text: "one")
        try db.save(&filled)
        #expect(filled.words == 1)
        try db.save([Essay(id: 1, title: "aa"), Essay(title: "b")])
        #expect(
            try calls() == [
                "willSave a", "didSave 1 a", "willSave a", "didSave 1 a", "willSave aa", "didSave 1 aa", "willSave b",
                "didSave 2 b",
            ])
        #expect(try !db.save(Essay(title: "b"), by: \.title, onConflict: .ignore))
        #expect(try db.save([Essay(title: "b"), Essay(title: "c")], by: \.title, onConflict: .ignore) == 1)
        #expect(try calls() == ["willSave b", "willSave b", "willSave c", "didSave 3 c"])
        #expect(try db.upsert(Essay(title: "b", text: "x y"), by: \.title).words == 2)
        #expect(try db.upsert([Essay(title: "b"), Essay(title: "d")], by: \.title).map(\.id) == [2, 4])
        #expect(
            try calls() == ["willSave b", "didSave 2 b", "willSave b", "didSave 2 b", "willSave d", "didSave 4 d"])
        #expect(
            essays == """
                id | title | words | isNew
                1  | 'aa'  | 0     | 0
                2  | 'b'   | 0     | 0
                3  | 'c'   | 0     | 0
                4  | 'd'   | 0     | 0
                """)
    }

    @Test func updatesAreCalled() throws {
        try db.execute("INSERT INTO Essay VALUES (1, 'a', 'x', 1, 0), (2, 'b', 'x', 1, 0)")
        let former = try #require(try db.find(Essay.self, id: 1))
        var essay = former
        essay.text = "one two three"
        try db.update(essay)
        #expect(try db.find(Essay.self, id: 1)?.words == 3)
        try db.update([essay, Essay(id: 2, title: "b")])
        try db.update(Essay(id: 1, title: "aa"), only: ["title"])
        #expect(try db.find(Essay.self, id: 1)?.words == 3)
        #expect(try calls().filter { $0.hasPrefix("didSave") }.count == 4)
        #expect(try db.update(essay, from: former) == ["text", "words"])
        #expect(try db.update(former, from: former) == [])
        // What another call has written into the row is seen, too.
        #expect(try calls() == ["willSave a", "didSave 1 aa", "willSave a"])
        #expect(thrown { try db.update(Essay(id: 9, title: "none")) }?.resultCode == .notFound)
        #expect(try calls().isEmpty)
    }

    /// What the last `didSave` got.
    private func seen(_ body: () throws -> Void) throws -> Parcel {
        let seen = Locked<Parcel?>(nil)
        try Parcel.$didSave.withValue({ parcel in seen.withLock { $0 = parcel } }, operation: body)
        return try #require(seen.withLock { $0 })
    }

    @Test func modelsAreCalledWithTheTimesAndTheKeysOfTheirRows() throws {
        try db.createTable(Parcel.self)
        let parcel = Parcel(code: "a", town: "Ulm", weight: 1)
        func stored() throws -> Parcel { try #require(try db.find(Parcel.self, id: 1)) }
        func expectStored(_ body: () throws -> Void) throws {
            let (seen, stored) = (try seen(body), try stored())
            #expect(seen == stored)
        }
        try expectStored { try db.insert(parcel, excluding: ["town"]) }
        #expect(try stored().town == "none")
        try db.execute("UPDATE Parcel SET made = 7, sent = 7")
        try expectStored { try db.update(Parcel(id: 1, code: "a", town: "Rome", weight: 2)) }
        #expect(try stored().made == Date(timeIntervalSince1970: 7))
        #expect(try stored().sent != Date(timeIntervalSince1970: 7))
        try expectStored { try db.update(Parcel(id: 1, code: "x", town: "y", weight: 3), only: ["weight"]) }
        #expect(try stored().town == "Rome")
        try expectStored { try db.update(Parcel(code: "a", town: "Bern", weight: 4), key: "code") }
        try expectStored { try db.update([Parcel(id: 1, code: "b", town: "Bern", weight: 5)]) }
        let former = try stored()
        try db.execute("UPDATE Parcel SET town = 'Oslo'")
        var changed = former
        changed.weight = 6
        try expectStored { try db.update(changed, from: former) }
        #expect(try stored().town == "Oslo")
    }

    @Test func modelsWhoseRowsCannotBeFoundAreCalledAsTheyAre() throws {
        try db.createTable(Shelf.self)
        try db.insert(Shelf(place: "cellar"), excluding: ["place"])
        #expect(try calls() == ["didSave cellar"])
        #expect(try db.rows("SELECT place FROM Shelf", as: String.self) == ["attic"])
    }

    @Test func modelsOfTablesThatGiveNothingAreCalledAsTheyAre() throws {
        try db.createTable(Label.self)
        try db.execute("CREATE TABLE log_of_labels (seen TEXT)")
        let queries = Locked<[String]>([])
        db.eventHandler = { event in
            if case .cacheHit(let sql) = event, sql.hasPrefix("SELECT") { queries.withLock { $0.append(sql) } }
        }
        for _ in 0..<2 {
            try db.insert(Label(text: "a", color: "red"), excluding: ["color"])
            try db.update(Label(text: "a", color: "blue"))
            try db.update(Label(text: "a", color: "blue"), from: Label(text: "a", color: "red"))
            #expect(try db.value("SELECT group_concat(seen) FROM log_of_labels") == "red,blue,blue")
            try db.delete(Label(text: "a", color: "blue"))
            try db.execute("DELETE FROM log_of_labels")
        }
        #expect(queries.withLock { $0 } == ["SELECT group_concat(seen) FROM log_of_labels"])
    }

    @Test func deletionsAreCalled() throws {
        try db.execute("INSERT INTO Essay VALUES (1, 'a', '', 1, 0), (2, 'b', '', 1, 0), (3, 'c', '', 1, 0)")
        #expect(try db.delete(Essay(id: 1, title: "a")))
        #expect(try !db.delete(Essay(id: 1, title: "a")))
        #expect(try db.delete([Essay(id: 1, title: "a"), Essay(id: 2, title: "b")]) == 1)
        #expect(
            try calls() == [
                "willDelete a", "didDelete a", "willDelete a", "willDelete a", "willDelete b", "didDelete b",
            ])
        let error = thrown { try db.delete([Essay(id: 3, title: "c"), Essay(title: "d", text: "kept")]) }
        #expect(error?.batchIndex == 1)
        #expect(try db.count(Essay.self) == 1)
    }

    @Test func whatIsAboutRowsIsNotCalled() throws {
        try db.execute("INSERT INTO Essay VALUES (1, 'a', '', 1, 0), (2, 'b', '', 1, 0), (3, 'c', '', 1, 0)")
        try db.update(Essay.self, set: [FMAssignment("words", 7)], where: .all)
        try db.delete(Essay.self, id: 1)
        try db.delete(Essay.all.where { $0.words == 7 }.limit(1))
        try db.delete(Essay.self, where: .all)
        #expect(try calls().isEmpty)
    }

    @Test(arguments: ["refused before", "refused after"]) func anErrorTakesAllBack(_ title: String) throws {
        let essay = Essay(title: title)
        var filled = essay
        #expect(thrown { try db.insert(essay) }?.message == "no")
        #expect(thrown { try db.insert(&filled) }?.message == "no")
        #expect(filled == essay)
        #expect(thrown { try db.insert([Essay(title: "a"), essay]) }?.batchIndex == 1)
        #expect(thrown { try db.save([Essay(title: "a"), essay]) }?.batchIndex == 1)
        #expect(thrown { try db.upsert(essay, by: \.title) } != nil)
        #expect(thrown { try db.save(essay, by: \.title) } != nil)
        #expect(thrown { try db.replaceAll(Essay.self, with: [essay]) } != nil)
        #expect(try db.count(Essay.self) == 0)
        #expect(try calls().isEmpty)
        #expect(try db.insertPossible([Essay(title: "a"), essay, Essay(title: "b")]).keys.sorted() == [1])
        #expect(
            try calls() == [
                "willSave a", "willInsert a", "didSave 1 a", "willSave b", "willInsert b", "didSave 2 b",
            ])
    }

    @Test func aConformanceMayBeDeclaredApart() throws {
        try db.createTable(Draft.self)
        var draft = Draft(text: "a")
        try db.insert(&draft)
        #expect(draft.text == "A")
        try db.save([Draft(id: 1, text: "b")])
        #expect(try db.find(Draft.self, id: 1)?.text == "B")
    }

    @Test func objectsAreCalled() throws {
        try db.createTable(Diary.self)
        try db.insert([Diary("a"), Diary("b")])
        #expect(try db.rows("SELECT text FROM Diary ORDER BY id", as: String.self) == ["a!", "b!"])
    }

    @Test(arguments: Lending.allCases) func transactionsOfQueuesAndPoolsAreCalled(_ lending: Lending) async throws {
        let folder = TemporaryFolder()
        let coordinator = try { () throws in
            let coordinator = try lending.coordinator(in: folder)
            try coordinator.createTable(Essay.self)
            try coordinator.withDatabase { try $0.execute("CREATE TABLE log (call TEXT, isInTransaction INTEGER)") }
            return coordinator
        }()
        var essay = Essay(title: "a", text: "one two")
        try await coordinator.insert(&essay)
        #expect((essay.id, essay.words) == (1, 2))
        await #expect(throws: FMError.self) { try await coordinator.insert(Essay(title: "refused after")) }
        #expect(try await coordinator.count(Essay.self) == 1)
        #expect(try await coordinator.delete(essay))
    }
}

extension ModelCallbackTests.Draft: FMModelCallbacks {
    mutating func willSave(in database: FMDatabase) throws { text = text.uppercased() }
}
