import FMDB
import Support
import Testing

/// What a power cut leaves of files, by the four kinds of damage.
@Suite struct PowerTests {
    private let folder = TemporaryFolder()
    private let disk = FMTestDisk()

    private func database(_ synchronous: String, journal: String = "DELETE") throws -> FMDatabase {
        let database = FMDatabase(path: folder.file())
        database.logsErrors = false
        try #require(disk.open(database))
        _ = try database.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
        try database.execute("PRAGMA synchronous = \(raw: synchronous)")
        return database
    }

    private func numbers() throws -> [Int] {
        let database = FMDatabase.file(folder.file())
        defer { database.close() }
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        return try database.rows("SELECT n FROM t", as: Int.self)
    }

    @Test func aSyncedCommitIsThereAfterEveryDamage() throws {
        for damage in FMTestDisk.Damage.all(seed: 1) {
            let database = try database("EXTRA")
            try database.execute("DROP TABLE IF EXISTS t")
            try database.execute("CREATE TABLE t (n)")
            try database.execute("INSERT INTO t VALUES (1)")
            disk.cutPower(at: 1)
            #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (2)") }
            #expect(disk.isPowerCut)
            database.close()
            try disk.restorePower(damage)
            #expect(!disk.isPowerCut)
            #expect(try numbers() == [1])
        }
    }

    @Test func whatWasNotSyncedIsThereOnlyIfTheDiskKeptIt() throws {
        for (damage, expected) in [(FMTestDisk.Damage.losesUnsynced, [1]), (.keepsUnsynced, [1, 2])] {
            let database = try database("EXTRA", journal: "WAL")
            try database.execute("DROP TABLE IF EXISTS t")
            try database.execute("CREATE TABLE t (n)")
            try database.execute("INSERT INTO t VALUES (1)")
            try database.execute("PRAGMA synchronous = OFF")
            try database.execute("INSERT INTO t VALUES (2)")
            disk.cutPower(at: 1)
            database.close()
            try disk.restorePower(damage)
            #expect(try numbers() == expected)
        }
    }

    @Test func aNewFileIsGoneUnlessItsFolderWasSynced() throws {
        let database = try database("OFF")
        try database.execute("CREATE TABLE t (n)")
        database.close()
        try disk.restorePower(.losesUnsynced)
        #expect(!FileManager.default.fileExists(atPath: folder.file()))
    }

    @Test func aDeletedJournalIsBackIfItsFolderWasNotSynced() throws {
        let database = try database("FULL")
        try database.execute("CREATE TABLE t (n)")
        try database.execute("INSERT INTO t VALUES (1)")
        disk.cutPower(at: 1)
        database.close()
        try disk.restorePower(.losesUnsynced)
        #expect(FileManager.default.fileExists(atPath: folder.file() + "-journal"))
        // SQLite takes the transaction for one that was not committed.
        #expect(try numbers() == [])
    }

    @Test func theSameSeedDoesTheSameDamage() throws {
        let contents = try (0..<2).map { _ in
            let database = try database("OFF")
            try database.execute("CREATE TABLE IF NOT EXISTS t (n)")
            try disk.close(database, .keepsUnsynced)
            let again = try self.database("OFF")
            try again.execute("INSERT INTO t VALUES (hex(zeroblob(20000)))")
            try disk.close(again, .tearsSectors(seed: 7))
            defer { try? FileManager.default.removeItem(atPath: folder.file()) }
            return try #require(FileManager.default.contents(atPath: folder.file()))
        }
        #expect(contents[0] == contents[1])
    }

    @Test func thePowerIsNotRestoredWhileAFileIsOpen() throws {
        let database = try database("FULL")
        let error = #expect(throws: FMError.self) { try disk.restorePower(.losesUnsynced) }
        #expect(error?.resultCode == .busy)
        database.close()
        try disk.restorePower(.losesUnsynced)
    }

    @Test func operationsAreCountedWithoutACut() throws {
        let database = try database("FULL")
        disk.cutPower(at: 0)
        try database.execute("CREATE TABLE t (n)")
        #expect(disk.count > 3)
        #expect(!disk.isPowerCut)
    }
}

extension FMTestDisk {
    fileprivate func close(_ database: FMDatabase, _ damage: Damage) throws {
        database.close()
        try restorePower(damage)
    }
}
