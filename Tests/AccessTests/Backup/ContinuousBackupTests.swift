import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// A queue or pool whose commits are stored in a target as they come.
@Suite struct ContinuousBackupTests {
    private let scene = BackupScene()

    // MARK: What is restored

    @Test func eachCommitOfAQueueCanBeRestored() throws {
        let queue = try scene.begunQueue()
        try queue.commit(rows: 1...20)
        try scene.awaitAll(queue)
        queue.close()

        #expect(try scene.restoredStates() == (0...20).map { Array(1..<$0 + 1) }, "\(scene.reasons)")
    }

    @Test func eachCommitOfAPoolCanBeRestored() throws {
        let pool = SilentPool(path: scene.path, configuration: scene.configuration())
        try pool.write { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
        try scene.awaitSnapshot()
        for row in 1...10 {
            try pool.write { try $0.execute("INSERT INTO t VALUES (\(row), NULL)") }
            #expect(try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == row)
        }
        try scene.awaitAll(pool)
        pool.close()

        #expect(try scene.restoredStates() == (0...10).map { Array(1..<$0 + 1) }, "\(scene.reasons)")
    }

    @Test func commitsOfAGroupCanBeRestored() async throws {
        let queue = try scene.begunQueue { $0.groupCommit = .init() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for row in 1...40 {
                group.addTask {
                    try await queue.withTransaction { try $0.execute("INSERT INTO t VALUES (\(row), NULL)") }
                }
            }
            try await group.waitForAll()
        }
        queue.close()

        #expect(try scene.restoredRows() == Array(1...40))
    }

    @Test func whatWasInTheFileBeforeIsInTheFirstSnapshot() throws {
        let before = FMDatabase.file(scene.path)
        try before.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)")
        try before.execute("INSERT INTO t VALUES (7, zeroblob(100000))")
        before.close()
        let queue = try scene.queue()
        #expect(try scene.nextReason() == .firstBackup)
        try scene.awaitSnapshot()
        #expect(try scene.restoredRows() == [7])
        queue.close()
    }

    @Test func aRestoreAtADateHasWhatWasCommittedByThen() throws {
        let queue = try scene.begunQueue { $0.backup?.interval = .seconds(3600) }
        var dates: [Date] = []
        for row in 1...5 {
            try queue.commit(rows: [row])
            // Dates of commits have milliseconds.
            Thread.sleep(forTimeInterval: 0.003)
            dates.append(Date())
            Thread.sleep(forTimeInterval: 0.003)
        }
        queue.close()

        for (index, date) in dates.enumerated() {
            #expect(try scene.restoredRows(at: .date(date)) == Array(1...index + 1))
        }
    }

    @Test func aLargeTransactionIsOneCommit() throws {
        let queue = try scene.begunQueue()
        try queue.withTransaction { db in
            try db.execute("PRAGMA cache_size = 10")
            for row in 1...200 { try db.execute("INSERT INTO t VALUES (\(row), randomblob(20000))") }
        }
        let wanted = try queue.withDatabase { try $0.rows("SELECT b FROM t ORDER BY i", as: Data.self) }
        try scene.awaitAll(queue)
        queue.close()

        #expect(try scene.restored { try $0.rows("SELECT b FROM t ORDER BY i", as: Data.self) } == wanted)
        #expect(try scene.restoredStates() == [[], Array(1...200)], "\(scene.reasons)")
    }

    @Test func whatIsRolledBackIsNotStored() throws {
        let queue = try scene.begunQueue()
        try queue.commit(rows: [1])
        #expect(throws: FMError.self) {
            try queue.withTransaction { db in
                try db.execute("PRAGMA cache_size = 10")
                for row in 10...200 { try db.execute("INSERT INTO t VALUES (\(row), randomblob(20000))") }
                throw FMError(.abort, "no")
            }
        }
        try queue.commit(rows: [2])
        queue.close()

