import FMDB
import FMDBTestHelpers
import Testing

private let genericError = 1  // SQLITE_ERROR
private let locked = 6  // SQLITE_LOCKED

@Suite struct CheckpointTests {
    private let folder = TemporaryFolder()

    /// A database in WAL mode whose log holds at least one frame.
    private func walDatabase() -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        switchToWAL(database)
        NumberTable.create(in: database)
        NumberTable.insert(1, into: database)
        return database
    }

    private func switchToWAL(_ database: FMDatabase, schema: String = "main") {
        let rows = database.executeQuery("PRAGMA \(schema).journal_mode = WAL", withArgumentsIn: [])
        #expect(rows?.next() == true)
        #expect(rows?.string(forColumnIndex: 0) == "wal")
        rows?.close()
    }

    private func sizeOfLog(_ path: String) -> Int? {
        FileManager.default.contents(atPath: path + "-wal")?.count
    }

    @Test(arguments: [FMDBCheckpointMode.full, .restart])
    func testB280_theCountsAreFilledAndEqualWithoutReaders(mode: FMDBCheckpointMode) throws {
        let database = walDatabase()
        var logFrames: Int32 = 0
        var checkpointed: Int32 = 0
        try database.checkpoint(mode, name: nil, logFrameCount: &logFrames, checkpointCount: &checkpointed)
        #expect(logFrames > 0)
        #expect(checkpointed == logFrames)
    }

    @Test func testB280_theShortFormsSucceed() throws {
        let database = walDatabase()
        try database.checkpoint(.passive)
        try database.checkpoint(.full, name: "main")
        try database.checkpoint(.restart, name: nil, logFrameCount: nil, checkpointCount: nil)
        #expect(NumberTable.all(in: database) == [1])
    }

    @Test func testB280_theShortFormMovesTheLogIntoTheDatabase() throws {
        let database = walDatabase()
        try database.checkpoint(.full)
        var logFrames: Int32 = 0
        var checkpointed: Int32 = -1
        try database.checkpoint(.passive, name: "main", logFrameCount: &logFrames, checkpointCount: &checkpointed)
        #expect(logFrames > 0)
        #expect(checkpointed == logFrames)
    }

    @Test(arguments: [FMDBCheckpointMode.passive, .full, .restart, .truncate])
    func testB281_withoutWALBothCountsAreMinusOne(mode: FMDBCheckpointMode) throws {
        let database = FMDatabase.file(folder.file())
        NumberTable.create(in: database)
        var logFrames: Int32 = 7
        var checkpointed: Int32 = 7
        try database.checkpoint(mode, name: nil, logFrameCount: &logFrames, checkpointCount: &checkpointed)
        #expect(logFrames == -1)
        #expect(checkpointed == -1)
    }

    @Test func testB282_anUnknownDatabaseNameThrows() {
        let database = walDatabase()
        let error = #expect(throws: NSError.self) { try database.checkpoint(.full, name: "missing") }
        #expect(error?.domain == "FMDatabase")
        #expect(error?.code == genericError)
        #expect(error?.localizedDescription.contains("unknown database") == true)
    }

    @Test func testB283_truncateLeavesAnEmptyLog() throws {
        let database = walDatabase()
        #expect(try #require(sizeOfLog(folder.file())) > 0)
        try database.checkpoint(.truncate)
        #expect(sizeOfLog(folder.file()) == 0)
        #expect(NumberTable.all(in: database) == [1])
    }

    @Test func testB284_withoutANameAllAttachedDatabasesAreCheckpointed() throws {
        let database = try walDatabaseWithAttachedOne()
        try database.checkpoint(.truncate, name: nil)
        #expect(sizeOfLog(folder.file()) == 0)
        #expect(sizeOfLog(folder.file("attached.db")) == 0)
    }

    @Test func testB284_mainIsTheMainDatabaseOnly() throws {
        let database = try walDatabaseWithAttachedOne()
        try database.checkpoint(.truncate, name: "main")
        #expect(sizeOfLog(folder.file()) == 0)
        #expect(try #require(sizeOfLog(folder.file("attached.db"))) > 0)
    }

    private func walDatabaseWithAttachedOne() throws -> FMDatabase {
        let database = walDatabase()
        try database.executeUpdate("ATTACH DATABASE ? AS attached", values: [folder.file("attached.db")])
        switchToWAL(database, schema: "attached")
        try database.executeUpdate("CREATE TABLE attached.words (word TEXT)", values: nil)
        #expect(try #require(sizeOfLog(folder.file("attached.db"))) > 0)
        return database
    }

    @Test func testB285_aCheckpointInsideAWriteTransactionThrows() {
        let database = walDatabase()
        #expect(database.beginImmediateTransaction())
        NumberTable.insert(2, into: database)
        let error = #expect(throws: NSError.self) { try database.checkpoint(.full) }
        #expect(error?.code == locked)
        #expect(database.rollback())
    }
}
