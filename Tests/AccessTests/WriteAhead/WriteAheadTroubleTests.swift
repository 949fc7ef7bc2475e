import FMDB
import FMDBTestHelpers
import Testing

private let readOnly: Int32 = 1  // SQLITE_OPEN_READONLY

/// A write-ahead log whose disk is slow, whose readers do not end, or that cannot be.
@Suite struct WriteAheadTroubleTests {
    private let file = LoggedFile()
    private let watched = WatchedLog()

    // MARK: Stalls

    /// A queue on a disk on which every commit but the first takes longer than a millisecond.
    private func stallingQueue(_ disk: FMTestDisk, _ change: (inout WriteAheadLog) -> Void) throws -> FMDatabaseQueue {
        let queue = try file.queue(
            watched.choices {
                $0.stallDuration = .milliseconds(1)
                change(&$0)
            }, vfs: disk.vfs)
        disk.before(.sync) {
            let start = ContinuousClock.now
            while start.duration(to: .now) <= .milliseconds(2) {}
        }
        return queue
    }

    @Test func aLogBecomesPersistentOnceCommitsStall() throws {
        let disk = FMTestDisk()
        let before = try file.queue(watched.choices(), vfs: disk.vfs)
        before.close()
        let queue = try stallingQueue(disk) { $0.persistence = .whenStalled(times: 2) }
        let stalls = try #require(queue.writeAheadStatistics).stalls
        #expect(queue.writeAheadStatistics?.isPersistent == false)

        try queue.insert(pages: 10)
        if stalls == 0 { #expect(queue.writeAheadStatistics?.isPersistent == false) }
        try queue.insert()
        _ = try watched.next { event in
            if case .becamePersistent = event { return true }
            return nil
        }
        let statistics = try #require(queue.writeAheadStatistics)
        #expect(statistics.isPersistent)
        #expect(statistics.stalls >= 2)
        #expect(statistics.slowestCommit > .milliseconds(1))

        disk.before(.sync, nil)
        queue.close()
        #expect(try #require(file.logSize) > 10 * 4096)
        #expect(try file.verdict() == "ok, 2 rows")
    }

    @Test func withoutStallsALogThatWaitsForThemVanishes() throws {
        let queue = try file.queue(watched.choices { $0.persistence = .whenStalled(times: 1) })
        try queue.insert(pages: 10)
        queue.close()

        #expect(queue.writeAheadStatistics?.isPersistent == false)
        #expect(file.logSize == nil)
    }

    @Test func stallsAreCountedWhereTheyChangeNothing() throws {
        let disk = FMTestDisk()
        let queue = try stallingQueue(disk) { $0.persistence = .never }
        try queue.insert()

        let statistics = try #require(queue.writeAheadStatistics)
        #expect(statistics.stalls >= 1)
        #expect(!statistics.isPersistent)
    }

    // MARK: Counters

    @Test func commitsAndPagesAreCounted() throws {
        let queue = try file.queue(watched.choices { $0.checkpointPages = 20 })
        try queue.insert()
        try queue.insert(pages: 5)
        let before = try #require(queue.writeAheadStatistics)
        #expect(before.commits == 3)
        #expect(before.logPages > 5)
        #expect(before.checkpoints == 0)

        try queue.insert(pages: 20)
        let pages = try #require(queue.writeAheadStatistics).logPages
        _ = try watched.nextCheckpoint()
        let after = try #require(queue.writeAheadStatistics)
        #expect(after.commits == 4)
        #expect(after.checkpoints == 1)
        #expect(after.movedPages == pages)
        #expect(after.incompleteCheckpoints == 0)
        #expect(after.failedCheckpoints == 0)
    }

    @Test func aBlockThatReadsOrRollsBackIsNoCommit() throws {
        let queue = try file.queue(watched.choices())
        _ = try queue.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(throws: Regret.self) {
            try queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (1)")
                throw Regret()
            }
        }

        #expect(queue.writeAheadStatistics?.commits == 1)
    }

    // MARK: Starvation

    /// Choices that raise the alarm with the third checkpoint that a reader holds back.
    private func alarming(_ change: (inout WriteAheadLog) -> Void = { _ in }) -> WriteAheadLog {
        watched.choices {
            $0.checkpointPages = 10
            $0.alarmSize = 15 * 4096
            change(&$0)
        }
    }

    @Test func aReaderThatKeepsTheLogFromShrinkingIsReported() throws {
        let queue = try file.queue(alarming())
        let reader = FMDatabase.file(file.path)
        let rows = try reader.query("SELECT count(*) FROM t")
        #expect(try rows.nextRow() != nil)
        for _ in 0..<3 {
            try queue.insert(pages: 10)
            let checkpoint = try watched.nextCheckpoint()
            #expect(checkpoint.movedPages < checkpoint.logPages)
        }

        let starvation = try watched.nextStarvation()
        #expect(starvation.logPages > 30)
        #expect(starvation.movedPages < starvation.logPages)
        #expect(starvation.logSize > 30 * 4096)
        #expect(starvation.contention.lock == .read)
        #expect(starvation.contention.holders.map(\.sql) == ["SELECT count(*) FROM t"])
        #expect(starvation.contention.holders.map(\.label) == ["test.db"])
        #expect(starvation.contention.holders.map(\.processID) == [ProcessInfo.processInfo.processIdentifier])
        #expect(queue.writeAheadStatistics?.alarms == 1)
        #expect(queue.writeAheadStatistics?.incompleteCheckpoints == 3)
        rows.close()
        queue.close()
        #expect(try file.verdict() == "ok, 3 rows")
    }

