import FMDB
import FMDBTestHelpers
import Testing

private let readOnly: Int32 = 1  // SQLITE_OPEN_READONLY
private let readWrite: Int32 = 2  // SQLITE_OPEN_READWRITE
private let create: Int32 = 4  // SQLITE_OPEN_CREATE
private let readOnlyError: Int32 = 8  // SQLITE_READONLY

/// A queue of a client's own that chooses the class of its database.
private final class RecordingQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { OpeningRecorder.self }
}

@Suite struct QueueTests {
    private let folder = TemporaryFolder()

    private func fileQueue() throws -> FMDatabaseQueue {
        NumberTable.makeFile(folder.file())
        return try #require(FMDatabaseQueue(path: folder.file()))
    }

    @Test func testB300_theInitializerOpensTheDatabaseAtOnce() throws {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        #expect(FileManager.default.fileExists(atPath: folder.file()))
        queue.close()
    }

    @Test func testB300_theInitializerFailsWhenTheFileCannotBeOpened() {
        let path = folder.path + "/missing/test.db"
        #expect(FMDatabaseQueue(path: path) == nil)
        #expect(FMDatabaseQueue(url: URL(fileURLWithPath: path)) == nil)
        #expect(FMDatabaseQueue(path: path, flags: readWrite | create, vfs: nil) == nil)
    }

    @Test func testB300_theGivenFlagsDecide() {
        #expect(FMDatabaseQueue(path: folder.file(), flags: readWrite) == nil)
        #expect(FMDatabaseQueue(url: URL(fileURLWithPath: folder.file()), flags: readOnly) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file()))
    }

    @Test func testB300_anUnknownVFSFails() {
        #expect(FMDatabaseQueue(path: folder.file(), flags: readWrite | create, vfs: "no such vfs") == nil)
    }

    @Test func testB301_aQueueWithoutAPathIsInMemoryAndKeepsItsContent() throws {
        let nowhere: String? = nil
        let noURL: URL? = nil
        let queues = [
            FMDatabaseQueue(),
            try #require(FMDatabaseQueue(path: nowhere)),
            try #require(FMDatabaseQueue(url: noURL)),
        ]
        for queue in queues {
            queue.inDatabase { NumberTable.create(in: $0) }
            queue.inDatabase { database in
                NumberTable.insert(1, into: database)
            }
            queue.inDatabase { database in
                #expect(database.databasePath == nil)
                #expect(NumberTable.all(in: database) == [1])
            }
        }
    }

    @Test func testB302_pathFlagsAndVFSReportTheDefaults() throws {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        #expect(queue.path == folder.file())
        #expect(queue.openFlags == readWrite | create)
        #expect(queue.vfsName == nil)
    }

    @Test func testB302_pathFlagsAndVFSReportWhatWasGiven() throws {
        NumberTable.makeFile(folder.file())
        let url = URL(fileURLWithPath: folder.file())
        let queue = try #require(FMDatabaseQueue(url: url, flags: readWrite, vfs: "unix"))
        #expect(queue.path == folder.file())
        #expect(queue.openFlags == readWrite)
        #expect(queue.vfsName == "unix")
    }

    @Test func testB303_theBlockHasRunExactlyOnceWhenTheCallReturns() {
        let queue = FMDatabaseQueue()
        var runs = 0
        queue.inDatabase { _ in runs += 1 }
        #expect(runs == 1)
        queue.inDatabase { _ in runs += 1 }
        #expect(runs == 2)
    }

    @Test func testB304_allBlocksSeeTheSameDatabase() {
        let queue = FMDatabaseQueue()
        var seen: [FMDatabase] = []
        queue.inDatabase { seen.append($0) }
        queue.inTransaction { database, _ in seen.append(database) }
        queue.inSavePoint { database, _ in seen.append(database) }
        queue.inDatabase { seen.append($0) }
        #expect(seen.count == 4)
        #expect(Set(seen.map(ObjectIdentifier.init)).count == 1)
    }

    @Test func testB305_blocksOfSeveralThreadsNeverOverlap() {
        let queue = FMDatabaseQueue()
        let counter = Locked(0)
        let finished = BackgroundThreads.run(4) { _ in
            for _ in 0..<250 {
                queue.inDatabase { _ in
                    // Reads and writes in two steps and offers the processor in between: a count gets lost if another
                    // block takes it.
                    let before = counter.value
                    sched_yield()
                    counter.withLock { $0 = before + 1 }
                }
            }
        }
        #expect(finished)
        #expect(counter.value == 1000)
    }

    @Test func testB309_closeClosesTheDatabase() throws {
        let queue = try fileQueue()
        var first: FMDatabase?
        queue.inDatabase { first = $0 }
        #expect(first?.isOpen == true)
        queue.close()
        #expect(first?.isOpen == false)
    }

    @Test func testB309_theNextBlockReopensWithANewObject() throws {
        let queue = try fileQueue()
        var first: FMDatabase?
        var second: FMDatabase?
        queue.inDatabase { database in
            NumberTable.insert(1, into: database)
            first = database
        }
        queue.close()
        queue.inDatabase { database in
            #expect(database.isOpen)
            #expect(NumberTable.all(in: database) == [1])
            second = database
        }
        #expect(first !== second)
    }

