import FMDB
import FMDBTestHelpers
import Testing

/// What closing ends, what it keeps, and that nothing a client still holds delays it. SQLite removes the `-wal` file of
/// a database when its last connection is truly closed, which is how these tests see it.
@Suite struct ClosingTests {
    @Test func testB016_closeIsTrueWithoutAnOpenDatabase() {
        let db = FMDatabase(path: nil)

        #expect(db.close())
        #expect(db.open())
        #expect(db.close())
        #expect(db.close())
    }

    @Test func testB017_aClosedDatabaseHasNoHandle() {
        let db = FMDatabase.memory()
        #expect(db.isOpen)
        #expect(db.sqliteHandle != nil)

        db.close()

        #expect(!db.isOpen)
        #expect(!db.goodConnection)
        #expect(db.sqliteHandle == nil)
    }

    @Test func testB018_aFileDatabaseKeepsItsRowsWhenReopened() throws {
        let folder = TemporaryFolder()
        let db = FMDatabase.file(folder.file())
        try fill(db)
        db.close()

        #expect(db.open())

        #expect(drawn(db.executeQuery("SELECT x FROM t", withArgumentsIn: [])) == "x\n1\n2")
    }

    @Test func testB019_anInMemoryDatabaseIsEmptyWhenReopened() throws {
        let db = FMDatabase.memory()
        try fill(db)
        db.close()

        #expect(db.open())

        #expect(!db.tableExists("t"))
    }

    @Test func testB020_closeFinishesOpenResultSets() throws {
        let db = FMDatabase.memory()
        try fill(db)
        let rows = try db.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())

        db.close()

