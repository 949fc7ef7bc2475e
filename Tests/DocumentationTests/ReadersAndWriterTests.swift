import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about readers, the writer and group commit.
@Suite struct ReadersAndWriterTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }

    @Test func aPoolReadsAndWrites() throws {
        try FMDatabase.file(path).execute("CREATE TABLE person (name TEXT)")
        let name = "ann"
        let pool = FMDatabasePool(path: path)
        try pool.write { db in
            try db.execute("INSERT INTO person (name) VALUES (\(name))")
        }
        let (count, last) = try pool.read { db in
            (
                try db.value("SELECT count(*) FROM person", as: Int.self),
                try db.value("SELECT max(name) FROM person", as: String?.self)
            )
        }
        #expect(count == 1)
        #expect(last == "ann")
        #expect(try pool.read { try $0.value("PRAGMA journal_mode", as: String.self) } == "wal")
    }

    @Test func aReadSeesOneState() throws {
        try FMDatabase.file(path).execute("CREATE TABLE person (name TEXT)")
        let pool = FMDatabasePool(path: path)
        let counts = try pool.read { db in
            let before = try db.value("SELECT count(*) FROM person", as: Int.self)
            try pool.write { db in try db.execute("INSERT INTO person VALUES ('ann')") }
            return [before, try db.value("SELECT count(*) FROM person", as: Int.self)]
        }
        #expect(counts == [0, 0])
        #expect(try pool.read { try $0.value("SELECT count(*) FROM person", as: Int.self) } == 1)
    }

    @Test func aReadRefusesToWrite() throws {
        try FMDatabase.file(path).execute("CREATE TABLE person (name TEXT)")
        let pool = FMDatabasePool(path: path)
        let error = #expect(throws: FMError.self) {
            try pool.read { db in try db.execute("INSERT INTO person VALUES ('ann')") }
        }
        #expect(error?.resultCode == .readOnly)
    }

    @Test func aWriteWithinAWriteIsRefused() throws {
        let pool = FMDatabasePool(path: path)
        let error = #expect(throws: FMError.self) { try pool.write { _ in try pool.write { _ in } } }
        #expect(error?.extendedCode == .wouldDeadlock)
    }

    @Test func aPoolInMemoryRefusesToReadAndWrite() {
        let pool = FMDatabasePool(path: nil)
        let error = #expect(throws: FMError.self) { try pool.write { _ in } }
        #expect(error?.resultCode == .misuse)
    }

    @Test func aPoolThatIsClosedRefuses() throws {
        let pool = FMDatabasePool(path: path)
        try pool.write { db in try db.execute("CREATE TABLE person (name TEXT)") }
        pool.close()
        let error = #expect(throws: FMError.self) { try pool.read { _ in } }
        #expect(error?.resultCode == .misuse)
        pool.inDatabase { db in #expect(!db.isOpen) }
    }

    @Test func callersShareACommit() async throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.groupCommit = .init()
        configuration.configure = { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try await queue.withDatabase { db in try db.execute("CREATE TABLE person (name TEXT UNIQUE)") }
        let names = await withTaskGroup(of: String?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let name = "person \(number / 2)"
                    let change = try? await queue.withTransaction { db in
                        try db.execute("INSERT INTO person VALUES (\(name))")
                    }
                    return change.map { _ in name }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // Of two that are the same one is undone alone.
        #expect(names.count == 20)
        #expect(Set(names.compactMap(\.self)).count == 10)
        #expect(names.compactMap(\.self).count == 10)
        #expect(try await queue.withDatabase { try $0.value("SELECT count(*) FROM person", as: Int.self) } == 10)
        #expect(try await queue.withDatabase { try $0.value("PRAGMA journal_mode", as: String.self) } == "wal")
    }
}
