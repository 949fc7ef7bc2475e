import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// The examples of the article about backups that store each commit.
@Suite struct ContinuousBackupArticleTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }
    private var archiveURL: URL { URL(fileURLWithPath: folder.file("archive")) }

    @Test func eachCommitIsStored() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.backup = .init(to: .folder(archiveURL), keep: .seconds(7 * 86_400))
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)

        try queue.withTransaction { try $0.execute("CREATE TABLE person (name TEXT)") }
        try queue.withTransaction { try $0.execute("INSERT INTO person VALUES ('Ann')") }
        let statistics = queue.backupStatistics
        print(statistics?.lastCommit as Any, statistics?.waitingCommits ?? 0, statistics?.lag ?? .zero)
        // Closing waits for a slow disk some seconds only.
        try poll { queue.backupStatistics?.waitingCommits == 0 }
        queue.close()
        try FMBackup(archiveURL).restore(to: folder.file("copy.db"))
        #expect(try FMDatabase.file(folder.file("copy.db")).rows("SELECT name FROM person", as: String.self) == ["Ann"])
    }

    @Test func aCallReturnsWhenItsCommitIsStored() async throws {
        let alerts = Locked<[String]>([])
        @Sendable func alert(_ text: String) { alerts.withLock { $0.append(text) } }
        let name = "Ann"
        var configuration = FMDatabaseQueue.Configuration()
        configuration.backup = .init(to: .folder(archiveURL), keep: .seconds(7 * 86_400))
        configuration.backup?.acknowledgement = .whenShipped(within: .seconds(10))
        configuration.backup?.observer = { event in
            if case .failing(let error, _) = event { alert("the backup fails: \(error.message)") }
        }
        configuration.backup?.acknowledgement = .whenShipped(within: .seconds(600))
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try await queue.withTransaction { try $0.execute("CREATE TABLE person (name TEXT)") }
        do {
            try await queue.withTransaction { db in try db.execute("INSERT INTO person VALUES (\(name))") }
        } catch let error as FMError where error.extendedCode == .notShipped {
            print("committed here, stored later")
        }
        try await FMBackup(archiveURL).restore(to: folder.file("copy.db"))
        let copy = FMDatabase.file(folder.file("copy.db"))
        #expect(try copy.rows("SELECT name FROM person", as: String.self) == ["Ann"])
        #expect(alerts.value == [])
    }

    struct TableTarget: FMBackupTarget {
        let queue: FMDatabaseQueue

        init(path: String) throws {
            queue = try FMDatabaseQueue(path: path, configuration: .init())
            try queue.withTransaction { db in
                try db.execute("CREATE TABLE IF NOT EXISTS piece (name TEXT PRIMARY KEY, content BLOB)")
            }
        }

        func put(_ piece: Data, named name: String) throws {
            try queue.withTransaction { db in
                try db.execute("INSERT OR REPLACE INTO piece VALUES (\(name), \(piece))")
            }
        }

        func get(_ name: String) throws -> Data {
            try queue.withDatabase { db in
                try db.value("SELECT content FROM piece WHERE name = \(name)", as: Data.self)
            }
        }

        func list() throws -> [FMBackupPiece] {
            let pieces = try queue.withDatabase { db in
                try db.rows("SELECT name, length(content) FROM piece", as: (String, Int64).self)
            }
            return pieces.map { name, size in FMBackupPiece(name: name, size: size) }
        }

        func remove(_ name: String) throws {
            try queue.withTransaction { db in try db.execute("DELETE FROM piece WHERE name = \(name)") }
        }
    }

    @Test func aTargetIsATableOfAnotherDatabase() throws {
        let piecesPath = folder.file("pieces.db")
        var configuration = FMDatabaseQueue.Configuration()
        configuration.backup = .init(to: try TableTarget(path: piecesPath), keep: .seconds(7 * 86_400))
        configuration.backup?.closingTimeout = .seconds(600)
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withTransaction { try $0.execute("CREATE TABLE person (name TEXT)") }
        try queue.withTransaction { try $0.execute("INSERT INTO person VALUES ('Ann')") }
        queue.close()

        try FMBackup(TableTarget(path: piecesPath)).restore(to: folder.file("copy.db"))
        #expect(try FMDatabase.file(folder.file("copy.db")).rows("SELECT name FROM person", as: String.self) == ["Ann"])
    }
}
