import FMDB
import FMDBTestHelpers
import Testing

/// A write-ahead log that a queue or pool looks after.
@Suite struct WriteAheadLogTests {
    private let file = LoggedFile()
    private let watched = WatchedLog()

    // MARK: The file that stays

    @Test func withoutAChoiceTheLogIsSQLitesOwn() throws {
        let queue = try file.queue(nil)
        #expect(queue.writeAheadStatistics == nil)
        #expect(try queue.withDatabase { try $0.value("PRAGMA journal_mode", as: String.self) } == "delete")
        #expect(try queue.withDatabase { try $0.value("PRAGMA journal_mode = WAL", as: String.self) } == "wal")
        try queue.insert(pages: 10)
        #expect(try queue.withDatabase { try $0.value("PRAGMA wal_autocheckpoint", as: Int.self) } == 1000)

        queue.close()
        #expect(file.logSize == nil)
    }

    @Test func aPersistentLogStaysAsItIsWhenTheQueueCloses() throws {
        let queue = try file.queue(watched.choices { $0.persistence = .always })
        try queue.insert(pages: 20)
        let size = try #require(file.logSize)
        queue.close()

        #expect(size > 20 * 4096)
        #expect(file.logSize == size)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func aPersistentLogIsUsedAgainByTheNextQueue() throws {
        let choices = watched.choices { $0.persistence = .always }
        let first = try file.queue(choices)
        try first.insert(pages: 20)
        first.close()
        let size = try #require(file.logSize)
        let queue = try file.queue(choices)
        try queue.insert()
        #expect(try #require(queue.writeAheadStatistics).logPages < 5)
        queue.close()

        #expect(file.logSize == size)
        #expect(try file.verdict() == "ok, 2 rows")
    }

    @Test func aPersistentLogDoesNotGrowFromQueueToQueue() throws {
        var sizes: Set<Int?> = []
        for _ in 0..<10 {
            let queue = try file.queue(watched.choices { $0.persistence = .always })
            try queue.insert(pages: 5)
            queue.close()
            sizes.insert(file.logSize)
        }

        #expect(sizes.count <= 2)
        #expect(try #require(file.logSize) < 20 * 4096)
        #expect(try file.verdict() == "ok, 10 rows")
    }

    @Test func aLongLogThatWasLeftBehindIsMovedAtOnce() throws {
        let left = try file.queue(nil)
        try left.withDatabase { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            _ = try db.value("PRAGMA wal_autocheckpoint = 0", as: Int.self)
        }
        try left.insert(pages: 50)
        let queue = try file.queue(watched.choices { $0.checkpointPages = 20 })

        #expect(try watched.nextCheckpoint().movedPages > 50)
        try queue.insert()
        #expect(try #require(queue.writeAheadStatistics).logPages < 5)
        left.close()
    }

    @Test func aLogThatIsNotPersistentVanishesWhenTheQueueCloses() throws {
        let queue = try file.queue(watched.choices())
        try queue.insert(pages: 20)
        #expect(file.logSize != nil)
        queue.close()

        #expect(file.logSize == nil)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func aPersistentLogThatIsTooLongIsTruncatedToItsLimitWhenTheQueueCloses() throws {
        let queue = try file.queue(
            watched.choices {
                $0.persistence = .always
                $0.sizeLimit = 8 * 4096
            })
        try queue.insert(pages: 20)
        queue.close()

        #expect(file.logSize == 8 * 4096)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func withoutALimitALongLogStays() throws {
        let queue = try file.queue(
            watched.choices {
                $0.persistence = .always
                $0.sizeLimit = nil
            })
        try queue.insert(pages: 5000)
        queue.close()

        #expect(try #require(file.logSize) > 5000 * 4096)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func aLogThatIsResetIsTruncatedToItsLimit() throws {
        let limit = 8 * 4096
        let queue = try file.queue(
            watched.choices {
                $0.checkpointPages = 20
                $0.sizeLimit = limit
            })
        try queue.insert(pages: 50)
        #expect(try watched.nextCheckpoint().movedPages > 50)
        #expect(try #require(file.logSize) > 50 * 4096)
        try queue.insert()

        #expect(file.logSize == limit)
        #expect(queue.writeAheadStatistics.map { $0.logPages < 5 } == true)
        queue.close()
        #expect(try file.verdict() == "ok, 2 rows")
    }

