import FMDB
import FMDBTestHelpers
import Testing

@Suite struct EventSlowTests {
    private let database = FMDatabase.numbers()
    private let events = EventRecorder()

    init() {
        events.listen(to: database)
        database.slowStatementThreshold = .zero
    }

    @Test func aSlowQueryIsReportedWithItsPlan() throws {
        _ = try database.rows("SELECT x FROM t WHERE x + 0 > \(1)", as: Int.self)
        let report = try #require(events.slow.first)
        #expect(report.run.sql == "SELECT x FROM t WHERE x + 0 > ?")
        #expect(report.run.rowCount == 2)
        #expect(report.run.resultCode == .done)
        #expect(report.plan.contains { $0.contains("SCAN") && $0.contains("t") })
    }

    @Test func aReportFollowsTheEndOfItsStatement() throws {
        let rows = try database.executeQuery("SELECT x FROM t", values: nil)
        while rows.next() {}
        let order = events.all.compactMap { event in
            switch event {
            case .statementEnded(let run): "ended \(run.id)"
            case .slowStatement(let run, _): "slow \(run.id)"
            default: nil
            }
        }
        #expect(order == ["ended 1", "slow 1"])
    }

    @Test func aQueryThatIsClosedEarlyIsReported() throws {
        let rows = try database.executeQuery("SELECT x FROM t", values: nil)
        #expect(rows.next())
        rows.close()
        #expect(events.slow.map(\.run.resultCode) == [.row])
        #expect(events.slow.first?.plan.isEmpty == false)
        #expect(database.lastErrorCode() == 0)
    }

    @Test(arguments: ["executeUpdate", "script", "prepared", "execute"])
    func aFailedStatementIsReportedAndItsErrorStays(_ spelling: String) {
        let sql = "INSERT INTO t SELECT x FROM t WHERE x > 2"
        switch spelling {
        case "executeUpdate": #expect(!database.executeUpdate(sql, withArgumentsIn: []))
        case "script": #expect(!database.executeStatements(sql))
        case "prepared":
            let statement = database.prepare(sql)
            #expect(!statement.step())
            statement.close()
        default: #expect(throws: FMError.self) { try database.execute(FMSQL(raw: sql)) }
        }
        #expect(events.slow.map(\.run.resultCode) == [.constraintUnique])
        #expect(database.lastExtendedErrorCode() == FMResultCode.constraintUnique.rawValue)
        #expect(database.lastErrorMessage() == "UNIQUE constraint failed: t.x")
    }

    @Test func aStatementThatChangedNothingHasItsPlan() throws {
        try database.execute("CREATE TABLE empty (x)")
        try database.execute("DELETE FROM empty WHERE x > 5")
        #expect(database.changes == 0)
        #expect(events.slow.last?.plan.contains { $0.contains("SCAN") } == true)
    }

    @Test func theNumberOfChangesStays() throws {
        #expect(database.executeUpdate("UPDATE t SET x = x + 10", withArgumentsIn: []))
        #expect(database.changes == 3)
        #expect(try database.value("SELECT changes()", as: Int.self) == 3)
        #expect(events.slow.first?.plan == [])
    }

    @Test func theLastRowIDStays() throws {
        try database.execute("INSERT INTO t VALUES (4)")
        _ = try database.rows("SELECT x FROM t", as: Int.self)
        #expect(database.lastInsertRowId == 4)
        #expect(database.changes == 1)
    }

    @Test(arguments: [
        "PRAGMA cache_size", "BEGIN", "CREATE TABLE other (x)", "EXPLAIN SELECT 1", "ANALYZE",
        "-- nothing\nPRAGMA user_version",
    ])
    func whatCannotBeExplainedHasAnEmptyPlan(_ sql: String) {
        #expect(database.executeStatements(sql))
        #expect(events.slow.map(\.run.sql) == [sql])
        #expect(events.slow.first?.plan == [])
        #expect(database.lastErrorCode() == 0)
    }

    @Test(arguments: [
        "/* a */ SELECT x FROM t", "-- a\n\tselect x from t", "WITH n AS (SELECT x FROM t) SELECT x FROM n",
    ])
    func commentsAndSpacesDoNotHideAQuery(_ sql: String) throws {
        while try database.executeQuery(sql, values: nil).next() { break }
        let rows = try database.executeQuery(sql, values: nil)
        while rows.next() {}
        #expect(events.slow.last?.plan.isEmpty == false)
    }

    @Test func aPragmaIsNotRunAgain() throws {
        try database.execute("PRAGMA user_version = 7")
        #expect(
            database.executeStatements("PRAGMA user_version = 8; PRAGMA foreign_keys = ON; PRAGMA foreign_keys = OFF"))
        #expect(database.userVersion == 8)
        #expect(try database.value("PRAGMA foreign_keys", as: Int.self) == 0)
    }

    @Test func explainingMakesNoEvents() throws {
        _ = try database.rows("SELECT x FROM t", as: Int.self)
        #expect(events.ended == ["SELECT x FROM t"])
    }

    @Test func aStatementBelowTheThresholdIsNotReported() throws {
        database.slowStatementThreshold = .seconds(3600)
        _ = try database.rows("SELECT x FROM t", as: Int.self)
        #expect(events.executions.count == 1)
        #expect(events.slow.isEmpty)
    }

    @Test func withoutAThresholdNothingIsReported() throws {
        database.slowStatementThreshold = nil
        _ = try database.rows("SELECT x FROM t", as: Int.self)
        #expect(events.slow.isEmpty)
    }

    @Test func aTableThatIsGoneAtTheEndIsNoProblem() throws {
        try database.execute("CREATE TEMP TABLE gone AS SELECT 1 AS x")
        let rows = database.prepare("SELECT x FROM gone")
        while rows.next() {}
        try database.execute("DROP TABLE gone")
        rows.close()
        #expect(events.slow.last?.run.sql == "SELECT x FROM gone")
        #expect(events.slow.last?.plan == [])
        #expect(database.lastErrorCode() == 0)
    }

    @Test func aSlowStatementOfACustomFunctionHasItsPlan() throws {
        try database.addFunction("counted", argumentCount: 1) { [unowned database] arguments in
            .integer(Int64(try database.value("SELECT count(*) FROM t WHERE x <= \(arguments[0])", as: Int.self)))
        }
        #expect(try database.rows("SELECT counted(x) FROM t ORDER BY x", as: Int.self) == [1, 2, 3])
        #expect(events.slow.count == 4)
        #expect(!events.slow.contains { $0.plan.isEmpty })
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 24)))
    func theLinesOfAPlanAreIndented() throws {
        _ = try database.rows("SELECT x FROM t WHERE x IN (SELECT x + 0 FROM t AS u WHERE u.x > 1)", as: Int.self)
        let plan = try #require(events.slow.first?.plan)
        #expect(plan.contains { $0.hasPrefix("  ") })
        #expect(plan.first?.hasPrefix(" ") == false)
    }

    @Test func anInterruptedStatementHasItsPlan() throws {
        try database.addFunction("stop", argumentCount: 0) { [unowned database] _ in
            database.interrupt()
            return 1
        }
        #expect(throws: FMError.self) { try database.rows("SELECT stop() FROM t", as: Int.self) }
        #expect(events.slow.map(\.run.resultCode) == [.interrupt])
        #expect(events.slow.first?.plan.isEmpty == false)
        #expect(database.lastErrorCode() == FMResultCode.interrupt.rawValue)
    }
}
