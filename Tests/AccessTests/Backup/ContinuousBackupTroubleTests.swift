import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// A backup whose target fails, whose log others change, and that is interrupted.
@Suite struct ContinuousBackupTroubleTests {
    private let scene = BackupScene()

    // MARK: Closing and opening

    @Test(arguments: [false, true]) func afterClosingItGoesOnWithoutASnapshot(_ keepsLog: Bool) throws {
        for round in 0..<4 {
            let queue = try scene.queue {
                $0.writeAheadLog = .init(persistence: keepsLog ? .always : .never)
            }
            if round == 0 {
                try scene.awaitSnapshot()
                try queue.withTransaction { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
            }
            try queue.commit(rows: [round])
            try scene.awaitAll(queue)
            queue.close()
        }

        #expect(scene.reasons == [])
        #expect(try scene.backup.timeline().generations.count == 1)
        #expect(try scene.restoredRows() == [0, 1, 2, 3])
    }

    @Test func aQueueThatIsReleasedGoesOnWithoutASnapshot() throws {
        for row in 1...3 {
            let queue = try scene.queue()
            if row == 1 {
                try scene.awaitSnapshot()
                try queue.withTransaction { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
            }
            try queue.commit(rows: [row])
            // Nothing is left that its thread would have to store.
            try scene.awaitAll(queue)
        }
        #expect(try scene.backup.timeline().generations.count == 1)
        #expect(try scene.restoredRows() == [1, 2, 3])
    }

    @Test func aPoolGoesOnWithoutASnapshot() throws {
        for row in 1...3 {
            let pool = SilentPool(path: scene.path, configuration: scene.configuration())
            try pool.write { try $0.execute("CREATE TABLE IF NOT EXISTS t (i INTEGER PRIMARY KEY, b)") }
            if row == 1 { try scene.awaitSnapshot() }
            try pool.write { try $0.execute("INSERT INTO t VALUES (\(row), NULL)") }
            #expect(try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == row)
            try scene.awaitAll(pool)
            pool.close()
        }
        #expect(try scene.backup.timeline().generations.count == 1)
        #expect(try scene.restoredRows() == [1, 2, 3])
    }

    @Test(arguments: [false, true]) func aChangeBySomebodyElseMeanwhileIsInANewSnapshot(_ keepsLog: Bool) throws {
        let first = try scene.begunQueue { $0.writeAheadLog = .init(persistence: keepsLog ? .always : .never) }
        first.close()
        let other = FMDatabase.file(scene.path)
        try other.execute("INSERT INTO t VALUES (5, NULL)")
        other.close()
        let queue = try scene.queue()
        try queue.commit(rows: [6])
        if !keepsLog { #expect(try scene.nextReason() == .databaseChanged) }
        queue.close()

        #expect(try scene.restoredRows() == [5, 6])
    }

    @Test func aLogThatACrashLeavesIsReadOn() throws {
        let queue = try scene.begunQueue()
        try scene.awaitShipping(1)
        // What is committed now is not stored before the crash.
        scene.target.isFailing = true
        try queue.commit(rows: 1...3)
        try scene.awaitFailure()
        let other = BackupScene(scene.target.copy)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: scene.path + suffix, toPath: other.path + suffix)
        }
        let again = try other.queue()
        try again.commit(rows: [4])
        again.close()

        #expect(other.reasons == [])
        #expect(try other.restoredRows() == [1, 2, 3, 4])
        #expect(try other.restoredRows(at: .commit(try other.lastCommit() - 2)) == [1, 2])
        scene.target.isFailing = false
        queue.close()
    }

    @Test(arguments: AutoVacuum.allCases, [false, true])
    func aLogThatACrashLeavesMayShrinkTheDatabase(_ vacuum: AutoVacuum, _ isMoved: Bool) throws {
        try scene.makeTable(vacuum)
        let queue = try scene.queue()
        try scene.awaitSnapshot()
        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (1, zeroblob(1000000))") }
        if vacuum != .full { try queue.withTransaction { try $0.execute("DELETE FROM t") } }
        try scene.awaitAll(queue)
        scene.target.isFailing = true
        try queue.shrink(vacuum)
        try scene.awaitFailure()
        if isMoved { RawCheckpoint.run(FMDatabase.file(scene.path), .passive) }
        let other = BackupScene(scene.target.copy)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: scene.path + suffix, toPath: other.path + suffix)
        }
        other.target.isFailing = false
        let again = try other.queue()
        try again.commit(rows: [4])
        try other.awaitAll(again)
        again.close()

