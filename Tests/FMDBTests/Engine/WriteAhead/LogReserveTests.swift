import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Zeros at the end of a log that a reader keeps from being started anew.
@Suite struct LogReserveTests {
    private let folder = TemporaryFolder()

    private func database(synchronous: String) throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
        try database.execute("PRAGMA synchronous = \(raw: synchronous)")
        try database.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b BLOB)")
        return database
    }

    private func fill(_ database: FMDatabase) throws {
        try database.withTransaction {
            for _ in 0..<1100 { try database.execute("INSERT INTO t (b) VALUES (zeroblob(4000))") }
        }
    }

    private var logSize: Int {
        get throws {
            let facts = try FileManager.default.attributesOfItem(atPath: folder.file() + "-wal")
            return (facts[.size] as? NSNumber)?.intValue ?? 0
        }
    }

    private func frames(_ database: FMDatabase) throws -> Int {
        // A checkpoint counts them also where it may move none.
        try database.rows("PRAGMA wal_checkpoint(PASSIVE)", as: (Int, Int, Int).self)[0].1
    }

    /// What is left by a process that ends at this moment.
    private func countAfterCrash() throws -> Int {
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + end, toPath: folder.file("copy.db") + end)
        }
        let copy = FMDatabase.file(folder.file("copy.db"))
        defer { copy.close() }
        #expect(try copy.value("PRAGMA integrity_check", as: String.self) == "ok")
        return try copy.value("SELECT count(*) FROM t", as: Int.self)
    }

    @Test func aLongLogThatIsReadHasThemBehindItsFrames() throws {
        let (database, reader) = (try database(synchronous: "FULL"), FMDatabase.file(folder.file()))
        try reader.execute("BEGIN")
        #expect(try reader.value("SELECT count(*) FROM t", as: Int.self) == 0)
        try fill(database)
        let size = try logSize
        #expect(size >= 32 + (try frames(database)) * 4120 + 1 << 20)
        for _ in 0..<100 { try database.execute("INSERT INTO t (b) VALUES (zeroblob(3000))") }
        #expect(try logSize == size)
        #expect(try countAfterCrash() == 1200)
        #expect(try reader.value("SELECT count(*) FROM t", as: Int.self) == 0)
        try reader.execute("COMMIT")
        #expect(try reader.value("SELECT count(*) FROM t", as: Int.self) == 1200)
        reader.close()
        database.close()
        #expect(!FileManager.default.fileExists(atPath: folder.file() + "-wal"))
    }

    @Test(arguments: ["NORMAL", "OFF"]) func commitsThatDoNotWaitForTheDiskNeedNone(synchronous: String) throws {
        let database = try database(synchronous: synchronous)
        try fill(database)
        #expect(try logSize == 32 + frames(database) * 4120)
    }

    @Test func aConnectionThatLocksForItselfAloneHasNone() throws {
        let database = FMDatabase.file(folder.file())
        _ = try database.value("PRAGMA locking_mode = EXCLUSIVE", as: String.self)
        _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
        try database.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b BLOB)")
        try fill(database)
        #expect(try logSize == 32 + frames(database) * 4120)
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 1100)
    }

    /// SQLite reports the first commit while the second statement has the lock already.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aStatementInProgressKeepsItsLock() throws {
        let (database, other) = (try database(synchronous: "FULL"), FMDatabase.file(folder.file()))
        other.maxBusyRetryTimeInterval = 0
        try other.execute("BEGIN")
        #expect(try other.value("SELECT count(*) FROM t", as: Int.self) == 0)
        try fill(database)
        // More than the space that there is.
        let first = try database.query("INSERT INTO t (b) VALUES (zeroblob(5000000)) RETURNING i")
        #expect(first.next())
        first.close()
        let second = try database.query("INSERT INTO t (b) VALUES (zeroblob(10)) RETURNING i")
        #expect(second.next())
        #expect(try database.value("SELECT 1", as: Int.self) == 1)
        try other.execute("COMMIT")
        #expect(thrown { try other.execute("BEGIN IMMEDIATE") }?.resultCode == .busy)
        second.close()
        try other.execute("INSERT INTO t (b) VALUES (NULL)")
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 1103)
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
    }

    @Test func aLogThatNobodyReadsHasNone() throws {
        let database = try database(synchronous: "FULL")
        try fill(database)
        #expect(try logSize == 32 + frames(database) * 4120)
    }
}
