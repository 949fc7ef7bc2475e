import FMDB
import FMDBTestHelpers
import Testing

private let readOnly: Int32 = 1  // SQLITE_OPEN_READONLY
private let readWrite: Int32 = 2  // SQLITE_OPEN_READWRITE
private let create: Int32 = 4  // SQLITE_OPEN_CREATE
private let busy: Int32 = 5  // SQLITE_BUSY
private let readOnlyError: Int32 = 8  // SQLITE_READONLY

/// A pool of a client's own that chooses the class of its databases.
private final class RecordingPool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { OpeningRecorder.self }
}

/// The counters of a pool, to be compared in one go.
private struct Counts: Equatable {
    let checkedOut: UInt
    let checkedIn: UInt
    let open: UInt

    init(checkedOut: UInt, checkedIn: UInt) {
        self.checkedOut = checkedOut
        self.checkedIn = checkedIn
        open = checkedOut + checkedIn
    }

    init(of pool: FMDatabasePool) {
        checkedOut = pool.countOfCheckedOutDatabases
        checkedIn = pool.countOfCheckedInDatabases
        open = pool.countOfOpenDatabases
    }
}

@Suite struct PoolTests {
    private let folder = TemporaryFolder()

    private func filePool(numbers: [Int] = []) -> FMDatabasePool {
        NumberTable.makeFile(folder.file(), numbers: numbers)
        return FMDatabasePool(path: folder.file())
    }

