import FMDB
import FMDBTestHelpers
import Testing

private let readOnly: Int32 = 0x01  // SQLITE_OPEN_READONLY
private let readWrite: Int32 = 0x02  // SQLITE_OPEN_READWRITE
private let create: Int32 = 0x04  // SQLITE_OPEN_CREATE
private let uri: Int32 = 0x40  // SQLITE_OPEN_URI

/// Where a database lives and how it is opened.
@Suite struct OpeningTests {
    @Test func testB001_noPathMeansAnInMemoryDatabase() throws {
        for db in [FMDatabase(path: nil), FMDatabase()] {
            #expect(db.databasePath == nil)
            #expect(db.open())
            #expect(try text(of: "PRAGMA journal_mode", in: db) == "memory")
        }
    }

    @Test func testB002_anEmptyPathMeansAPrivateTemporaryFile() throws {
        let db = FMDatabase.file("")
        let other = FMDatabase.file("")
        #expect(db.databasePath == "")
        // A database in memory would say "memory"; SQLCipher keeps temporary databases there, lest they be read on disk.
        let isInMemory = try db.value("SELECT sqlite_compileoption_used('TEMP_STORE=2')", as: Bool.self)
        #expect(try text(of: "PRAGMA journal_mode", in: db) == (isInMemory ? "memory" : "delete"))

        try db.executeUpdate("CREATE TABLE t (x)", values: nil)

        #expect(db.tableExists("t"))
        #expect(!other.tableExists("t"))
        db.close()
        #expect(db.open())
        #expect(!db.tableExists("t"))
    }