        #expect(!rows.next())
        #expect(!db.hasOpenResultSets)
    }

    @Test func testB021_closeEmptiesTheStatementCache() throws {
        let db = FMDatabase.memory()
        try fill(db)
        db.shouldCacheStatements = true
        try db.executeUpdate("INSERT INTO t VALUES (3)", values: nil)
        #expect(db.cachedStatements?.count == 1)

        db.close()

        #expect(db.cachedStatements?.count == 0)
    }

    @Test func testB021_statementsInUseDoNotKeepTheConnectionOpen() throws {
        let folder = TemporaryFolder()
        let db = try writeAheadDatabase(folder.file())
        db.shouldCacheStatements = true
        let rows = try db.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())
        let prepared = db.prepare("INSERT INTO t VALUES (?)")
        #expect(hasWriteAheadLog(folder.file()))

        #expect(db.close())

        #expect(!hasWriteAheadLog(folder.file()))
        #expect(!rows.next())
        #expect(!prepared.bind(with: [3]))
    }

    @Test func testB022_releasingTheLastReferenceCloses() throws {
        let folder = TemporaryFolder()
        func useAndRelease() throws {
            let db = try writeAheadDatabase(folder.file())
            withExtendedLifetime(db) {
                #expect(hasWriteAheadLog(folder.file()))
            }
        }

        try useAndRelease()

        #expect(!hasWriteAheadLog(folder.file()))
    }

    @Test func testB023_aResultSetKeepsItsDatabaseAlive() throws {
        func rowsOfAReleasedDatabase() throws -> FMResultSet {
            let db = FMDatabase.memory()
            try fill(db)
            return try db.executeQuery("SELECT x FROM t", values: nil)
        }

        let rows = try rowsOfAReleasedDatabase()

        #expect(rows.parentDB?.isOpen == true)
        #expect(drawn(rows) == "x\n1\n2")
    }

    @Test func testB023_aDatabaseDoesNotKeepItsResultSetsAlive() throws {
        let db = FMDatabase.memory()
        try fill(db)
        weak var released: FMResultSet?
        func useAndRelease() throws {
            let rows = try db.executeQuery("SELECT x FROM t", values: nil)
            released = rows
            #expect(rows.next())
        }

        try useAndRelease()

        #expect(released == nil)
        #expect(!db.hasOpenResultSets)
    }

    @Test func testB024_anOpenDatabaseIsAGoodConnection() {
        let db = FMDatabase.memory()

        #expect(db.goodConnection)
    }

    @Test func testB024_aFileThatIsNoDatabaseIsNotAGoodConnection() throws {
        let folder = TemporaryFolder()
        try Data(repeating: 0x21, count: 4096).write(to: URL(fileURLWithPath: folder.file()))
        let db = FMDatabase.file(folder.file())

        #expect(db.isOpen)
        // With the codec only its version is asked for (B463).
        #expect(db.goodConnection == SQLiteVersion.hasCodec)
    }

    @Test func testB025_closeKeepsTheSettings() {
        let db = FMDatabase.memory()
        db.shouldCacheStatements = true
        db.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd"))
        db.maxBusyRetryTimeInterval = 7
        #expect(db.beginTransaction())

        db.close()

        #expect(db.shouldCacheStatements)
        #expect(db.hasDateFormatter())
        #expect(db.maxBusyRetryTimeInterval == 7)
        #expect(db.isInTransaction)
    }

    @Test func testB026_closingRollsAnOpenTransactionBack() throws {
        let folder = TemporaryFolder()
        let db = FMDatabase.file(folder.file())
        try fill(db)
        db.beginTransaction()
        try db.executeUpdate("INSERT INTO t VALUES (3)", values: nil)

        db.close()

        #expect(db.open())
        #expect(drawn(db.executeQuery("SELECT x FROM t", withArgumentsIn: [])) == "x\n1\n2")
    }

    @Test func testB029_aStatementKeptBeyondCloseIsDisarmed() throws {
        let db = FMDatabase.memory()
        try fill(db)
        db.shouldCacheStatements = true
        let rows = try db.executeQuery("SELECT x FROM t", values: nil)
        let statement = try #require(rows.statement)
        #expect(statement.statement != nil)

        db.close()

        #expect(statement.statement == nil)
        statement.reset()
        statement.close()
        #expect(statement.statement == nil)
        #expect(db.open())
    }

    @Test func testD30_closeIsTrueOnlyWhenTheHandleIsGone() throws {
        let folder = TemporaryFolder()
        let db = try writeAheadDatabase(folder.file())
        #expect(db.beginTransaction())
        try db.executeUpdate("INSERT INTO t VALUES (3)", values: nil)
        let rows = try db.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())

        #expect(db.close())

        #expect(db.sqliteHandle == nil)
        #expect(!hasWriteAheadLog(folder.file()))
        #expect(!rows.next())
    }

    @Test func testD35_aStatementMayOutliveItsDatabase() throws {
        let folder = TemporaryFolder()
        func statementOfAReleasedDatabase() throws -> FMStatement {
            let db = try writeAheadDatabase(folder.file())
            let rows = try db.executeQuery("SELECT x FROM t", values: nil)
            let statement = try #require(rows.statement)
            db.close()
            return statement
        }

        let statement = try statementOfAReleasedDatabase()

        #expect(!hasWriteAheadLog(folder.file()))
        statement.reset()
        statement.close()
        #expect(!statement.inUse)
    }
}

/// A table `t` of one column `x` with the rows 1 and 2.
private func fill(_ db: FMDatabase) throws {
    try db.executeUpdate("CREATE TABLE t (x INTEGER)", values: nil)
    try db.executeUpdate("INSERT INTO t VALUES (1), (2)", values: nil)
}

/// An open, filled database in write-ahead mode.
private func writeAheadDatabase(_ path: String) throws -> FMDatabase {
    let db = FMDatabase.file(path)
    #expect(drawn(db.executeQuery("PRAGMA journal_mode = WAL", withArgumentsIn: [])) == "journal_mode\n'wal'")
    try fill(db)
    return db
}

private func hasWriteAheadLog(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "-wal")
}
