import FMDB
import FMDBTestHelpers
import Testing

/// Another database takes the place of one that is open, as when a backup is restored by renaming it.
@Suite struct ReplacedFileTests {
    private let folder = TemporaryFolder()

    /// Makes a database whose table has one row, and renames it over the one that is open.
    private func replace(_ path: String) throws {
        let other = FMDatabase.file(folder.file("other.db"))
        try other.execute("CREATE TABLE t (a)")
        try other.execute("INSERT INTO t VALUES ('restored')")
        #expect(other.close())
        try #require(rename(folder.file("other.db"), path) == 0)
    }

    /// What a process finds that opens the file alone.
    private func rows(_ path: String) throws -> [String] {
        let data = try #require(FileManager.default.contents(atPath: path))
        try data.write(to: URL(fileURLWithPath: folder.file("copy.db")))
        let copy = FMDatabase.file(folder.file("copy.db"))
        defer { copy.close() }
        return try copy.rows("SELECT a FROM t", as: String.self)
    }

    @Test func aReaderOfAPoolThatOpensLaterIsRefused() throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.write { db in
            try db.execute("CREATE TABLE t (a)")
            try db.execute("INSERT INTO t VALUES ('former')")
        }
        try replace(folder.file())
        let error = thrown { try pool.read { db in try db.rows("SELECT a FROM t", as: String.self) } }
        #expect(error?.extendedCode == .readOnlyMoved)
        #expect(try rows(folder.file()) == ["restored"])
    }

    /// A connection counts before it is configured, which may take long.
    @Test func aReaderThatOpensWhileAnotherIsConfiguredIsRefused() throws {
        let path = folder.file()
        FMDatabase.file(path).close()
        let gate = Gate()
        gate.close()
        let second = Locked<FMError?>(nil)
        var configuration = FMDatabasePool.Configuration()
        configuration.configure = { _ in gate.pass() }
        let pool = FMDatabasePool(path: path, configuration: configuration)
        let thread = Thread { try? pool.withDatabase { _ in } }
        thread.start()
        #expect(gate.isReached())
        try replace(path)
        second.withLock { $0 = thrown { try pool.withDatabase { _ in } } }
        gate.open()
        #expect(second.value?.extendedCode == .readOnlyMoved)
        #expect(second.value?.message.contains("a different file") == true)
    }

    @Test func theBackgroundCheckpointLeavesTheNewFileAlone() throws {
        let watched = WatchedLog()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.writeAheadLog = watched.choices { $0.checkpointPages = 20 }
        let queue = try SilentQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE t (a)")
            try db.execute("INSERT INTO t VALUES ('former')")
        }
        // The next transaction would be refused.
        try queue.withDatabase { db in
            try db.execute("BEGIN")
            try db.execute("INSERT INTO t VALUES (zeroblob(100000))")
            try replace(folder.file())
            try db.execute("COMMIT")
        }
        #expect(try watched.nextCheckpoint().error?.extendedCode == .readOnlyMoved)
        #expect(queue.writeAheadStatistics?.failedCheckpoints == 1)
        #expect(try rows(folder.file()) == ["restored"])
    }
}
