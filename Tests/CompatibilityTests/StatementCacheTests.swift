import FMDB
import FMDBTestHelpers
import Testing

/// The cache of prepared statements. `useCount` shows whether a statement is fresh (1) or reused.
@Suite struct StatementCacheTests {
    @Test func testB050_theSwitchCreatesAndDropsTheCache() throws {
        let db = FMDatabase.memory()
        #expect(db.cachedStatements == nil)

        db.shouldCacheStatements = true
        #expect(db.cachedStatements?.count == 0)
        try db.executeUpdate("CREATE TABLE t (x)", values: nil)
        #expect(db.cachedStatements?.count == 1)

        db.shouldCacheStatements = false
        #expect(db.cachedStatements == nil)

        db.shouldCacheStatements = true
        #expect(db.cachedStatements?.count == 0)
    }

    @Test func testB050_settingNilClearsTheCache() throws {
        let db = try cachingDatabase()
        #expect(try useCount(of: "SELECT x FROM t", in: db) == 1)
        #expect(try useCount(of: "SELECT x FROM t", in: db) == 2)

        db.cachedStatements = nil

        #expect(try useCount(of: "SELECT x FROM t", in: db) == 1)
    }

    @Test func testB050_thePropertyIsASnapshot() throws {
        let db = try cachingDatabase()
        #expect(try useCount(of: "SELECT x FROM t", in: db) == 1)

        db.cachedStatements?.removeAllObjects()

        #expect(try useCount(of: "SELECT x FROM t", in: db) == 2)
    }

    @Test func testB051_theExactTextIsTheKey() throws {
        let db = try cachingDatabase()

        try db.executeUpdate("INSERT INTO t VALUES (?)", values: [3])
        for sql in ["SELECT x FROM t", "select x from t", "SELECT x FROM t ", "SELECT x FROM t"] {
            _ = try useCount(of: sql, in: db)
        }

        let expected: Set = ["INSERT INTO t VALUES (?)", "SELECT x FROM t", "select x from t", "SELECT x FROM t "]
        #expect(keys(of: db) == expected)
    }

    @Test func testB052_useCountCountsTheUses() throws {
        let db = try cachingDatabase()

        #expect(try useCount(of: "SELECT x FROM t", in: db) == 1)
        #expect(try useCount(of: "SELECT x FROM t", in: db) == 2)
        #expect(try useCount(of: "SELECT x FROM t", in: db) == 3)
        #expect(drawn(db.executeQuery("SELECT x FROM t", withArgumentsIn: [])) == "x\n1\n2")
    }

    @Test func testB053_aStatementInUseIsNotHandedOutAgain() throws {
        let db = try cachingDatabase()
        let first = try db.executeQuery("SELECT x FROM t", values: nil)
        let second = try db.executeQuery("SELECT x FROM t", values: nil)

        #expect(first.statement !== second.statement)
        #expect(first.statement?.useCount == 1)
        #expect(second.statement?.useCount == 1)
        first.close()
        second.close()

        // Both were kept, so two sets at a time find one each.
        let third = try db.executeQuery("SELECT x FROM t", values: nil)
        let fourth = try db.executeQuery("SELECT x FROM t", values: nil)
        #expect(third.statement?.useCount == 2)
        #expect(fourth.statement?.useCount == 2)
        third.close()
        fourth.close()
    }

    @Test func testB054_openResultSetsOverOneTextAreIndependent() throws {
        let db = try cachingDatabase()
        let low = try db.executeQuery("SELECT x FROM t WHERE x >= ?", values: [1])
        #expect(low.next())
        let high = try db.executeQuery("SELECT x FROM t WHERE x >= ?", values: [2])

        #expect(low.int(forColumn: "x") == 1)
        #expect(drawn(high) == "x\n2")
        #expect(drawn(low) == "x\n2")
    }

    @Test func testB055_clearingMakesLaterExecutionsPrepareAfresh() throws {
        let db = try cachingDatabase()
        _ = try useCount(of: "SELECT x FROM t", in: db)
        #expect(try useCount(of: "SELECT x FROM t", in: db) == 2)

        db.clearCachedStatements()

        #expect(db.cachedStatements?.count == 0)
        #expect(try useCount(of: "SELECT x FROM t", in: db) == 1)
    }

    @Test func testB056_withoutTheCacheEveryExecutionPrepares() throws {
        let db = try cachingDatabase()
        db.shouldCacheStatements = false

        for _ in 1...3 {
            #expect(try useCount(of: "SELECT x FROM t", in: db) == 1)
        }
    }

    @Test func testB057_cachedStatementsSurviveSchemaChanges() throws {
        let db = try cachingDatabase()
        try db.executeUpdate("INSERT INTO t VALUES (?)", values: [3])
        #expect(drawn(db.executeQuery("SELECT x FROM t", withArgumentsIn: [])) == "x\n1\n2\n3")

        try db.executeUpdate("CREATE INDEX t_x ON t (x DESC)", values: nil)
        try db.executeUpdate("CREATE TABLE u (y)", values: nil)

        try db.executeUpdate("INSERT INTO t VALUES (?)", values: [4])
        #expect(drawn(db.executeQuery("SELECT count(*) AS n FROM t", withArgumentsIn: [])) == "n\n4")
        #expect(try useCount(of: "SELECT x FROM t", in: db) == 2)
    }

    @Test func testB058_nothingOfThePreviousExecutionStaysBound() throws {
        let db = try cachingDatabase()
        let sql = "SELECT ? AS a, ? AS b"
        #expect(drawn(db.executeQuery(sql, withArgumentsIn: ["old", 1])) == "a     | b\n'old' | 1")

        let byArray = db.executeQuery(sql, withArgumentsIn: [NSNull(), "new"])

        #expect(byArray?.statement?.useCount == 2)
        #expect(drawn(byArray) == "a    | b\nNULL | 'new'")
    }