        #expect(other.reasons == [])
        #expect(try other.restoredRows() == [4])
        scene.target.isFailing = false
        queue.close()
    }

    /// The dates of the archive are those of a clock that was an hour ahead.
    @Test func aClockThatWasPutBackWhileAllWasClosedMakesNoGap() throws {
        let queue = try scene.begunQueue()
        try queue.commit(rows: [1])
        try scene.awaitAll(queue)
        queue.close()
        let end = try #require(try ArchiveWriter.resume(scene.target))
        let writer = try ArchiveWriter(
            continuing: end, in: scene.target, ArchiveWriter.sums(at: end, in: scene.target) {})
        let file = try Data(contentsOf: URL(fileURLWithPath: scene.path))
        let page = CapturedPage(number: 1, content: Array(file.prefix(4096)))
        try writer.ship([
            CapturedCommit(
                date: Date() + 3600, pageCount: UInt32(file.count / 4096), pages: [page],
                position: try #require(end.position))
        ])
        try writer.close(try #require(end.closing))

        let again = try scene.queue()
        #expect(try scene.nextReason() == .clockPutBack)
        try again.commit(rows: [2])
        try scene.awaitAll(again)
        again.close()
        #expect(try scene.restoredRows() == [1, 2])
        #expect(try scene.backup.timeline().gaps.map(\.commits) == [])
    }

    @Test func aLogThatIsGoneAfterACrashLeadsToANewSnapshot() throws {
        let queue = try scene.begunQueue()
        scene.target.isFailing = true
        try queue.commit(rows: 1...3)
        try scene.awaitFailure()
        let other = BackupScene(scene.target.copy)
        try queue.backup(to: other.path)
        let again = try other.queue()
        #expect(try other.nextReason() == .databaseChanged)
        again.close()

        #expect(try other.restoredRows() == [1, 2, 3])
        scene.target.isFailing = false
        queue.close()
    }

    // MARK: Others who use the file

    @Test func commitsOfOtherConnectionsAreStored() throws {
        let queue = try scene.begunQueue()
        let other = FMDatabase.file(scene.path)
        try scene.awaitShipping(1)
        try other.execute("INSERT INTO t VALUES (1, NULL)")
        try scene.awaitShipping(1)
        #expect(try scene.restoredRows() == [1])
        other.close()
        queue.close()
        #expect(scene.reasons == [])
    }

    #if os(Linux)
        @Test func commitsOfAnotherProcessAreStored() throws {
            let queue = try scene.begunQueue()
            try scene.awaitShipping(1)
            let other = try FMTestProcess(path: scene.path)
            for row in 1...20 {
                try other.execute("INSERT INTO t VALUES (\(row), zeroblob(20000))")
                if row % 5 == 0 { try other.execute("PRAGMA wal_checkpoint(PASSIVE)") }
                try queue.commit(rows: [100 + row])
            }
            other.kill()
            try scene.awaitAll(queue)
            queue.close()
            #expect(scene.reasons == [])
            #expect(try scene.restoredRows() == Array(1...20) + Array(101...120))
        }
    #endif

    /// Beside commits, others checkpoint in every way, so that the log is started anew again and again.
    @Test(arguments: 0..<3) func noCommitIsMissedWhenTheLogIsStartedAnew(_ round: Int) async throws {
        let queue = try await inBackground { [scene] in
            try scene.begunQueue { configuration in
                configuration.writeAheadLog = .init(persistence: round == 1 ? .always : .never)
                guard round > 0 else { return }
                // After each commit a checkpoint, which lets the next one start the log anew.
                configuration.writeAheadLog?.checkpointPages = 1
                configuration.writeAheadLog?.sizeLimit = round == 1 ? 0 : nil
            }
        }
        let first = try await inBackground { [scene] in
            try scene.awaitShipping(1)
            return try scene.lastCommit()
        }
        let checkpoints = OtherCheckpoints(scene.path)
        let count = 1000
        try await inBackground { try queue.writeRows(count, seed: round + 1) }
        try await inBackground(checkpoints.end)
        try await inBackground { [scene] in try scene.awaitAll(queue) }
        try await inBackground(queue.close)

        #expect(scene.reasons == [])
        #expect(try await scene.backup.timeline().generations.count == 1)
        for row in stride(from: 1, through: count, by: 111) {
            let rows = try scene.restoredRows(at: .commit(first + UInt64(row)))
            #expect(rows.count == row && rows.last == row)
        }
        let isSame = try scene.restoredFile() == Data(contentsOf: URL(fileURLWithPath: scene.path))
        #expect(isSame)
    }

    /// Whenever a connection is about to take a lock in the log, another one moves all of it into the database, or commits.
    @Test func noCommitIsMissedWhenOthersComeInBetween() async throws {
        let disk = FMTestDisk()
        let queue = try await inBackground { [scene] in
            try scene.begunQueue { configuration in
                configuration.vfs = disk.vfs
                configuration.retry = .init(attempts: 100)
                configuration.writeAheadLog = .init(persistence: .never)
                configuration.writeAheadLog?.checkpointPages = 1
            }
        }
        try await inBackground { [scene] in
            let other = Interloper(scene.path)
            disk.before(.lockMemory) { other.come() }
            defer { disk.before(.lockMemory, nil) }
            try queue.writeRows(500, seed: 5)
        }
        try await inBackground { [scene] in try scene.awaitAll(queue) }
        try await inBackground(queue.close)
        #expect(scene.reasons == [])
        #expect(try scene.restoredRows().filter { $0 <= 500 } == Array(1...500))
        let isSame = try scene.restoredFile() == Data(contentsOf: URL(fileURLWithPath: scene.path))
        #expect(isSame)
    }

    // MARK: Suspension

    @Test func afterASuspensionItGoesOn() throws {
        let queue = try scene.begunQueue()
        try queue.commit(rows: [1])
        try scene.awaitShipping(1)
        queue.suspend()
        // Nobody holds the log: it can be cut.
        let other = FMDatabase.file(scene.path)
        try other.execute("INSERT INTO t VALUES (2, NULL)")
        queue.resume()
        try queue.commit(rows: [3])
        try scene.awaitShipping(1)
        other.close()
        queue.close()

        #expect(scene.reasons == [])
        #expect(try scene.restoredRows() == [1, 2, 3])
    }

    @Test func aLogThatWasCutDuringASuspensionLeadsToANewSnapshot() throws {
        let queue = try scene.begunQueue()
        try scene.awaitShipping(1)
        queue.suspend()
        let other = FMDatabase.file(scene.path)
        try other.execute("INSERT INTO t VALUES (1, NULL)")
        #expect(RawCheckpoint.run(other, .truncate) == 0)
        try other.execute("INSERT INTO t VALUES (2, NULL)")
        queue.resume()
        #expect(try scene.nextReason() == .databaseChanged)
        try scene.awaitSnapshot()
        other.close()
        queue.close()

        #expect(try scene.restoredRows() == [1, 2])
    }
}

extension FMDatabaseCoordinator {
    /// Commits rows of different lengths, and pauses, so that the log can be started anew.
    fileprivate func writeRows(_ count: Int, seed: Int) throws {
        var random = SeededNumbers(seed)
        for row in 1...count {
            let length = Int.random(in: 0..<9000, using: &random)
            try withTransaction { db in
                try db.execute("INSERT INTO t VALUES (\(row), randomblob(\(length)))")
                if row % 97 == 0 { try db.execute("UPDATE t SET b = NULL WHERE i % 7 = \(row % 7)") }
            }
            if row % 20 == 0 { Thread.sleep(forTimeInterval: Double(row % 3) * 0.001) }
        }
    }
}

/// Runs SQLite's checkpoints of all modes on a connection of its own, until it is ended.
private final class OtherCheckpoints: Sendable {
    private let isEnding = Locked(false)
    private let thread: DispatchSemaphore

    init(_ path: String) {
        thread = BackgroundThreads.start { [isEnding] in
            let other = FMDatabase.file(path)
            other.maxBusyRetryTimeInterval = 0.01
            let modes: [FMDBCheckpointMode] = [.passive, .truncate, .restart, .full]
            var round = 0
            while !isEnding.value {
                RawCheckpoint.run(other, modes[round % 4])
                round += 1
            }
            other.close()
        }
    }

    func end() throws {
        isEnding.withLock { $0 = true }
        guard thread.arrives() else { throw Hanging() }
    }
}

// SAFETY: the variables are used under the lock alone.
/// Moves the log into the database, and commits, on a connection of its own, in turn.
private final class Interloper: @unchecked Sendable {
    private let lock = NSLock()
    private let database: FMDatabase
    private var visits = 0
    private var random = SeededNumbers(7)

    init(_ path: String) {
        database = FMDatabase.file(path)
        database.maxBusyRetryTimeInterval = 0
        _ = try? database.value("PRAGMA wal_autocheckpoint = 0", as: Int.self)
    }

    func come() {
        guard lock.try() else { return }
        defer { lock.unlock() }
        visits += 1
        RawCheckpoint.run(database, .passive)
        // The log is started anew then, if nobody prevents it.
        if Bool.random(using: &random), Bool.random(using: &random), Bool.random(using: &random) {
            _ = try? database.execute("INSERT INTO t VALUES (\(1000 + visits), NULL)")
        }
    }
}

extension FileManager {
    fileprivate func size(_ path: String) -> Int {
        ((try? attributesOfItem(atPath: path))?[.size] as? NSNumber)?.intValue ?? 0
    }
}