    @Test func testB003_openingCreatesTheFile() throws {
        let folder = TemporaryFolder()
        let db = FMDatabase(path: folder.file())

        #expect(db.open())

        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())).isEmpty)
        #expect(db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
    }

    @Test func testB004_creatingTheObjectOpensNothing() {
        let folder = TemporaryFolder()
        let db = FMDatabase(path: folder.file())
        db.logsErrors = false

        #expect(!db.isOpen)
        #expect(!db.goodConnection)
        #expect(!exists(folder.file()))
    }

    @Test func testB005_aURLStandsForItsPath() {
        let folder = TemporaryFolder()
        let path = folder.file("a name with spaces.db")
        let db = FMDatabase(url: URL(fileURLWithPath: path))

        #expect(db.databasePath == path)
        #expect(db.open())
        #expect(exists(path))
    }

    @Test func testB005_noURLMeansAnInMemoryDatabase() throws {
        let db = FMDatabase(url: nil)

        #expect(db.databasePath == nil)
        #expect(db.open())
        #expect(try text(of: "PRAGMA journal_mode", in: db) == "memory")
    }

    @Test func testB006_databaseURLIsTheFileURLOfThePath() throws {
        let path = TemporaryFolder().file("a name with spaces.db")
        let url = try #require(FMDatabase(path: path).databaseURL)

        #expect(url.isFileURL)
        #expect(url.path == path)
        #expect(FMDatabase(path: nil).databaseURL == nil)
    }

    @Test func testB007_openingAnOpenDatabaseChangesNothing() throws {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (x)", values: nil)
        try db.executeUpdate("INSERT INTO t VALUES (1)", values: nil)

        #expect(db.open())

        #expect(try text(of: "SELECT x FROM t", in: db) == "1")
    }

    @Test func testB008_openingAnOpenDatabaseDoesNotApplyTheFlags() {
        let folder = TemporaryFolder()
        let db = FMDatabase.file(folder.file())

        #expect(db.open(withFlags: readOnly))

        #expect(db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
    }

    @Test func testB009_openFailsWhenTheFolderIsMissing() {
        let folder = TemporaryFolder()
        let db = FMDatabase(path: folder.file("missing/test.db"))
        db.logsErrors = false

        #expect(!db.open())
        #expect(!db.isOpen)
        #expect(!db.goodConnection)
    }

    @Test func testB010_theErrorOfAFailedOpenCanBeAsked() {
        let folder = TemporaryFolder()
        let db = FMDatabase(path: folder.file("missing/test.db"))
        db.logsErrors = false

        #expect(!db.open())

        #expect(db.lastErrorCode() == 14)
        #expect(db.lastErrorMessage() == "unable to open database file")
    }

    @Test func testB011_aFailedOpenCanBeRepeated() throws {
        let folder = TemporaryFolder()
        let db = FMDatabase(path: folder.file("late/test.db"))
        db.logsErrors = false
        #expect(!db.open())

        try FileManager.default.createDirectory(
            atPath: folder.file("late"), withIntermediateDirectories: false)

        #expect(db.open())
        #expect(db.isOpen)
        #expect(!db.hadError())
        #expect(db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
    }

    @Test func testB012_withoutTheCreateFlagAMissingFileIsNotCreated() {
        let folder = TemporaryFolder()
        let db = FMDatabase(path: folder.file())
        db.logsErrors = false

        #expect(!db.open(withFlags: readWrite))

        #expect(db.lastErrorCode() == 14)
        #expect(!exists(folder.file()))
    }

    @Test func testB013_aReadOnlyDatabaseReadsAndRefusesToWrite() throws {
        let folder = TemporaryFolder()
        let writer = FMDatabase.file(folder.file())
        try writer.executeUpdate("CREATE TABLE t (x)", values: nil)
        try writer.executeUpdate("INSERT INTO t VALUES (1)", values: nil)
        writer.close()
        let db = FMDatabase(path: folder.file())
        db.logsErrors = false

        #expect(db.open(withFlags: readOnly))

        #expect(try text(of: "SELECT x FROM t", in: db) == "1")
        #expect(!db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
        #expect(db.lastErrorCode() == 8)
    }

    @Test func testB014_anUnknownVFSIsNamedInTheError() {
        let folder = TemporaryFolder()
        let db = FMDatabase(path: folder.file())
        db.logsErrors = false

        #expect(!db.open(withFlags: readWrite | create, vfs: "no-such-file-system"))

        #expect(!db.isOpen)
        #expect(db.hadError())
        #expect(db.lastErrorMessage().contains("no-such-file-system"))
    }

    @Test func testB015_theDefaultVFSMayBeNamedOrLeftOut() {
        let folder = TemporaryFolder()
        for (name, vfs) in [("unnamed.db", nil), ("named.db", "unix")] {
            let db = FMDatabase(path: folder.file(name))

            #expect(db.open(withFlags: readWrite | create, vfs: vfs))

            #expect(db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
        }
    }

    @Test func testB027_withTheURIFlagAPathMayBeAURI() throws {
        let folder = TemporaryFolder()
        let db = FMDatabase(path: "file:" + folder.file() + "?mode=memory")

        #expect(db.open(withFlags: readWrite | create | uri))

        #expect(db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func testB027_withoutTheURIFlagTheBuildOfSQLiteDecides() throws {
        let folder = TemporaryFolder()
        let readsURIs = try text(of: "SELECT sqlite_compileoption_used('USE_URI')", in: .memory()) == "1"
        let db = FMDatabase(path: "file:" + folder.file() + "?mode=memory")
        db.logsErrors = false

        // Taken literally it is a path in a folder "file:", which does not exist.
        #expect(db.open() == readsURIs)
    }

    @Test func testB028_committedRowsAreVisibleToASecondConnection() throws {
        let folder = TemporaryFolder()
        let first = FMDatabase.file(folder.file())
        let second = FMDatabase.file(folder.file())
        try first.executeUpdate("CREATE TABLE t (x)", values: nil)

        first.beginImmediateTransaction()
        try first.executeUpdate("INSERT INTO t VALUES (1)", values: nil)

        #expect(try text(of: "SELECT count(*) FROM t", in: second) == "0")
        #expect(first.commit())
        #expect(try text(of: "SELECT count(*) FROM t", in: second) == "1")
    }
}

/// The first column of a query's first row, as text.
private func text(of sql: String, in db: FMDatabase) throws -> String? {
    let rows = try db.executeQuery(sql, values: nil)
    defer { rows.close() }
    return rows.next() ? rows.string(forColumnIndex: 0) : nil
}

private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}
