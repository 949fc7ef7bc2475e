import FMDBModel
import FMDBTestHelpers
import Testing

/// Rows that are found by other columns than those of the model's key.
@Suite struct NamedKeyTests {
    private struct Member: Codable, FMModel, Equatable, Sendable {
        static let tableOptions = FMTableOptions(unique: [["mail"], ["club", "number"]], created: "joined")
        var id: Int64?
        var mail: String
        var club = "chess"
        var number: Int
        var joined: Date?
    }

    private struct Word: FMModel, Equatable {
        var code: String
        var text: String?
        var count: Int

        static let fmTable = FMTable<Word>(
            "Word", [FMColumn("code", \.code), FMColumn("text", \.text), FMColumn("count", \.count)],
            options: FMTableOptions(key: "code", unique: [["text"]]))

        init(_ code: String, _ text: String?, _ count: Int) { (self.code, self.text, self.count) = (code, text, count) }

        init(fmRow row: FMRow) throws {
            (code, text, count) = (try row.column("code"), try row.column("text"), try row.column("count"))
        }

        func fmBind(to values: inout FMModelValues) throws {
            try values.add(code)
            try values.add(text)
            try values.add(count)
        }
    }

    private let db = FMDatabase.memory()

    init() throws {
        try db.createTable(Member.self)
        try db.createTable(Word.self)
        try db.insert([Member(mail: "ann@x", number: 1), Member(mail: "ben@x", number: 2)])
        try db.insert([Word("a", "one", 1), Word("b", "two", 2)])
    }

    private var members: String {
        drawn(db.executeQuery("SELECT id, mail, number FROM Member ORDER BY id", withArgumentsIn: []))
    }

    private var words: String { drawn(db.executeQuery("SELECT * FROM Word ORDER BY code", withArgumentsIn: [])) }

    // MARK: Saving