        #expect(try scene.restoredRows() == [1, 2])
    }

    @Test(arguments: AutoVacuum.allCases, [false, true])
    func aDatabaseThatShrinksIsRestored(_ vacuum: AutoVacuum, _ isLast: Bool) throws {
        try scene.makeTable(vacuum)
        let queue = try scene.queue { $0.backup?.interval = .seconds(1) }
        try scene.awaitSnapshot()
        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (1, zeroblob(1000000))") }
        if vacuum != .full { try queue.withTransaction { try $0.execute("DELETE FROM t") } }
        try scene.awaitAll(queue)
        try queue.shrink(vacuum)
        if !isLast { try queue.commit(rows: [2]) }
        let pages = try queue.withDatabase { try $0.value("PRAGMA page_count", as: Int.self) }
        // It moves the log into the file, and cuts that.
        queue.close()

        #expect(pages < 10)
        #expect(try scene.restored { try $0.value("PRAGMA page_count", as: Int.self) } == pages)
        #expect(try scene.restoredRows() == (isLast ? [] : [2]))
        #expect(try scene.backup.timeline().generations.count == 1)
    }

    // MARK: Snapshots

    @Test func snapshotsAreMadeAfterTheirInterval() throws {
        let queue = try scene.begunQueue { $0.backup?.snapshotInterval = .milliseconds(1) }
        for row in 1...3 {
            try queue.commit(rows: [row])
            try scene.awaitSnapshot()
        }
        queue.close()

        #expect(try #require(queue.backupStatistics).snapshots >= 4)
        #expect(try scene.backup.timeline().generations.count == 1)
        #expect(try scene.restoredRows() == [1, 2, 3])
    }

    @Test func commitsDuringASnapshotAreStoredBeforeItsEnd() throws {
        let queue = try scene.begunQueue(.shipped)
        // Two parts of 16 MiB, and some more.
        try queue.withTransaction { db in
            for row in 1001...1010 { try db.execute("INSERT INTO t VALUES (\(row), zeroblob(4000000))") }
        }
        queue.close()
        let again = try scene.queue(.shipped) { $0.backup?.snapshotInterval = .milliseconds(1) }
        let isDone = Locked(false)
        let writing = BackgroundThreads.start {
            var row = 0
            while !isDone.value {
                row += 1
                try? again.commit(rows: [row])
            }
        }
        try scene.awaitSnapshot()
        try scene.awaitSnapshot()
        isDone.withLock { $0 = true }
        #expect(writing.arrives())
        let count = try again.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        again.close()
        #expect(try scene.restoredRows().count == count)
        #expect(try scene.backup.timeline().generations.count == 1)
    }

    @Test func whatIsNotKeptIsRemoved() throws {
        let queue = try scene.begunQueue {
            $0.backup?.snapshotInterval = .milliseconds(1)
            $0.backup?.retention = .zero
        }
        for row in 1...5 {
            try queue.commit(rows: [row])
            try scene.awaitSnapshot()
        }
        queue.close()

        #expect(try scene.restoredRows() == Array(1...5))
    }

    // MARK: What it says

    @Test func itCountsWhatItDoes() throws {
        let queue = try scene.begunQueue()
        try scene.awaitShipping(1)
        try queue.commit(rows: 1...3)
        try scene.awaitShipping(3)
        let statistics = try #require(queue.backupStatistics)
        #expect(statistics.shippedCommits == 4)
        #expect(statistics.snapshots == 1)
        #expect(statistics.shippedBytes > 0)
        #expect(statistics.lastCommit == (try scene.lastCommit()))
        #expect(statistics.generation == (try scene.backup.timeline().generations.last?.name))
        #expect(statistics.lastError == nil)
        queue.close()
        #expect(try #require(queue.backupStatistics).waitingCommits == 0)
    }

    @Test func withoutAChoiceThereIsNoBackup() throws {
        let queue = try SilentQueue(path: scene.path, configuration: .init())
        #expect(queue.backupStatistics == nil)
        #expect(try queue.withDatabase { try $0.value("PRAGMA journal_mode", as: String.self) } == "delete")
    }

    @Test(arguments: [nil, ":memory:", ""]) func aDatabaseWithoutAFileIsRefused(_ path: String?) {
        #expect(throws: FMError.self) { try SilentQueue(path: path, configuration: scene.configuration()) }
    }

    @Test func aDatabaseOfOneConnectionAloneIsRefused() throws {
        let error = #expect(throws: FMError.self) {
            try scene.queue {
                $0.configure = { _ = try $0.value("PRAGMA locking_mode = EXCLUSIVE", as: String.self) }
            }
        }
        #expect(error?.resultCode == .misuse)
        #expect(scene.target.names == [])
    }

    @Test func aReadOnlyDatabaseIsRefused() throws {
        FMDatabase.file(scene.path).close()
        #expect(throws: FMError.self) {
            try SilentQueue(path: scene.path, configuration: scene.configuration { $0.flags = 1 })
        }
    }
}