    @Test func testB340_theInitializersOpenNothing() {
        let url = URL(fileURLWithPath: folder.file())
        let pools = [
            FMDatabasePool(path: folder.file()),
            FMDatabasePool(url: url),
            FMDatabasePool(path: folder.file(), flags: readWrite | create),
            FMDatabasePool(url: url, flags: readWrite | create),
            FMDatabasePool(path: folder.file(), flags: readWrite | create, vfs: nil),
            FMDatabasePool(url: url, flags: readWrite | create, vfs: nil),
        ]
        for pool in pools {
            #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 0))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file()))
    }

    @Test func testB340_theInitializerDoesNotFailForAFileThatCannotBeOpened() {
        let pool = FMDatabasePool(path: folder.path + "/missing/test.db")
        #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 0))
        #expect(pool.path == folder.path + "/missing/test.db")
    }

    @Test func testB341_aNewDatabaseIsOpenedAndCheckedInAfterwards() {
        let pool = filePool()
        var runs = 0
        pool.inDatabase { database in
            runs += 1
            #expect(database.isOpen)
            #expect(NumberTable.insert(1, into: database))
        }
        #expect(runs == 1)
        #expect(pool.countOfCheckedInDatabases == 1)
    }

    @Test func testB341_aFreeDatabaseIsHandedOutAgain() {
        let pool = filePool()
        var seen: [FMDatabase] = []
        pool.inDatabase { seen.append($0) }
        pool.inDatabase { seen.append($0) }
        #expect(seen.count == 2)
        #expect(seen.first === seen.last)
    }

    @Test func testB342_theCountsFollow() {
        let pool = filePool()
        pool.inDatabase { _ in
            #expect(Counts(of: pool) == Counts(checkedOut: 1, checkedIn: 0))
            pool.inDatabase { _ in
                #expect(Counts(of: pool) == Counts(checkedOut: 2, checkedIn: 0))
            }
            #expect(Counts(of: pool) == Counts(checkedOut: 1, checkedIn: 1))
        }
        #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 2))
    }

    @Test func testB343_sequentialBlocksReuseOneDatabase() {
        let pool = filePool()
        for number in 0..<10 {
            pool.inDatabase { NumberTable.insert(number, into: $0) }
        }
        #expect(pool.countOfOpenDatabases == 1)
    }

    @Test func testB343_theMostRecentlyReturnedComesFirst() {
        let pool = filePool()
        var outer: FMDatabase?
        var inner: FMDatabase?
        pool.inDatabase { first in
            outer = first
            pool.inDatabase { inner = $0 }
            pool.inDatabase { #expect($0 === inner) }
        }
        pool.inDatabase { #expect($0 === outer) }
    }

    @Test func testB344_nestedBlocksGetDifferentDatabases() {
        let pool = filePool()
        pool.inDatabase { outer in
            pool.inDatabase { inner in
                #expect(outer !== inner)
                #expect(inner.isOpen)
            }
        }
        #expect(pool.countOfOpenDatabases == 2)
    }

    @Test func testB344_concurrentBlocksGetDifferentDatabases() {
        let pool = filePool()
        let doors = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let met = Locked<[Bool]>([])
        let seen = Locked<Set<ObjectIdentifier>>([])
        let finished = BackgroundThreads.run(2) { thread in
            pool.inDatabase { database in
                seen.withLock { _ = $0.insert(ObjectIdentifier(database)) }
                doors[1 - thread].signal()
                let arrived = doors[thread].arrives()
                met.withLock { $0.append(arrived) }
            }
        }
        #expect(finished)
        #expect(met.value == [true, true])
        #expect(seen.value.count == 2)
        #expect(pool.countOfOpenDatabases == 2)
    }

    @Test func testB345_zeroMeansUnlimited() {
        let pool = filePool()
        #expect(pool.maximumNumberOfDatabasesToCreate == 0)
        pool.inDatabase { _ in
            pool.inDatabase { _ in
                pool.inDatabase { #expect($0.isOpen) }
            }
        }
        #expect(pool.countOfOpenDatabases == 3)
    }

    @Test func testB345_atTheLimitTheBlockRunsAtOnceWithAClosedDatabase() {
        let pool = filePool(numbers: [1])
        pool.maximumNumberOfDatabasesToCreate = 1
        var runs = 0
        pool.inDatabase { outer in
            pool.inDatabase { inner in
                runs += 1
                inner.logsErrors = false
                #expect(!inner.isOpen)
                #expect(NumberTable.all(in: inner) == nil)
                #expect(Counts(of: pool) == Counts(checkedOut: 1, checkedIn: 0))
            }
            #expect(NumberTable.all(in: outer) == [1])
        }
        #expect(runs == 1)
        #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 1))
    }

    @Test func testB346_releaseForgetsFreeDatabases() {
        let pool = filePool()
        var first: FMDatabase?
        var second: FMDatabase?
        pool.inDatabase { first = $0 }
        pool.releaseAllDatabases()
        #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 0))
        pool.inDatabase { second = $0 }
        #expect(first !== second)
    }

    @Test func testB346_releaseForgetsTheDatabaseOfABlockWhichGoesOnWithIt() {
        let pool = filePool()
        pool.inDatabase { database in
            pool.inDatabase { _ in }
            pool.releaseAllDatabases()
            #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 0))
            #expect(database.isOpen)
            #expect(NumberTable.insert(1, into: database))
            #expect(NumberTable.all(in: database) == [1])
        }
    }

    @Test func testB347_aDatabaseReleasedInsideItsBlockIsPutBackAtTheEnd() {
        let pool = filePool()
        var first: FMDatabase?
        pool.inDatabase { database in
            first = database
            pool.releaseAllDatabases()
        }
        #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 1))
        pool.inDatabase { #expect($0 === first) }
    }

    @Test func testB348_whenOpeningFailsTheBlockGetsAClosedDatabase() {
        let pool = FMDatabasePool(path: folder.path + "/missing/test.db")
        var runs = 0
        pool.inDatabase { database in
            runs += 1
            database.logsErrors = false
            #expect(!database.isOpen)
            #expect(!NumberTable.insert(1, into: database))
            #expect(NumberTable.all(in: database) == nil)
            #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 0))
        }
        #expect(runs == 1)
        #expect(Counts(of: pool) == Counts(checkedOut: 0, checkedIn: 0))
    }

    @Test func testB353_pathFlagsAndVFSReportWhatWasGiven() {
        let plain = FMDatabasePool(path: folder.file())
        #expect(plain.openFlags == readWrite | create)
        #expect(plain.vfsName == nil)

        let url = URL(fileURLWithPath: folder.file())
        let pool = FMDatabasePool(url: url, flags: readOnly, vfs: "unix")
        #expect(pool.path == folder.file())
        #expect(pool.openFlags == readOnly)
        #expect(pool.vfsName == "unix")
    }

    @Test func testB353_everyDatabaseIsOpenedWithTheFlags() {
        NumberTable.makeFile(folder.file(), numbers: [1])
        let pool = FMDatabasePool(path: folder.file(), flags: readOnly)
        pool.inDatabase { outer in
            pool.inDatabase { inner in
                for database in [outer, inner] {
                    database.logsErrors = false
                    #expect(NumberTable.all(in: database) == [1])
                    #expect(!NumberTable.insert(2, into: database))
                    #expect(database.lastErrorCode() == readOnlyError)
                }
            }
        }
    }

    @Test func testB353_everyDatabaseIsOpenedWithTheVFS() {
        let pool = FMDatabasePool(path: folder.file(), flags: readWrite | create, vfs: "no such vfs")
        pool.inDatabase { #expect(!$0.isOpen) }
        #expect(!FileManager.default.fileExists(atPath: folder.file()))
    }

    @Test func testB354_databaseClassChoosesTheClass() {
        let pool = RecordingPool(path: folder.file())
        pool.inDatabase { outer in
            pool.inDatabase { inner in
                for database in [outer, inner] {
                    #expect((database as? OpeningRecorder)?.openings == ["open(withFlags: 6, vfs: nil)"])
                }
            }
        }
    }

    @Test func testB355_databasesOfAnInMemoryPoolAreSeparate() {
        let pool = FMDatabasePool(path: nil)
        pool.inDatabase { outer in
            NumberTable.create(in: outer)
            pool.inDatabase { inner in
                #expect(inner.isOpen)
                #expect(!inner.tableExists("numbers"))
            }
            #expect(outer.tableExists("numbers"))
        }
    }

    @Test func testB355_aPoolWithoutAPathIsInMemory() {
        let pool = FMDatabasePool()
        pool.inDatabase { database in
            #expect(database.databasePath == nil)
            NumberTable.create(in: database)
        }
        pool.inDatabase { #expect($0.tableExists("numbers")) }
    }

    @Test func testB356_aDatabaseThatTheBlockClosedIsReopened() {
        let pool = filePool(numbers: [1])
        var first: FMDatabase?
        pool.inDatabase { database in
            database.close()
            first = database
        }
        pool.inDatabase { database in
            #expect(database === first)
            #expect(database.isOpen)
            #expect(NumberTable.all(in: database) == [1])
        }
        #expect(pool.countOfOpenDatabases == 1)
    }

    @Test func testB357_writersInSeveralConnectionsRunIntoBusy() {
        let pool = filePool()
        pool.inImmediateTransaction { writer, _ in
            NumberTable.insert(1, into: writer)
            pool.inDatabase { other in
                other.logsErrors = false
                other.maxBusyRetryTimeInterval = 0
                #expect(!NumberTable.insert(2, into: other))
                #expect(other.lastErrorCode() == busy)
            }
        }
        pool.inDatabase { #expect(NumberTable.all(in: $0) == [1]) }
    }

    @Test func testB358_manyReadersSucceedWithNoMoreDatabasesThanBlocks() {
        let pool = filePool(numbers: [1, 2, 3])
        let failures = Locked(0)
        let finished = BackgroundThreads.run(8) { _ in
            for _ in 0..<50 {
                pool.inDatabase { database in
                    guard NumberTable.all(in: database) != [1, 2, 3] else { return }
                    failures.withLock { $0 += 1 }
                }
            }
        }
        #expect(finished)
        #expect(failures.value == 0)
        #expect((1...8).contains(pool.countOfOpenDatabases))
        #expect(pool.countOfCheckedOutDatabases == 0)
    }
}
