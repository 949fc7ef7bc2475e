import FMDB
import FMDBTestHelpers
import Testing

/// The recipes about transactions, save points and the write-ahead log.
@Suite struct CookbookTransactionTests {
    private struct NotWelcome: Error {}

    private let folder = TemporaryFolder()
    /// The second one is there already.
    private let namesWithADuplicate = ["cid", "ann", "dan"]

    private func isWelcome(_ name: String) -> Bool { name != "dan" }

    // MARK: Many rows

    @Test func manyRowsAtOnce() throws {
        struct Person {
            var name: String
            var age: Int?
        }
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE person (name TEXT UNIQUE, age INTEGER)")
        let names = ["cid", "dan"]
        let people = [Person(name: "cid", age: 7), Person(name: "dan", age: nil)]

        try db.executeMany("INSERT INTO person (name) VALUES (?)", names)
        try db.executeMany("UPDATE person SET age = ? WHERE name = ?", people.lazy.map { ($0.age, $0.name) })

        #expect(try db.rows("SELECT name FROM person", as: String.self) == names)
        #expect(try db.rows("SELECT age FROM person", as: Int?.self) == [7, nil])
    }

    // MARK: On a queue

    private func insertInFMDBsSpelling(_ names: [String], _ queue: FMDatabaseQueue) throws {
        queue.inTransaction { db, rollback in
            for name in names {
                let inserted = db.executeUpdate("INSERT INTO person (name) VALUES (?)", withArgumentsIn: [name])
                if !inserted {
                    rollback.pointee = true
                    return
                }
            }
        }
        if let error = queue.lastTransactionError { throw error }
    }

    @Test func aListOfStatementsWithFMDBsCalls() throws {
        let queue = try People.queue()
        try insertInFMDBsSpelling(["cid", "dan"], queue)
        #expect(try People.names(in: queue) == ["ann", "bob", "cid", "dan"])
    }

    @Test func aListThatFailsIsUndoneWithFMDBsCalls() throws {
        let queue = try People.queue()
        try insertInFMDBsSpelling(namesWithADuplicate, queue)
        #expect(try People.names(in: queue) == ["ann", "bob"])
    }

    private func insert(_ names: [String], _ queue: FMDatabaseQueue) throws {
        try queue.withTransaction { db in
            for name in names {
                try db.execute("INSERT INTO person (name) VALUES (\(name))")
            }
        }
    }

    @Test func aListOfStatements() throws {
        let queue = try People.queue()
        try insert(["cid", "dan"], queue)
        #expect(try People.names(in: queue) == ["ann", "bob", "cid", "dan"])
    }

    @Test func aListThatFailsIsUndoneAndThrows() throws {
        let queue = try People.queue()
        let error = #expect(throws: FMError.self) { try insert(namesWithADuplicate, queue) }
        #expect(error?.extendedCode == .constraintUnique)
        #expect(try People.names(in: queue) == ["ann", "bob"])
    }

    // MARK: Without a queue

    private func insertInFMDBsSpelling(_ names: [String], _ db: FMDatabase) throws {
        guard db.beginTransaction() else { throw db.lastError() }
        do {
            for name in names {
                try db.executeUpdate("INSERT INTO person (name) VALUES (?)", values: [name])
            }
        } catch {
            db.rollback()
            throw error
        }
        guard db.commit() else { throw db.lastError() }
    }

    private func insert(_ names: [String], _ db: FMDatabase) throws {
        try db.withTransaction {
            for name in names {
                try db.execute("INSERT INTO person (name) VALUES (\(name))")
            }
        }
    }

    @Test(arguments: [false, true])
    func aListWithoutAQueue(isModern: Bool) throws {
        let db = try People.database()
        try isModern ? insert(["cid", "dan"], db) : insertInFMDBsSpelling(["cid", "dan"], db)
        #expect(try People.names(in: db) == ["ann", "bob", "cid", "dan"])
        #expect(!db.isTransactionOpen)
    }

    @Test(arguments: [false, true])
    func aListThatFailsWithoutAQueue(isModern: Bool) throws {
        let db = try People.database()
        #expect(throws: FMError.self) {
            try isModern ? insert(namesWithADuplicate, db) : insertInFMDBsSpelling(namesWithADuplicate, db)
        }
        #expect(try People.names(in: db) == ["ann", "bob"])
        #expect(!db.isTransactionOpen)
    }

    @Test func aScript() throws {
        let db = FMDatabase.memory()
        let script = """
            CREATE TABLE city (name TEXT PRIMARY KEY);
            INSERT INTO city VALUES ('Lisbon');
            INSERT INTO city VALUES ('Utrecht');
            """
        try db.withTransaction {
            guard db.executeStatements(script) else { throw db.lastError() }
        }
        #expect(try db.value("SELECT count(*) FROM city", as: Int.self) == 2)
    }

    // MARK: Save points

    @Test(arguments: [("cid", ["ann", "bob", "cid"]), ("dan", ["ann", "bob"])])
    func savePointsWithFMDBsCalls(name: String, expected: [String]) throws {
        let db = try People.database()
        let error = db.inSavePoint { rollback in
            db.executeUpdate("INSERT INTO person (name) VALUES (?)", withArgumentsIn: [name])
            if !isWelcome(name) { rollback.pointee = true }
        }
        if let error { throw error }
        #expect(try People.names(in: db) == expected)
    }

    @Test func savePoints() throws {
        let db = try People.database()
        let names = ["cid", "ann", "dan", "eve"]
        try db.withTransaction {
            for name in names {
                try? db.withSavePoint {
                    try db.execute("INSERT INTO person (name) VALUES (\(name))")
                    if !isWelcome(name) { throw NotWelcome() }
                }
            }
        }
        #expect(try People.names(in: db) == ["ann", "bob", "cid", "eve"])
    }

    // MARK: Write-ahead log

    @Test func theWriteAheadLogWithFMDBsCalls() {
        let db = FMDatabase.file(folder.file())
        let mode = db.stringForQuery("PRAGMA journal_mode = WAL")  // wal
        #expect(mode == "wal")
    }

    @Test func theWriteAheadLog() throws {
        let db = FMDatabase.file(folder.file())
        let mode = try db.value("PRAGMA journal_mode = WAL", as: String.self)  // wal
        #expect(mode == "wal")
    }

    @Test func aCheckpoint() throws {
        let db = FMDatabase.file(folder.file())
        _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        try db.execute("CREATE TABLE t (a)")
        var frames: Int32 = 0
        var moved: Int32 = 0
        try db.checkpoint(.truncate, name: "main", logFrameCount: &frames, checkpointCount: &moved)
        #expect(frames == moved)
        #expect(FileManager.default.contents(atPath: folder.file() + "-wal")?.isEmpty == true)
    }
}
