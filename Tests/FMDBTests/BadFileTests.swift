import FMDB
import FMDBTestHelpers
import Testing

/// Paths and files that cannot be opened, or not for writing.
@Suite struct BadFileTests {
    private let folder = TemporaryFolder()

    /// A database with the rows 1 and 2 in `t (x)`, closed.
    private func makeFile() throws {
        let database = FMDatabase.file(folder.file())
        try database.execute("CREATE TABLE t (x)")
        try database.execute("INSERT INTO t VALUES (1), (2)")
        database.close()
    }

    private func quiet(_ path: String) -> FMDatabase {
        let database = FMDatabase(path: path)
        database.logsErrors = false
        return database
    }

    // MARK: What cannot be opened

    /// A path at which nothing can be opened.
    enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case missingFolder, folder, fileAsFolder, nameTooLong

        var testDescription: String { rawValue }

        func path(in folder: TemporaryFolder) -> String {
            switch self {
            case .missingFolder: folder.file("missing/test.db")
            case .folder: folder.path
            case .fileAsFolder: folder.file("test.db/test.db")
            case .nameTooLong: folder.file(String(repeating: "n", count: 600))
            }
        }
    }

    @Test(arguments: Place.allCases) func openIsFalse(_ place: Place) throws {
        try makeFile()
        let database = quiet(place.path(in: folder))
        #expect(!database.open())
        #expect(!database.isOpen)
        #expect(database.sqliteHandle == nil)
        #expect(database.lastErrorCode() == 14)
        #expect((database.lastError() as NSError).code == 14)
        #expect(!database.executeUpdate("SELECT 1", withArgumentsIn: []))
        let error = #expect(throws: FMError.self) { try database.execute("SELECT 1") }
        #expect(error?.resultCode == .cantOpen)
        #expect(database.close())
    }

    @Test func aPoolThrowsWhyItCouldNotOpen() throws {
        let pool = QuietPool(path: folder.file("missing/test.db"))
        let error = #expect(throws: FMError.self) { try pool.withDatabase { _ in } }
        #expect(error?.resultCode == .cantOpen)
        #expect(pool.countOfOpenDatabases == 0)
    }

    @Test func aMissingFileIsNotCreatedWithoutTheFlag() {
        for flags in [readOnly, readWrite] {
            let database = quiet(folder.file())
            #expect(!database.open(withFlags: flags))
            #expect(database.lastErrorCode() == 14)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file()))
    }

    @Test func flagsThatNameNoModeAreRefused() {
        let database = quiet(folder.file())
        #expect(!database.open(withFlags: 0))
        #expect(database.lastErrorCode() == 21)
        #expect(!database.isOpen)
    }

    @Test func aPathWithANULDoesNotOpenAnotherFile() throws {
        let database = quiet(folder.file("other\u{0}.db"))
        #expect(!database.open())
        #expect(!FileManager.default.fileExists(atPath: folder.file("other")))
    }

    // MARK: What is no database

    @Test func aFileThatIsNoDatabaseIsLeftAsItIs() throws {
        let text = Data(String(repeating: "a letter ", count: 1000).utf8)
        try text.write(to: URL(fileURLWithPath: folder.file()))
        let database = quiet(folder.file())
        // SQLite reads nothing before it has to.
        #expect(database.open())
        // With the codec FMDB asks for its version only.
        #expect(database.goodConnection == SQLiteVersion.hasCodec)
        #expect(!database.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
        #expect(database.lastErrorCode() == 26)
        #expect(throws: FMError.self) {
            try database.withTransaction { _ = try database.execute("CREATE TABLE t (x)") }
        }
        #expect(!database.isTransactionOpen)
        database.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == text)
    }

    @Test func anEmptyFileIsAnEmptyDatabase() throws {
        #expect(FileManager.default.createFile(atPath: folder.file(), contents: nil))
        let database = quiet(folder.file())
        #expect(database.open())
        #expect(database.goodConnection)
        try database.execute("CREATE TABLE t (x)")
    }

    @Test func aJournalThatIsNonsenseIsNotPlayedBack() throws {
        try makeFile()
        let nonsense = Data(String(repeating: "no journal ", count: 1000).utf8)
        try nonsense.write(to: URL(fileURLWithPath: folder.file("test.db-journal")))
        let database = FMDatabase.file(folder.file())
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1, 2])
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
    }

    @Test func aLogThatIsNonsenseIsNotPlayedBack() throws {
        try makeFile()
        let writer = FMDatabase.file(folder.file())
        _ = try writer.value("PRAGMA journal_mode = WAL", as: String.self)
        writer.close()
        let nonsense = Data(String(repeating: "no log ", count: 1000).utf8)
        try nonsense.write(to: URL(fileURLWithPath: folder.file("test.db-wal")))
        let database = FMDatabase.file(folder.file())
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1, 2])
        try database.execute("INSERT INTO t VALUES (3)")
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
    }

    @Test func copiesOfAFileThatIsNoDatabaseAreRefused() throws {
        try Data(String(repeating: "a letter ", count: 1000).utf8).write(to: URL(fileURLWithPath: folder.file()))
        let memory = FMDatabase.memory()
        try memory.execute("CREATE TABLE mine (x)")
        #expect(!memory.read(fromFile: folder.file()))
        #expect(!memory.read(fromFile: folder.file("missing.db")))
        #expect(!memory.write(toFile: folder.file("missing/test.db")))
        #expect(memory.tableExists("mine"))
    }

    // MARK: What cannot be written

    @Test func aTransactionOnAReadOnlyDatabaseThrowsAtTheFirstWrite() throws {
        try makeFile()
        let database = quiet(folder.file())
        #expect(database.open(withFlags: readOnly))
        let error = #expect(throws: FMError.self) {
            try database.withTransaction(.deferred) {
                #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 2)
                try database.execute("INSERT INTO t VALUES (3)")
            }
        }
        #expect(error?.resultCode == .readOnly)
        #expect(!database.isTransactionOpen)
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1, 2])
    }

    @Test(.enabled(if: permissionsCount)) func aFileWithoutPermissionToWrite() throws {
        try makeFile()
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file())
        let database = quiet(folder.file())
        #expect(database.open())
        #expect(!database.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: []))
        #expect(database.lastErrorCode() == 8)
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1, 2])
    }

    @Test(.enabled(if: permissionsCount)) func aFolderWithoutPermissionToWrite() throws {
        try makeFile()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
        let database = quiet(folder.file())
        #expect(database.open())
        let error = #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (3)") }
        // Where the journal cannot be created.
        #expect([.readOnly, .cantOpen].contains(error?.resultCode))
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1, 2])
        let another = quiet(folder.file("another.db"))
        #expect(!another.open())
        #expect(another.lastErrorCode() == 14)
    }

    @Test(.enabled(if: permissionsCount)) func aFileWithoutPermissionToRead() throws {
        try makeFile()
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder.file())
        let database = quiet(folder.file())
        #expect(!database.open())
        #expect(database.lastErrorCode() == 14)
    }

    // MARK: Locks

    @Test func aLockedFileIsBusyForEachKindOfTransaction() throws {
        try makeFile()
        let holder = FMDatabase.file(folder.file())
        let database = FMDatabase.file(folder.file())
        database.maxBusyRetryTimeInterval = 0
        #expect(holder.beginExclusiveTransaction())
        #expect(!database.beginImmediateTransaction())
        #expect(database.lastErrorCode() == 5)
        #expect(!database.beginExclusiveTransaction())
        #expect(!database.isInTransaction)
        // A deferred one locks at its first statement.
        let error = #expect(throws: FMError.self) {
            try database.withTransaction(.deferred) { _ = try database.execute("INSERT INTO t VALUES (3)") }
        }
        #expect(error?.resultCode == .busy)
        #expect(!database.isTransactionOpen)
        #expect(holder.rollback())
        try database.withTransaction { _ = try database.execute("INSERT INTO t VALUES (3)") }
        #expect(try holder.rows("SELECT x FROM t", as: Int.self) == [1, 2, 3])
    }

    @Test func aReaderThatMakesTheCommitBusyCostsTheTransactionOnly() throws {
        try makeFile()
        let reader = FMDatabase.file(folder.file())
        let database = FMDatabase.file(folder.file())
        database.maxBusyRetryTimeInterval = 0
        let cursor = try reader.query("SELECT x FROM t")
        #expect(try cursor.nextRow() != nil)
        let error = #expect(throws: FMError.self) {
            try database.withTransaction { _ = try database.execute("INSERT INTO t VALUES (3)") }
        }
        #expect(error?.resultCode == .busy)
        #expect(!database.isTransactionOpen)
        cursor.close()
        try database.withTransaction { _ = try database.execute("INSERT INTO t VALUES (4)") }
        #expect(try reader.rows("SELECT x FROM t", as: Int.self) == [1, 2, 4])
    }

    @Test func aSnapshotThatIsOldCannotBeWrittenTo() throws {
        try makeFile()
        let database = FMDatabase.file(folder.file())
        _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
        let other = FMDatabase.file(folder.file())
        let error = #expect(throws: FMError.self) {
            try database.withTransaction(.deferred) {
                #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 2)
                try other.execute("INSERT INTO t VALUES (3)")
                try database.execute("INSERT INTO t VALUES (4)")
            }
        }
        #expect(error?.extendedCode == .busySnapshot)
        #expect(!database.isTransactionOpen)
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1, 2, 3])
    }

    #if os(Linux) || os(macOS)
        /// An interval that no clock can hold must not stop the process.
        @Test func anEndlessBusyIntervalIsAccepted() async {
            await #expect(processExitsWith: .success) {
                for interval in [Double.infinity, .greatestFiniteMagnitude, .nan, -.infinity, -1] {
                    let database = FMDatabase(path: nil)
                    database.maxBusyRetryTimeInterval = interval
                    precondition(database.open())
                    database.maxBusyRetryTimeInterval = interval
                    precondition(database.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
                }
            }
        }
    #endif
}

private let readOnly: Int32 = 0x1  // SQLITE_OPEN_READONLY
private let readWrite: Int32 = 0x2  // SQLITE_OPEN_READWRITE
private let readWriteCreate: Int32 = 0x6  // SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE

/// The superuser may do everything.
private var permissionsCount: Bool {
    #if canImport(Darwin) || canImport(Glibc)
        getuid() != 0
    #else
        true
    #endif
}

private final class QuietDatabase: FMDatabase {
    required init(path: String?) {
        super.init(path: path)
        logsErrors = false
    }
}

private final class QuietPool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { QuietDatabase.self }
}
