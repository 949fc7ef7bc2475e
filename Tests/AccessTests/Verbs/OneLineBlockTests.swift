import FMDB
import FMDBTestHelpers
import Testing

/// Blocks of one line whose result nobody wants, within closures that return nothing.
@Suite struct OneLineBlockTests {
    private let folder = TemporaryFolder()

    private func pool() throws -> FMDatabasePool {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.write { db in try db.execute("CREATE TABLE t (x INTEGER UNIQUE)") }
        return pool
    }

    @Test func tasksWriteByThem() async throws {
        let pool = try pool()
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let tasks: [Task<Void, any Error>] = [
            Task { try await pool.write { db in try db.execute("INSERT INTO t VALUES (1)") } },
            Task { try await queue.withDatabase { db in try db.execute("INSERT INTO t VALUES (2)") } },
            Task { try await queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (3)") } },
            Task { try await queue.withSavePoint { db in try db.execute("INSERT INTO t VALUES (4)") } },
        ]
        for task in tasks { try await task.value }

        #expect(try await pool.read { db in try numbers(db) } == [1, 2, 3, 4])
    }

    @Test func loopsWriteByThem() throws {
        let pool = try pool()
        try [1, 2].forEach { number in try pool.write { db in try db.execute("INSERT INTO t VALUES (\(number))") } }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try [3].forEach { number in try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (\(number))") } }
        try [4].forEach { number in try queue.withSavePoint { try $0.execute("INSERT INTO t VALUES (\(number))") } }
        try [5].forEach { number in try queue.withDatabase { try $0.execute("INSERT INTO t VALUES (\(number))") } }

        #expect(try pool.read { db in try numbers(db) } == [1, 2, 3, 4, 5])
    }

    @Test func theirErrorsUndoThem() async throws {
        let pool = try pool()
        let task = Task<Void, any Error> {
            try await pool.write { db in try db.executeMany("INSERT INTO t VALUES (?)", [1, 2, 2]) }
        }
        let error = await #expect(throws: FMError.self) { try await task.value }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(try await pool.read { db in try numbers(db) } == [])
    }

    @Test func aReaderRefusesToWriteByThem() async throws {
        let pool = try pool()
        let task = Task<Void, any Error> { try await pool.read { db in try db.execute("INSERT INTO t VALUES (1)") } }

        let error = await #expect(throws: FMError.self) { try await task.value }
        #expect(error?.resultCode == .readOnly)
    }

    @Test func databasesTakeThemToo() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (x INTEGER UNIQUE)")
        try [1, 2].forEach { number in try db.withTransaction { try db.execute("INSERT INTO t VALUES (\(number))") } }
        try [3, 4].forEach { number in try db.withSavePoint { try db.execute("INSERT INTO t VALUES (\(number))") } }
        #expect(throws: FMError.self) {
            try [5, 1].forEach { number in try db.withSavePoint { try db.execute("INSERT INTO t VALUES (\(number))") } }
        }

        #expect(try numbers(db) == [1, 2, 3, 4, 5])
        #expect(!db.isTransactionOpen)
    }

    @Test func aSwitchIsMovedForThem() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
        try db.execute("CREATE TABLE child (parent INTEGER REFERENCES parent)")
        func adding(_ isOn: Bool?) -> FMError? {
            thrown { try [7].forEach { id in try db.withPragma("foreign_keys", isOn) { try add(id) } } }
        }
        func add(_ id: Int) throws -> Int { try db.execute("INSERT INTO child VALUES (\(id))") }

        #expect(adding(true)?.extendedCode == .constraintForeignKey)
        #expect(adding(false) == nil)
        #expect(adding(nil) == nil)
        #expect(try !db.value("PRAGMA foreign_keys", as: Bool.self))
    }
}

private func numbers(_ db: FMDatabase) throws -> [Int] { try db.rows("SELECT x FROM t ORDER BY x", as: Int.self) }
