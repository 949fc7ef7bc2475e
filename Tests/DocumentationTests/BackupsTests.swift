import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about backups.
@Suite struct BackupsTests {
    private let folder = TemporaryFolder()
    private var copyPath: String { folder.file("copy.db") }

    private func people() throws -> FMDatabase {
        let db = FMDatabase.file(folder.file())
        try db.execute("CREATE TABLE person (name TEXT)")
        try db.execute("INSERT INTO person VALUES ('Ann')")
        return db
    }

    private func names(_ path: String) throws -> [String] {
        try FMDatabase.file(path).rows("SELECT name FROM person", as: String.self)
    }

    private struct Bar: Sendable {
        let done = Locked(0)
        func set(_ count: Int, of total: Int) { done.withLock { $0 = count * 100 / total } }
    }

    @Test func aDatabaseIsCopied() throws {
        let db = try people()
        let backup = try db.backup(to: copyPath)
        print(backup.pages, backup.bytes, backup.duration)
        #expect(try names(copyPath) == ["Ann"])
    }

    @Test func aQueueIsCopied() async throws {
        try people().close()
        let (queue, bar, copyPath) = (try FMDatabaseQueue(path: folder.file(), configuration: .init()), Bar(), copyPath)
        var options = FMDatabase.BackupOptions()
        options.overwrites = true
        options.pause = .milliseconds(1)  // leaves the disk to others
        try await queue.backup(to: copyPath, options) { progress in
            bar.set(progress.completed, of: progress.total)
        }
        #expect(bar.done.value == 100)
        #expect(try names(copyPath) == ["Ann"])
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec)) func anEncryptedDatabaseIsCopied() throws {
        let passphrase = "secret"
        let db = FMDatabase.file(folder.file())
        try db.unlock(key: passphrase)
        try db.execute("CREATE TABLE person (name TEXT)")
        var options = FMDatabase.BackupOptions()
        options.configure = { copy in try copy.unlock(key: passphrase) }
        try db.backup(to: copyPath, options)
        let copy = FMDatabase.file(copyPath)
        try copy.unlock(key: passphrase)
        #expect(copy.tableExists("person"))
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 27))) func aCompactCopy() throws {
        let db = try people()
        try db.vacuum(into: copyPath)
        #expect(try names(copyPath) == ["Ann"])
    }

    @Test(.enabled(if: !SQLiteVersion.hasCodec)) func bytes() throws {
        let db = try people()
        let data = try db.serialized()
        let other = FMDatabase(path: nil)
        other.open()
        try other.deserialize(data)
        #expect(try other.value("SELECT name FROM person", as: String.self) == "Ann")
    }

    @Test func aCopyIsPutBack() throws {
        let (db, copyPath) = (try people(), copyPath)
        try db.backup(to: copyPath)
        try db.execute("DELETE FROM person")
        db.close()
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { db in
            try db.restore(from: copyPath)
        }
        #expect(try names(folder.file()) == ["Ann"])
    }

    @Test func aMistakeIsUndone() async throws {
        let (archiveURL, copyPath) = (URL(fileURLWithPath: folder.file("archive")), copyPath)
        try people().close()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.backup = .init(to: .folder(archiveURL), acknowledges: .whenShipped())
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try await queue.withTransaction { db in try db.execute("INSERT INTO person VALUES ('Bob')") }
        let backup = FMBackup(archiveURL)
        let lastRight = try #require(try await backup.timeline().last?.number)
        try await queue.withTransaction { db in try db.execute("DELETE FROM person") }
        try await backup.restore(to: copyPath, at: .commit(lastRight))
        try await queue.withDatabase { db in try db.restore(from: copyPath) }
        queue.close()
        #expect(try names(folder.file()) == ["Ann", "Bob"])
    }

    @Test func aMomentIsRestored() async throws {
        let (archiveURL, yesterday) = (
            URL(fileURLWithPath: folder.file("archive")), Date(timeIntervalSinceNow: -86_400)
        )
        try people().backup(to: folder.file("image.db"))
        let image = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("image.db"))))
        let writer = try ArchiveWriter(.folder(archiveURL), pageSize: 4096, after: nil, date: yesterday)
        let snapshot = try writer.beginSnapshot(
            pageCount: UInt32(image.count / 4096), date: yesterday - 60, position: nil)
        try snapshot.add(image)
        try snapshot.finish()
        let backup = FMBackup(archiveURL)
        let timeline = try await backup.timeline()
        print(timeline.first?.date as Any, timeline.last?.date as Any, timeline.gaps)
        let restored = try await backup.restore(to: copyPath, at: .date(yesterday))
        print(restored.commit.number, restored.commit.date, restored.bytes)
        #expect(try names(copyPath) == ["Ann"])
        let verification = try await backup.verify()  // reads and checks each piece
        if !verification.isWhole { print(verification.gaps, verification.damaged) }
        try await backup.removeOld(keeping: .seconds(7 * 86_400))
        try await backup.compact()  // merges small pieces; each commit stays
        #expect(verification.isWhole)
    }

    @Test func aStandbyFollows() async throws {
        let (backup, standbyPath) = (FMBackup(URL(fileURLWithPath: folder.file("archive"))), copyPath)
        let standby = Task {
            try await backup.follow(to: standbyPath) { event in print(event) }
        }
        standby.cancel()
        await #expect(throws: CancellationError.self) { try await standby.value }
    }

    @Test func aPoolIsCheckedWhileWritersGoOn() throws {
        try people().close()
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        var options = FMDatabase.IntegrityOptions()
        options.timeLimit = .seconds(30)
        let report = try pool.read { [options] db in try db.integrity(options) }
        if !report.isHealthy {
            for finding in report.findings {
                print(finding.kind, finding.message)
            }
        }
        print(report.outcome, report.unchecked)
        #expect(report.isHealthy)
    }

    @Test func damageIsHeardOf() throws {
        let output = Locked<[String]>([])
        @Sendable func print(_ line: String) { output.withLock { $0.append(line) } }
        try Data(repeating: 1, count: 5000).write(to: URL(fileURLWithPath: folder.file()))
        let db = FMDatabase.file(folder.file())
        db.eventHandler = { event in
            if case .corruption(let corruption) = event {
                print("damaged: \(corruption.path), \(corruption.resultCode), \(corruption.sql ?? "")")
            }
        }
        #expect(throws: FMError.self) { try db.execute("DELETE FROM person") }
        #expect(output.value.count == 1)
    }
}
