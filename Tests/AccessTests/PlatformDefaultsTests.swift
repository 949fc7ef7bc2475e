import FMDB
import Foundation
import Support
import Testing

/// What must not depend on how a platform's SQLite was built.
@Suite struct PlatformDefaultsTests {
    private let folder = TemporaryFolder()

    private func synchronous(_ configuration: FMDatabaseLender.Configuration) throws -> Int {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        return try queue.withDatabase { db in try db.value("PRAGMA synchronous", as: Int.self) }
    }

    @Test(arguments: [
        (FMDatabaseLender.Synchronous.off, 0), (.normal, 1), (.full, 2), (.extra, 3),
    ])
    func aCommitWaitsForTheDiskAsAskedFor(_ choice: FMDatabaseLender.Synchronous, _ number: Int) throws {
        var configuration = FMDatabaseLender.Configuration()
        configuration.synchronous = choice

        #expect(try synchronous(configuration) == number)
    }

    /// Apple's SQLite has NORMAL in WAL mode by itself; here the default is made so.
    @Test func commitsThatAreSharedAreDurable() throws {
        var configuration = FMDatabaseLender.Configuration()
        configuration.groupCommit = .init()
        #expect(try synchronous(configuration) == 2)

        configuration.synchronous = .normal
        #expect(try synchronous(configuration) == 1)
    }

    @Test func whatConfigureSetsCounts() throws {
        var configuration = FMDatabaseLender.Configuration()
        configuration.synchronous = .full
        configuration.configure = { db in try db.execute("PRAGMA synchronous = OFF") }

        #expect(try synchronous(configuration) == 0)
    }

    /// Apple's SQLite cuts a log to 32 KB by itself; here `configure` has it do so.
    @Test func aLogWithoutALimitIsNotCut() throws {
        let path = folder.file()
        var configuration = FMDatabaseLender.Configuration()
        configuration.writeAheadLog = .init(persistence: .always)
        configuration.writeAheadLog?.sizeLimit = nil
        configuration.configure = { db in _ = try db.value("PRAGMA journal_size_limit = 32768", as: Int.self) }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)

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
    @Test func aConnectionThatNobodyLendsHasAMutex() throws {
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