    @Test func testB058_nothingOfThePreviousExecutionStaysBoundByName() throws {
        let db = try cachingDatabase()
        let sql = "SELECT :a AS a, :b AS b"
        let old = db.executeQuery(sql, withParameterDictionary: ["a": "old", "b": 1])
        #expect(drawn(old) == "a     | b\n'old' | 1")

        let new = db.executeQuery(sql, withParameterDictionary: ["b": "new", "a": NSNull()])

        #expect(new?.statement?.useCount == 2)
        #expect(drawn(new) == "a    | b\nNULL | 'new'")
    }

    @Test func testB059_aStatementThatCannotBePreparedIsNotCached() throws {
        let db = try cachingDatabase()

        #expect(!db.executeUpdate("INSERT INTO missing VALUES (1)", withArgumentsIn: []))
        #expect(db.executeQuery("SELEC x FROM t", withArgumentsIn: []) == nil)

        #expect(db.cachedStatements?.count == 0)
    }

    @Test func testB060_clearingFinishesAResultSetInProgress() throws {
        let db = try cachingDatabase()
        let rows = try db.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())

        db.clearCachedStatements()

        #expect(!rows.next())
        rows.close()
        #expect(drawn(db.executeQuery("SELECT x FROM t", withArgumentsIn: [])) == "x\n1\n2")
    }

    @Test func testB060_closingFinishesAResultSetOverACachedStatement() throws {
        let db = try cachingDatabase()
        let rows = try db.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())

        #expect(db.close())

        #expect(!rows.next())
        rows.close()
        #expect(db.open())
    }

    @Test func testB061_aWrongArgumentCountDoesNotSpoilTheCache() throws {
        let db = try cachingDatabase()
        let insertion = "INSERT INTO t VALUES (?)"
        let query = "SELECT x FROM t WHERE x > ?"

        // Once before the text was ever cached, once after.
        for x in [3, 4] {
            #expect(!db.executeUpdate(insertion, withArgumentsIn: []))
            #expect(db.executeUpdate(insertion, withArgumentsIn: [x]))
            #expect(db.executeQuery(query, withArgumentsIn: []) == nil)
            #expect(drawn(db.executeQuery(query, withArgumentsIn: [x - 1])) == "x\n\(x)")
        }
    }

    @Test func testB062_inUseTellsWhetherAResultSetHoldsTheStatement() throws {
        let db = try cachingDatabase()
        let rows = try db.executeQuery("SELECT x FROM t", values: nil)
        let statement = try #require(rows.statement)
        #expect(statement.inUse)

        rows.close()

        #expect(!statement.inUse)
    }

    @Test func testB063_aFailedStepDoesNotPoisonACachedStatement() throws {
        let db = try cachingDatabase()
        try db.executeUpdate("CREATE UNIQUE INDEX t_x ON t (x)", values: nil)
        let sql = "INSERT INTO t VALUES (?)"

        #expect(!db.executeUpdate(sql, withArgumentsIn: [1]))
        #expect(db.lastErrorCode() == 19)

        #expect(db.executeUpdate(sql, withArgumentsIn: [3]))
        #expect(drawn(db.executeQuery("SELECT x FROM t", withArgumentsIn: [])) == "x\n1\n2\n3")
    }

    @Test func testD32_theCacheHolds256StatementsByDefault() throws {
        let db = try cachingDatabase()
        #expect(db.statementCacheCapacity == 256)

        for number in 1...300 {
            _ = try useCount(of: "SELECT \(number)", in: db)
        }

        #expect(db.cachedStatements?.count == 256)
        #expect(keys(of: db).contains("SELECT 300"))
    }

    @Test func testD32_aStatementThatWasUsedOnceGoesFirst() throws {
        let db = try cachingDatabase()
        db.statementCacheCapacity = 2

        for sql in ["SELECT 1", "SELECT 2", "SELECT 1", "SELECT 3"] {
            _ = try useCount(of: sql, in: db)
        }

        #expect(keys(of: db) == ["SELECT 1", "SELECT 3"])
        #expect(try useCount(of: "SELECT 1", in: db) == 3)
        #expect(try useCount(of: "SELECT 2", in: db) == 1)
    }

    @Test func testD32_aFullCacheDoesNotEndAnOpenResultSet() throws {
        let db = try cachingDatabase()
        db.statementCacheCapacity = 1
        let rows = try db.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())

        #expect(try useCount(of: "SELECT 1", in: db) == 1)
        #expect(try useCount(of: "SELECT 2", in: db) == 1)

        #expect(drawn(rows) == "x\n2")
    }
}

/// An in-memory database with the rows 1 and 2 in `t (x)`, an empty cache and caching switched on.
private func cachingDatabase() throws -> FMDatabase {
    let db = FMDatabase.memory()
    try db.executeUpdate("CREATE TABLE t (x INTEGER)", values: nil)
    try db.executeUpdate("INSERT INTO t VALUES (1), (2)", values: nil)
    db.shouldCacheStatements = true
    return db
}

/// Runs a query and gives its statement back.
///
/// - Returns: How many times the statement has been used, this time included.
private func useCount(of sql: String, in db: FMDatabase) throws -> Int {
    let rows = try db.executeQuery(sql, values: nil)
    defer { rows.close() }
    rows.next()
    return try #require(rows.statement).useCount
}

private func keys(of db: FMDatabase) -> Set<String> {
    Set((db.cachedStatements?.allKeys ?? []).compactMap { $0 as? String })
}
