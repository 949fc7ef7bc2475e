import FMDB
import FMDBTestHelpers
import Testing

/// A disk whose faults are not those of ``FaultTests``: short reads, slowness, the clock, the default file system.
@Suite struct TestDiskTests {
    private let folder = TemporaryFolder()

    private func database(on disk: FMTestDisk) throws -> FMDatabase {
        let database = FMDatabase(path: folder.file())
        database.logsErrors = false
        try #require(disk.open(database))
        return database
    }

    @Test func aShortReadFindsZeros() throws {
        let disk = FMTestDisk()
        let database = try database(on: disk)
        let value = Data(repeating: 255, count: 100_000)
        try database.execute("CREATE TABLE t (a)")
        try database.execute("INSERT INTO t VALUES (\(value))")
        #expect(database.close() && disk.open(database))
        disk.fail([.read], at: 9, code: .ioErrorShortRead)
        #expect(try database.value("SELECT a FROM t", as: Data.self).contains(0))
        #expect(disk.failures == 1)
        #expect(database.close() && disk.open(database))
        #expect(try database.value("SELECT a FROM t", as: Data.self) == value)
    }

    #if os(Linux) || os(macOS)
        /// In a process of its own: the default is that of all other tests too.
        @Test func aDefaultDiskIsThatOfDatabasesThatNameNone() async {
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                var disk: FMTestDisk? = FMTestDisk(isDefault: true)
                let other = FMTestDisk()
                let database = FMDatabase(path: folder.file())
                database.logsErrors = false
                disk?.fail([.write], at: 1, .sticky)
                guard database.open(), !database.executeStatements("CREATE TABLE t (a)") else { exit(1) }
                guard disk?.failures != 0 else { exit(2) }
                database.close()
                disk = nil
                // SQLite's own is the default again, and not the other one.
                other.fail([.write], at: 1, .sticky)
                guard database.open(), database.executeStatements("CREATE TABLE t (a)") else { exit(3) }
                exit(other.failures == 0 ? 0 : 4)
            }
        }
    #endif

    @Test func aSlowDiskTakesItsTime() throws {
        let disk = FMTestDisk()
        let database = try database(on: disk)
        disk.slow([.sync], by: .milliseconds(20))
        let start = ContinuousClock.now
        try database.execute("CREATE TABLE t (a)")
        #expect(start.duration(to: .now) >= .milliseconds(20))
    }

    @Test func theClockIsWhatSQLitesFunctionsSee() throws {
        let clock = FMTestClock(Date(timeIntervalSince1970: 1_000_000_000))
        let disk = FMTestDisk(clock: clock)
        let database = try database(on: disk)
        #expect(try database.value("SELECT CURRENT_TIMESTAMP", as: String.self) == "2001-09-09 01:46:40")
        clock.advance(by: .seconds(60))
        #expect(try database.value("SELECT strftime('%s', 'now')", as: String.self) == "1000000060")
        #expect(clock.now == Date(timeIntervalSince1970: 1_000_000_060))
    }

    @Test func aReleasedDisksNameIsUsedAgain() throws {
        let names = Set((0..<100).map { _ in FMTestDisk().vfs })
        #expect(names.count < 100)
    }

    @Test func theOpenFilesAreCounted() throws {
        let disk = FMTestDisk()
        #expect(disk.openFileCount == 0)
        let database = try database(on: disk)
        #expect(disk.openFileCount == 1)
        _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
        try database.execute("CREATE TABLE t (a)")
        // The file and its log.
        #expect(disk.openFileCount == 2)
        disk.fail(at: 1, .sticky)
        database.close()
        #expect(disk.openFileCount == 0)
    }

    @Test func aFileThatIsOpenKeepsItsDisk() throws {
        var disk: FMTestDisk? = FMTestDisk()
        let name = try #require(disk?.vfs)
        let database = try database(on: try #require(disk))
        disk = nil
        try database.execute("CREATE TABLE t (a)")
        #expect(FMTestDisk().vfs != name)
        database.close()
    }
}
