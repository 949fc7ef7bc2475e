import FMDB
import FMDBTestHelpers
import Testing

@Suite struct EventTests {
    private let database = FMDatabase.numbers()
    private let select = "SELECT x FROM t"

    // MARK: Each way to run a statement

    @Test func aQueryBeginsWithItsFirstStepAndEndsWithItsLastRow() throws {
        let events = EventRecorder(on: database)
        let rows = try database.executeQuery(select, values: nil)
        #expect(events.statements == [])
        #expect(rows.next())
        #expect(events.statements == ["began 1: SELECT x FROM t"])
        while rows.next() {}
        #expect(events.statements == ["began 1: SELECT x FROM t", "ended 1: 101, 3 rows"])
    }

    @Test(arguments: [false, true])
    func anUpdateBeginsAndEnds(isCached: Bool) {
        database.shouldCacheStatements = isCached
        let events = EventRecorder(on: database)
        #expect(database.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [4]))
        #expect(database.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [5]))
        let began = "INSERT INTO t VALUES (?)"
        let expected = ["began 1: \(began)", "ended 1: 101, 0 rows", "began 2: \(began)", "ended 2: 101, 0 rows"]
        #expect(events.statements == expected)
    }

    @Test func executeAndValueAndRowsBeginAndEnd() throws {
        let events = EventRecorder(on: database)
        try database.execute("INSERT INTO t VALUES (\(4))")
        _ = try database.value("SELECT count(*) FROM t", as: Int.self)
        _ = try database.rows("SELECT x FROM t", as: Int.self)
        #expect(
            events.statements == [
                "began 1: INSERT INTO t VALUES (?)", "ended 1: 101, 0 rows",
                "began 2: SELECT count(*) FROM t", "ended 2: 100, 1 rows",
                "began 3: SELECT x FROM t", "ended 3: 101, 4 rows",
            ])
    }

    @Test func eachStatementOfAScriptBeginsAndEnds() {
        let events = EventRecorder(on: database)
        #expect(database.executeStatements(" INSERT INTO t VALUES (4); -- four\n SELECT x FROM t;\n\n"))
        #expect(
            events.statements == [
                "began 1: INSERT INTO t VALUES (4);", "ended 1: 101, 0 rows",
                "began 2: -- four\n SELECT x FROM t;", "ended 2: 101, 4 rows",
            ])
    }

    @Test func aPreparedStatementBeginsAndEndsEachTime() {
        let insert = database.prepare("INSERT INTO t VALUES (?)")
        let events = EventRecorder(on: database)
        for number in [4, 5] {
            #expect(insert.bind(with: [number]))
            #expect(insert.step())
        }
        #expect(events.statements.count == 4)
        insert.close()
        #expect(events.statements.suffix(1) == ["ended 2: 101, 0 rows"])
    }

    @Test func aPreparedStatementThatIsSteppedBeyondItsEndStartsAgain() {
        let one = database.prepare("SELECT 1")
        let events = EventRecorder(on: database)
        let steps = [one.next(), one.next(), one.next()]
        #expect(steps == [true, false, true])
        #expect(events.statements == ["began 1: SELECT 1", "ended 1: 101, 1 rows", "began 2: SELECT 1"])
    }

    @Test func theStatementsOfATransactionAreEvents() throws {
        let events = EventRecorder(on: database)
        try database.withTransaction { _ = try database.execute("DELETE FROM t") }
        #expect(events.ended == ["BEGIN IMMEDIATE TRANSACTION", "DELETE FROM t", "COMMIT TRANSACTION"])
    }

    // MARK: The ends of a statement

    @Test func aQueryThatIsClosedEarlyEndsWithARow() throws {
        let events = EventRecorder(on: database)
        let rows = try database.executeQuery(select, values: nil)
        #expect(rows.next())
        rows.close()
        #expect(events.statements == ["began 1: SELECT x FROM t", "ended 1: 100, 1 rows"])
    }

    @Test func aQueryThatIsReleasedEarlyEnds() throws {
        let events = EventRecorder(on: database)
        func start() throws {
            let rows = try database.query("SELECT x FROM t")
            _ = try rows.nextRow()
        }
        try start()
        #expect(events.statements == ["began 1: SELECT x FROM t", "ended 1: 100, 1 rows"])
    }

    @Test func aQueryThatNeverBeganMakesNoEvents() throws {
        let events = EventRecorder(on: database)
        try database.executeQuery(select, values: nil).close()
        #expect(events.statements == [])
    }

    @Test func anErrorEndsAStatementWithItsExtendedCode() {
        let events = EventRecorder(on: database)
        #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (1)") }
        #expect(events.executions.map(\.resultCode) == [.constraintUnique])
    }

    @Test func closingTheDatabaseEndsItsQueries() throws {
        let events = EventRecorder(on: database)
        let first = try database.executeQuery(select, values: nil)
        let second = try database.query("SELECT 1")
        #expect(first.next() && second.next())
        #expect(database.close())
        #expect(events.executions.map(\.id).sorted() == [1, 2])
        #expect(events.executions.map(\.resultCode) == [.row, .row])
    }

    @Test func closingAllResultSetsEndsTheirQueries() throws {
        let events = EventRecorder(on: database)
        let first = try database.executeQuery(select, values: nil)
        let second = try database.query("SELECT 1")
        #expect(first.next() && second.next())
        database.closeOpenResultSets()
        #expect(events.executions.map(\.id).sorted() == [1, 2])
    }

    @Test func anEventFindsTheStateOfTheConnectionAsItIs() {
        let codes = Locked<[Int32]>([])
        let confined = Confined(database)
        database.eventHandler = { event in
            if case .statementEnded = event { codes.withLock { $0.append(confined.value.lastErrorCode()) } }
        }
        #expect(!database.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
        database.eventHandler = nil
        #expect(codes.value == [FMResultCode.constraint.rawValue])
        #expect(database.lastExtendedErrorCode() == FMResultCode.constraintUnique.rawValue)
    }

    // MARK: Statements within statements

    @Test func whatATriggerRunsIsNoEvent() throws {
        try database.execute("CREATE TABLE log (x)")
        try database.execute("CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.x); END")
        let events = EventRecorder(on: database)
        try database.execute("INSERT INTO t VALUES (4)")
        #expect(events.statements == ["began 1: INSERT INTO t VALUES (4)", "ended 1: 101, 0 rows"])
    }

    @Test func whatAVirtualTableRunsIsNoEvent() throws {
        try database.execute("CREATE VIRTUAL TABLE words USING fts4(text)")
        let events = EventRecorder(on: database)
        try database.execute("INSERT INTO words VALUES ('one')")
        #expect(database.executeStatements("INSERT INTO words VALUES ('two')"))
        #expect(events.ended == ["INSERT INTO words VALUES ('one')", "INSERT INTO words VALUES ('two')"])
    }

    @Test func queriesInProgressAtTheSameTimeAreCountedApart() throws {
        let events = EventRecorder(on: database)
        let outer = try database.executeQuery(select, values: nil)
        #expect(outer.next())
        #expect(try database.rows("SELECT 1 UNION ALL SELECT 2", as: Int.self) == [1, 2])
        while outer.next() {}
        #expect(
            events.statements == [
                "began 1: SELECT x FROM t", "began 2: SELECT 1 UNION ALL SELECT 2", "ended 2: 101, 2 rows",
                "ended 1: 101, 3 rows",
            ])
    }

    @Test func aStatementOfACustomFunctionIsAnEvent() throws {
        try database.addFunction("greatest", argumentCount: 0) { [unowned database] _ in
            .integer(Int64(try database.value("SELECT max(x) FROM t", as: Int.self)))
        }
        let events = EventRecorder(on: database)
        #expect(try database.rows("SELECT greatest()", as: Int.self) == [3])
        #expect(
            events.statements == [
                "began 1: SELECT greatest()", "began 2: SELECT max(x) FROM t", "ended 2: 100, 1 rows",
                "ended 1: 101, 1 rows",
            ])
    }

    @Test func theTimeBetweenTwoRowsDoesNotCount() throws {
        let events = EventRecorder(on: database)
        let start = ContinuousClock.now
        try database.forEachRow("SELECT x FROM t") { _ in
            _ = try database.value(
                "WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT count(*) FROM n",
                as: Int.self)
        }
        let whole = start.duration(to: .now)
        let sum = events.executions.reduce(Duration.zero) { $0 + $1.duration }
        #expect(events.executions.count == 4)
        #expect(sum <= whole)
        #expect(events.executions.allSatisfy { $0.duration > .zero })
    }

    // MARK: What is never in it

    @Test func valuesAreNeverInAnEvent() throws {
        database.slowStatementThreshold = .zero
        let events = EventRecorder(on: database)
        let secret = "secret-4711"
        try database.execute("CREATE TABLE s (x)")
        try database.execute("INSERT INTO s VALUES (\(secret))")
        try database.execute("INSERT INTO s VALUES (?)", secret)
        _ = try database.rows("SELECT x FROM s WHERE x = \(secret)", as: String.self)
        #expect(database.executeUpdate("UPDATE s SET x = ? WHERE x = 'none'", withArgumentsIn: [secret]))
        let rows = database.prepare("SELECT x FROM s WHERE x LIKE ?")
        #expect(rows.bind(with: [secret]) && rows.next())
        rows.close()
        #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (1), (\(secret))") }
        #expect(events.executions.count == 7)
        #expect(events.slow.count == 7)
        #expect(!events.all.contains { "\($0)".contains(secret) })
    }

    // MARK: The life of a handler

    @Test func noEventIsSentOnceTheHandlerIsRemoved() throws {
        let events = EventRecorder(on: database)
        let rows = try database.executeQuery(select, values: nil)
        #expect(rows.next())
        database.eventHandler = nil
        while rows.next() {}
        try database.execute("DELETE FROM t")
        #expect(events.statements == ["began 1: SELECT x FROM t"])
    }

    @Test func aStatementInProgressMakesNoEventsForALaterHandler() throws {
        let rows = try database.executeQuery(select, values: nil)
        #expect(rows.next())
        let events = EventRecorder(on: database)
        while rows.next() {}
        #expect(events.statements == [])
    }

    @Test func aStatementIsNotCountedAcrossAGapInTheListening() throws {
        let events = EventRecorder(on: database)
        let rows = try database.executeQuery(select, values: nil)
        #expect(rows.next())
        database.eventHandler = nil
        #expect(rows.next())
        events.listen(to: database)
        while rows.next() {}
        #expect(events.statements == ["began 1: SELECT x FROM t"])
    }

    @Test func anotherHandlerGetsTheEnd() throws {
        let first = EventRecorder(on: database)
        let rows = try database.executeQuery(select, values: nil)
        #expect(rows.next())
        let second = EventRecorder(on: database)
        while rows.next() {}
        #expect(first.statements == ["began 1: SELECT x FROM t"])
        #expect(second.statements == ["ended 1: 101, 3 rows"])
    }

    @Test func aHandlerThatIsSetBeforeOpeningIsCalled() throws {
        let database = FMDatabase(path: nil)
        let events = EventRecorder(on: database)
        #expect(database.open())
        try database.execute("CREATE TABLE t (x)")
        #expect(events.ended == ["CREATE TABLE t (x)"])
    }

    @Test func theHandlerStaysWhenTheDatabaseIsClosedAndOpened() throws {
        let events = EventRecorder(on: database)
        #expect(database.close() && database.open())
        try database.execute("CREATE TABLE t (x)")
        #expect(events.ended == ["CREATE TABLE t (x)"])
    }

    @Test func aScriptAnswersAsItDoesUnobserved() {
        func run(_ database: FMDatabase) -> [String] {
            var seen: [String] = []
            let script = "SELECT x, NULL AS n, x'ff' AS b FROM t; SELECT y FROM t; SELECT 1"
            seen.append(
                "\(database.executeStatements(script) { row in seen.append("\(row.count) \(row["x"] ?? 0)"); return 0 })"
            )
            seen.append("\(database.lastErrorCode()) \(database.lastErrorMessage())")
            seen.append("\(database.executeStatements("SELECT x FROM t; DELETE FROM t") { _ in 1 })")
            seen.append("\(database.lastErrorCode()) \(database.lastErrorMessage())")
            seen.append("\(database.executeStatements("INSERT INTO t VALUES (9); INSERT INTO t VALUES (9)"))")
            seen.append("\(database.lastExtendedErrorCode()) \(database.lastErrorMessage())")
            seen.append("\(database.executeStatements("")) \(database.executeStatements(" ; -- nothing"))")
            seen.append("\(database.changes) \(database.hasOpenResultSets)")
            return seen
        }
        let plain = run(.numbers())
        let events = EventRecorder(on: database)
        database.slowStatementThreshold = .zero
        #expect(run(database) == plain)
        #expect(events.executions.map(\.resultCode) == [.done, .row, .done, .constraintUnique])
    }
}