    @Test func aLogThatIsResetKeepsItsLengthBelowTheLimit() throws {
        let queue = try file.queue(watched.choices { $0.checkpointPages = 20 })
        try queue.insert(pages: 50)
        _ = try watched.nextCheckpoint()
        let size = file.logSize
        try queue.insert()

        #expect(file.logSize == size)
        #expect(queue.writeAheadStatistics.map { $0.logPages < 5 } == true)
    }

    // MARK: Checkpoints

    @Test func aLogThatBeginsAnewWithALargeCommitIsMovedAtOnce() throws {
        let queue = try file.queue(watched.choices { $0.checkpointPages = 20 })
        try queue.insert(pages: 30)
        let first = try watched.nextCheckpoint()
        #expect(first.movedPages == first.logPages)
        try queue.insert(pages: 45)

        // Less than the next one that would be due if the log had only grown.
        let second = try watched.nextCheckpoint()
        #expect(second.logPages < first.logPages + 20)
        #expect(second.movedPages == second.logPages)
        #expect(queue.writeAheadStatistics?.movedPages == first.movedPages + second.movedPages)
    }

    @Test func pagesAreMovedOnAnotherThread() throws {
        let threads = Locked<[ObjectIdentifier]>([])
        let log = watched.choices { log in
            let report = log.observer
            log.checkpointPages = 10
            log.observer = { event in
                threads.withLock { $0.append(ObjectIdentifier(Thread.current)) }
                report?(event)
            }
        }
        let queue = try file.queue(log)
        try queue.insert(pages: 10)

        let checkpoint = try watched.nextCheckpoint()
        #expect(checkpoint.logPages > 10)
        #expect(checkpoint.movedPages == checkpoint.logPages)
        #expect(checkpoint.error == nil)
        #expect(!checkpoint.isTruncated)
        #expect(threads.value.allSatisfy { $0 != ObjectIdentifier(Thread.current) })
    }

    @Test func anIntervalMovesWhatIsTooLittleForItself() throws {
        let queue = try file.queue(watched.choices { $0.checkpointInterval = .milliseconds(1) })
        try queue.insert()

        let checkpoint = try watched.nextCheckpoint { $0.movedPages == $0.logPages }
        #expect(checkpoint.logPages > 0)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func attachedDatabasesKeepSQLitesOwnCheckpoints() throws {
        let other = file.folder.file("other.db")
        let queue = try file.queue(watched.choices())
        try queue.withDatabase { db in
            try db.execute("ATTACH \(other) AS other")
            #expect(try db.value("PRAGMA other.journal_mode = WAL", as: String.self) == "wal")
            try db.execute("CREATE TABLE other.t (a)")
            try db.execute("INSERT INTO other.t VALUES (zeroblob(\(1100 * 4096)))")
        }

        let size = try FileManager.default.attributesOfItem(atPath: other)[.size] as? NSNumber
        #expect(try #require(size).intValue > 1100 * 4096)
        #expect(queue.writeAheadStatistics?.checkpoints == 0)
    }

    // MARK: Truncation

    @Test func theLogIsTruncatedWhenThereAreNoWrites() throws {
        let queue = try file.queue(watched.choices { $0.truncatesWhenIdle = .milliseconds(1) })
        try queue.insert(pages: 20)

        try watched.awaitCut(queue, file)
        #expect(file.logSize == 0)
        #expect(try file.verdict() == "ok, 1 rows")
        try queue.insert()
        try watched.awaitCut(queue, file)
        #expect(try file.verdict() == "ok, 2 rows")
    }

    @Test func aPersistentLogBelowItsLimitIsNotCutWhenThereAreNoWrites() throws {
        let queue = try file.queue(
            watched.choices {
                $0.persistence = .always
                $0.truncatesWhenIdle = .milliseconds(1)
            })
        try queue.insert(pages: 20)
        let checkpoint = try watched.nextCheckpoint(.idle)
        #expect(checkpoint.movedPages == checkpoint.logPages)
        // Closing waits for whatever the thread does yet.
        queue.close()

        #expect(queue.writeAheadStatistics?.truncations == 0)
        #expect(try #require(file.logSize) > 20 * 4096)
    }

    @Test func aPersistentLogAboveItsLimitIsCutWhenThereAreNoWrites() throws {
        let queue = try file.queue(
            watched.choices {
                $0.persistence = .always
                $0.sizeLimit = 8 * 4096
                $0.truncatesWhenIdle = .milliseconds(1)
            })
        try queue.insert(pages: 20)

        try watched.awaitCut(queue, file)
        #expect(file.logSize == 0)
    }

