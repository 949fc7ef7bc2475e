import FMDB
import FMDBTestHelpers
import Testing

/// What a database tells about the last failure, and the plain flags of a database.
@Suite struct ErrorStateTests {
    @Test func testB030_theDefaultsOfANewObject() {
        let db = FMDatabase(path: nil)

        #expect(db.logsErrors)
        #expect(!db.crashOnErrors)
        #expect(!db.traceExecution)
        #expect(!db.checkedOut)
        #expect(!db.shouldCacheStatements)
        #expect(!db.isInTransaction)
        #expect(!db.hasOpenResultSets)
        #expect(db.maxBusyRetryTimeInterval == 2)
    }

    @Test func testB031_eachFailureReplacesTheOneBefore() throws {
        let db = try filledDatabase()

        db.executeUpdate("nonsense", withArgumentsIn: [])
        #expect(db.lastErrorCode() == 1)
        #expect(db.lastErrorMessage().contains("nonsense"))

        db.executeUpdate("INSERT INTO t VALUES (1, 'bob')", withArgumentsIn: [])
        #expect(db.lastErrorCode() == 19)
        #expect(db.lastExtendedErrorCode() == 1555)
        #expect(db.lastErrorMessage() == "UNIQUE constraint failed: t.id")
        #expect((db.lastError() as NSError).code == 19)
    }

    @Test func testB032_withoutAHandleTheErrorIsOutOfMemory() {
        let neverOpened = FMDatabase(path: nil)
        let closed = FMDatabase.memory()
        closed.close()

        for db in [neverOpened, closed] {
            #expect(db.lastErrorCode() == 7)
            #expect(db.lastExtendedErrorCode() == 7)
            #expect(db.lastErrorMessage() == "out of memory")
            #expect(db.hadError())
        }
    }

    @Test func testB033_aFreshDatabaseHasNoError() {
        let db = FMDatabase.memory()

        #expect(db.lastErrorCode() == 0)
        #expect(db.lastErrorMessage() == "not an error")
        #expect(!db.hadError())
    }

    @Test func testB034_aRowIsNoError() throws {
        let db = try filledDatabase()
        let rows = try db.executeQuery("SELECT id FROM t", values: nil)

        #expect(rows.next())

        #expect(db.lastErrorCode() == 100)
        #expect(!db.hadError())
        rows.close()
    }

    @Test func testB034_theEndOfAStatementIsNoError() throws {
        let db = try filledDatabase()
        let insertion = db.prepare("INSERT INTO t VALUES (2, 'bob')")

        #expect(insertion.step())

        #expect(db.lastErrorCode() == 101)
        #expect(!db.hadError())
        insertion.close()
    }

    @Test func testB034_aFailureIsAnError() throws {
        let db = try filledDatabase()

        db.executeUpdate("INSERT INTO t VALUES (1, 'bob')", withArgumentsIn: [])

        #expect(db.hadError())
    }

    @Test func testB035_lastErrorIsAnNSErrorOfTheDomainFMDatabase() {
        let db = FMDatabase.memory()
        db.executeUpdate("INSERT INTO missing VALUES (1)", withArgumentsIn: [])

        let error = db.lastError() as NSError

        #expect(error.domain == "FMDatabase")
        #expect(error.code == 1)
        #expect(error.localizedDescription == "no such table: missing")
        #expect(error.localizedDescription == db.lastErrorMessage())
    }

    @Test func testB036_everythingFailsOnAClosedDatabase() {
        let db = FMDatabase.memory()
        db.close()

        #expect(!db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
        #expect(!db.executeUpdate("CREATE TABLE t (x)", withParameterDictionary: [:]))
        #expect(db.executeQuery("SELECT 1", withArgumentsIn: []) == nil)
        #expect(db.executeQuery("SELECT 1", withParameterDictionary: [:]) == nil)
        #expect(!db.executeStatements("CREATE TABLE t (x)"))
        #expect(!db.beginTransaction())
        #expect(!db.commit())
        #expect(!db.rollback())
        #expect(!db.tableExists("t"))
        #expect(!db.isOpen)
    }

    @Test func testB037_aSyntaxErrorMakesAnUpdateFalse() {
        let db = FMDatabase.memory()

        #expect(!db.executeUpdate("CREATE TABEL t (x)", withArgumentsIn: []))

        #expect(db.lastErrorCode() == 1)
        #expect(db.lastErrorMessage().contains("syntax error"))
    }

    @Test func testB037_aSyntaxErrorMakesAQueryNil() {
        let db = FMDatabase.memory()

        #expect(db.executeQuery("SELEC 1", withArgumentsIn: []) == nil)

        #expect(db.lastErrorCode() == 1)
        #expect(db.lastErrorMessage().contains("syntax error"))
    }

    @Test func testB038_theThrowingFormsThrowTheLastError() throws {
        let db = FMDatabase.memory()

        let update = try #require(thrown { try db.executeUpdate("INSERT INTO missing VALUES (1)", values: nil) })
        #expect(update.domain == "FMDatabase")
        #expect(update.code == Int(db.lastErrorCode()))
        #expect(update.localizedDescription == db.lastErrorMessage())
        #expect(update.localizedDescription == "no such table: missing")

        let query = try #require(thrown { try db.executeQuery("SELECT absent", values: nil) })
        #expect(query.domain == "FMDatabase")
        #expect(query.code == Int(db.lastErrorCode()))
        #expect(query.localizedDescription == db.lastErrorMessage())
        #expect(query.localizedDescription == "no such column: absent")
    }

