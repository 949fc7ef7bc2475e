import FMDB
import FMDBTestHelpers
import Testing

/// Queues and pools on files from elsewhere.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) struct UntrustedAccessTests {
    private let folder = TemporaryFolder()

    /// A configuration for a file with a table and a view that never ends.
    private func configuration() throws -> FMDatabaseCoordinator.Configuration {
        let db = FMDatabase.file(folder.file())
        try db.execute("CREATE TABLE t (a)")
        try db.execute(
            """
            CREATE VIEW v AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n
            """)
        // A pool that had to do so would have the time limit for it.
        _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        db.close()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.untrusted = FMDatabase.Restrictions()
        configuration.untrusted?.timeLimit = .milliseconds(20)
        return configuration
    }

    private func expectRestricted(_ db: FMDatabase) throws {
        #expect(try db.value("PRAGMA trusted_schema", as: Bool.self) == false)
        #expect(thrown { try db.value("SELECT * FROM v", as: Int.self) }?.extendedCode == .deadlineExceeded)
    }

    @Test func eachConnectionIsRestricted() throws {
        let configuration = try configuration()
        try SilentQueue(path: folder.file(), configuration: configuration).withDatabase(expectRestricted)
        let pool = SilentPool(path: folder.file(), configuration: configuration)
        try pool.write { db in
            try expectRestricted(db)
            try db.execute("INSERT INTO t VALUES (1)")
        }
        try pool.read(expectRestricted)
    }

    @Test func aDamagedFileIsRefusedByEachCall() throws {
        var configuration = try configuration()
        configuration.untrusted?.check = .full
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file()))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 100))
        try file.close()
        let pool = SilentPool(path: folder.file(), configuration: configuration)
        #expect(thrown { try pool.read { _ in } }?.resultCode == .corrupt)
        #expect(thrown { try pool.write { _ in } }?.resultCode == .corrupt)
        #expect(pool.countOfOpenDatabases == 0)
    }

    @Test func aConnectionThatOpensDuringTheCheckIsCheckedToo() throws {
        var configuration = try configuration()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file()))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 100))
        try file.close()
        let gate = Gate()
        gate.close()
        configuration.eventHandler = { event in
            guard case .statementBegan(let statement) = event, statement.sql.contains("quick_check") else { return }
            gate.pass()
        }
        let pool = SilentPool(path: folder.file(), configuration: configuration)
        let thread = Thread { try? pool.withDatabase { _ in } }
        thread.start()
        #expect(gate.isReached())
        let error = thrown { try pool.withDatabase { _ in } }
        gate.open()
        #expect(error?.resultCode == .corrupt)
    }

    @Test func aMissingFileIsNotCreated() {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.untrusted = FMDatabase.Restrictions()
        let path = folder.file("missing.db")
        #expect(thrown { try SilentQueue(path: path, configuration: configuration) }?.resultCode == .cantOpen)
        let pool = SilentPool(path: path, configuration: configuration)
        #expect(thrown { try pool.read { _ in } }?.resultCode == .cantOpen)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// The pragma of the check is seen by the event handler.
    @Test func theFileIsCheckedOnce() throws {
        var configuration = try configuration()
        let checks = Locked(0)
        configuration.eventHandler = { event in
            guard case .statementBegan(let statement) = event, statement.sql.contains("quick_check") else { return }
            checks.withLock { $0 += 1 }
        }
        let pool = SilentPool(path: folder.file(), configuration: configuration)
        try pool.write { db in
            try db.execute("INSERT INTO t VALUES (1)")
            #expect(try pool.read { db in try db.rows("SELECT a FROM t", as: Int.self) }.count <= 1)
        }
        #expect(checks.value == 1)
    }

    @Test func aTaskThatIsCancelledStillEndsItsStatement() async throws {
        var configuration = try configuration()
        configuration.untrusted?.timeLimit = .seconds(3600)
        let began = AsyncStream<Void>.makeStream()
        configuration.eventHandler = { event in
            if case .statementBegan(let statement) = event, statement.sql.contains("FROM v") {
                began.continuation.finish()
            }
        }
        let queue = try SilentQueue(path: folder.file(), configuration: configuration)
        let task = Task { try await queue.withDatabase { db in try db.value("SELECT * FROM v", as: Int.self) } }
        for await _ in began.stream {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await queue.withDatabase { db in try db.value("SELECT 1", as: Int.self) } == 1)
    }
}
