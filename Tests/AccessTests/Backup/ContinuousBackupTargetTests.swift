import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// A backup whose target fails, does not return, or takes too little.
@Suite struct ContinuousBackupTargetTests {
    private let scene = BackupScene()

    @Test func commitsGoOnWhileTheTargetFails() throws {
        let queue = try scene.begunQueue()
        scene.target.isFailing = true
        try queue.commit(rows: 1...10)
        try scene.awaitFailure()
        let statistics = try #require(queue.backupStatistics)
        #expect(statistics.failures > 0)
        #expect(statistics.lastError != nil)
        scene.target.isFailing = false
        try scene.awaitRecovery()
        #expect(queue.backupStatistics?.lastError == nil)
        queue.close()

        #expect(scene.reasons == [])
        #expect(try scene.restoredRows() == Array(1...10))
    }

    @Test func aTargetThatNeverWorkedHasNotRecoveredAtTheEnd() throws {
        scene.target.refused = "-"
        let queue = try scene.queue()
        try queue.withTransaction { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
        try scene.awaitFailure()
        queue.close()
        #expect(!scene.hasRecovered)
        #expect(queue.backupStatistics?.lastError != nil)
        #expect(scene.target.names == [])
    }

    @Test func aTargetThatIsGoneAtFirstIsUsedWhenItComes() throws {
        scene.target.isFailing = true
        let queue = try scene.queue()
        try queue.withTransaction { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
        try queue.commit(rows: [1])
        try scene.awaitFailure()
        scene.target.isFailing = false
        try scene.awaitSnapshot()
        queue.close()

        #expect(try scene.restoredRows() == [1])
    }

    @Test func aLogThatGrowsTooLongIsGivenUp() throws {
        let queue = try scene.begunQueue { $0.backup?.maximumLag = 100_000 }
        try scene.awaitShipping(1)
        scene.target.isFailing = true
        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (1, zeroblob(300000))") }
        let size = try scene.next { if case .fellBehind(let bytes) = $0 { bytes } else { nil } }
        #expect(size > 100_000)
        scene.target.isFailing = false
        #expect(try scene.nextReason() == .fellBehind)
        try scene.awaitSnapshot()
        queue.close()

        #expect(try scene.backup.timeline().generations.count == 2)
        #expect(try scene.restoredRows() == [1])
    }

    @Test func aTargetThatDoesNotReturnIsAFailure() throws {
        let queue = try scene.begunQueue {
            $0.backup?.maximumLag = 100_000
            $0.backup?.targetTimeout = .milliseconds(20)
        }
        try scene.awaitShipping(1)
        scene.target.gate.close()
        try queue.commit(rows: [1])
        #expect(scene.target.gate.isReached())
        try scene.awaitFailure()
        // Nothing holds the log when it has grown too long, though the call has not returned.
        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (2, zeroblob(300000))") }
        let size = try scene.next { if case .fellBehind(let bytes) = $0 { bytes } else { nil } }
        #expect(size > 100_000)
        let other = FMDatabase.file(scene.path)
        #expect(RawCheckpoint.run(other, .truncate) == 0)
        other.close()
        scene.target.gate.open()
        #expect(try scene.nextReason() == .fellBehind)
        try scene.awaitSnapshot()
        queue.close()

        #expect(try scene.restoredRows() == [1, 2])
    }

    /// Closing waits for some seconds. What comes later must not meet what the target does then.
    @Test func aQueueThatIsReopenedWaitsForTheFormerBackup() async throws {
        let queue = try await inBackground { [scene] in
            let queue = try scene.begunQueue { $0.backup?.closingTimeout = .milliseconds(20) }
            try scene.awaitShipping(1)
            scene.target.gate.close()
            try queue.commit(rows: [1])
            #expect(scene.target.gate.isReached())
            queue.close()
            let puts = scene.target.puts
            try queue.commit(rows: [2])
            try scene.awaitFailure()
            #expect(scene.target.puts == puts)
            scene.target.gate.open()
            try scene.awaitRecovery()
            try queue.commit(rows: [3])
            return queue
        }
        try await inBackground { [scene] in
            try scene.awaitAll(queue)
            queue.close()
        }
        #expect(scene.reasons == [])
        #expect(try await scene.backup.timeline().gaps.isEmpty)
        #expect(try scene.restoredRows() == [1, 2, 3])
    }

    @Test func aCommitThatIsTooLargeLeadsToASnapshot() throws {
        let queue = try scene.begunQueue { $0.backup?.maximumCommitSize = 1 << 20 }
        try queue.commit(rows: [1])
        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (2, zeroblob(2000000))") }
        #expect(try scene.nextReason() == .largeCommit)
        try scene.awaitSnapshot()
        try queue.commit(rows: [3])
        queue.close()

        #expect(queue.backupStatistics?.failures == 0)
        #expect(try scene.restoredRows() == [1, 2, 3])
        #expect(try scene.backup.timeline().gaps.isEmpty)
    }

    @Test func aCommitThatIsTooLargeIsAcknowledged() throws {
        let queue = try scene.begunQueue(.shipped) {
            $0.backup?.maximumCommitSize = 1 << 20
            $0.backup?.interval = .seconds(3600)
        }
        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (2, zeroblob(2000000))") }
        #expect(try scene.restoredRows() == [2])
        queue.close()
    }

    // MARK: Snapshots

    /// A file whose snapshot has some parts, and an empty target.
    private func largeScene() throws -> BackupScene {
        let queue = try scene.begunQueue()
        try queue.withTransaction { db in
            for row in 1...10 { try db.execute("INSERT INTO t VALUES (\(row), zeroblob(4000000))") }
        }
        queue.close()
        let other = BackupScene()
        try FileManager.default.copyItem(atPath: scene.path, toPath: other.path)
        return other
    }

    @Test func aPartOfASnapshotThatFailsIsStoredAgain() throws {
        let other = try largeScene()
        other.target.fail(after: 2)
        let again = try other.queue()
        try other.awaitFailure()
        #expect(other.target.puts == 2)
        other.target.recover()
        try other.awaitSnapshot()
        // The first two parts were not stored a second time.
        #expect(other.target.puts == other.target.names.count)
        again.close()
        #expect(try other.restoredRows() == Array(1...10))
    }

    @Test func commitsAreStoredThoughTheTargetTakesNoSnapshot() throws {
        let queue = try scene.begunQueue { $0.backup?.snapshotInterval = .milliseconds(1) }
        scene.target.refused = "snapshot"
        try queue.commit(rows: [1])
        try scene.target.awaitRefusal()
        try queue.commit(rows: [2])
        try scene.awaitAll(queue)
        #expect(try scene.restoredRows() == [1, 2])
        // In the end it is given up for a while.
        let error = try scene.next { if case .maintenanceFailed(let error) = $0 { error } else { nil } }
        #expect(error.resultCode == .ioError)
        #expect(queue.backupStatistics?.snapshotError != nil)
        #expect(queue.backupStatistics?.lastError == nil)
        scene.target.refused = nil
        queue.close()
    }

    @Test func aSnapshotWhoseTargetDoesNotReturnIsGivenUp() throws {
        let other = try largeScene()
        other.target.gate.close()
        let again = try other.queue {
            $0.backup?.maximumLag = 100_000
            $0.backup?.targetTimeout = .milliseconds(20)
        }
        #expect(other.target.gate.isReached())
        try other.awaitFailure()
        try again.withTransaction { try $0.execute("INSERT INTO t VALUES (11, zeroblob(300000))") }
        _ = try other.next { if case .fellBehind(let bytes) = $0 { bytes } else { nil } }
        let database = FMDatabase.file(other.path)
        #expect(RawCheckpoint.run(database, .truncate) == 0)
        database.close()
        other.target.gate.open()
        try other.awaitSnapshot()
        again.close()
        #expect(try other.restoredRows() == Array(1...11))
    }

    /// The snapshot keeps the log from being reset, so it must not go on for ever.
    @Test func aFirstSnapshotThatIsRefusedForLongBeginsAgain() throws {
        let other = try largeScene()
        other.target.refused = "-end"
        let again = try other.queue { $0.backup?.maximumLag = 100_000 }
        try other.awaitFailure()
        let first = try #require(other.target.generations.first)
        #expect(again.backupStatistics?.generation == nil)
        try again.withTransaction { try $0.execute("INSERT INTO t VALUES (11, zeroblob(300000))") }
        // What was begun anew is soon removed, too: its end is refused, and the log is as long.
        try poll { !other.target.generations.contains(first) && other.target.begun.count > 1 }
        other.target.refused = nil
        try other.awaitSnapshot()
        again.close()
        #expect(try other.restoredRows() == Array(1...11))
    }

    /// Without the snapshot nothing of its generation can be restored.
    @Test func commitsBeforeASnapshotThatIsGivenUpAreRemovedWithIt() throws {
        let other = try largeScene()
        other.target.refused = "-end"
        let again = try other.queue { $0.backup?.maximumLag = 100_000 }
        try other.awaitFailure()
        let first = try #require(other.target.generations.first)
        try again.commit(rows: 11...13)
        try poll { other.target.names.contains { $0.contains("commits") } }
        #expect(again.backupStatistics?.shippedCommits == 0)
        try again.withTransaction { try $0.execute("INSERT INTO t VALUES (14, zeroblob(300000))") }
        try poll { !other.target.generations.contains(first) && other.target.begun.count > 1 }
        other.target.refused = nil
        try other.awaitSnapshot()
        again.close()
        #expect(try other.restoredRows() == Array(1...14))
        #expect(try other.backup.timeline().gaps.isEmpty)
        #expect(try again.backupStatistics?.lastCommit == other.backup.timeline().last?.number)
    }

    @Test func commitsDuringTheFirstSnapshotAreProven() throws {
        let other = try largeScene()
        other.target.refused = "-end"
        let again = try other.queue()
        try other.awaitFailure()
        try again.commit(rows: 11...13)
        try poll { other.target.names.contains { $0.contains("commits") } }
        other.target.refused = nil
        try other.awaitSnapshot()
        // The last of the commits may come after the snapshot.
        again.close()
        #expect(try other.restoredRows() == Array(1...13))
        let verification = try other.backup.verify()
        #expect(verification.isWhole && verification.unchecked == [] && verification.damaged == [])
    }

    @Test func aSuspensionEndsTheReadingOfASnapshot() throws {
        let other = try largeScene()
        other.target.gate.close()
        let again = try other.queue()
        #expect(other.target.gate.isReached())
        again.suspend()
        // No lock is left, though the target still has a part to store.
        let database = FMDatabase.file(other.path)
        try database.execute("INSERT INTO t VALUES (11, NULL)")
        #expect(RawCheckpoint.run(database, .truncate) == 0)
        database.close()
        other.target.gate.open()
        again.resume()
        try again.commit(rows: [12])
        try other.awaitSnapshot()
        again.close()
        #expect(try other.restoredRows() == Array(1...12))
    }

    @Test func aFirstSnapshotThatFailsIsMadeAgain() throws {
        scene.target.fail(after: 0)
        let queue = try scene.queue()
        try scene.awaitFailure()
        scene.target.fail(after: 1000)
        scene.target.isFailing = false
        try scene.awaitSnapshot()
        queue.close()
        #expect(try scene.backup.timeline().gaps.isEmpty)
    }
}
