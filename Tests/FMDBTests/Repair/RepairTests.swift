import FMDB
import FMDBTestHelpers
import Testing

/// What is done with files when rows of a damaged one are rescued.
@Suite struct RepairTests {
    private let folder = TemporaryFolder()
    private var old: String { folder.file("old.db") }
    private var new: String { folder.file("new.db") }

    /// A database with so many rows in `t (id, x)`, still open.
    private func makeFile(_ rows: Int = 100, _ setup: String = "") throws -> FMDatabase {
        let database = FMDatabase.file(old)
        database.executeStatements(setup + ";CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
        try database.executeMany("INSERT INTO t VALUES (?, ?)", (0..<rows).map { ($0, "row \($0)") })
        return database
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private func rows(_ path: String) throws -> Int {
        try FMDatabase.file(path).value("SELECT count(*) FROM t")
    }

    // MARK: The files

    @Test func theDamagedFileStaysAsItWas() throws {
        try makeFile().close()
        let before = try bytes(old)
        try FMRepair(old).salvage(to: new)
        #expect(try bytes(old) == before)
        #expect(names == ["new.db", "old.db"])
    }

    @Test func aFileThatIsThereIsNotReplacedUnlessAsked() throws {
        try makeFile().close()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: new))
        let error = #expect(throws: FMError.self) { try FMRepair(old).salvage(to: new) }
        #expect(error?.resultCode == .misuse)
        #expect(try bytes(new) == Array("mine".utf8))
        var repair = FMRepair(old)
        repair.overwrites = true
        try repair.salvage(to: new)
        #expect(try rows(new) == 100)
    }

    @Test func theDamagedFileCannotBeTheNewOne() throws {
        try makeFile().close()
        var repair = FMRepair(old)
        repair.overwrites = true
        let error = #expect(throws: FMError.self) { try repair.salvage(to: old) }
        #expect(error?.resultCode == .misuse)
        #expect(try rows(old) == 100)
    }

    @Test func aMissingFileIsRefused() throws {
        let error = #expect(throws: FMError.self) { try FMRepair(old).salvage(to: new) }
        #expect(error?.resultCode == .cantOpen)
        #expect(names == [])
    }

    @Test func aFileOfAnotherKindIsRefused() throws {
        var numbers = SeededNumbers(1)
        let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        for bytes in [[], Array("hello".utf8), noise] {
            try Data(bytes).write(to: URL(fileURLWithPath: old))
            let error = #expect(throws: FMError.self) { try FMRepair(old).salvage(to: new) }
            #expect(error?.resultCode == .notADatabase)
            #expect(names == ["old.db"])
        }
    }

    @Test func aFileThatIsBeingWrittenIsWaitedFor() throws {
        let database = try makeFile()
        try database.execute("BEGIN EXCLUSIVE")
        var repair = FMRepair(old)
        repair.busyTimeout = .milliseconds(20)
        let error = #expect(throws: FMError.self) { try repair.salvage(to: new) }
        #expect(error?.resultCode == .busy)
        try database.execute("COMMIT")
        #expect(try repair.salvage(to: new).isWhole)
    }

    #if os(Linux)
        @Test func locksOfThisProcessAreKept() throws {
            let database = try makeFile()
            try database.execute("BEGIN IMMEDIATE")
            try FMRepair(old).salvage(to: new)
            // Another process meets the lock.
            let other = try FMTestProcess(path: old)
            #expect(throws: FMError.self) { try other.hold(.write) }
            try database.execute("COMMIT")
            try other.hold(.write)
        }
    #endif

    // MARK: A disk that fails

