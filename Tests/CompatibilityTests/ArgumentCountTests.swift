import FMDB
import FMDBTestHelpers
import Testing

/// Values by position: how many a statement takes.
@Suite struct ArgumentCountTests {
    private func databaseWithTable() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (a, b)", values: nil)
        return db
    }

    private func rows(_ db: FMDatabase) throws -> String {
        drawn(try db.executeQuery("SELECT a, b FROM t", values: nil))
    }

    @Test func testB120_anUpdateWithTooFewValuesRunsNothing() throws {
        let db = try databaseWithTable()
        let sql = "INSERT INTO t VALUES (?, ?)"
        #expect(!db.executeUpdate(sql, withArgumentsIn: [1]))
        #expect(throws: (any Error).self) { try db.executeUpdate(sql, values: [1]) }
        #expect(throws: (any Error).self) { try db.executeUpdate(sql, 1) }
        #expect(try rows(db) == "a | b")
    }

    @Test func testB120_aQueryWithTooFewValuesIsNil() throws {
        let db = FMDatabase.memory()
        #expect(db.executeQuery("SELECT ?, ?", withArgumentsIn: [1]) == nil)
        #expect(throws: (any Error).self) { _ = try db.executeQuery("SELECT ?, ?", values: [1]) }
        #expect(throws: (any Error).self) { _ = try db.executeQuery("SELECT ?, ?", 1) }
        #expect(!db.hasOpenResultSets)
    }

    @Test func testB121_tooFewValuesLeaveNoErrorInSQLite() throws {
        let db = try databaseWithTable()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [1]))
        #expect(!db.hadError())
        #expect(db.lastErrorCode() == 0)
        #expect(db.executeQuery("SELECT ?", withArgumentsIn: []) == nil)
        #expect(!db.hadError())
        #expect(db.lastErrorCode() == 0)
    }

    @Test func testB121_theThrownErrorNamesTheRangeAndBothCounts() throws {
        let db = FMDatabase.memory()
        let thrown = try #require(throws: (any Error).self) {
            _ = try db.executeQuery("SELECT ?, ?, ?, ?, ?", values: [0, 0])
        }
        let error = thrown as NSError
        let range = 25  // SQLITE_RANGE
        #expect(error.domain == "FMDatabase")
        #expect(error.code == range)
        #expect(error.localizedDescription.contains("5"))
        #expect(error.localizedDescription.contains("2"))
        #expect(db.lastErrorCode() == 0)
    }

    @Test func testD01_aWrongCountIsSaidWithoutACode() throws {
        let db = try databaseWithTable()
        let thrown = try #require(throws: (any Error).self) {
            try db.executeUpdate("INSERT INTO t VALUES (?, ?)", values: nil)
        }
        #expect((thrown as NSError).code == 25)
        #expect((thrown as NSError).localizedDescription == "expected 2 values, got 0")
        #expect(!db.hadError())
        #expect(db.lastErrorCode() == 0)
        #expect(db.lastExtendedErrorCode() == 0)
        #expect(db.lastErrorMessage() == "expected 2 values, got 0")
    }

    @Test(arguments: [false, true])
    func testB035_theLastErrorOfARefusedListIsItsReason(caching: Bool) throws {
        let db = try databaseWithTable()
        db.shouldCacheStatements = caching
        let refusals: [(FMDatabase) -> Bool] = [
            { $0.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [1]) },
            { $0.executeQuery("SELECT ?", withArgumentsIn: []) != nil },
            { $0.executeUpdate("INSERT INTO t VALUES (:a, :b)", withParameterDictionary: ["a": 1]) },
            { $0.executeUpdate(withFormat: "INSERT INTO t VALUES (%d, %d)", 1) },
        ]
        for refusal in refusals {
            #expect(!refusal(db))
            let error = db.lastError() as NSError
            #expect(error.domain == "FMDatabase")
            #expect(error.code == 0)
            #expect(error.localizedDescription != "not an error")
            #expect(error.localizedDescription == db.lastErrorMessage())
        }
    }

    @Test(arguments: [false, true])
    func testB040_theReasonOfARefusedListDoesNotStick(caching: Bool) throws {
        let db = try databaseWithTable()
        db.shouldCacheStatements = caching
        let successes: [(FMDatabase) throws -> Void] = [
            { try $0.executeUpdate("INSERT INTO t VALUES (?, ?)", values: [1, 2]) },
            { try $0.executeQuery("SELECT 1", values: nil).close() },
            { #expect($0.executeStatements("SELECT 1")) },
            { try $0.execute("DELETE FROM t") },
            { #expect($0.beginTransaction() && $0.commit()) },
            { try $0.checkpoint(.passive) },
        ]
        for success in successes {
            #expect(!db.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: []))
            #expect(db.lastErrorMessage() != "not an error")
            try success(db)
            #expect(db.lastErrorMessage() == "not an error")
            #expect((db.lastError() as NSError).localizedDescription == "not an error")
        }
        #expect(!db.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: []))
        #expect(!db.executeUpdate("nonsense", withArgumentsIn: []))
        #expect(db.lastErrorMessage().contains("syntax error"))
    }

    @Test func testB122_surplusValuesOfAnUpdateAreIgnored() throws {
        let db = try databaseWithTable()
        let sql = "INSERT INTO t (a) VALUES (?)"
        #expect(db.executeUpdate(sql, withArgumentsIn: [1, "surplus"]))
        try db.executeUpdate(sql, values: [2, "surplus", NSNull()])
        try db.executeUpdate(sql, 3, "surplus")
        #expect(db.executeUpdate("INSERT INTO t (a) VALUES (4)", withArgumentsIn: ["surplus"]))
        #expect(
            try rows(db) == """
                a | b
                1 | NULL
                2 | NULL
                3 | NULL
                4 | NULL
                """)
    }

    @Test func testB122_surplusValuesOfAQueryAreIgnored() throws {
        let db = FMDatabase.memory()
        #expect(drawn(db.executeQuery("SELECT ? AS v", withArgumentsIn: [1, 2])) == "v\n1")
        #expect(drawn(try db.executeQuery("SELECT ? AS v", values: [1, 2, 3])) == "v\n1")
        #expect(drawn(try db.executeQuery("SELECT 5 AS v", values: [1])) == "v\n5")
    }

    @Test func testB123_nilAndAnEmptyArrayMeanNoValues() throws {
        let db = try databaseWithTable()
        try db.executeUpdate("INSERT INTO t VALUES (1, 1)", values: nil)
        try db.executeUpdate("INSERT INTO t VALUES (2, 2)", values: [])
        #expect(db.executeUpdate("INSERT INTO t VALUES (3, 3)", withArgumentsIn: []))
        #expect(drawn(try db.executeQuery("SELECT count(*) AS n FROM t", values: nil)) == "n\n3")
        #expect(drawn(try db.executeQuery("SELECT count(*) AS n FROM t", values: [])) == "n\n3")
    }

    @Test func testB123_noValuesFailWhereOneIsNeeded() throws {
        let db = FMDatabase.memory()
        for values in [nil, []] as [[Any]?] {
            #expect(throws: (any Error).self) { _ = try db.executeQuery("SELECT ?", values: values) }
            #expect(throws: (any Error).self) { try db.executeUpdate("SELECT ? WHERE 0", values: values) }
        }
        #expect(db.executeQuery("SELECT ?", withArgumentsIn: []) == nil)
    }

    @Test func testB124_aNumberedValueIsUsedWhereverItsNumberOccurs() throws {
        let rows = try FMDatabase.memory().executeQuery(
            "SELECT ?1 AS a, ?2 AS b, ?1 AS c", values: ["x", "y"])
        #expect(
            drawn(rows) == """
                a   | b   | c
                'x' | 'y' | 'x'
                """)
    }

    @Test func testB124_theHighestNumberIsTheCount() throws {
        let db = FMDatabase.memory()
        #expect(db.executeQuery("SELECT ?3 AS v", withArgumentsIn: [1, 2]) == nil)
        #expect(drawn(db.executeQuery("SELECT ?3 AS v", withArgumentsIn: [1, 2, 3])) == "v\n3")
    }

    @Test(arguments: [false, true])
    func testB133_theDatabaseStaysUsableAfterAWrongCount(caching: Bool) throws {
        let db = try databaseWithTable()
        db.shouldCacheStatements = caching
        #expect(!db.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: []))
        #expect(db.executeUpdate("INSERT INTO t VALUES (1, 2)", withArgumentsIn: []))
        #expect(db.executeQuery("SELECT a FROM t WHERE a = ?", withArgumentsIn: []) == nil)
        #expect(
            try rows(db) == """
                a | b
                1 | 2
                """)
        #expect(!db.hasOpenResultSets)
    }

    @Test func testB133_theDatabaseStaysUsableAfterAMissingName() throws {
        let db = try databaseWithTable()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (:a, :b)", withParameterDictionary: ["a": 1]))
        #expect(db.executeQuery("SELECT :a", withParameterDictionary: [:]) == nil)
        #expect(db.executeUpdate("INSERT INTO t VALUES (:a, :b)", withParameterDictionary: ["a": 1, "b": 2]))
        #expect(
            try rows(db) == """
                a | b
                1 | 2
                """)
    }
}