    @Test func aReaderDelaysTheCutUntilItHasEnded() throws {
        let queue = try file.queue(watched.choices { $0.truncatesWhenIdle = .milliseconds(1) })
        try queue.insert(pages: 20)
        try watched.awaitCut(queue, file)

        let reader = FMDatabase.file(file.path)
        let rows = try reader.query("SELECT count(*) FROM t")
        #expect(try rows.nextRow() != nil)
        try queue.insert(pages: 20)
        _ = try watched.nextCheckpoint(.idle) { $0.movedPages < $0.logPages }
        #expect(try #require(file.logSize) > 0)

        rows.close()
        try watched.awaitCut(queue, file)
        #expect(file.logSize == 0)
        #expect(try file.verdict() == "ok, 2 rows")
    }

    @Test func theLogIsTruncatedAtTheCloseIfThatIsAskedFor() throws {
        let queue = try file.queue(
            watched.choices {
                $0.persistence = .always
                $0.truncatesOnClose = true
            })
        try queue.insert(pages: 20)
        queue.close()

        #expect(try watched.nextCheckpoint(.closing).isTruncated)
        #expect(file.logSize == 0)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func aResultSetThatWasLeftOpenDoesNotHinderTheCutAtTheClose() throws {
        let queue = try file.queue(
            watched.choices {
                $0.persistence = .always
                $0.truncatesOnClose = true
            })
        try queue.insert(pages: 20)
        queue.inDatabase { _ = $0.executeQuery("SELECT * FROM t", withArgumentsIn: [])?.next() }
        queue.close()

        #expect(try watched.nextCheckpoint(.closing).error == nil)
        #expect(file.logSize == 0)
    }

    // MARK: Queues that come and go

    @Test func aQueueThatOpensAgainLooksAfterItsLogAgain() throws {
        let queue = try file.queue(watched.choices { $0.checkpointPages = 10 })
        try queue.insert(pages: 10)
        _ = try watched.nextCheckpoint()
        queue.close()
        try queue.insert(pages: 10)

        #expect(try watched.nextCheckpoint().movedPages > 10)
        #expect(try file.verdict() == "ok, 2 rows")
    }

    @Test func aDatabaseThatABlockClosesIsFollowedByAnother() throws {
        let queue = try file.queue(watched.choices { $0.checkpointPages = 10 })
        queue.inDatabase { _ = $0.close() }
        try queue.insert(pages: 10)

        #expect(try watched.nextCheckpoint().movedPages > 10)
        queue.close()
        #expect(file.logSize == nil)
    }

    @Test func aQueueThatIsReleasedWithoutACloseKeepsItsPersistentLog() throws {
        var queue: FMDatabaseQueue? = try file.queue(watched.choices { $0.persistence = .always })
        try queue?.insert(pages: 10)
        let size = try #require(file.logSize)
        queue = nil

        #expect(file.logSize == size)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func aPoolLooksAfterTheLogOfAllItsDatabases() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = watched.choices {
            $0.persistence = .always
            $0.checkpointPages = 10
        }
        let pool = FMDatabasePool(path: file.path, configuration: configuration)
        try pool.withDatabase { outer in
            try outer.execute("CREATE TABLE t (a)")
            try pool.insert(pages: 10)
        }
        #expect(pool.countOfOpenDatabases == 2)
        _ = try watched.nextCheckpoint()
        #expect(try #require(pool.writeAheadStatistics).commits == 2)

        pool.releaseAllDatabases()
        #expect(try #require(file.logSize) > 10 * 4096)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func aPoolOfReadersAndAWriterKeepsAPersistentLogAtItsClose() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = watched.choices {
            $0.persistence = .always
            $0.checkpointPages = 10
        }
        let pool = FMDatabasePool(path: file.path, configuration: configuration)
        try pool.write { try $0.execute("CREATE TABLE t (a)") }
        try pool.write { try $0.execute("INSERT INTO t VALUES (zeroblob(?))", 10 * 4096) }
        _ = try watched.nextCheckpoint()
        #expect(try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 1)
        let size = try #require(file.logSize)
        pool.close()

        #expect(file.logSize == size)
        #expect(pool.writeAheadStatistics?.commits == 2)
        #expect(try file.verdict() == "ok, 1 rows")
    }
}
