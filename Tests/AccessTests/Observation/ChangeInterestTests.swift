import FMDB
import FMDBTestHelpers
import Testing

/// A statement that writes only tables that nobody observes is not looked at any closer. So what else it may do is looked at
/// here, with an observer of one table only.
@Suite struct ChangeInterestTests {
    private let folder = TemporaryFolder()

    private func queue(_ schema: String = ChangeScene.schema) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { database in
            database.logsErrors = false
            try database.execute("PRAGMA foreign_keys = ON")
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.here { database in
            if try database.value("SELECT count(*) FROM sqlite_master", as: Int.self) == 0 {
                try #require(database.executeStatements(schema))
            }
        }
        return queue
    }

    /// The change that is reported for a table after a body. The body has run before, while nothing that it did was observed.
    private func told(
        of table: String, _ sql: FMSQL, schema: String = ChangeScene.schema, before: (FMDatabaseQueue) throws -> Void
    ) async throws -> FMChange {
        let queue = try queue(schema)
        let changes = queue.changes(in: table).makeAsyncIterator()
        for _ in 0..<3 { _ = try queue.here { try $0.execute(sql) } }
        try before(queue)
        _ = try queue.here { try $0.execute(sql) }
        return try #require(await changes.next())
    }

    private let trigger: FMSQL = "CREATE TRIGGER t AFTER INSERT ON marker BEGIN INSERT INTO log VALUES (1); END"

    @Test func aTriggerOfAnotherQueueThatComesLaterIsNoticed() async throws {
        let change = try await told(of: "log", "INSERT INTO marker VALUES (1)") { queue in
            _ = try self.queue().here { try $0.execute(trigger) }
        }
        #expect(change["log"] != nil)
    }

    @Test func aTriggerThatComesLaterIsNoticed() async throws {
        let change = try await told(of: "log", "INSERT INTO marker VALUES (1)") { queue in
            _ = try queue.here { try $0.execute(trigger) }
        }
        #expect(change.schemaChanged)
        #expect(change["log"] != nil)
    }

    @Test func aForeignKeyLeadsToATable() async throws {
        let queue = try queue()
        let changes = queue.changes(in: "word").makeAsyncIterator()
        for id in 1...2 { _ = try queue.here { try $0.execute("DELETE FROM person WHERE id = \(id)") } }
        let change = try #require(await changes.next())
        #expect(change.description == "word: all deleted")
    }

    @Test func aFunctionMayWriteWhereverItLikes() async throws {
        let queue = try queue()
        queue.inDatabase { database in
            database.makeFunctionNamed("note", arguments: 1) { [unowned database] _, _, _ in
                _ = try? database.execute("INSERT INTO log VALUES (1)")
            }
        }
        let changes = queue.changes(in: "log").makeAsyncIterator()
        for number in 1...3 { _ = try queue.here { try $0.execute("INSERT INTO marker VALUES (note(\(number)))") } }
        #expect(try #require(await changes.next()).description == "log: 3 inserted")
    }

    @Test func theTablesBehindAFullTextTableAreReported() async throws {
        let queue = try queue("CREATE VIRTUAL TABLE text USING fts4(body)")
        let changes = queue.changes(in: "text_content").makeAsyncIterator()
        for word in ["a", "b", "c"] { _ = try queue.here { try $0.execute("INSERT INTO text VALUES (\(word))") } }
        // An old SQLite does not tell the rows of such tables.
        let inserted = try #require(await changes.next())["text_content"]?.inserted
        #expect(SQLiteVersion.linked < SQLiteVersion(3, 20) || inserted == .rows([1, 2, 3]))
    }

    @Test func whoComesWithinATransactionLearnsWhatItHasDone() async throws {
        let queue = try queue()
        let other = queue.changes(in: "pet")
        var changes: FMChanges.AsyncIterator?
        try queue.here { database in
            try database.execute("INSERT INTO log VALUES (1)")
            try database.withTransaction {
                try database.execute("INSERT INTO log VALUES (2)")
                try database.execute("INSERT INTO marker VALUES (2)")
                changes = queue.changes(in: "log").makeAsyncIterator()
            }
        }
        let change = try #require(await changes?.next())
        #expect(change["log"]?.inserted.contains(2) == true)
        #expect(change.tables == ["log"])
        _ = other
    }

    @Test func whatIsRolledBackIsNotReportedToLaterObservers() async throws {
        let queue = try queue()
        let other = queue.changes(in: "pet")
        var changes: FMChanges.AsyncIterator?
        try queue.here { database in
            try database.execute("BEGIN")
            try database.execute("INSERT INTO log VALUES (2)")
            changes = queue.changes(in: "log").makeAsyncIterator()
            try database.execute("ROLLBACK")
            try database.execute("INSERT INTO log VALUES (3)")
        }
        #expect(try #require(await changes?.next()).description == "log: 1 inserted")
        _ = other
    }

    @Test func aTableIsFoundUnderTheNameOfAnAttachedFile() async throws {
        let queue = try queue()
        let other = FMDatabaseQueue()
        let path = folder.file()
        try other.here { try $0.execute("ATTACH \(path) AS away") }
        let changes = other.changes(in: "away.log").makeAsyncIterator()
        try other.here { try $0.execute("SELECT 1") }
        try queue.here { database in
            for _ in 0..<2 { try database.execute("INSERT INTO marker VALUES (1)") }
            for _ in 0..<2 { try database.execute("INSERT INTO log VALUES (1)") }
        }
        #expect(try #require(await changes.next()).description == "away.log: 2 inserted")
    }

    @Test func namesDifferInTheCaseOfLettersOnly() async throws {
        let queue = try queue()
        let changes = queue.changes(in: "MAIN.Log").makeAsyncIterator()
        try queue.here { try $0.execute("INSERT INTO LOG VALUES (1)") }
        #expect(try #require(await changes.next()).description == "log: 1 inserted")
    }

    @Test func aTemporaryTableHidesNoOther() async throws {
        let queue = try queue()
        try queue.here { try $0.execute("CREATE TEMP TABLE log (line TEXT)") }
        let changes = queue.changes(in: "temp.log").makeAsyncIterator()
        try queue.here { database in
            for _ in 0..<2 { try database.execute("INSERT INTO main.log VALUES (1)") }
            for _ in 0..<2 { try database.execute("INSERT INTO log VALUES (1)") }
        }
        #expect(try #require(await changes.next()).description == "temp.log: 2 inserted")
    }

    @Test func theObserversOfOtherTablesAreNotWoken() async throws {
        let queue = try queue()
        let woken = Locked<[String]>([])
        let observations = ["pet", "word", "elsewhere"].map { table in
            queue.observe(table) { change in woken.withLock { $0.append("\(table): \(change)") } }
        }
        let changes = queue.changes(in: "log").makeAsyncIterator()
        for _ in 0..<3 { _ = try queue.here { try $0.execute("INSERT INTO log VALUES (1)") } }
        #expect(try #require(await changes.next()).description == "log: 3 inserted")
        #expect(woken.value == [])
        for observation in observations { observation.cancel() }
    }
}