    @Test func whatTheDiskGivesIsRescued() throws {
        let disk = FMTestDisk()
        try makeFile(20_000, "PRAGMA page_size = 4096").close()
        let size = try bytes(old).count
        #expect(size > 300_000)
        // The first part of the file can be read, the others cannot.
        disk.fail([.read], at: 2, .sticky)
        let report = try FMRepair(old, vfs: disk.vfs).salvage(to: new)
        #expect(report.unreadableBytes == size - 1 << 18)
        #expect(!report.isWhole)
        let count = try FMDatabase.file(new).value("SELECT count(*) FROM t WHERE x = 'row ' || id", as: Int.self)
        #expect(count == report.tables.first?.rows && count > 1000)
        #expect(disk.openFileCount == 0)
    }

    @Test func aDiskThatGivesNothingLeavesNothing() throws {
        let disk = FMTestDisk()
        try makeFile().close()
        for operation in [FMTestDisk.Operation.read, .open, .access, .lock] {
            disk.fail([operation], at: 1, .sticky)
            var repair = FMRepair(old, vfs: disk.vfs)
            repair.busyTimeout = .zero
            #expect(throws: FMError.self) { try repair.salvage(to: new) }
            #expect(names == ["old.db"])
            #expect(disk.openFileCount == 0)
        }
    }

    // MARK: Logs and journals

    @Test func commitsInTheLogCount() throws {
        let database = try makeFile(100, "PRAGMA journal_mode = WAL")
        try database.checkpoint(.truncate)
        try database.execute("UPDATE t SET x = 'newer' WHERE id < 10")
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: old + ending, toPath: folder.file("copy.db") + ending)
        }
        #expect(try FMRepair(folder.file("copy.db")).salvage(to: new).isWhole)
        #expect(try FMDatabase.file(new).value("SELECT count(*) FROM t WHERE x = 'newer'", as: Int.self) == 10)
    }

    @Test func theLogOfALinkedFileIsFound() throws {
        let database = try makeFile(100, "PRAGMA journal_mode = WAL")
        try database.checkpoint(.truncate)
        try database.execute("UPDATE t SET x = 'newer' WHERE id < 10")
        try FileManager.default.createDirectory(atPath: folder.file("other"), withIntermediateDirectories: false)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: old + ending, toPath: folder.file("other/copy.db") + ending)
        }
        let link = folder.file("link.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("other/copy.db"))
        try FMRepair(link).salvage(to: new)
        #expect(try FMDatabase.file(new).value("SELECT count(*) FROM t WHERE x = 'newer'", as: Int.self) == 10)
    }

    @Test func theLogEndsWhereItsSumsAreWrong() throws {
        let database = try makeFile(100, "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL")
        try database.checkpoint(.truncate)
        try database.execute("UPDATE t SET x = 'first' WHERE id = 1")
        try database.execute("UPDATE t SET x = 'second' WHERE id = 1")
        try FileManager.default.copyItem(atPath: old, toPath: folder.file("copy.db"))
        var log = try bytes(old + "-wal")
        log[log.count - 1] ^= 1
        try Data(log).write(to: URL(fileURLWithPath: folder.file("copy.db-wal")))
        try FMRepair(folder.file("copy.db")).salvage(to: new)
        #expect(try FMDatabase.file(new).value("SELECT x FROM t WHERE id = 1", as: String.self) == "first")
    }

    @Test func anUnfinishedTransactionIsUndone() throws {
        let database = try makeFile(2000, "PRAGMA page_size = 1024")
        // The cache is too small for the transaction, so it gets into the file before the commit.
        database.executeStatements("PRAGMA cache_size = 5; PRAGMA cache_spill = 1")
        try database.execute("BEGIN")
        try database.execute("UPDATE t SET x = 'unfinished'")
        for ending in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: old + ending, toPath: folder.file("copy.db") + ending)
        }
        let copied = try bytes(folder.file("copy.db"))
        #expect(Data(copied).range(of: Data("unfinished".utf8)) != nil, "nothing was written before the commit")
        #expect(try FMRepair(folder.file("copy.db")).salvage(to: new).isWhole)
        #expect(try FMDatabase.file(new).value("SELECT count(*) FROM t WHERE x LIKE 'row %'", as: Int.self) == 2000)
    }
}
