import FMDBModel
import FMDBTestHelpers
import Testing

/// What becomes of the rows of a model's table, by their keys.
@Suite struct KeyChangeTests {
    private struct Person: Codable, FMModel, Sendable {
        var id: Int64?
        var mail: String?
        var age = 0

        struct Columns: FMColumns {
            let mail = FMField<Person, String?>("mail")
            let age = FMField<Person, Int>("age")
        }
    }

    /// A model whose key is a text.
    private struct Word: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(key: "text")
        var text: String
        var count = 0
    }

    private let folder = TemporaryFolder()
    private let queue: FMDatabaseQueue

    init() throws {
        queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.createTable(Person.self)
        try queue.createTable(Word.self)
        try queue.insert([Person(mail: "ann@x"), Person(mail: "bob@x"), Person()])
        try queue.insert([Word(text: "a"), Word(text: "b"), Word(text: "c")])
    }

    /// An access in asynchronous code, without a task's.
    private func here(_ body: (FMDatabase) throws -> Void) throws { try queue.withTransaction { try body($0) } }

    /// A change as text: + inserted, * updated, - deleted, and ? where others may have been updated.
    private func drawn<Key: Comparable>(_ change: FMKeyChange<Key>?) -> String {
        guard let change else { return "end" }
        let parts = [("+", change.inserted), ("*", change.updated), ("-", change.deleted)]
            .flatMap { sign, keys in keys.sorted().map { "\(sign)\($0)" } }
        return (parts + (change.mayHaveUpdatedOthers ? ["?"] : [])).joined(separator: " ")
    }

    @Test func textKeysAreTold() async throws {
        var changes = queue.changes(of: Word.self, keys: String.self).makeAsyncIterator()
        #expect(drawn(try await changes.next()) == "+a +b +c")

        try here { try $0.insert(Word(text: "d")) }
        #expect(drawn(try await changes.next()) == "+d")
        try here { try $0.update([Word(text: "a", count: 1), Word(text: "d", count: 1)]) }
        #expect(drawn(try await changes.next()) == "*a *d")
        try here { db in
            try db.delete(Word(text: "b"))
            try db.insert([Word(text: "e"), Word(text: "f")])
            try db.delete(Word(text: "f"))
        }
        #expect(drawn(try await changes.next()) == "+e -b")
        try here { try $0.execute("UPDATE Word SET text = 'z' WHERE text = 'a'") }
        #expect(drawn(try await changes.next()) == "+z -a ?")
    }

    @Test func aRowThatIsMadeAnewIsUpdated() async throws {
        var changes = queue.changes(of: Word.self, keys: String.self).makeAsyncIterator()
        _ = try await changes.next()
        try here { db in
            try db.delete(Word(text: "a"))
            try db.insert([Word(text: "q"), Word(text: "a")])
        }
        #expect(drawn(try await changes.next()) == "+q *a")
    }

    @Test func integerKeysAndOtherUniqueColumnsAreTold() async throws {
        var ids = queue.changes(of: Person.self, keys: Int64.self).makeAsyncIterator()
        var mails = queue.changes(of: Person.self, keys: String.self, by: \.mail).makeAsyncIterator()
        #expect(drawn(try await ids.next()) == "+1 +2 +3")
        #expect(drawn(try await mails.next()) == "+ann@x +bob@x")

        try here { db in
            try db.update(Person.self, set: [FMAssignment("mail", "cyd@x")], where: "id = 3")
            try db.delete(Person.self, id: 1)
        }
        #expect(drawn(try await ids.next()) == "*3 -1")
        #expect(drawn(try await mails.next()) == "+cyd@x -ann@x")
        try here { try $0.execute("UPDATE Person SET id = 20 WHERE id = 2") }
        #expect(drawn(try await ids.next()) == "+20 -2 ?")
        #expect(drawn(try await mails.next()) == "*bob@x ?")
    }

    @Test func whatSQLiteDoesNotTellIsFound() async throws {
        var changes = queue.changes(of: Word.self, keys: String.self).makeAsyncIterator()
        _ = try await changes.next()
        try here { try $0.delete(Word.self, where: .all) }
        #expect(drawn(try await changes.next()) == "-a -b -c")
        try here { db in try db.insert((1000..<2500).map { Word(text: "\($0)") }) }
        let many = try #require(try await changes.next())
        #expect(many.inserted.count == 1500)
        #expect(many.mayHaveUpdatedOthers)
        try here { try $0.execute("REPLACE INTO Word VALUES ('1000', 7), ('new', 0)") }
        let replaced = try #require(try await changes.next())
        #expect((replaced.inserted, replaced.deleted) == (["new"], []))
        #expect(replaced.updated.contains("1000"))
    }

    @Test func tablesWithoutNumbersAreTold() async throws {
        try here { try $0.execute("CREATE TABLE plain (text TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID") }
        try here { try $0.insert([Word(text: "a"), Word(text: "b")], into: "plain") }
        var changes = queue.changes(of: Word.self, keys: String.self, in: "plain").makeAsyncIterator()
        #expect(drawn(try await changes.next()) == "+a +b")
        try here { db in
            try db.delete(Word(text: "a"), from: "plain")
            try db.insert(Word(text: "c"), into: "plain")
        }
        #expect(drawn(try await changes.next()) == "+c -a ?")
    }

    @Test func onlyWhatIsCommittedInTheTableIsTold() async throws {
        struct Stop: Error {}
        var changes = queue.changes(of: Word.self, keys: String.self).makeAsyncIterator()
        _ = try await changes.next()
        #expect(throws: Stop.self) {
            try here { db in
                try db.insert(Word(text: "never"))
                throw Stop()
            }
        }
        try here { try $0.insert(Person(mail: "eve@x")) }
        try here { try $0.insert(Word(text: "d")) }
        #expect(drawn(try await changes.next()) == "+d")
    }

    @Test func recordsHaveKeysToo() async throws {
        var changes = queue.changes(of: FMRecord.self, keys: String.self, in: "Word").makeAsyncIterator()
        #expect(drawn(try await changes.next()) == "+a +b +c")
        try here { try $0.save(["text": "d", "count": 1], in: "Word") }
        #expect(drawn(try await changes.next()) == "+d")
    }

    @Test func whatHasNoKeyIsRefused() async throws {
        struct Pair: Codable, FMModel, Sendable {
            static let tableOptions = FMTableOptions(key: ["a", "b"])
            var a: Int
            var b: Int
        }
        try here { try $0.createTable(Pair.self) }
        var pairs = queue.changes(of: Pair.self, keys: Int.self).makeAsyncIterator()
        await expect(.misuse) { _ = try await pairs.next() }
        var words = queue.changes(of: Word.self, keys: Int.self).makeAsyncIterator()
        await expect(.mismatch) { _ = try await words.next() }
        var missing = queue.changes(of: Word.self, keys: String.self, in: "nowhere").makeAsyncIterator()
        await expect(.notFound) { _ = try await missing.next() }
    }

    @Test func aSequenceEndsWithItsFirstError() async throws {
        var changes = queue.changes(of: Word.self, keys: String.self).makeAsyncIterator()
        _ = try await changes.next()
        try here { try $0.execute("ALTER TABLE Word RENAME TO Other") }
        await expect(.notFound) { _ = try await changes.next() }
        try here { db in
            try db.execute("ALTER TABLE Other RENAME TO Word")
            try db.insert(Word(text: "d"))
        }
        #expect(drawn(try await changes.next()) == "end")
    }

    private func expect(_ code: FMResultCode, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("nothing was thrown")
        } catch {
            #expect((error as? FMError)?.resultCode == code)
        }
    }

    @Test func aSequenceEndsWithItsTaskAndItsPool() async throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        var changes = pool.changes(of: Word.self, keys: String.self).makeAsyncIterator()
        _ = try await changes.next()
        pool.close()
        #expect(try await changes.next() == nil)

        let task = Task { [queue] in
            var count = 0
            for try await _ in queue.changes(of: Word.self, keys: String.self) { count += 1 }
            return count
        }
        task.cancel()
        #expect(try await task.value <= 1)
    }
}
