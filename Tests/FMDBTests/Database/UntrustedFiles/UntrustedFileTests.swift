import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Whether the linked SQLite has all that restricts a file from elsewhere.
private let canRestrict = SQLiteVersion.linked >= SQLiteVersion(3, 31)

/// Files from elsewhere, opened with restrictions.
@Suite(.enabled(if: canRestrict)) struct UntrustedFileTests {
    private let folder = TemporaryFolder()

    /// A file with the tables that a stranger has made, closed.
    private func makeFile(_ statements: String...) throws {
        let db = FMDatabase.file(folder.file())
        for statement in statements { try db.execute(FMSQL(raw: statement)) }
        #expect(db.close())
    }

    /// The file, opened with restrictions.
    private func open(
        _ change: (inout FMDatabase.Restrictions) -> Void = { _ in },
        configure: (FMDatabase) throws -> Void = { _ in }
    ) throws -> FMDatabase {
        let db = SilentDatabase(path: folder.file())
        var restrictions = FMDatabase.Restrictions()
        change(&restrictions)
        try db.open(untrusted: restrictions, configure: configure)
        return db
    }

    // MARK: What SQL may do

    @Test func aViewCannotCallACustomFunction() throws {
        try makeFile("CREATE TABLE t (a)", "INSERT INTO t VALUES (1)", "CREATE VIEW v AS SELECT launch(a) FROM t")
        let calls = Locked(0)
        let db = try open { _ in
        } configure: { db in
            try db.addFunction("launch", argumentCount: 1) { _ in
                calls.withLock { $0 += 1 }
                return .null
            }
        }

        let error = thrown { try db.rows("SELECT * FROM v", as: Int?.self) }
        _ = try db.value("SELECT launch(1)", as: Int?.self)

        #expect(error?.message.contains("unsafe use of launch()") == true)
        #expect(calls.value == 1)
    }

    @Test func theSchemaCannotBeRewritten() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = try open()
        try db.execute("PRAGMA writable_schema = ON")
        #expect(thrown { try db.execute("UPDATE sqlite_master SET rootpage = 99") } != nil)
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func aTextInDoubleQuotesIsAName() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = try open()
        #expect(thrown { try db.value(#"SELECT "text""#, as: String.self) }?.resultCode == .error)
    }

    @Test func theFileIsNotMappedIntoMemory() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = try open()
        #expect(try db.value("PRAGMA mmap_size", as: Int.self) == 0)
        #expect(try db.value("PRAGMA cell_size_check", as: Bool.self))
        #expect(try db.value("PRAGMA trusted_schema", as: Bool.self) == false)
    }

    @Test func otherFilesAreAttachedOnlyIfThatIsAllowed() throws {
        try makeFile("CREATE TABLE t (a)")
        let strict = try open()
        #expect(thrown { try strict.execute("ATTACH ':memory:' AS other") } != nil)
        strict.close()
        let db = try open { $0.maximumAttached = 1 }
        try db.execute("ATTACH ':memory:' AS other")
        #expect(thrown { try db.execute("ATTACH ':memory:' AS third") } != nil)
    }

    @Test func attachingMakesNoFile() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = try open { $0.maximumAttached = 1 }
        let other = folder.file("other.db")
        #expect(thrown { try db.execute("ATTACH \(other) AS other") }?.resultCode == .cantOpen)
        #expect(!FileManager.default.fileExists(atPath: other))
        try db.execute("VACUUM")
    }

    @Test func valuesAreNoLongerThanIsAllowed() throws {
        try makeFile("CREATE TABLE t (a)", "INSERT INTO t VALUES (zeroblob(5000))")
        let db = try open { $0.maximumLength = 2000 }
        #expect(thrown { try db.rows("SELECT a FROM t", as: Data.self) }?.resultCode == .tooBig)
        #expect(thrown { try db.value("SELECT zeroblob(2001)", as: Data.self) }?.resultCode == .tooBig)
        #expect(try db.value("SELECT zeroblob(2000)", as: Data.self).count == 2000)
    }

    // MARK: Time

    /// Never ends, and takes no memory.
    private static let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n"
    /// Never ends, but each row comes at once.
    private static let endlessRows = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n"

    /// Ways to run a query.
    enum Reading: String, CaseIterable, Sendable {
        case value, rows, script, executeQuery, decodedRows

        func read(_ db: FMDatabase, _ sql: String) throws {
            switch self {
            case .value: _ = try db.value(FMSQL(raw: sql), as: Int.self)
            case .rows: try db.forEachRow(FMSQL(raw: sql)) { _ in }
            case .script: if !db.executeStatements(sql) { throw db.lastError() }
            case .executeQuery:
                let rows = try db.executeQuery(sql, values: nil)
                while try rows.nextRow() != nil {}
            case .decodedRows: _ = try db.rows(FMSQL(raw: "\(sql) LIMIT 100000000"), as: Int.self)
            }
        }
    }

    @Test(arguments: Reading.allCases) func aStatementThatTakesTooLongIsEnded(_ reading: Reading) throws {
        try makeFile("CREATE VIEW v AS \(Self.endless)", "CREATE TABLE t (a)")
        let db = try open { $0.timeLimit = .milliseconds(20) }
        let error = thrown { try reading.read(db, "SELECT * FROM v") }
        #expect(error?.extendedCode == .deadlineExceeded)
        // The object is usable afterwards.
        try db.execute("INSERT INTO t VALUES (1)")
        #expect(try db.value("SELECT a FROM t", as: Int.self) == 1)
        #expect(db.close())
    }

    @Test(arguments: Reading.allCases.filter { $0 != .value }) func manyQuickRowsCountTogether(_ reading: Reading)
        throws
    {
        try makeFile("CREATE VIEW v AS \(Self.endlessRows)", "CREATE TABLE t (a)")
        let db = try open { $0.timeLimit = .milliseconds(20) }
        let error = thrown { try reading.read(db, "SELECT * FROM v") }
        #expect(error?.resultCode == .interrupt)
        try db.execute("INSERT INTO t VALUES (1)")
        #expect(db.close())
    }

    @Test func theClientsOwnTimeDoesNotCount() throws {
        try makeFile("CREATE TABLE t (a)", "INSERT INTO t VALUES (1), (2), (3)")
        let db = try open { $0.timeLimit = .milliseconds(500) }
        var count = 0
        let start = ContinuousClock.now
        try db.forEachRow("SELECT a FROM t") { _ in
            count += 1
            while start.duration(to: .now) < .milliseconds(250 * count) {}
        }
        #expect(count == 3)
    }

    @Test func eachExecutionHasTheWholeTime() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = try open { $0.timeLimit = .milliseconds(500) }
        let start = ContinuousClock.now
        var executions = 0
        while start.duration(to: .now) < .milliseconds(750) {
            _ = try db.value("SELECT count(*) FROM t", as: Int.self)
            executions += 1
        }
        #expect(executions > 0)
    }

    @Test func aWriteThatTakesTooLongIsUndone() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = try open { $0.timeLimit = .milliseconds(20) }
        let error = thrown {
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (1)")
                try db.execute(FMSQL(raw: "INSERT INTO t \(Self.endless)"))
            }
        }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(!db.isTransactionOpen)
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func withoutALimitNothingIsEnded() throws {
        try makeFile("CREATE TABLE t (a)")
        let sql: FMSQL =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) SELECT count(*) FROM n"
        let limited = try open { $0.timeLimit = .milliseconds(1) }
        #expect(thrown { try limited.value(sql, as: Int.self) }?.extendedCode == .deadlineExceeded)
        limited.close()
        let db = try open { $0.timeLimit = nil }
        #expect(try db.value(sql, as: Int.self) == 300_000)
    }

    @Test func aQueryWithinAFunctionSharesTheTimeOfItsStatement() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = try open { $0.timeLimit = .milliseconds(20) }
        try db.addFunction("inner", argumentCount: 0) { [unowned db] _ in
            .integer(Int64(try db.value(FMSQL(raw: Self.endless), as: Int.self)))
        }
        #expect(thrown { try db.value("SELECT inner()", as: Int.self) } != nil)
        #expect(try db.value("SELECT 1", as: Int.self) == 1)
    }

    // MARK: The check

    /// Writes other bytes over a part of the file.
    private func damage(at offset: UInt64) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file()))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 200))
        try file.close()
    }

    @Test(arguments: [FMDatabase.Restrictions.Check.quick, .full]) func aDamagedFileIsRefused(
        _ check: FMDatabase.Restrictions.Check
    ) throws {
        try makeFile("PRAGMA page_size = 4096", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)")
        try damage(at: 4096)
        let db = SilentDatabase(path: folder.file())
        var restrictions = FMDatabase.Restrictions()
        restrictions.check = check
        let error = thrown { try db.open(untrusted: restrictions) }
        #expect(error?.resultCode == .corrupt)
        #expect(!db.isOpen)
        // Later calls tell why.
        #expect(thrown { try db.execute("SELECT 1") }?.resultCode == .corrupt)
    }

    @Test func withoutACheckADamagedFileIsFoundWhereItIsRead() throws {
        try makeFile(
            "PRAGMA page_size = 4096", "CREATE TABLE t (a)", "CREATE TABLE u (a)", "INSERT INTO t VALUES (1)",
            "INSERT INTO u VALUES (2)")
        try damage(at: 4096)
        let db = try open { $0.check = .none }
        #expect(try db.value("SELECT a FROM u", as: Int.self) == 2)
        #expect(thrown { try db.rows("SELECT a FROM t", as: Int?.self) }?.resultCode == .corrupt)
    }

    @Test func theIndexesAreComparedOnlyByTheFullCheck() throws {
        try makeFile(
            "CREATE TABLE t (a, b)", "CREATE INDEX i ON t (a)", "INSERT INTO t VALUES (1, 1)",
            "PRAGMA writable_schema = ON")
        let db = FMDatabase.file(folder.file())
        try db.execute("PRAGMA writable_schema = ON")
        try db.execute("UPDATE sqlite_master SET sql = 'CREATE INDEX i ON t (b + 7)' WHERE name = 'i'")
        db.close()
        let quick = try open()
        #expect(quick.isOpen)
        quick.close()
        #expect(thrown { try open { $0.check = .full } }?.resultCode == .corrupt)
    }

    @Test func anotherKindOfFileIsRefused() throws {
        try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: folder.file()))
        #expect(thrown { try open() }?.resultCode == .notADatabase)
    }

    @Test func aMissingFileIsNotCreated() throws {
        #expect(thrown { try open() }?.resultCode == .cantOpen)
        #expect(!FileManager.default.fileExists(atPath: folder.file()))
    }

    @Test func anOpenDatabaseIsNotRestrictedAfterwards() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = SilentDatabase(path: folder.file())
        #expect(db.open())
        #expect(thrown { try db.open(untrusted: .init()) }?.resultCode == .misuse)
        #expect(db.isOpen)
    }

    @Test func theRestrictionsEndWithTheConnection() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = try open()
        db.close()
        #expect(db.open())
        try db.execute("ATTACH ':memory:' AS other")
    }

    @Test func whatConfigureThrowsIsThrown() throws {
        try makeFile("CREATE TABLE t (a)")
        let db = SilentDatabase(path: folder.file())
        #expect(throws: Regret.self) { try db.open(untrusted: .init()) { _ in throw Regret() } }
        #expect(!db.isOpen)
    }
}

