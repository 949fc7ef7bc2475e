import FMDB
import FMDBTestHelpers
import Testing

/// What write-ahead logging gives the users of a file.
@Suite struct WriteAheadTests {
    private let folder = TemporaryFolder()

    private func journalMode(_ database: FMDatabase, set mode: String? = nil) throws -> String? {
        let sql = "PRAGMA journal_mode" + (mode.map { "=" + $0 } ?? "")
        let rows = try database.executeQuery(sql, values: nil)
        defer { rows.close() }
        return rows.next() ? rows.string(forColumnIndex: 0) : nil
    }

    /// A connection to the file in WAL mode that gives up at once when it meets a lock.
    private func connection() throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        database.maxBusyRetryTimeInterval = 0
        #expect(try journalMode(database, set: "WAL") == "wal")
        try database.executeUpdate("CREATE TABLE IF NOT EXISTS t (a)", values: nil)
        return database
    }

    private func count(_ database: FMDatabase) -> Int? {
        database.longForQuery("SELECT count(*) FROM t")
    }

    private func fileSize(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.size] as? NSNumber).intValue
    }

    @Test func testB503_aFileAnswersWAL() throws {
        #expect(try journalMode(.file(folder.file()), set: "WAL") == "wal")
    }

    @Test func testB503_anInMemoryDatabaseAnswersMemory() throws {
        #expect(try journalMode(.memory(), set: "WAL") == "memory")
    }

    @Test func testB503_theModePersistsInTheFile() throws {
        try connection().close()
        #expect(try journalMode(.file(folder.file())) == "wal")
    }

    @Test func testB504_aReaderDoesNotBlockTheWriter() throws {
        let reader = try connection()
        let writer = try connection()
        try writer.executeUpdate("INSERT INTO t VALUES (1), (2)", values: nil)
        let rows = try reader.executeQuery("SELECT a FROM t ORDER BY a", values: nil)
        #expect(rows.next())

        #expect(writer.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: []))
        #expect(rows.next())
        #expect(!rows.next())
    }

    @Test func testB504_theWriterDoesNotBlockAReader() throws {
        let reader = try connection()
        let writer = try connection()
        try writer.executeUpdate("INSERT INTO t VALUES (1)", values: nil)
        #expect(writer.beginExclusiveTransaction())
        try writer.executeUpdate("INSERT INTO t VALUES (2)", values: nil)

        #expect(count(reader) == 1)
        #expect(writer.commit())
        #expect(count(reader) == 2)
    }

    @Test func testB505_aReadTransactionKeepsItsSnapshot() throws {
        let reader = try connection()
        let writer = try connection()
        #expect(reader.beginDeferredTransaction())
        #expect(count(reader) == 0)

        try writer.executeUpdate("INSERT INTO t VALUES (1)", values: nil)
        #expect(count(writer) == 1)
        #expect(count(reader) == 0)

        #expect(reader.commit())
        #expect(count(reader) == 1)
    }

    @Test func testB506_theLogIsCheckpointedByItself() throws {
        let database = try connection()
        let pageSize = try #require(database.longForQuery("PRAGMA page_size"))
        let limit = try #require(database.longForQuery("PRAGMA wal_autocheckpoint"))
        #expect(limit == 1000)

        try database.executeUpdate("INSERT INTO t VALUES (zeroblob(?))", values: [10 * pageSize])
        #expect(try fileSize(folder.file()) < 10 * pageSize)

        let large = 1100 * pageSize
        try database.executeUpdate("INSERT INTO t VALUES (zeroblob(?))", values: [large])
        #expect(try fileSize(folder.file()) > large)
    }

    @Test func testB506_theLogDisappearsWithTheLastConnection() throws {
        let log = folder.file() + "-wal"
        let first = try connection()
        let second = try connection()
        #expect(FileManager.default.fileExists(atPath: log))

        first.close()
        #expect(FileManager.default.fileExists(atPath: log))
        second.close()
        #expect(!FileManager.default.fileExists(atPath: log))
    }
}
