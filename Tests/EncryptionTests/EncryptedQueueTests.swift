import FMDB
import FMDBTestHelpers
import Testing

/// Queues on encrypted files: what opens a connection of its own has the key, too.
@Suite(.enabled(if: SQLiteVersion.hasCodec))
struct EncryptedQueueTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }
    private static let unlock: @Sendable (FMDatabase) throws -> Void = { try $0.unlock(key: "secret") }

    private func queue(_ change: (inout FMDatabaseCoordinator.Configuration) -> Void) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = Self.unlock
        change(&configuration)
        return try SilentQueue(path: path, configuration: configuration)
    }

    @Test func theThreadOfCheckpointsHasTheKeyToo() throws {
        let moved = Locked<FMDatabaseCoordinator.WriteAheadLog.Checkpoint?>(nil)
        let queue = try queue {
            $0.writeAheadLog = .init { event in
                if case .checkpoint(let checkpoint) = event { moved.withLock { $0 = checkpoint } }
            }
            $0.writeAheadLog?.checkpointPages = 10
        }
        try queue.withTransaction { try $0.execute("CREATE TABLE t AS SELECT zeroblob(100000) AS a") }
        try poll { moved.value != nil }
        let checkpoint = try #require(moved.value)
        #expect(checkpoint.error == nil)
        #expect(checkpoint.movedPages > 10)
    }

    @Test(arguments: [nil, FMDatabaseCoordinator.Synchronous.full])
    func theKeyIsGivenBeforeTheFileIsRead(_ synchronous: FMDatabaseCoordinator.Synchronous?) throws {
        func opened() throws -> FMDatabaseQueue {
            try queue {
                $0.foreignKeys = true
                $0.groupCommit = .init()
                $0.synchronous = synchronous
                $0.writeAheadLog = .init()
                $0.writeAheadLog?.sizeLimit = nil
            }
        }
        let first = try opened()
        try first.withTransaction { try $0.execute("CREATE TABLE t (x)") }
        first.close()
        #expect(try opened().withTransaction { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
    }

    @Test func anArchiveIsAsEncryptedAsTheFile() throws {
        let target = FMFolderTarget(URL(fileURLWithPath: folder.file("archive")))
        let queue = try queue { $0.backup = .init(to: target, acknowledges: .whenShipped(within: .seconds(600))) }
        try queue.withTransaction { try $0.execute("CREATE TABLE t AS SELECT 7 AS i") }
        queue.close()

        let copy = folder.file("copy.db")
        var options = FMBackup.RestoreOptions()
        #expect(try FMBackup(target).restore(to: copy).verification == .none)
        (options.overwrites, options.configure) = (true, Self.unlock)
        #expect(try FMBackup(target).restore(to: copy, options).verification == .quick)
        options.configure = { try $0.unlock(key: "wrong") }
        #expect(throws: FMError.self) { try FMBackup(target).restore(to: copy, options) }

        let database = FMDatabase.file(copy)
        try database.unlock(key: "secret")
        #expect(try database.rows("SELECT i FROM t", as: Int.self) == [7])
    }
}

/// Keys are in no message. One test at a time: they share the log handler.
@Suite(.enabled(if: SQLiteVersion.hasCodec), .serialized)
struct SecretKeyTests {
    private let folder = TemporaryFolder()

    /// All log messages and events of a database while a body runs, as text.
    private func shown(_ body: (FMDatabase) throws -> Void) rethrows -> String {
        let (path, heard) = (folder.file(), Locked(""))
        let before = FMDatabase.logHandler
        FMDatabase.logHandler = { message in
            guard message.path == path else { return before(message) }
            heard.withLock { $0 += "\(message)\n" }
        }
        defer { FMDatabase.logHandler = before }
        let database = FMDatabase.file(path)
        database.traceExecution = true
        database.slowStatementThreshold = .zero
        database.eventHandler = { event in heard.withLock { $0 += "\(event)\n" } }
        defer { database.close() }
        try body(database)
        return heard.value
    }

    @Test func anExportsKeyIsNotTraced() throws {
        let key = Data("s3cr3t".utf8)
        let shown = try shown {
            try $0.execute("CREATE TABLE t (a)")
            try $0.exportEncrypted(toFile: folder.file("secret.db"), key: key)
        }
        #expect(shown.contains("CREATE TABLE"))
        #expect(!shown.contains("s3cr3t"))
        #expect(!shown.lowercased().contains(key.map { String($0, radix: 16) }.joined()))
    }

    @Test func settingsAndLicencesAreNotShown() {
        let shown = shown {
            $0.applyLicense("s3cr3t")
            try? $0.unlock(key: "k", settings: ["cipher_user_thing": "s3cr3t"])
            try? $0.unlock(key: "k", settings: ["cipher_page_size": "s3cr3t"])
        }
        #expect(shown.contains("statement 1 began"))
        #expect(!shown.contains("s3cr3t"), "\(shown)")
    }
}