    @Test func testB039_theExtendedCodeNamesTheConstraint() throws {
        let db = try filledDatabase()

        db.executeUpdate("INSERT INTO t VALUES (1, 'bob')", withArgumentsIn: [])
        #expect(db.lastErrorCode() == 19)
        #expect(db.lastExtendedErrorCode() == 1555)

        db.executeUpdate("INSERT INTO t VALUES (2, 'ann')", withArgumentsIn: [])
        #expect(db.lastErrorCode() == 19)
        #expect(db.lastExtendedErrorCode() == 2067)
    }

    @Test func testB040_aSuccessClearsTheError() {
        let db = FMDatabase.memory()
        db.executeUpdate("nonsense", withArgumentsIn: [])
        #expect(db.hadError())

        #expect(db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))

        #expect(!db.hadError())
        #expect(db.lastErrorMessage() == "not an error")
    }

    @Test func testB044_checkedOutIsAPlainFlag() throws {
        let db = try filledDatabase()

        db.checkedOut = true

        #expect(db.checkedOut)
        #expect(drawn(db.executeQuery("SELECT name FROM t", withArgumentsIn: [])) == "name\n'ann'")
        #expect(db.close())
        #expect(db.checkedOut)
    }

    @Test func testB045_interruptTellsWhetherThereIsAHandle() {
        let db = FMDatabase(path: nil)
        #expect(!db.interrupt())
        #expect(db.open())
        #expect(db.interrupt())
        db.close()
        #expect(!db.interrupt())
    }

    @Test func testB046_everyThrowingCallOnAClosedDatabaseThrowsOutOfMemory() {
        let db = FMDatabase.memory()
        db.close()
        let errors = [
            thrown { try db.executeUpdate("CREATE TABLE t (x)", values: nil) },
            thrown { try db.executeQuery("SELECT 1", values: nil) },
            thrown { try db.startSavePoint(withName: "point") },
            thrown { try db.rollbackToSavePoint(withName: "point") },
            thrown { try db.releaseSavePoint(withName: "point") },
            thrown { try db.checkpoint(.passive) },
        ]

        for error in errors {
            #expect(error?.domain == "FMDatabase")
            #expect(error?.code == 7)
        }
    }

    @Test func testB047_aConstraintViolationIsCode19() throws {
        let db = try filledDatabase()

        #expect(!db.executeUpdate("INSERT INTO t VALUES (1, 'bob')", withArgumentsIn: []))
        #expect(db.lastErrorCode() == 19)

        let error = thrown { try db.executeUpdate("INSERT INTO t VALUES (?, ?)", values: [1, "bob"]) }
        #expect(error?.domain == "FMDatabase")
        #expect(error?.code == 19)
        #expect(drawn(db.executeQuery("SELECT name FROM t", withArgumentsIn: [])) == "name\n'ann'")
    }

    @Test func testB048_changesCountsTheRowsOfTheLastWrite() throws {
        let db = try filledDatabase()

        try db.executeUpdate("INSERT INTO t VALUES (2, 'bob'), (3, 'cid')", values: nil)
        #expect(db.changes == 2)
        #expect(drawn(db.executeQuery("SELECT count(*) AS n FROM t", withArgumentsIn: [])) == "n\n3")
        #expect(db.changes == 2)
        try db.executeUpdate("UPDATE t SET name = upper(name)", values: nil)
        #expect(db.changes == 3)
        try db.executeUpdate("DELETE FROM t WHERE id = 1", values: nil)
        #expect(db.changes == 1)
        try db.executeUpdate("DELETE FROM t WHERE id = 1", values: nil)
        #expect(db.changes == 0)
    }

    @Test func testB048_lastInsertRowIdIsTheLastRowidOrZero() throws {
        let db = FMDatabase.memory()
        #expect(db.lastInsertRowId == 0)
        try db.executeUpdate("CREATE TABLE t (x)", values: nil)

        try db.executeUpdate("INSERT INTO t (rowid, x) VALUES (?, 1)", values: [5_000_000_000])
        #expect(db.lastInsertRowId == 5_000_000_000)

        try db.executeUpdate("UPDATE t SET x = 2", values: nil)
        #expect(db.lastInsertRowId == 5_000_000_000)
    }

    @Test func testB049_aClosedDatabaseCountsNothing() throws {
        let closed = try filledDatabase()
        closed.close()

        for db in [closed, FMDatabase(path: nil)] {
            #expect(db.changes == 0)
            #expect(db.lastInsertRowId == 0)
        }
    }
}

/// An in-memory database with a table of one row, unique in both columns.
private func filledDatabase() throws -> FMDatabase {
    let db = FMDatabase.memory()
    try db.executeUpdate("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE)", values: nil)
    try db.executeUpdate("INSERT INTO t VALUES (1, 'ann')", values: nil)
    return db
}

private func thrown(_ body: () throws -> Void) -> NSError? {
    do {
        try body()
        return nil
    } catch {
        return error as NSError
    }
}
