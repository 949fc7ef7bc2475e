import FMDB
import FMDBTestHelpers
import Testing

/// `executeStatements`: several statements in one text.
@Suite struct StatementsTests {
    private func rows(_ db: FMDatabase) throws -> String {
        drawn(try db.executeQuery("SELECT v FROM t ORDER BY v", values: nil))
    }

    /// The rows that the block is given, each drawn as `name=value` in the order of the names.
    private func delivered(_ sql: String, by db: FMDatabase = .memory()) -> [String] {
        var lines: [String] = []
        let isDone = db.executeStatements(sql) { row in
            let cells = row.map { "\($0.key)=\($0.value is NSNull ? "NULL" : $0.value as? String ?? "?")" }
            lines.append(cells.sorted().joined(separator: " "))
            return 0
        }
        #expect(isDone)
        return lines
    }

    @Test func testB150_everyStatementOfTheTextIsRun() throws {
        let db = FMDatabase.memory()
        #expect(
            db.executeStatements(
                """
                CREATE TABLE t (v); -- a comment; with a semicolon
                INSERT INTO t VALUES (1);
                INSERT INTO t VALUES ('a;b');
                CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t WHERE v = 1; SELECT 1; END;
                INSERT INTO t VALUES (2)
                """))
        #expect(try rows(db) == "v\n2\n'a;b'")
    }

    @Test(arguments: ["", " ;; ", "-- a comment"])
    func testB150_aTextWithoutAStatementSucceeds(sql: String) {
        #expect(FMDatabase.memory().executeStatements(sql))
    }

    @Test func testB151_theFirstFailureStopsIt() throws {
        let db = FMDatabase.memory()
        #expect(
            !db.executeStatements(
                """
                CREATE TABLE t (v UNIQUE);
                INSERT INTO t VALUES (1);
                INSERT INTO t VALUES (1);
                INSERT INTO t VALUES (2);
                """))
        #expect(try rows(db) == "v\n1")
    }

    @Test func testB151_theErrorIsThatOfTheFailedStatement() {
        let db = FMDatabase.memory()
        #expect(!db.executeStatements("CREATE TABLE t (v); INSERT INTO u VALUES (1); CREATE TABLE w (v)"))
        #expect(db.lastErrorCode() == 1)
        #expect(db.lastErrorMessage().contains("no such table"))
    }

    @Test func testB152_theBlockGetsEachRowByName() throws {
        let db = FMDatabase.memory()
        var ids: [String] = []
        var names: [Any] = []
        let isDone = db.executeStatements("SELECT 1 AS id, 'ann' AS Name UNION ALL SELECT 2, NULL ORDER BY id") { row in
            #expect(Set(row.keys) == ["id", "Name"])
            ids += [row["id"] as? String ?? "?"]
            names += [row["Name"] ?? "?"]
            return 0
        }
        #expect(isDone)
        #expect(ids == ["1", "2"])
        try #require(names.count == 2)
        #expect(names[0] as? String == "ann")
        #expect(names[1] is NSNull)
    }

    @Test func testB152_everyValueArrivesAsText() {
        #expect(delivered("SELECT 5 AS a, 2.5 AS b, 'x' AS c, -1 AS d") == ["a=5 b=2.5 c=x d=-1"])
    }

    @Test(arguments: [1, -1, 4] as [Int32])
    func testB153_aResultOtherThanZeroAborts(answer: Int32) throws {
        let db = FMDatabase.memory()
        var calls = 0
        let isDone = db.executeStatements(
            "CREATE TABLE t (v); SELECT 1 UNION SELECT 2; INSERT INTO t VALUES (1)",
            withResultBlock: { _ in
                calls += 1
                return answer
            })
        let abort: Int32 = 4  // SQLITE_ABORT
        #expect(!isDone)
        #expect(db.lastErrorCode() == abort)
        #expect(calls == 1)
        #expect(try rows(db) == "v")
    }

    @Test func testB154_theRowsOfEverySelectArriveInOrder() {
        let sql = """
            SELECT 1 AS a UNION ALL SELECT 2;
            CREATE TABLE t (v);
            INSERT INTO t VALUES (3);
            SELECT v AS b FROM t;
            SELECT v FROM t WHERE 0;
            SELECT 4 AS c;
            """
        #expect(delivered(sql) == ["a=1", "a=2", "b=3", "c=4"])
    }

    @Test func testB154_statementsWithoutRowsDoNotCallTheBlock() {
        #expect(delivered("CREATE TABLE t (v); INSERT INTO t VALUES (1); SELECT v FROM t WHERE 0").isEmpty)
    }

    @Test func testB155_withoutABlockRowsAreDiscarded() {
        let db = FMDatabase.memory()
        #expect(db.executeStatements("SELECT 1; SELECT 2 UNION SELECT 3"))
        #expect(db.executeStatements("SELECT 1", withResultBlock: nil))
        #expect(!db.hasOpenResultSets)
    }

    @Test func testB156_aClosedDatabaseRunsNothing() {
        let db = FMDatabase.memory()
        db.close()
        var calls = 0
        let isDone = db.executeStatements("SELECT 1") { _ in
            calls += 1
            return 0
        }
        #expect(!isDone)
        #expect(calls == 0)
        #expect(!db.executeStatements("SELECT 1"))
    }

    @Test func testB157_bytesThatAreNotTextArriveAsNull() {
        #expect(delivered("SELECT x'FFFE' AS a, CAST(x'C328' AS TEXT) AS b, 'c' AS c") == ["a=NULL b=NULL c=c"])
    }

    @Test func testB158_theLastOfTwoColumnsWithOneNameWins() {
        #expect(delivered("SELECT 1 AS v, 2 AS w, 3 AS v") == ["v=3 w=2"])
    }

    @Test func testB159_aPlaceholderIsNull() throws {
        let db = FMDatabase.memory()
        #expect(db.executeStatements("CREATE TABLE t (v); INSERT INTO t VALUES (?); INSERT INTO t VALUES (:v)"))
        #expect(try rows(db) == "v\nNULL\nNULL")
    }

    @Test func testB159_theStatementCacheIsNotUsed() throws {
        let db = FMDatabase.memory()
        db.shouldCacheStatements = true
        #expect(db.executeStatements("CREATE TABLE t (v); INSERT INTO t VALUES (1)"))
        #expect(delivered("SELECT v FROM t", by: db) == ["v=1"])
        #expect(try #require(db.cachedStatements).count == 0)
    }
}
