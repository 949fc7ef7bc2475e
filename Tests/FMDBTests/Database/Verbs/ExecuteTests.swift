import FMDB
import FMDBTestHelpers
import Testing

@Suite struct ExecuteTests {
    private let db = FMDatabase.memory()

    /// A table `t (x)` with the rows 1, 2 and 3.
    private func table() throws -> FMDatabase {
        try db.execute("CREATE TABLE t (x UNIQUE)")
        try db.execute("INSERT INTO t VALUES (1), (2), (3)")
        return db
    }

    // MARK: Scripts

    /// Behind a statement SQLite takes a vertical tab for a blank, elsewhere not.
    @Test(arguments: [false, true]) func aScriptHasTheBlanksThatSQLiteTakes(_ isWatched: Bool) {
        if isWatched { db.eventHandler = { _ in } }
        db.logsErrors = false
        var rows: [String?] = []
        let collect = { (row: [AnyHashable: Any]) -> Int32 in
            rows.append(row["a"] as? String)
            return 0
        }
        #expect(db.executeStatements("BEGIN;\u{0B}\u{0B}SELECT 2 AS a;\u{0B}COMMIT;\u{0B}", withResultBlock: collect))
        #expect(rows == ["2"])
        #expect(!db.executeStatements("\u{0B}SELECT 3 AS a", withResultBlock: collect))
    }

    // MARK: What it returns

    @Test func itCountsTheChangedRows() throws {
        let db = try table()

        #expect(try db.execute("INSERT INTO t VALUES (4), (5)") == 2)
        #expect(try db.execute("UPDATE t SET x = x + 10 WHERE x > \(2)") == 3)
        #expect(try db.execute("DELETE FROM t WHERE x < ?", 3) == 2)
        #expect(try db.execute("DELETE FROM t") == 3)
    }

    @Test func aStatementThatChangesNothingCountsNothing() throws {
        let db = try table()

        // To SQLite the count of the INSERT before them is still the latest one.
        #expect(try db.execute("CREATE TABLE u (y)") == 0)
        #expect(try db.execute("CREATE TABLE v AS SELECT x FROM t") == 0)
        #expect(try db.execute("PRAGMA user_version = 7") == 0)
        #expect(try db.execute("BEGIN") == 0)
        #expect(try db.execute("COMMIT") == 0)
        #expect(try db.execute("UPDATE t SET x = 0 WHERE x > 100") == 0)
    }

    /// What a virtual table writes for itself SQLite counts too.
    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func theOwnRowsOfAFullTextTableAreNotCounted() throws {
        let db = try table()

        #expect(try db.execute("CREATE VIRTUAL TABLE f USING fts5(a)") == 0)
        #expect(try db.execute("BEGIN") == 0)
        #expect(try db.execute("INSERT INTO f VALUES ('one'), ('two')") == 2)
        #expect(try db.execute("SAVEPOINT s") == 0)
        #expect(try db.execute("INSERT INTO f VALUES (?)", "three") == 1)
        #expect(try db.execute("RELEASE s") == 0)
        #expect(try db.execute("UPDATE f SET a = 'four' WHERE a = 'two'") == 1)
        #expect(try db.execute("COMMIT") == 0)
        #expect(try db.execute("WITH n(x) AS (VALUES (7)) INSERT INTO t SELECT x FROM n") == 1)
        #expect(try db.execute("WITH n(x) AS (VALUES (7)) SELECT x FROM n") == 0)
    }

    @Test func whatTriggersChangeIsNotCounted() throws {
        let db = try table()
        try db.execute("CREATE TABLE log (x)")
        try db.execute("CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO log VALUES (1), (2); END")

        #expect(try db.execute("INSERT INTO t VALUES (4)") == 1)
        #expect(try db.value("SELECT count(*) FROM log", as: Int.self) == 2)
    }

    @Test func theRowsOfAViewAreNotCounted() throws {
        let db = try table()
        try db.execute("CREATE VIEW v AS SELECT x FROM t")
        try db.execute("CREATE TRIGGER tr INSTEAD OF DELETE ON v BEGIN DELETE FROM t WHERE x = OLD.x; END")

        #expect(try db.execute("DELETE FROM v WHERE x > 1") == 0)
        #expect(try db.rows("SELECT x FROM t", as: Int.self) == [1])
    }

    // MARK: Rows

    @Test func rowsArePassedOver() throws {
        #expect(try table().execute("SELECT x FROM t") == 0)
        #expect(!db.hasOpenResultSets)
    }

    @Test func aQueryRunsToItsEnd() throws {
        let db = try table()
        nonisolated(unsafe) var calls = 0
        try db.addFunction("seen", argumentCount: 1) { arguments in
            calls += 1
            return arguments[0]
        }

        try db.execute("SELECT seen(x) FROM t")

        #expect(calls == 3)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aReturningClauseIsPassedOver() throws {
        let db = try table()

        #expect(try db.execute("INSERT INTO t VALUES (4), (5) RETURNING x") == 2)
        #expect(try db.execute("DELETE FROM t WHERE x > ? RETURNING x", 3) == 2)
    }

    // MARK: Values