    @Test func aModelIsSavedByAUniqueColumnAndTheRowKeepsItsKey() throws {
        try db.save(Member(mail: "ann@x", number: 7), key: "mail")
        try db.save([Member(mail: "ben@x", number: 8), Member(mail: "cid@x", number: 9)], in: "Member", key: "MAIL")
        try db.save(Member(id: 99, mail: "ben@x", number: 10), key: "mail")

        #expect(
            members == """
                id | mail    | number
                1  | 'ann@x' | 7
                2  | 'ben@x' | 10
                3  | 'cid@x' | 9
                """)
    }

    @Test func aModelThatIsFilledLearnsTheKeyOfTheRowThatItWasSavedTo() throws {
        var (ben, cid) = (Member(mail: "ben@x", number: 8), Member(mail: "cid@x", number: 9))
        let joined = try #require(try db.find(Member.self, id: 2)).joined

        try db.save(&ben, key: "mail")
        try db.save(&cid, key: "mail")

        #expect(ben.id == 2)
        #expect(ben.joined == joined)
        #expect(cid.id == 3)
        #expect(try db.find(Member.self, id: 3) == cid)
    }

    @Test func aKeyOfSeveralColumnsNamesTheRow() throws {
        try db.save(Member(mail: "anna@x", number: 1), key: ["number", "club"])
        try db.update(Member(mail: "benno@x", number: 2), key: ["club", "number"])

        #expect(try db.rows("SELECT mail FROM Member ORDER BY id", as: String.self) == ["anna@x", "benno@x"])
        #expect(try db.delete(Member(mail: "", number: 2), key: ["club", "number"]))
    }

    @Test func aKeyThatTheProgramGivesIsKeptToo() throws {
        var two = Word("z", "two", 7)
        try db.save(&two, key: "text")
        try db.save([Word("c", "three", 3), Word("y", "one", 5)], key: "text")

        #expect(two == Word("b", "two", 7))
        #expect(
            words == """
                code | text    | count
                'a'  | 'one'   | 5
                'b'  | 'two'   | 7
                'c'  | 'three' | 3
                """)
    }

    @Test func anotherUniqueColumnThatIsTakenIsAnError() throws {
        let error = thrown { try db.save(Member(mail: "ann@x", number: 2), key: "mail") }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(try db.count(Member.self, where: "number = \(1)") == 1)
    }

    @Test func theModelsOwnKeyMayBeNamed() throws {
        try db.save(Member(mail: "cid@x", number: 3), key: "id")
        try db.save([Member(id: 3, mail: "cid@y", number: 3)], key: .automatic("id"))
        try db.update(Word("a", "uno", 1), key: "Code")

        #expect(try db.find(Member.self, id: 3)?.mail == "cid@y")
        #expect(try db.find(Word.self, id: "a")?.text == "uno")
    }

    // MARK: Updates and deletions

    @Test func modelsAreUpdatedByAUniqueColumn() throws {
        try db.update(Member(mail: "ann@x", number: 7), key: "mail")
        try db.update([Word("x", "one", 5), Word("y", "two", 6)], key: "text")
        try db.update(Word("x", "one", 9), only: ["count"], key: "text")

        #expect(try db.rows("SELECT number FROM Member ORDER BY id", as: Int.self) == [7, 2])
        #expect(
            words == """
                code | text  | count
                'a'  | 'one' | 9
                'b'  | 'two' | 6
                """)
        #expect(thrown { try db.update(Word("x", "one", 9), only: ["code"], key: "text") }?.resultCode == .misuse)
    }

    @Test func aBatchIsUpdatedWhollyOrNotAtAll() throws {
        let error = thrown { try db.update([Word("x", "one", 5), Word("y", "none", 6)], key: "text") }

        #expect(error?.resultCode == .notFound)
        #expect(error?.batchIndex == 1)
        #expect(try db.rows("SELECT count FROM Word ORDER BY code", as: Int.self) == [1, 2])
    }

    @Test func modelsAreDeletedByAUniqueColumn() throws {
        #expect(try db.delete(Word("x", "one", 0), key: "text"))
        #expect(try !db.delete(Word("b", "one", 0), key: "text"))
        #expect(try db.delete([Member(mail: "ann@x", number: 0), Member(mail: "zoe@x", number: 0)], key: "mail") == 1)

        #expect(try db.rows("SELECT code FROM Word", as: String.self) == ["b"])
        #expect(try db.rows("SELECT mail FROM Member", as: String.self) == ["ben@x"])
    }

    // MARK: Pages

    @Test func pagesGoByAUniqueColumn() throws {
        let first = try db.find(Word.self, after: nil, limit: 1, key: "text")
        let second = try db.find(Word.self, after: first.last, limit: 2, key: "text")

        #expect(first == [Word("a", "one", 1)])
        #expect(second == [Word("b", "two", 2)])
    }

    // MARK: Misuse

    @Test func aKeyOfColumnsThatTheTableDoesNotHaveIsRefused() throws {
        var (ann, word) = (Member(mail: "ann@x", number: 7), Word("a", "one", 9))
        let errors = [
            thrown { try db.save(ann, key: "phone") }, thrown { try db.save(&ann, key: "phone") },
            thrown { try db.save([ann], key: ["mail", "phone"]) }, thrown { try db.update(ann, key: "phone") },
            thrown { try db.update([ann], key: "phone") }, thrown { try db.delete(ann, key: "phone") },
            thrown { try db.delete([ann], key: "phone") }, thrown { try db.save(word, key: "phone") },
            thrown { try db.save(&word, key: "phone") }, thrown { try db.update(word, key: "phone") },
            thrown { try db.find(Word.self, after: word, limit: 1, key: "phone") },
        ]

        #expect(errors.map { $0?.resultCode } == Array(repeating: .misuse, count: errors.count))
        #expect(errors.allSatisfy { $0?.message.contains("has no column phone") == true })
        #expect(try db.rows("SELECT number FROM Member ORDER BY id", as: Int.self) == [1, 2])
        #expect(try db.rows("SELECT count FROM Word ORDER BY code", as: Int.self) == [1, 2])
    }

    @Test func aKeyWithoutColumnsIsRefused() throws {
        let errors = [
            thrown { try db.save(Word("a", "one", 9), key: .rowID) },
            thrown { try db.update([Word("a", "one", 9)], key: []) },
            thrown { try db.delete(["code": "a"] as FMRecord, from: "Word", key: .rowID) },
        ]

        #expect(errors.map { $0?.resultCode } == Array(repeating: .misuse, count: errors.count))
    }

    @Test func aKeyThatIsNilNamesNoRow() throws {
        let errors = [
            thrown { try db.save(Word("c", nil, 9), key: "text") },
            thrown { try db.update(Word("a", nil, 9), key: "text") },
            thrown { try db.delete([Word("a", "one", 9), Word("b", nil, 9)], key: "text") },
        ]

        #expect(errors.map { $0?.resultCode } == Array(repeating: .misuse, count: errors.count))
        #expect(errors.allSatisfy { $0?.message.contains("the key text of the table Word is nil") == true })
        #expect(try db.count(Word.self) == 2)
    }

    // MARK: Queues and records

    @Test func queuesTakeAKeyToo() async throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try await queue.withDatabase { db in try db.createTable(Member.self) }
        var ann = Member(mail: "ann@x", number: 1)

        try await queue.save(&ann, key: "mail")
        try await queue.save(Member(mail: "ann@x", number: 2), key: "mail")
        try await queue.save([Member(mail: "ben@x", number: 3)], key: "mail")
        try await queue.update(Member(mail: "ann@x", number: 4), key: "mail")
        try await queue.update([Member(mail: "ben@x", number: 5)], key: "mail")
        let found = try await queue.find(Member.self, after: nil, limit: 5, key: "mail")

        #expect(ann.id == 1)
        #expect(found.map(\.number) == [4, 5])
        #expect(try await queue.delete(Member(mail: "ann@x", number: 0), key: "mail"))
        #expect(try await queue.delete([Member(mail: "ben@x", number: 0)], key: "mail") == 1)
        queue.close()
    }

    @Test func whatIsWrittenForAnyModelFindsRecordsByAKey() throws {
        func put<Model: FMModel>(_ models: [Model]) throws { try db.update(models, in: "Word", key: "text") }

        try put([["code": "z", "text": "two"], ["text": "one", "count": 5]] as [FMRecord])

        #expect(
            words == """
                code | text  | count
                'a'  | 'one' | 5
                'z'  | 'two' | 2
                """)
    }

    @Test func recordsOfDifferentColumnsAreFilled() throws {
        var records: [FMRecord] = [
            ["mail": "cid@x", "club": "go", "number": 1], ["mail": "dan@x", "club": "go", "number": 2, "id": 7],
        ]

        try db.insert(&records, into: "Member")

        #expect(records.map { $0["id"] } == [3, 7])
        #expect(records.map(\.count) == [5, 5])
    }
}
