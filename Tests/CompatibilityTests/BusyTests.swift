import Dispatch
import FMDB
import FMDBTestHelpers
import Testing

/// An interval that outlasts every lock of these tests.
private let patient: TimeInterval = 60

/// How a database waits for a lock that another connection holds.
@Suite struct BusyTests {
    @Test func testB070_anIntervalAboveZeroInstallsAHandlerAtOpen() throws {
        let folder = try folderWithDatabase()
        let writer = FMDatabase(path: folder.file())
        writer.logsErrors = false
        writer.maxBusyRetryTimeInterval = patient
        #expect(writer.open())

        #expect(try whileAReaderBlocks(folder.file()) { insertOne(into: writer) })
    }

    @Test func testB071_givingUpIsBusy() throws {
        let folder = try folderWithDatabase()
        let holder = FMDatabase.file(folder.file())
        let writer = FMDatabase.file(folder.file())
        writer.maxBusyRetryTimeInterval = 0.1
        #expect(holder.beginExclusiveTransaction())

        #expect(!insertOne(into: writer))
        #expect(writer.lastErrorCode() == 5)
        #expect(writer.lastErrorMessage() == "database is locked")

        #expect(holder.rollback())
        #expect(insertOne(into: writer))
    }

    @Test func testB072_withoutAnIntervalALockedDatabaseIsNotWaitedFor() throws {
        let folder = try folderWithDatabase()
        let writer = FMDatabase.file(folder.file())
        writer.maxBusyRetryTimeInterval = 0

        // The reader would go if it saw the writer wait.
        #expect(try !whileAReaderBlocks(folder.file()) { insertOne(into: writer) })
        #expect(writer.lastErrorCode() == 5)
    }

    @Test func testB073_theIntervalReadsBackAsSet() {
        let db = FMDatabase(path: nil)
        db.maxBusyRetryTimeInterval = 1.5
        #expect(db.maxBusyRetryTimeInterval == 1.5)

        #expect(db.open())
        #expect(db.maxBusyRetryTimeInterval == 1.5)

        db.maxBusyRetryTimeInterval = 0
        #expect(db.maxBusyRetryTimeInterval == 0)
    }

    @Test func testB073_anIntervalSetBeforeOpenIsUsedAtOpen() throws {
        let folder = try folderWithDatabase()
        let writer = FMDatabase(path: folder.file())
        writer.logsErrors = false
        writer.maxBusyRetryTimeInterval = 0
        #expect(writer.open())

        #expect(try !whileAReaderBlocks(folder.file()) { insertOne(into: writer) })
        #expect(writer.lastErrorCode() == 5)
    }

    @Test func testB073_anIntervalRaisedLaterTakesEffectAtOnce() throws {
        let folder = try folderWithDatabase()
        let writer = FMDatabase(path: folder.file())
        writer.logsErrors = false
        writer.maxBusyRetryTimeInterval = 0
        #expect(writer.open())

        writer.maxBusyRetryTimeInterval = patient

        #expect(try whileAReaderBlocks(folder.file()) { insertOne(into: writer) })
    }

    @Test func testB073_anIntervalLoweredLaterTakesEffectAtOnce() throws {
        let folder = try folderWithDatabase()
        let writer = FMDatabase(path: folder.file())
        writer.logsErrors = false
        writer.maxBusyRetryTimeInterval = patient
        #expect(writer.open())

        writer.maxBusyRetryTimeInterval = 0

        #expect(try !whileAReaderBlocks(folder.file()) { insertOne(into: writer) })
        #expect(writer.lastErrorCode() == 5)
    }

    @Test func testB074_theWaitingOperationSucceedsOnceTheLockIsReleased() throws {
        let folder = try folderWithDatabase()
        let writer = FMDatabase.file(folder.file())
        writer.maxBusyRetryTimeInterval = patient

        #expect(try whileAReaderBlocks(folder.file()) { insertOne(into: writer) })

        #expect(!writer.hadError())
        #expect(drawn(writer.executeQuery("SELECT x FROM t", withArgumentsIn: [])) == "x\n1\n2\n3")
    }

    @Test func testB075_aReaderInProgressBlocksAWriter() throws {
        let folder = try folderWithDatabase()
        let reader = FMDatabase.file(folder.file())
        let writer = FMDatabase.file(folder.file())
        writer.maxBusyRetryTimeInterval = 0
        let rows = try reader.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())

        #expect(!insertOne(into: writer))
        #expect(writer.lastErrorCode() == 5)

        rows.close()
        #expect(insertOne(into: writer))
        #expect(drawn(reader.executeQuery("SELECT x FROM t", withArgumentsIn: [])) == "x\n1\n2\n3")
    }

    @Test func testD31_aWaitThatGaveUpDoesNotUseUpTheIntervalOfTheNext() throws {
        let folder = try folderWithDatabase()
        let reader = FMDatabase.file(folder.file())
        let writer = FMDatabase.file(folder.file())
        writer.maxBusyRetryTimeInterval = 0.3
        let rows = try reader.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())
        #expect(!insertOne(into: writer))
        rows.close()

        // A slow machine may let an attempt run out. With the start of the first wait none could ever succeed,
        // because each attempt meets the lock.
        var succeeded = false
        for _ in 1...20 where !succeeded {
            succeeded = try whileAReaderBlocks(folder.file()) { insertOne(into: writer) }
        }
        #expect(succeeded)
    }
}

/// A folder with a database in rollback-journal mode that has the rows 1 and 2 in `t (x)`.
private func folderWithDatabase() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let db = FMDatabase.file(folder.file())
    try db.executeUpdate("CREATE TABLE t (x)", values: nil)
    try db.executeUpdate("INSERT INTO t VALUES (1), (2)", values: nil)
    db.close()
    return folder
}

private func insertOne(into db: FMDatabase) -> Bool {
    db.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: [])
}

/// Calls a closure that writes while a reader in another thread holds a shared lock.
///
/// The reader goes as soon as it sees a writer wait for it, which shows in new readers being refused, or when the
/// closure has returned. So the first attempt of the write meets the lock on every machine, and a write that waits
/// succeeds.
private func whileAReaderBlocks(_ path: String, write: () -> Bool) throws -> Bool {
    let locked = DispatchSemaphore(value: 0)
    let written = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    // SAFETY: set before `locked` is signalled and read after it.
    nonisolated(unsafe) var reads = false
    Thread.detachNewThread {
        let reader = FMDatabase.file(path)
        let probe = FMDatabase.file(path)
        probe.maxBusyRetryTimeInterval = 0
        let rows = reader.executeQuery("SELECT x FROM t", withArgumentsIn: [])
        reads = rows?.next() ?? false
        locked.signal()
        while canRead(probe), written.wait(timeout: .now() + .milliseconds(1)) == .timedOut {}
        rows?.close()
        reader.close()
        probe.close()
        ended.signal()
    }
    locked.wait()
    let result = write()
    written.signal()
    ended.wait()
    try #require(reads, "the reader got no lock")
    return result
}

private func canRead(_ db: FMDatabase) -> Bool {
    let rows = db.executeQuery("SELECT x FROM t", withArgumentsIn: [])
    defer { rows?.close() }
    return rows?.next() ?? false
}
