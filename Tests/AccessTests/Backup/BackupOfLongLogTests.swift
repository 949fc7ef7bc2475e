import FMDB
import FMDBTestHelpers
import Foundation
import Testing

/// A backup beside a log that grows.
@Suite struct BackupOfLongLogTests {
    private let scene = BackupScene()

    @Test func underSteadyWritingTheLogIsStartedAnew() async throws {
        let watched = WatchedLog()
        let queue = try await inBackground { [scene] in
            try scene.begunQueue { configuration in
                configuration.writeAheadLog = watched.choices {
                    $0.checkpointPages = 50
                    $0.sizeLimit = 200 * 4096
                }
            }
        }
        let rows = try await inBackground { [scene] in
            let end = ContinuousClock.now + .seconds(patience)
            var (rows, salts) = (0, Set<Data>())
            while salts.count < 2 {
                guard .now < end else { throw Hanging() }
                rows += 1
                try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (\(rows), zeroblob(5000))") }
                salts.insert(try scene.saltOfLog())
                // There is always one more commit, but not ever more: a backup that is slower than its writers falls behind for good.
                try poll { (queue.backupStatistics?.waitingCommits ?? 0) <= 16 }
            }
            try scene.awaitAll(queue)
            queue.close()
            return rows
        }
        #expect(scene.reasons == [])
        #expect(try scene.restoredRows().count == rows)
    }

    @Test func theFramesOfALongLogAreReadOnce() throws {
        let disk = FMTestDisk()
        let queue = try scene.begunQueue(.shipped) {
            $0.vfs = disk.vfs
            $0.writeAheadLog?.checkpointPages = .max
        }
        var rows = 0
        /// The reads of twenty commits, before each of which the file may have been written over.
        func reads() throws -> Int {
            disk.fail([.read], at: 0)
            for _ in 0..<20 {
                rows += 1
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: Double(rows))], ofItemAtPath: scene.path)
                try queue.commit(rows: [rows])
            }
            return disk.count
        }

        let atFirst = try reads()
        for _ in 0..<8 { _ = try reads() }
        #expect(try reads() < 3 * atFirst)
        queue.close()
        #expect(scene.reasons == [])
        #expect(try scene.restoredRows() == Array(1...rows))
    }
}
