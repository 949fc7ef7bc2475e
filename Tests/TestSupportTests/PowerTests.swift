import FMDB
import FMDBTestHelpers
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
            let database = try database("EXTRA", journal: "WAL")
            try database.execute("DROP TABLE IF EXISTS t")
            try database.execute("CREATE TABLE t (n, filling)")
            try database.execute("INSERT INTO t VALUES (1, zeroblob(20000))")
            // The next sync: what it would make durable has been written.
            disk.fail([.sync], at: 1, .sticky)
            #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (2, zeroblob(20000))") }
            disk.cutPower(at: 1)
            database.close()
            try disk.restorePower(damage)
            #expect(try numbers().contains(1))
        }
    }

    @Test func anEmptiedLogKeepsItsName() throws {
        let writer = try database("FULL", journal: "WAL")
        try writer.execute("CREATE TABLE t (n)")
        try writer.execute("INSERT INTO t VALUES (1)")
        try writer.checkpoint(.truncate)
        // Another connection opens the log, which is there, and empty.
        let reader = try database("FULL", journal: "WAL")
        #expect(try reader.rows("SELECT n FROM t", as: Int.self) == [1])
        try writer.execute("INSERT INTO t VALUES (2)")
        disk.cutPower(at: 1)
        reader.close()
        writer.close()
        try disk.restorePower(.losesUnsynced)
        #expect(try numbers() == [1, 2])
    }

    @Test(arguments: ["OFF", "EXTRA"]) func aFileThatWasRenamedIsDamagedUnderItsNewName(_ synchronous: String) throws {
        let database = try database("EXTRA")
        try database.execute("CREATE TABLE t (n)")
        try database.execute("PRAGMA journal_mode = OFF")
        try database.execute("PRAGMA synchronous = \(raw: synchronous)")
        try database.execute("INSERT INTO t VALUES (1)")
        database.close()
        let other = folder.file("other.db")
        try FileManager.default.moveItem(atPath: folder.file(), toPath: other)
        try disk.restorePower(.losesUnsynced)
        try FileManager.default.moveItem(atPath: other, toPath: folder.file())
        #expect(try numbers() == (synchronous == "OFF" ? [] : [1]))
    }

    @Test func aMixedDamageKeepsSomeSectorsAndLosesOthers() throws {
        let sectors = try damagedSectors(.mixesSectors(seed: 3))
        // The end of each value may be within a sector.
        #expect(sectors.filter { Set($0).count > 1 }.count <= 2)
        #expect(Set(sectors.compactMap(\.first)).isSuperset(of: [1, 2]))
    }

    @Test func aTornSectorHasBothContents() throws {
        #expect(try damagedSectors(.tearsSectors(seed: 3)).filter { Set($0).count == 2 }.count > 4)
    }

    /// The sectors of a value of 100,000 bytes that was replaced by another one of zeros and ones; nothing was synced.
    private func damagedSectors(_ damage: FMTestDisk.Damage) throws -> [[UInt8]] {
        let before = try database("FULL")
        try before.execute("CREATE TABLE t (n)")
        try before.execute("INSERT INTO t VALUES (\(Data(repeating: 1, count: 100_000)))")
        before.close()
        try disk.restorePower(.keepsUnsynced)
        let database = try database("OFF", journal: "MEMORY")
        try database.execute("UPDATE t SET n = \(Data(repeating: 2, count: 100_000))")
        database.close()
        try disk.restorePower(damage)
        let content = Array(try #require(FileManager.default.contents(atPath: folder.file())))
        return stride(from: 0, to: content.count - 512, by: 512)
            .map { Array(content[$0..<$0 + 512]) }
            .filter { $0.allSatisfy { $0 <= 2 } && $0 != [UInt8](repeating: 0, count: 512) }
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
        let damaged = try [UInt64](arrayLiteral: 7, 7, 8).map { seed in
            defer { try? FileManager.default.removeItem(atPath: folder.file()) }
            return try damagedSectors(.tearsSectors(seed: seed))
        }
        #expect(damaged[0] == damaged[1])
        #expect(damaged[0] != damaged[2])
    }

    @Test func aFileThatTookTheNameOfAnotherOneIsNotDamaged() throws {
        let database = try database("OFF")
        try database.execute("CREATE TABLE t (n)")
        database.close()
        let other = FMDatabase.file(folder.file("other.db"))
        try other.execute("CREATE TABLE t (n)")
        try other.execute("INSERT INTO t VALUES (5)")
        other.close()
        try #require(rename(folder.file("other.db"), folder.file()) == 0)
        try disk.restorePower(.losesUnsynced)
        #expect(try numbers() == [5])
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
