import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// A backup whose target is a folder that may vanish, or one from which nothing can be removed.
@Suite struct ContinuousBackupFolderTests {
    private let scene = BackupScene()

    /// SQLite reports such a commit only when another statement ends.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35))) func aCommitOfARowThatIsReturnedIsWaitedFor()
        throws
    {
        let queue = try scene.begunQueue(.shipped)
        for row in 1...5 {
            try queue.withDatabase { db in
                let rows = try db.query("INSERT INTO t VALUES (\(row), NULL) RETURNING i")
                _ = try rows.nextRow()
                rows.close()
            }
            #expect(try scene.restoredRows() == Array(1...row))
        }
        queue.close()
    }

    /// As where a rule of the storage keeps everything.
    @Test func piecesThatCannotBeRemovedAreReported() throws {
        scene.target.isKeeping = true
        let queue = try scene.begunQueue {
            $0.backup?.retention = .zero
            $0.backup?.snapshotInterval = .milliseconds(1)
        }
        try queue.commit(rows: 1...3)
        try scene.next { if case .maintenanceFailed = $0 { true } else { nil } }
        #expect(queue.backupStatistics?.maintenanceError?.resultCode == .ioError)
        #expect(queue.backupStatistics?.lastError == nil)
        queue.close()
        #expect(try scene.restoredRows() == [1, 2, 3])
    }

    /// Commits alone could not be restored.
    @Test func afterItsFolderHasVanishedItBeginsWithASnapshot() throws {
        let url = URL(fileURLWithPath: scene.folder.file("archive"))
        let queue = try scene.begunQueue(.shipped) { $0.backup?.target = FMFolderTarget(url) }
        try queue.commit(rows: [1])
        try FileManager.default.removeItem(at: url)
        try queue.commit(rows: [2])
        #expect(try scene.nextReason() == .incompleteArchive)
        try queue.commit(rows: [3])
        queue.close()

        let restored = scene.folder.file("restored.db")
        try FMBackup(url).restore(to: restored)
        #expect(try FMDatabase.file(restored).rows("SELECT i FROM t", as: Int.self) == [1, 2, 3])
    }

    /// A folder is made for a snapshot, not for commits.
    @Test func commitsComeBehindTheFirstPartOfTheSnapshot() throws {
        let database = FMDatabase.file(scene.path)
        try database.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)")
        for _ in 0..<12 { try database.execute("INSERT INTO t (b) VALUES (zeroblob(1000000))") }
        database.close()
        let url = URL(fileURLWithPath: scene.folder.file("archive"))
        let queue = try scene.queue(.shipped) { $0.backup?.target = FMFolderTarget(url) }
        try queue.commit(rows: 100..<110)
        queue.close()
        #expect(scene.hasFailed == false)
        #expect(try FMBackup(url).timeline().generations.count == 1)
    }
}