/// A SQLite that is too old says so, and opens nothing without restrictions.
@Suite(.enabled(if: !canRestrict)) struct UntrustedFileOnOldVersionsTests {
    @Test func openingIsRefused() {
        let folder = TemporaryFolder()
        FMDatabase.file(folder.file()).close()
        let db = SilentDatabase(path: folder.file())
        let error = thrown { try db.open(untrusted: .init(), flags: 6) }
        #expect(error?.resultCode == .cantOpen)
        #expect(error?.message.contains("SQLITE_DBCONFIG_") == true)
        #expect(!db.isOpen)
    }
}

/// The known defects of the linked SQLite.
@Suite struct AdvisoryTests {
    @Test func eachHasANameAMessageAndAPage() {
        let advisories = FMDatabase.advisories
        #expect(Set(advisories.map(\.name)).count == advisories.count)
        #expect(advisories.allSatisfy { $0.message.hasSuffix(".") && $0.page.hasPrefix("https://sqlite.org/") })
    }

    @Test(.enabled(if: SQLiteVersion.linked == SQLiteVersion(3, 40, 1))) func theOnesOfDebian12AreKnown() {
        let names = [
            "wal-reset", "upsert-index", "not-null-optimization", "upsert-trigger", "CVE-2025-7458", "CVE-2025-6965",
        ]
        #expect(FMDatabase.advisories.map(\.name) == names)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 51, 3))) func aNewVersionHasNone() {
        #expect(FMDatabase.advisories == [])
    }
}
