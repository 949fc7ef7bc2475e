import FMDB
import FMDBTestHelpers
import Testing

/// Copies of encrypted databases.
@Suite(.enabled(if: SQLiteVersion.hasCodec)) struct BackupCipherTests {
    private let folder = TemporaryFolder()
    private var copy: String { folder.file("copy.db") }
    private static let unlock: @Sendable (FMDatabase) throws -> Void = { try $0.unlock(key: "secret") }

    private func encrypted() throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        try Self.unlock(database)
        try database.execute("CREATE TABLE t (x)")
        try database.execute("INSERT INTO t VALUES ('nobody may read this')")
        return database
    }

    private func read(_ path: String) throws -> String {
        let database = FMDatabase.file(path)
        defer { database.close() }
        try Self.unlock(database)
        return try database.value("SELECT x FROM t", as: String.self)
    }

    @Test func theCopyNeedsItsKeySet() throws {
        let database = try encrypted()
        #expect(thrown { try database.backup(to: copy) }?.resultCode == .misuse)
        var options = FMDatabase.BackupOptions()
        options.configure = { _ in }
        #expect(thrown { try database.backup(to: copy, options) }?.resultCode == .misuse)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func theCopyIsEncrypted() throws {
        let database = try encrypted()
        var options = FMDatabase.BackupOptions()
        options.configure = Self.unlock
        #expect(try database.backup(to: copy, options).verification == .quick)
        #expect(try read(copy) == "nobody may read this")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
        #expect(bytes.range(of: Data("nobody".utf8)) == nil)
        #expect(bytes.range(of: Data("SQLite format".utf8)) == nil)
    }

    @Test(arguments: ["WAL", "DELETE"]) func aQueueSetsTheKeyOfItsCopies(_ journal: String) throws {
        try encrypted().close()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { db in
            try Self.unlock(db)
            _ = try db.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.backup(to: copy)
        #expect(try read(copy) == "nobody may read this")
    }

    @Test func anEncryptedFileIsRestored() throws {
        let database = try encrypted()
        var options = FMDatabase.BackupOptions()
        options.configure = Self.unlock
        try database.backup(to: copy, options)
        try database.execute("DELETE FROM t")
        #expect(thrown { try database.restore(from: copy) }?.resultCode == .misuse)
        try database.restore(from: copy, options)
        #expect(try database.value("SELECT x FROM t", as: String.self) == "nobody may read this")
    }
}