    @Test func testB309_theSettingsOfTheClosedDatabaseAreLost() throws {
        let queue = try fileQueue()
        queue.inDatabase { $0.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd")) }
        queue.close()
        queue.inDatabase { #expect(!$0.hasDateFormatter()) }
    }

    @Test func testB309_pathFlagsAndVFSAreUsedAgain() throws {
        NumberTable.makeFile(folder.file())
        let queue = try #require(RecordingQueue(path: folder.file(), flags: readWrite, vfs: "unix"))
        queue.close()
        queue.inDatabase { database in
            #expect(database.databasePath == folder.file())
            #expect((database as? OpeningRecorder)?.openings == ["open(withFlags: 2, vfs: unix)"])
        }
    }

    @Test func testB310_aDatabaseThatTheBlockClosedIsReopened() throws {
        let queue = try fileQueue()
        var first: FMDatabase?
        queue.inDatabase { database in
            NumberTable.insert(1, into: database)
            database.close()
            first = database
        }
        queue.inDatabase { database in
            #expect(database === first)
            #expect(database.isOpen)
            #expect(NumberTable.all(in: database) == [1])
        }
    }

    @Test func testB311_whenReopeningFailsTheBlockRunsWithAClosedDatabase() throws {
        NumberTable.makeFile(folder.file())
        let queue = try #require(FMDatabaseQueue(path: folder.file(), flags: readWrite))
        queue.close()
        try FileManager.default.removeItem(atPath: folder.file())

        var runs = 0
        queue.inDatabase { database in
            runs += 1
            database.logsErrors = false
            #expect(!database.isOpen)
            #expect(!database.goodConnection)
            #expect(!NumberTable.insert(1, into: database))
            #expect(NumberTable.all(in: database) == nil)
            #expect(!database.executeStatements("SELECT 1"))
            #expect(!database.beginTransaction())
        }
        #expect(runs == 1)
    }

    @Test func testB311_theNextBlockTriesAgain() throws {
        NumberTable.makeFile(folder.file())
        let queue = try #require(FMDatabaseQueue(path: folder.file(), flags: readWrite))
        queue.close()
        try FileManager.default.removeItem(atPath: folder.file())
        queue.inDatabase { #expect(!$0.isOpen) }

        NumberTable.makeFile(folder.file(), numbers: [1])
        queue.inDatabase { database in
            #expect(database.isOpen)
            #expect(NumberTable.all(in: database) == [1])
        }
    }

    @Test func testB312_aReadOnlyQueueReadsAndRefusesWritesAlsoAfterClose() throws {
        NumberTable.makeFile(folder.file(), numbers: [1])
        let queue = try #require(FMDatabaseQueue(path: folder.file(), flags: readOnly))
        for _ in 0..<2 {
            queue.inDatabase { database in
                database.logsErrors = false
                #expect(NumberTable.all(in: database) == [1])
                #expect(!NumberTable.insert(2, into: database))
                #expect(database.lastErrorCode() == readOnlyError)
            }
            queue.close()
        }
    }

    @Test func testB314_aBlockMayUseAnotherQueue() {
        let source = FMDatabaseQueue()
        let target = FMDatabaseQueue()
        source.inDatabase { database in
            NumberTable.create(in: database)
            NumberTable.insert(1, into: database)
        }
        source.inDatabase { from in
            target.inTransaction { to, _ in
                NumberTable.create(in: to)
                for number in NumberTable.all(in: from) ?? [] {
                    NumberTable.insert(number, into: to)
                }
            }
        }
        target.inDatabase { #expect(NumberTable.all(in: $0) == [1]) }
    }

    @Test func testB315_aResultSetLeftOpenIsNotClosed() throws {
        let queue = try fileQueue()
        var kept: FMResultSet?
        queue.inDatabase { database in
            NumberTable.insert(1, into: database)
            NumberTable.insert(2, into: database)
            kept = database.executeQuery("SELECT number FROM numbers ORDER BY rowid", withArgumentsIn: [])
            #expect(kept?.next() == true)
        }
        queue.inDatabase { database in
            #expect(database.hasOpenResultSets)
            #expect(kept?.next() == true)
            #expect(kept?.int(forColumnIndex: 0) == 2)
            kept?.close()
            #expect(!database.hasOpenResultSets)
        }
    }

    @Test func testB319_databaseClassChoosesTheClass() throws {
        let queue = try #require(RecordingQueue(path: folder.file()))
        queue.inDatabase { database in
            #expect(database is OpeningRecorder)
            #expect(database.isOpen)
        }
    }

    @Test func testB319_theQueueOpensWithFlagsAndNotPlainly() throws {
        let queue = try #require(RecordingQueue(path: folder.file()))
        queue.inDatabase { database in
            #expect((database as? OpeningRecorder)?.openings == ["open(withFlags: 6, vfs: nil)"])
        }
    }

    @Test func testB321_settingsPersistUntilClose() {
        let queue = FMDatabaseQueue()
        queue.inDatabase { database in
            database.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd"))
            database.shouldCacheStatements = true
            database.maxBusyRetryTimeInterval = 7
        }
        queue.inDatabase { database in
            #expect(database.hasDateFormatter())
            #expect(database.shouldCacheStatements)
            #expect(database.maxBusyRetryTimeInterval == 7)
        }
    }

    @Test func testB323_theQueueKeepsItselfAliveDuringABlock() {
        var queue: FMDatabaseQueue? = FMDatabaseQueue()
        weak var observed: FMDatabaseQueue?
        observed = queue
        queue?.inDatabase { database in
            queue = nil
            #expect(observed != nil)
            NumberTable.create(in: database)
            #expect(NumberTable.insert(1, into: database))
        }
        #expect(observed == nil)
    }

    @Test func testB324_closingAClosedQueueIsHarmless() throws {
        let queue = try fileQueue()
        queue.close()
        queue.close()
        queue.inDatabase { #expect(NumberTable.insert(1, into: $0)) }
    }
}
