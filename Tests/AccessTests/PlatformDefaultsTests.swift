import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// What must not depend on how a platform's SQLite was built.
@Suite struct PlatformDefaultsTests {
    private let folder = TemporaryFolder()

    private func synchronous(_ configuration: FMDatabaseCoordinator.Configuration) throws -> Int {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        return try queue.withDatabase { db in try db.value("PRAGMA synchronous", as: Int.self) }
    }

    @Test(arguments: [
        (FMDatabaseCoordinator.Synchronous.off, 0), (.normal, 1), (.full, 2), (.extra, 3),
    ])
    func aCommitWaitsForTheDiskAsAskedFor(_ choice: FMDatabaseCoordinator.Synchronous, _ number: Int) throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.synchronous = choice

        #expect(try synchronous(configuration) == number)
    }

    @Test func commitsThatAreSharedAreDurable() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.groupCommit = .init()
        configuration.configure = { db in _ = try db.value("PRAGMA journal_mode = WAL", as: String.self) }
        #expect(try synchronous(configuration) == 2)

        configuration.synchronous = .normal
        #expect(try synchronous(configuration) == 1)
    }

    /// Apple's SQLite has NORMAL in WAL mode by itself.
    private static let isNormalByDefault =
        (try? FMDatabase.memory().rows("PRAGMA compile_options", as: String.self))?
        .contains("DEFAULT_WAL_SYNCHRONOUS=1") == true

    @Test(.enabled(if: !isNormalByDefault)) func commitsThatAreSharedWaitAsConfigureSays() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.groupCommit = .init()
        configuration.configure = { db in try db.execute("PRAGMA synchronous = NORMAL") }

        #expect(try synchronous(configuration) == 1)
    }

    @Test func whatConfigureSetsCountsUnlessTheConfigurationChooses() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in try db.execute("PRAGMA synchronous = OFF") }
        #expect(try synchronous(configuration) == 0)

        configuration.synchronous = .full
        #expect(try synchronous(configuration) == 2)
    }

    /// With and without a choice of how long a commit waits: SQLite reads the file to make it.
    private func configurationsOfSharedCommits() -> [FMDatabaseCoordinator.Configuration] {
        [nil, FMDatabaseCoordinator.Synchronous.full].map { choice in
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.foreignKeys = true
            configuration.groupCommit = .init()
            configuration.synchronous = choice
            configuration.writeAheadLog = .init()
            configuration.writeAheadLog?.sizeLimit = nil
            return configuration
        }
    }

    @Test func nothingIsReadOfAFileBeforeConfigureHasSeenIt() throws {
        let path = folder.file()
        try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: path))
        for var configuration in configurationsOfSharedCommits() {
            configuration.configure = { _ in throw Regret() }
            #expect(throws: Regret.self) { try FMDatabaseQueue(path: path, configuration: configuration) }
        }
    }

    private func withoutLimit(
        _ path: String, _ configure: (@Sendable (FMDatabase) throws -> Void)? = nil
    ) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = .init(persistence: .always)
        configuration.writeAheadLog?.sizeLimit = nil
        configuration.configure = configure
        return try FMDatabaseQueue(path: path, configuration: configuration)
    }

    @Test func aLimitOfTheLogThatConfigureSetsIsKept() throws {
        let queue = try withoutLimit(folder.file()) { db in
            _ = try db.value("PRAGMA journal_size_limit = 32768", as: Int.self)
        }

        #expect(try queue.withDatabase { db in try db.value("PRAGMA journal_size_limit", as: Int.self) } == 32768)
    }

    /// Apple's SQLite cuts a log to 32 KB by itself.
    @Test func aLogWithoutALimitIsNotCut() throws {
        let path = folder.file()
        let queue = try withoutLimit(path)

        #expect(try queue.withDatabase { db in try db.value("PRAGMA journal_size_limit", as: Int.self) } == -1)
        try queue.withTransaction { db in
            try db.execute("CREATE TABLE t (x)")
            try db.execute("INSERT INTO t VALUES (zeroblob(1000000))")
        }
        queue.close()

        let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
        #expect(try #require(attributes[.size] as? NSNumber).intValue > 1_000_000)
    }

    /// Apple's SQLite has none by itself.
    @Test func aConnectionOutsideQueuesAndPoolsHasAMutex() throws {
        let database = FMDatabase.file(folder.file())

        #expect(RawObjects.hasMutex(database))
        #expect(database.close())
    }

    @Test func aBlockOfATaskMayUseMegabytesOfStack() async throws {
        @Sendable func depth(_ rest: Int) -> Int {
            withUnsafeTemporaryAllocation(byteCount: 100_000, alignment: 16) { memory in
                memory[0] = UInt8(truncatingIfNeeded: rest)
                return rest == 0 ? Int(memory[0]) : depth(rest - 1) + 1
            }
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())

        let found = try await queue.withDatabase { _ in depth(50) }

        #expect(found == 50)
    }
}
