import FMDB
import FMDBTestHelpers
import Testing

/// `executeUpdate`: what counts as done, and what it leaves behind.
@Suite struct UpdateTests {
    private func databaseWithTable() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (v UNIQUE)", values: nil)
        return db
    }

    private func rows(_ db: FMDatabase) throws -> String {
        drawn(try db.executeQuery("SELECT v FROM t ORDER BY v", values: nil))
    }

    @Test func testB140_trueMeansThatTheStatementRanToItsEnd() throws {
        let db = try databaseWithTable()
        let sql = "INSERT INTO t VALUES (?)"
        #expect(db.executeUpdate(sql, withArgumentsIn: [1]))
        #expect(!db.executeUpdate(sql, withArgumentsIn: [1]))
        #expect(try rows(db) == "v\n1")
    }

    @Test(arguments: ["SELECT 1", "PRAGMA user_version", "EXPLAIN SELECT 1", "VALUES (1), (2)"])
    func testB141_aRowMakesAnUpdateFail(sql: String) throws {
        let db = FMDatabase.memory()
        #expect(!db.executeUpdate(sql, withArgumentsIn: []))
        #expect(!db.hadError())
        let thrown = try #require(throws: (any Error).self) { try db.executeUpdate(sql, values: nil) }
        let row = 100  // SQLITE_ROW
        #expect((thrown as NSError).domain == "FMDatabase")
        #expect((thrown as NSError).code == row)
        #expect(!db.hadError())
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func testB141_aReturningClauseMakesAnUpdateFail() throws {
        let db = try databaseWithTable()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (1) RETURNING v", withArgumentsIn: []))
        #expect(!db.hadError())
    }

    @Test func testD15_theErrorOfAnUpdateThatReturnsARowSaysSo() throws {
        let db = FMDatabase.memory()
        let thrown = try #require(throws: (any Error).self) { try db.executeUpdate("SELECT 1", values: nil) }
        #expect((thrown as NSError).localizedDescription.lowercased().contains("row"))
    }

    @Test func testB142_aSelectWithoutRowsIsAnUpdate() throws {
        let db = try databaseWithTable()
        #expect(db.executeUpdate("SELECT v FROM t", withArgumentsIn: []))
        try db.executeUpdate("SELECT v FROM t WHERE v = ?", values: [1])
    }

    @Test func testB143_anUpdateRunsOnlyTheFirstStatement() throws {
        let db = try databaseWithTable()
        #expect(db.executeUpdate("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)", withArgumentsIn: []))
        #expect(try rows(db) == "v\n1")
    }

    @Test func testB143_aQueryRunsOnlyTheFirstStatement() throws {
        let db = try databaseWithTable()
        let first = try db.executeQuery("SELECT 1 AS v; INSERT INTO t VALUES (2)", values: nil)
        #expect(drawn(first) == "v\n1")
        #expect(try rows(db) == "v")
    }

    @Test func testD24_theRestOfATextIsNotEvenCompiled() throws {
        let db = try databaseWithTable()
        try db.executeUpdate("INSERT INTO t VALUES (?); no SQL at all (?)", values: [1])
        #expect(drawn(try db.executeQuery("SELECT v FROM t; neither (?)", values: nil)) == "v\n1")
        #expect(!db.hadError())
    }

    @Test func testD24_executeStatementsRunsTheRest() throws {
        let db = try databaseWithTable()
        #expect(db.executeStatements("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)"))
        #expect(try rows(db) == "v\n1\n2")
    }

    @Test(arguments: ["", "  \n\t", ";", "-- a comment", "/* a comment */"])
    func testB144_aTextWithoutAStatementIsNoUpdate(sql: String) throws {
        let db = try databaseWithTable()
        #expect(!db.executeUpdate(sql, withArgumentsIn: []))
        #expect(throws: (any Error).self) { try db.executeUpdate(sql, values: nil) }
        #expect(db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
    }

    @Test func testB145_anUpdateLeavesNoResultSetOpen() throws {
        let db = try databaseWithTable()
        #expect(db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
        #expect(!db.hasOpenResultSets)
        #expect(!db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
        #expect(!db.hasOpenResultSets)
        #expect(!db.executeUpdate("SELECT v FROM t", withArgumentsIn: []))
        #expect(!db.hasOpenResultSets)
    }

    @Test func testB145_anUpdateThatReturnedARowHoldsNoLock() throws {
        let folder = TemporaryFolder()
        let reader = FMDatabase.file(folder.file())
        let writer = FMDatabase.file(folder.file())
        writer.maxBusyRetryTimeInterval = 0
        #expect(writer.executeStatements("CREATE TABLE t (v); INSERT INTO t VALUES (1)"))
        #expect(!reader.executeUpdate("SELECT v FROM t", withArgumentsIn: []))
        #expect(writer.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
        withExtendedLifetime((folder, reader)) {}
    }

    @Test func testB146_anUpdateMayRunInsideAnIteration() throws {
        let db = try databaseWithTable()
        #expect(db.executeStatements("INSERT INTO t VALUES (1), (2), (3); CREATE TABLE copy (v)"))
        let source = try db.executeQuery("SELECT v FROM t ORDER BY v", values: nil)
        while source.next() {
            let value = source.int(forColumn: "v")
            #expect(db.executeUpdate("INSERT INTO copy VALUES (?)", withArgumentsIn: [value * 10]))
            #expect(source.int(forColumn: "v") == value)
        }
        #expect(drawn(try db.executeQuery("SELECT v FROM copy", values: nil)) == "v\n10\n20\n30")
    }

    @Test(
        arguments: [
            "CREATE TABLE other (v)", "CREATE INDEX by_v ON t (v)", "CREATE VIEW w AS SELECT v FROM t",
            "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END", "ALTER TABLE t ADD COLUMN w",
            "DROP TABLE t", "VACUUM", "ANALYZE", "ATTACH DATABASE ':memory:' AS other", "PRAGMA page_size = 8192",
        ])
    func testB147_anyStatementWithoutRowsIsAnUpdate(sql: String) throws {
        let db = try databaseWithTable()
        #expect(db.executeUpdate(sql, withArgumentsIn: []))
        let fresh = try databaseWithTable()
        try fresh.executeUpdate(sql, values: nil)
    }

    @Test func testB147_theyHaveTheirEffect() throws {
        let db = FMDatabase.memory()
        #expect(db.executeUpdate("PRAGMA page_size = 8192", withArgumentsIn: []))
        #expect(db.executeUpdate("ATTACH DATABASE ':memory:' AS other", withArgumentsIn: []))
        #expect(db.executeUpdate("CREATE TABLE other.t (v)", withArgumentsIn: []))
        #expect(drawn(try db.executeQuery("PRAGMA page_size", values: nil)) == "page_size\n8192")
        #expect(drawn(try db.executeQuery("SELECT name FROM other.sqlite_master", values: nil)) == "name\n't'")
    }
}