    @Test func theReaderThatHasReadLongestIsNamedFirst() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.label = "people"
        configuration.writeAheadLog = alarming()
        let pool = FMDatabasePool(path: file.path, configuration: configuration)
        try pool.write { try $0.execute("CREATE TABLE t (a)") }
        try pool.read { first in
            _ = try first.value("SELECT count(*) FROM t", as: Int.self)
            try pool.read { second in
                _ = try second.value("SELECT max(a) FROM t", as: Int?.self)
                for _ in 0..<3 {
                    try pool.write { try $0.execute("INSERT INTO t VALUES (zeroblob(?))", 10 * 4096) }
                    _ = try watched.nextCheckpoint()
                }
                let holders = try watched.nextStarvation().contention.holders
                #expect(holders.map(\.label) == ["people", "people"])
                #expect(holders.allSatisfy { $0.callSite?.contains("WriteAheadTroubleTests.swift:") == true })
                let durations = holders.map { $0.duration ?? .zero }
                #expect(durations.first ?? .zero > durations.last ?? .zero)
            }
        }
    }

    #if os(Linux)
        @Test func aReaderInAnotherProcessIsNamed() throws {
            let queue = try file.queue(alarming())
            let other = try HolderProcess(path: file.path)
            try queue.insert()
            #expect(try other.answer(to: "hold SELECT a FROM t") == "ok")
            try watched.fill(queue, times: 3)

            let starvation = try watched.nextStarvation()
            #expect(starvation.contention.holders.map(\.processID) == [other.processID])
            #expect(starvation.contention.holders.map(\.command) == ["FMDBLockHolder"])
            #expect("\(starvation)".contains("process \(other.processID) (FMDBLockHolder) is reading"))
        }
    #endif

    @Test func starvationIsReportedOnceUntilEverythingCouldBeMoved() throws {
        let queue = try file.queue(alarming())
        let reader = FMDatabase.file(file.path)
        for round in 1...2 {
            let rows = try reader.query("SELECT count(*) FROM t")
            #expect(try rows.nextRow() != nil)
            try watched.fill(queue, times: 5)
            #expect(queue.writeAheadStatistics?.alarms == round)
            rows.close()
            try queue.insert(pages: 10)
            _ = try watched.nextCheckpoint { $0.movedPages == $0.logPages }
        }
    }

    #if os(Linux) || os(macOS)
        @Test func starvationIsLoggedAsAWarning() async {
            await #expect(processExitsWith: .success) {
                let warning = Locked<FMLogMessage?>(nil)
                FMDatabase.logHandler = { message in warning.withLock { $0 = message } }
                let file = LoggedFile()
                let watched = WatchedLog()
                var configuration = FMDatabaseCoordinator.Configuration()
                configuration.writeAheadLog = watched.choices {
                    $0.checkpointPages = 10
                    $0.alarmSize = 0
                }
                let queue = try FMDatabaseQueue(path: file.path, configuration: configuration)
                try queue.withDatabase { try $0.execute("CREATE TABLE t (a)") }
                let reader = FMDatabase.file(file.path)
                let rows = try reader.query("SELECT count(*) FROM t")
                #expect(try rows.nextRow() != nil)
                try watched.fill(queue, times: 3)
                _ = try watched.nextStarvation()

                let message = try #require(warning.value)
                #expect(message.level == .warning)
                #expect(message.text.contains("SELECT count(*) FROM t"))
                rows.close()
            }
        }
    #endif

    @Test func aShortLogIsNoReasonForAnAlarm() throws {
        let queue = try file.queue(alarming { $0.alarmSize = 1 << 30 })
        let reader = FMDatabase.file(file.path)
        let rows = try reader.query("SELECT count(*) FROM t")
        #expect(try rows.nextRow() != nil)
        try watched.fill(queue, times: 4)

        #expect(queue.writeAheadStatistics?.incompleteCheckpoints == 4)
        #expect(queue.writeAheadStatistics?.alarms == 0)
        rows.close()
    }

    // MARK: Steady writing

    @Test func aLogIsResetAlthoughThereIsAlwaysOneMoreCommit() throws {
        let disk = FMTestDisk()
        let gate = Gate()
        let queue = try file.queue(
            watched.choices {
                $0.checkpointPages = 10
                $0.sizeLimit = 20 * 4096
            }, vfs: disk.vfs)
        // Without it commits would come to the gate.
        try queue.withDatabase { try $0.execute("PRAGMA synchronous = NORMAL") }
        disk.before(.sync) { gate.pass() }
        for _ in 0..<2 {
            gate.close()
            try queue.insert(pages: 10)
            #expect(gate.isReached())
            try queue.insert()
            gate.open()
            let checkpoint = try watched.nextCheckpoint()
            #expect(checkpoint.movedPages == checkpoint.logPages)
        }
        let before = try #require(queue.writeAheadStatistics).logPages
        #expect(before > 20)

        try queue.insert()
        let help = try watched.nextCheckpoint(.commit)
        #expect(help.movedPages == help.logPages)
        try queue.insert()
        #expect(try #require(queue.writeAheadStatistics).logPages < 5)
        queue.close()
        #expect(try file.verdict() == "ok, 6 rows")
    }

    // MARK: Closing and failing

    @Test func closingWaitsForTheCheckpointInProgress() throws {
        let disk = FMTestDisk()
        let gate = Gate()
        let queue = try file.queue(watched.choices { $0.checkpointPages = 10 }, vfs: disk.vfs)
        try queue.withDatabase { try $0.execute("PRAGMA synchronous = NORMAL") }
        disk.before(.sync) { gate.pass() }
        gate.close()
        try queue.insert(pages: 10)
        #expect(gate.isReached())

        let closed = BackgroundThreads.start { queue.close() }
        gate.open()
        #expect(closed.arrives())
        #expect(try watched.nextCheckpoint().error == nil)
        // With a connection left the log would stay.
        #expect(file.logSize == nil)
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func aCheckpointThatFailsHarmsNoCommitAndIsTriedAgain() throws {
        let disk = FMTestDisk()
        let queue = try file.queue(watched.choices { $0.checkpointPages = 10 }, vfs: disk.vfs)
        try queue.withDatabase { try $0.execute("PRAGMA synchronous = NORMAL") }
        disk.fail([.sync], at: 1, .once)
        try queue.insert(pages: 10)
        let failed = try watched.nextCheckpoint()
        #expect(failed.error?.resultCode == .ioError)
        #expect(queue.writeAheadStatistics?.failedCheckpoints == 1)

        disk.heal()
        try queue.insert(pages: 10)
        let checkpoint = try watched.nextCheckpoint()
        #expect(checkpoint.error == nil)
        #expect(checkpoint.movedPages == checkpoint.logPages)
        queue.close()
        #expect(try file.verdict() == "ok, 2 rows")
    }

    @Test func anObserverMayCloseTheQueue() throws {
        let box = Locked<FMDatabaseQueue?>(nil)
        let log = watched.choices { log in
            let report = log.observer
            log.checkpointPages = 10
            log.observer = { event in
                box.value?.close()
                report?(event)
            }
        }
        let queue = try file.queue(log)
        box.withLock { $0 = queue }
        try queue.insert(pages: 10)

        _ = try watched.nextCheckpoint()
        box.withLock { $0 = nil }
        #expect(try file.verdict() == "ok, 1 rows")
    }

    @Test func nothingIsLostWhereCommitsCheckpointsCutsAndClosesMeet() throws {
        let queue = try file.queue(
            watched.choices {
                $0.persistence = .always
                $0.checkpointPages = 5
                $0.sizeLimit = 10 * 4096
                $0.truncatesWhenIdle = .zero
            })
        let failures = Locked(0)
        let isBack = BackgroundThreads.run(4) { number in
            for _ in 0..<50 {
                if number == 0 { queue.close() }
                do { try queue.insert(pages: 1) } catch { failures.withLock { $0 += 1 } }
            }
        }
        #expect(isBack)
        queue.close()

        #expect(failures.value == 0)
        #expect(try file.verdict() == "ok, 200 rows")
    }

    // MARK: Databases that cannot have such a log

    private func refusal(_ path: String?, _ change: (inout FMDatabaseCoordinator.Configuration) -> Void = { _ in })
        -> FMError?
    {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = watched.choices()
        change(&configuration)
        return thrown { try SilentQueue(path: path, configuration: configuration) }
    }

    @Test func aDatabaseInMemoryIsRefused() throws {
        let error = try #require(refusal(nil))
        #expect(error.resultCode == .cantOpen)
        #expect(error.message.contains("memory"))
    }

    @Test func aFileSystemWithoutSharedMemoryIsRefused() throws {
        let error = try #require(refusal(file.path) { $0.vfs = "unix-dotfile" })
        #expect(error.resultCode == .cantOpen)
        #expect(error.message.contains("journal mode remains delete"))
    }

    @Test func aDatabaseThatCannotBeWrittenIsRefused() throws {
        try file.queue(nil).insert()
        let error = try #require(refusal(file.path) { $0.flags = readOnly })
        #expect(error.resultCode == .readOnly)
    }

    @Test func aDatabaseThatShutsOthersOutIsRefused() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = watched.choices()
        let error = try #require(thrown { try LonelyQueue(path: file.path, configuration: configuration) })
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("EXCLUSIVE"))
    }
}

private final class LonelyDatabase: FMDatabase {
    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        logsErrors = false
        return super.open(withFlags: flags, vfs: vfsName) && executeStatements("PRAGMA locking_mode = EXCLUSIVE")
    }
}

private final class LonelyQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { LonelyDatabase.self }
}
