import FMDB
import FMDBTestHelpers
import Testing

private let busy: Int32 = 5  // SQLITE_BUSY

/// Facts about SQLite and its wrapper that the documentation of FMDB tells its users.
@Suite struct GeneralFactsTests {
    private let folder = TemporaryFolder()

    private func database() throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        database.maxBusyRetryTimeInterval = 0
        try database.executeUpdate("CREATE TABLE IF NOT EXISTS t (id INTEGER, name TEXT)", values: nil)
        return database
    }

    /// The number that SQLite counts up in the header of the file with each transaction that changes it.
    private func changeCounter() throws -> UInt32 {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
        return bytes[24..<28].reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: The classes

    @Test func testB500_aQueueLendsADatabaseWhoseStatementsAreSQLites() throws {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.inDatabase { database in
            #expect(database.sqliteHandle != nil)
            let rows = database.executeQuery("SELECT 1", withArgumentsIn: [])
            #expect(rows?.statement?.statement != nil)
            #expect(rows?.parentDB === database)
            rows?.close()
        }
    }

    @Test func testB500_aPoolLendsADatabaseToo() {
        let pool = FMDatabasePool(path: folder.file())
        var answer: Int32?
        pool.inDatabase { database in
            answer = database.intForQuery("SELECT 1")
        }
        #expect(answer == 1)
    }

    // MARK: Queries and updates

    @Test func testB501_anUpdateTakesEverythingThatIsNoQuery() throws {
        let database = try database()
        #expect(database.executeUpdate("INSERT INTO t VALUES (1, 'ann')", withArgumentsIn: []))
        #expect(database.executeUpdate("UPDATE t SET name = 'bob'", withArgumentsIn: []))
        #expect(database.executeUpdate("CREATE INDEX i ON t (name)", withArgumentsIn: []))
        #expect(database.executeUpdate("REINDEX", withArgumentsIn: []))
        #expect(database.executeUpdate("DELETE FROM t", withArgumentsIn: []))
        #expect(database.executeUpdate("BEGIN", withArgumentsIn: []))
        #expect(database.executeUpdate("END", withArgumentsIn: []))
    }

    @Test func testB501_aQueryIsRefusedAsAnUpdate() throws {
        #expect(try !database().executeUpdate("SELECT 1", withArgumentsIn: []))
    }

    @Test func testB501_evenASingleRowNeedsNext() throws {
        let rows = try database().executeQuery("SELECT 42 AS a", values: nil)
        #expect(rows.int(forColumn: "a") == 0)
        #expect(rows.next())
        #expect(rows.int(forColumn: "a") == 42)
    }

    @Test func testB502_bothKindsOfPlaceholderBindTheSame() throws {
        let database = try database()
        let hostile = "Robert'); DROP TABLE t; --"
        try database.executeUpdate("INSERT INTO t VALUES (?, ?)", values: [1, hostile])
        let named: [String: Any] = ["id": 2, "name": hostile]
        #expect(database.executeUpdate("INSERT INTO t VALUES (:id, :name)", withParameterDictionary: named))
        #expect(
            drawn(database.executeQuery("SELECT * FROM t ORDER BY id", withArgumentsIn: [])) == """
                id | name
                1  | '\(hostile)'
                2  | '\(hostile)'
                """)
    }

    // MARK: Locks

    @Test func testB507_deferredTakesALockOnFirstUse() throws {
        let database = try database()
        #expect(database.beginDeferredTransaction())
        #expect(LockState.ofFile(folder.file()) == .open)
        try database.executeUpdate("INSERT INTO t VALUES (1, 'ann')", values: nil)
        #expect(LockState.ofFile(folder.file()) == .reserved)
        #expect(database.rollback())
    }

    @Test func testB507_immediateReservesAtOnce() throws {
        let database = try database()
        #expect(database.beginImmediateTransaction())
        #expect(LockState.ofFile(folder.file()) == .reserved)
        #expect(database.rollback())
        #expect(LockState.ofFile(folder.file()) == .open)
    }

    @Test func testB507_exclusiveShutsOutReadersAtOnce() throws {
        let database = try database()
        #expect(database.beginExclusiveTransaction())
        #expect(LockState.ofFile(folder.file()) == .exclusive)
        #expect(database.rollback())
        #expect(LockState.ofFile(folder.file()) == .open)
    }

    @Test func testB507_aRefusedLockIsBusy() throws {
        let first = try database()
        let second = try database()
        #expect(first.beginImmediateTransaction())
        #expect(!second.beginImmediateTransaction())
        #expect(second.lastErrorCode() == busy)
        #expect(first.rollback())
    }

    @Test func testB508_eachSingleInsertWritesTheFile() throws {
        try database().close()
        let before = try changeCounter()
        let writer = try database()
        for id in 1...20 {
            try writer.executeUpdate("INSERT INTO t VALUES (?, 'ann')", values: [id])
        }
        writer.close()
        #expect(try changeCounter() == before + 20)
    }

    @Test func testB508_manyInsertsInOneTransactionWriteTheFileOnce() throws {
        try database().close()
        let before = try changeCounter()
        let writer = try database()
        #expect(writer.beginTransaction())
        for id in 1...20 {
            try writer.executeUpdate("INSERT INTO t VALUES (?, 'ann')", values: [id])
        }
        #expect(writer.commit())
        writer.close()
        #expect(try changeCounter() == before + 1)
    }

    // MARK: Names

    @Test func testB509_theColumnMapIsBuiltOncePerResultSet() throws {
        let database = try database()
        let rows = try database.executeQuery("SELECT 1 AS Alpha, 2 AS BETA", values: nil)
        let map = rows.columnNameToIndexMap
        #expect(rows.next())
        #expect(rows.columnNameToIndexMap === map)

        let others = try database.executeQuery("SELECT 1 AS Alpha, 2 AS BETA", values: nil)
        #expect(others.columnNameToIndexMap !== map)
    }

    @Test func testB509_theMapsNamesAreLowerCase() throws {
        let rows = try database().executeQuery("SELECT 1 AS Alpha, 2 AS BETA", values: nil)
        let names = rows.columnNameToIndexMap.allKeys.compactMap { $0 as? String }
        #expect(names.sorted() == ["alpha", "beta"])
    }

    @Test func testB509_namesAreMatchedInLowerCase() throws {
        let rows = try database().executeQuery("SELECT 1 AS Alpha, 2 AS BETA", values: nil)
        #expect(rows.next())
        #expect(rows.int(forColumn: "aLPHA") == 1)
        #expect(rows.int(forColumn: "beta") == 2)
    }

    @Test func testB510_anAttachedDatabaseIsReachedByItsSchemaName() throws {
        let other = FMDatabase.file(folder.file("other.db"))
        try other.executeUpdate("CREATE TABLE t (name TEXT)", values: nil)
        try other.executeUpdate("INSERT INTO t VALUES ('other')", values: nil)
        other.close()

        let database = try database()
        try database.executeUpdate("INSERT INTO t VALUES (1, 'main')", values: nil)
        try database.executeUpdate("ATTACH ? AS extra", values: [folder.file("other.db")])
        #expect(database.stringForQuery("SELECT name FROM extra.t") == "other")
        #expect(database.stringForQuery("SELECT name FROM main.t") == "main")
        #expect(database.stringForQuery("SELECT name FROM t") == "main")
    }
}
