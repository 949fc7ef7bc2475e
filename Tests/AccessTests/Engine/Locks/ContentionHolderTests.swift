import FMDB
import FMDBTestHelpers
import Testing

/// Each way in which this library itself holds a lock: the error names it, and nobody else.
@Suite struct ContentionHolderTests {
    private let folder = TemporaryFolder()

    private func database(_ mode: String = "WAL") throws -> FMDatabase {
        let db = FMDatabase.file(folder.file())
        db.maxBusyRetryTimeInterval = 0
        try db.script(
            "PRAGMA journal_mode = \(mode); CREATE TABLE IF NOT EXISTS t (x); INSERT INTO t VALUES (zeroblob(10))")
        return db
    }

    private func configuration(
        _ change: (inout FMDatabaseCoordinator.Configuration) -> Void = { _ in }
    ) -> FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.label = "people"
        change(&configuration)
        return configuration
    }

    private func expect(
        _ error: FMError?, _ lock: FMError.Contention.Lock, _ words: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let hint = error?.contention?.hint ?? "no contention"
        #expect(error?.contention?.lock == lock, "\(hint)", sourceLocation: location)
        #expect(hint.hasPrefix(words), "\(hint)", sourceLocation: location)
        #expect(error?.contention?.holders.count == 1, "\(hint)", sourceLocation: location)
    }

    private func refused(_ sql: String, on db: FMDatabase) -> FMError? {
        db.maxBusyRetryTimeInterval = 0
        return thrown { try db.execute(FMSQL(raw: sql)) }
    }

    private func truncated(_ db: FMDatabase) -> FMError? {
        db.maxBusyRetryTimeInterval = 0
        return thrown { try db.checkpoint(.truncate) }
    }

    private let write = "INSERT INTO t VALUES (2)"

    // MARK: - Exclusive locking mode

    @Test(arguments: ["WAL", "DELETE"], ["SELECT count(*) FROM t", "UPDATE t SET x = x"])
    func aQueueInExclusiveLockingMode(mode: String, sql: String) throws {
        try database(mode).close()
        let queue = try SilentQueue(
            path: folder.file(),
            configuration: configuration {
                $0.configure = { db in _ = try db.value("PRAGMA locking_mode = EXCLUSIVE", as: String.self) }
            })
        queue.inDatabase { db in _ = db.executeQuery(sql, withArgumentsIn: [])?.next() }
        let other = FMDatabase.file(folder.file())
        let isReading = mode == "DELETE" && sql.hasPrefix("SELECT")
        if isReading {
            #expect(other.beginImmediateTransaction())
            try other.execute("UPDATE t SET x = x")
            expect(refused("COMMIT", on: other), .read, "the queue \"people\" is reading")
        } else {
            expect(refused(sql, on: other), .exclusive, "the queue \"people\" holds an exclusive lock")
        }
    }

    @Test func aPlainDatabaseInExclusiveLockingMode() throws {
        let holder = try database("DELETE")
        _ = try holder.value("PRAGMA locking_mode = EXCLUSIVE", as: String.self)
        try holder.execute("UPDATE t SET x = x")
        expect(
            refused("SELECT count(*) FROM t", on: .file(folder.file())), .exclusive,
            "the connection \"test.db\" holds an exclusive lock")
    }

    // MARK: - The backup

    @Test func theHoldOfABackup() throws {
        let scene = BackupScene()
        let queue = try scene.queue { $0.label = "people" }
        try queue.withDatabase { try $0.script("CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
        let other = FMDatabase.file(scene.path)
        try other.execute("INSERT INTO t VALUES (2)")
        let contention = truncated(other)?.contention
        #expect(contention?.lock == .read)
        #expect(
            contention?.hint.hasPrefix("the backup of \"people\" is reading") == true, "\(contention?.hint ?? "none")")
        // It has two connections, which take turns with an overlap.
        #expect(contention?.holders.allSatisfy { $0.label == "people" } == true)
        queue.close()
    }

    @Test(arguments: ["WAL", "DELETE"]) func aRestoreBetweenItsSteps(mode: String) throws {
        let source = FMDatabase.file(folder.file("source.db"))
        try source.script("CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(100000))")
        let (target, other) = (try database(mode), try database(mode))
        var options = FMDatabase.BackupOptions()
        options.pagesPerStep = 1
        var error: FMError?
        try target.restore(from: folder.file("source.db"), options) { progress in
            if error == nil, progress.remaining > 0 { error = refused(write, on: other) }
        }
        let hint = error?.contention?.hint ?? "no contention"
        #expect(hint.hasPrefix("the connection \"test.db\" holds"), "\(hint)")
    }

    // MARK: - What is open

    @Test(arguments: ["WAL", "DELETE"]) func anOpenBlobForWriting(mode: String) throws {
        let (holder, other) = (try database(mode), try database(mode))
        #expect(holder.beginDeferredTransaction())
        let blob = try holder.openBlob(table: "t", column: "x", row: 1, isReadOnly: false)
        expect(refused(write, on: other), .write, "the connection \"test.db\" holds the write lock")
        try blob.close()
    }

    @Test func anOpenBlobForReading() throws {
        let (holder, other) = (try database("DELETE"), try database("DELETE"))
        let blob = try holder.openBlob(table: "t", column: "x", row: 1)
        #expect(other.beginImmediateTransaction())
        try other.execute("UPDATE t SET x = 1")
        expect(refused("COMMIT", on: other), .read, "the connection \"test.db\" is reading")
        try blob.close()
        #expect(refused("COMMIT", on: other) == nil)
    }

    @Test(arguments: ["WAL", "DELETE"]) func aTransactionOfACFunction(mode: String) throws {
        let (holder, other) = (try database(mode), try database(mode))
        RawObjects.run(holder, "BEGIN IMMEDIATE")
        expect(refused(write, on: other), .write, "the connection \"test.db\" holds the write lock")
    }

    @Test(arguments: ["WAL", "DELETE"]) func aStatementOfACFunction(mode: String) throws {
        let (holder, other) = (try database(mode), try database(mode))
        let statement = try #require(RawObjects.step(holder, "INSERT INTO t VALUES (1), (2) RETURNING x"))
        expect(refused(write, on: other), .write, "the connection \"test.db\" holds the write lock")
        RawObjects.finalize(statement)
    }

    @Test func aConnectionThatHasAttachedTheFile() throws {
        let other = try database()
        let holder = FMDatabase.memory()
        try holder.execute("ATTACH \(folder.file()) AS file")
        try holder.script("BEGIN; INSERT INTO file.t VALUES (1)")
        let hint = refused(write, on: other)?.contention?.hint ?? ""
        #expect(hint.contains("ATTACH"), "\(hint)")
    }

    // MARK: - Queues, pools and what uses them

    @Test func aReaderOfAPoolKeepsACheckpointBack() throws {
        let other = try database()
        let pool = SilentPool(path: folder.file(), configuration: configuration())
        try pool.read { db in
            _ = try db.value("SELECT count(*) FROM t", as: Int.self)
            try other.execute(FMSQL(raw: write))
            expect(truncated(other), .read, "the reader of the pool \"people\" is reading")
        }
    }

    @Test func aReadOnlyConnection() throws {
        let other = try database()
        let reader = FMDatabase(path: folder.file())
        #expect(reader.open(withFlags: 1))
        #expect(reader.beginDeferredTransaction())
        _ = try reader.value("SELECT count(*) FROM t", as: Int.self)
        try other.execute(FMSQL(raw: write))
        expect(truncated(other), .read, "the connection \"test.db\" is reading")
    }

    @Test func anotherQueueOfThisProcess() throws {
        let other = try database()
        let queue = try SilentQueue(path: folder.file(), configuration: configuration())
        try queue.withTransaction { _ in
            expect(refused(write, on: other), .write, "the queue \"people\" holds the write lock")
        }
    }

    @Test func aGroupCommit() throws {
        let other = try database()
        let pool = SilentPool(path: folder.file(), configuration: configuration { $0.groupCommit = .init() })
        try pool.write { db in
            try db.execute(FMSQL(raw: write))
            expect(refused(write, on: other), .write, "the writer of the pool \"people\" holds the write lock")
        }
    }

    @Test func aMigration() throws {
        let path = folder.file()
        try database().close()
        let queue = try SilentQueue(path: folder.file(), configuration: configuration())
        let error = Locked<FMError?>(nil)
        let migrator = SampleMigration.migrator { number in
            guard number == 1 else { return }
            error.withLock { $0 = refusedWrite(path) }
        }
        try migrator.migrate(queue)
        expect(error.value, .write, "the queue \"people\" holds the write lock")
    }

    @Test func anUndo() throws {
        let path = folder.file()
        try database().close()
        let queue = try SilentQueue(path: folder.file(), configuration: configuration())
        let error = Locked<FMError?>(nil)
        let undo = try FMUndo(queue)
        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (7)") }
        try queue.withDatabase { try $0.setCommitHandler { error.withLock { $0 = refusedWrite(path) } } }
        #expect(try undo.undo())
        expect(error.value, .write, "the queue \"people\" holds the write lock")
    }

    @Test func anObservationHoldsNothing() async throws {
        let other = try database()
        let pool = SilentPool(path: folder.file(), configuration: configuration())
        let values = pool.values { try $0.value("SELECT count(*) FROM t", as: Int.self) }.makeAsyncIterator()
        _ = try await values.next()
        try other.execute(FMSQL(raw: write))
        #expect(truncated(other) == nil)
    }
}

/// Why another connection cannot write.
private func refusedWrite(_ path: String) -> FMError? {
    let other = FMDatabase.file(path)
    other.maxBusyRetryTimeInterval = 0
    return thrown { try other.execute("INSERT INTO t VALUES (2)") }
}
