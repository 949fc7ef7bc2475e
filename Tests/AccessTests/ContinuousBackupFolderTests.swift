import FMDB
import Foundation
import Support
import Testing

/// A backup whose target is a folder, which may vanish.
@Suite struct ContinuousBackupFolderTests {
    private let scene = BackupScene()

    /// Commits alone could not be restored.
    @Test func afterItsFolderHasVanishedItBeginsWithASnapshot() throws {
        let url = URL(fileURLWithPath: scene.folder.file("archive"))
        let queue = try scene.begunQueue(.whenShipped()) { $0.backup?.target = FMFolderTarget(url) }
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
        let queue = try scene.queue(.whenShipped()) { $0.backup?.target = FMFolderTarget(url) }
        try queue.commit(rows: 100..<110)
        queue.close()
        #expect(scene.hasFailed == false)
        #expect(try FMBackup(url).timeline().generations.count == 1)
    }
}