    @Test func listedValuesAreBoundInTheirOrder() throws {
        try db.execute("CREATE TABLE t (a, b, c, d, e)")

        try db.execute("INSERT INTO t VALUES (?, ?, ?, ?, ?)", 1, "ann", nil as Int?, Data([1]), 1.5)

        #expect(
            drawn(try db.query("SELECT * FROM t")) == """
                a | b     | c    | d     | e
                1 | 'ann' | NULL | X'01' | 1.5
                """)
    }

    @Test func aWrongNumberOfListedValuesIsRefused() throws {
        let tooMany = thrown { try table().execute("INSERT INTO t VALUES (?)", 4, 5) }
        let tooFew = thrown { try db.execute("INSERT INTO t VALUES (?), (?)", 4) }
        let unwanted = thrown { try db.execute("INSERT INTO t VALUES (4)", 4) }

        #expect([tooMany, tooFew, unwanted].map { $0?.resultCode } == [.range, .range, .range])
        #expect(tooMany?.message == "expected 1 value, got 2")
        #expect(tooFew?.message == "expected 2 values, got 1")
        #expect(unwanted?.message == "expected 0 values, got 1")
        #expect(tooMany?.sql == "INSERT INTO t VALUES (?)")
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 3)
    }

    @Test func aParameterInTheTextNeedsAValueBesideTheInterpolatedOnes() {
        let error = thrown { try db.execute("SELECT ?, \(1)") }

        #expect(error?.resultCode == .range)
    }

    @Test func valuesAreEitherInterpolatedOrListed() throws {
        let error = thrown { try table().execute("UPDATE t SET x = \(4) WHERE x = ?", 1) }

        #expect(error?.resultCode == .misuse)
        #expect(try db.rows("SELECT x FROM t", as: Int.self) == [1, 2, 3])
    }

    @Test func aValueLargerThanTheLimitIsRefused() throws {
        let db = try table()
        let lengthLimit: Int32 = 0  // SQLITE_LIMIT_LENGTH
        db.limit(for: lengthLimit, value: 1_000)

        #expect(thrown { try db.execute("INSERT INTO t VALUES (?)", Data(count: 1_001)) }?.resultCode == .tooBig)
        let long = String(repeating: "x", count: 1_001)
        #expect(thrown { try db.execute("INSERT INTO t VALUES (\(long))") }?.resultCode == .tooBig)
        #expect(try db.execute("INSERT INTO t VALUES (?)", Data(count: 100)) == 1)
    }

    // MARK: Failures

    @Test func aFailedStatementMayRunAgain() throws {
        let db = try table()

        #expect(thrown { try db.execute("INSERT INTO t VALUES (\(1))") }?.extendedCode == .constraintUnique)

        #expect(try db.execute("INSERT INTO t VALUES (\(4))") == 1)
    }

    @Test func aClosedDatabaseIsRefused() {
        let closed = FMDatabase(path: nil)

        let errors = [thrown { try closed.execute("SELECT 1") }, thrown { try closed.execute("SELECT ?", 1) }]
        #expect(errors.map { $0?.resultCode } == [.misuse, .misuse])
        #expect(errors[0]?.message == "the database is not open")
        #expect(errors[0]?.sql == "SELECT 1")
    }
}

/// The throwing calls take exactly one statement, whichever of them it is.
@Suite struct SingleStatementTests {
    private let db = FMDatabase.memory()

    /// What each call throws for a text.
    private func failures(_ sql: FMSQL) -> [FMError?] {
        struct Row: Decodable {}
        return [
            thrown { try db.execute(sql) },
            thrown { try db.query(sql) },
            thrown { try db.value(sql, as: Int?.self) },
            thrown { try db.rows(sql, as: Int.self) },
            thrown { try db.rows(sql, as: (Int, Int).self) },
            thrown { try db.rows(sql, as: Row.self) },
            thrown { try db.forEachRow(sql) { _ in } },
        ]
    }

    @Test(arguments: ["SELECT 1; SELECT 2", "SELECT 1;;SELECT 2", "SELECT 1; nonsense", "SELECT 1; /* two */ SELECT 2"])
    func moreThanOneStatementIsRefused(text: String) {
        let errors = failures(FMSQL(raw: text))

        #expect(errors.allSatisfy { $0?.resultCode == .misuse })
        #expect(errors.allSatisfy { $0?.message.hasPrefix("the SQL text contains more than one statement") == true })
    }

    @Test func nothingOfMoreThanOneStatementRunsHoweverOftenItIsTried() throws {
        try db.execute("CREATE TABLE t (x)")
        let sql: FMSQL = "INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)"

        for _ in 1...3 {
            #expect(thrown { try db.execute(sql) }?.resultCode == .misuse)
        }

        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test(arguments: ["", " \n", ";", "-- nothing", "/* nothing */ ;"]) func aTextWithoutAStatementIsRefused(
        text: String
    ) {
        let errors = failures(FMSQL(raw: text))

        #expect(errors.allSatisfy { $0?.resultCode == .misuse })
        #expect(errors.allSatisfy { $0?.message == "the SQL text contains no statement" })
    }

    @Test(
        arguments: [
            "SELECT 7;", "SELECT 7 ; ;; \n", "SELECT 7 -- seven", "SELECT 7; -- seven", "SELECT 7; /* seven */ ;",
            "-- seven\nSELECT 7", "; SELECT 7", "/* seven */ SELECT 7;\t\r\n",
        ])
    func commentsAndSemicolonsAroundAStatementAreFine(text: String) throws {
        // The second time the text comes from the cache.
        for _ in 1...2 {
            #expect(try db.value(FMSQL(raw: text), as: Int.self) == 7)
        }
    }

    @Test(arguments: ["SELECT 1\0", "SELECT 1;\0", "SELECT 1 \0; DROP TABLE t"])
    func aNULInTheTextIsRefused(text: String) {
        let errors = failures(FMSQL(raw: text))

        #expect(errors.allSatisfy { $0?.message == "the SQL text contains a NUL character" })
    }

    @Test func aRefusedTextLeavesNoStatementInUse() {
        _ = failures("SELECT 1; SELECT 2")

        #expect(!db.hasOpenResultSets)
        #expect(db.close())
    }
}
