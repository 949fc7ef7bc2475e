import FMDB
import FMDBTestHelpers
import Testing

/// What comes and goes beside a database by the rules, and what only looks like a file that is gone: transactions go on.
@Suite struct FilesInPlaceTests {
    private let folder = TemporaryFolder()

    private var path: String { folder.file() }

    private func database(_ setup: String = "PRAGMA journal_mode = WAL") throws -> FMDatabase {
        let db = FMDatabase.file(path)
        try db.script("\(setup); PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS t (x)")
        return db
    }

    /// Begins in each way, and writes.
    private func write(_ db: FMDatabase, at location: SourceLocation = #_sourceLocation) throws {
        for _ in 0..<2 {
            let error = thrown { try db.withTransaction { try db.execute("INSERT INTO t VALUES (1)") } }
            #expect(error == nil, "\(error?.message ?? "")", sourceLocation: location)
            #expect(db.beginDeferredTransaction(), "\(db.lastErrorMessage())", sourceLocation: location)
            #expect(db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []), sourceLocation: location)
            #expect(db.commit(), sourceLocation: location)
            #expect(db.executeStatements("BEGIN; INSERT INTO t VALUES (3); COMMIT"), sourceLocation: location)
        }
    }

    @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST", "MEMORY", "OFF"]) func journalModesMayChange(mode: String) throws
    {
        let db = try database()
        for _ in 0..<3 {
            try write(db)
            try db.script("PRAGMA journal_mode = \(mode)")
            try write(db)
            try db.script("PRAGMA journal_mode = WAL")
        }
        // In one go, so that no transaction comes in between.
        for _ in 0..<3 {
            try db.script("PRAGMA journal_mode = \(mode); PRAGMA journal_mode = WAL")
            try write(db)
        }
    }

    @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST", "MEMORY", "OFF"])
    func lockingModesMayChange(mode: String) throws {
        for setup in ["PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = ", "PRAGMA journal_mode = "] {
            let db = try database(setup + mode)
            for locking in ["NORMAL", "EXCLUSIVE", "NORMAL", "EXCLUSIVE"] {
                try write(db)
                try db.script("PRAGMA locking_mode = \(locking)")
                try write(db)
            }
            for other in ["DELETE", "PERSIST", "WAL", mode] {
                try db.script("PRAGMA journal_mode = \(other)")
                try write(db)
            }
            #expect(db.close())
        }
    }

    @Test func checkpointsAndVacuumLeaveTheFiles() throws {
        let db = try database()
        for mode in [FMDBCheckpointMode.passive, .full, .restart, .truncate] {
            try write(db)
            try db.checkpoint(mode)
        }
        try write(db)
        try db.script("VACUUM; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA page_size = 8192; VACUUM")
        try write(db)
    }

    @Test func theLastOtherConnectionMayClose() throws {
        let db = try database()
        for _ in 0..<3 {
            let other = FMDatabase.file(path)
            try write(other)
            try write(db)
            #expect(other.close())
            try write(db)
        }
    }

    @Test func aConnectionThatHasNotReadMayFindAnotherLog() throws {
        let db = FMDatabase.file(path)
        for _ in 0..<3 {
            let other = try database()
            try write(other)
            #expect(other.close())
        }
        try write(db)
    }

    #if os(Linux)
        @Test func otherProcessesMayDoTheSame() throws {
            let db = try database()
            try write(db)
            for command in ["INSERT INTO t VALUES (9)", "PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM"] {
                let holder = try HolderProcess(path: path)
                #expect(try holder.answer(to: command) == "ok")
                try write(db)
                holder.kill()
                try write(db)
            }
        }
    #endif

    @Test(arguments: [":memory:", "", "file::memory:?cache=shared", "file:x?mode=memory"])
    func thereMayBeNoFile(path: String) throws {
        let db = FMDatabase(path: path)
        #expect(db.open(withFlags: 0x46))
        try db.script("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        try write(db)
    }

    @Test func otherFilesMayComeAndGo() throws {
        let db = try database()
        for number in 0..<20 {
            let other = folder.file("other\(number)")
            #expect(FileManager.default.createFile(atPath: other, contents: nil))
            try write(db)
            try FileManager.default.removeItem(atPath: other)
        }
        try write(db)
    }

    @Test func aPathMayLeadThroughALink() throws {
        try database().close()
        for (link, target) in [("link.db", path), ("link", (path as NSString).deletingLastPathComponent)] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
        }
        for path in [folder.file("link.db"), folder.file("link") + "/" + (path as NSString).lastPathComponent] {
            let db = FMDatabase.file(path)
            try write(db)
            #expect(db.close())
        }
    }

    @Test(arguments: ["WAL", "DELETE"]) func aFileSystemOfTheClientsMayBeBetween(mode: String) throws {
        let disk = FMTestDisk()
        let db = FMDatabase(path: path)
        db.logsErrors = false
        #expect(disk.open(db))
        try db.script("PRAGMA journal_mode = \(mode); CREATE TABLE t (x)")
        try write(db)
        try db.script("PRAGMA journal_mode = DELETE; PRAGMA journal_mode = \(mode)")
        try write(db)
    }

    @Test func aTransactionMayOnlyRead() throws {
        let writer = try database()
        try write(writer)
        let reader = FMDatabase(path: path)
        #expect(reader.open(withFlags: 1))
        for _ in 0..<3 {
            #expect(reader.beginDeferredTransaction(), "\(reader.lastErrorMessage())")
            #expect(try reader.value("SELECT count(*) FROM t", as: Int.self) != 0)
            #expect(reader.commit())
        }
    }

    @Test func aFolderMayStayAsItIsForLong() throws {
        let db = try database()
        // Longer than the folder's time is coarse, so that its look alone counts.
        let end = ContinuousClock.now + .milliseconds(300)
        while ContinuousClock.now < end { try write(db) }
        try FileManager.default.removeItem(atPath: path + "-wal")
        #expect(!db.beginTransaction())
        #expect(thrown { try db.withTransaction {} }?.extendedCode == .readOnlyMoved)
    }
}
