import FMDB
import FMDBTestHelpers
import Testing

/// `VACUUM`, which waits for its folder, and where SQLite is told to keep the pages of a transaction until the commit, SQLite
/// 3.11 to 3.50.1.
@Suite struct VacuumTests {
    private let folder = TemporaryFolder()

    enum Form: CaseIterable { case modern, fmdb, script }

    private static let counts = SQLiteVersion.linked >= SQLiteVersion(3, 23)
    private static let isWithheld = counts && SQLiteVersion.linked < SQLiteVersion(3, 50, 2)

    private func vacuum(_ database: FMDatabase, _ form: Form) throws {
        switch form {
        case .modern: try database.execute("VACUUM")
        case .fmdb: #expect(database.executeUpdate(" /* compact */ vacuum main;", withArgumentsIn: []))
        case .script: #expect(database.executeStatements("PRAGMA user_version = 7; VACUUM; PRAGMA user_version = 8"))
        }
    }

    @Test(.enabled(if: counts), arguments: Form.allCases, ["DELETE", "WAL"])
    func aVacuumDoesNotHoldTheDatabaseInMemory(_ form: Form, _ journal: String) throws {
        let database = FMDatabase.file(folder.file())
        _ = try database.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
        try database.execute(
            """
            WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1000)
            INSERT INTO t SELECT i, randomblob(3900) FROM c
            """)
        try database.execute("DELETE FROM t WHERE id % 2 = 0")
        try database.execute("PRAGMA cache_size = 10")
        let (before, spill) = (
            RawObjects.spilledPages(of: database), try database.value("PRAGMA cache_spill", as: Int.self)
        )
        try vacuum(database, form)

        #expect(RawObjects.spilledPages(of: database) > before)
        #expect(try database.value("PRAGMA cache_spill", as: Int.self) == spill)
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 500)
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
    }

    @Test(arguments: Form.allCases, 0...3)
    func theLevelOfSynchronousIsTheSameAfterwards(_ form: Form, _ level: Int) throws {
        let database = FMDatabase.file(folder.file())
        try database.execute("CREATE TABLE t (a)")
        try database.execute("ATTACH \(folder.file("other.db")) AS other")
        try database.execute("PRAGMA synchronous = \(raw: "\(level)")")
        try database.execute("PRAGMA other.synchronous = NORMAL")
        try vacuum(database, form)
        #expect(try database.value("PRAGMA synchronous", as: Int.self) == level)
        #expect(try database.value("PRAGMA other.synchronous", as: Int.self) == 1)
    }

    @Test func aVacuumThatFailsLeavesSynchronousAsItWas() throws {
        let database = FMDatabase.file(folder.file())
        database.logsErrors = false
        try database.execute("CREATE TABLE t (a)")
        try database.withTransaction { #expect(thrown { try database.execute("VACUUM") } != nil) }
        #expect(!database.executeUpdate("VACUUM nowhere", withArgumentsIn: []))
        #expect(database.lastErrorMessage().contains("nowhere"))
        #expect(try database.value("PRAGMA synchronous", as: Int.self) == 2)
    }

    @Test(.enabled(if: isWithheld)) func aVacuumThatFailsLeavesTheSwitchAsItWas() throws {
        let database = FMDatabase.file(folder.file())
        database.logsErrors = false
        try database.execute("CREATE TABLE t (a)")
        try database.execute("INSERT INTO t VALUES ('first')")
        let rows = try database.query("SELECT a FROM t")
        _ = try rows.nextRow()
        #expect(thrown { try database.execute("VACUUM") }?.message.hasPrefix("cannot VACUUM") == true)
        #expect(!database.executeUpdate("VACUUM", withArgumentsIn: []))
        #expect(database.lastErrorMessage().hasPrefix("cannot VACUUM"))
        #expect(database.lastErrorCode() == 1)
        rows.close()
        #expect(try database.value("PRAGMA cache_spill", as: Int.self) == 0)

        try database.withTransaction {
            #expect(thrown { try database.execute("VACUUM") } != nil)
            #expect(!database.executeStatements("VACUUM"))
        }
        #expect(try database.value("PRAGMA cache_spill", as: Int.self) == 0)
    }

    @Test(.enabled(if: isWithheld)) func aVacuumThatIsInterruptedBesideARunningQueryLeavesTheSwitchAsItWas() throws {
        let database = FMDatabase.file(folder.file())
        database.logsErrors = false
        try database.execute("CREATE TABLE t (a)")
        try database.execute("INSERT INTO t VALUES ('first'), ('second')")
        let rows = try database.query("SELECT a FROM t")
        _ = try rows.nextRow()
        // SAFETY: the handler is called by the thread that uses the database.
        nonisolated(unsafe) let interrupted = database
        database.eventHandler = { event in
            if case .statementBegan(let statement) = event, statement.sql == "VACUUM" { interrupted.interrupt() }
        }
        #expect(thrown { try database.execute("VACUUM") } != nil)
        rows.close()
        database.eventHandler = nil

        #expect(try database.value("PRAGMA cache_spill", as: Int.self) == 0)
    }
}
