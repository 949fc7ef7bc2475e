import FMDB
import FMDBTestHelpers
import Testing

/// How an error, the log and FMDB's spellings tell who holds a lock.
@Suite struct ContentionTextTests {
    private let folder = TemporaryFolder()

    private func opened(_ mode: String = "delete", at path: String? = nil) throws -> FMDatabase {
        let db = FMDatabase.file(path ?? folder.file())
        db.maxBusyRetryTimeInterval = 0
        #expect(try db.value(FMSQL(raw: "PRAGMA journal_mode = \(mode)"), as: String.self) == mode)
        try db.execute("CREATE TABLE IF NOT EXISTS person (name TEXT)")
        return db
    }

    private func contention(_ sql: String, on db: FMDatabase) throws -> FMError.Contention {
        try #require(thrown { try db.execute(FMSQL(raw: sql)) }?.contention)
    }

    @Test func theHint() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.beginImmediateTransaction())
        let error = try #require(thrown { try db.execute("DELETE FROM person") })
        let hint = try #require(error.contention?.hint)
        #expect(hint.hasPrefix("the connection \"test.db\" holds the write lock, begun "))
        #expect(
            hint.hasSuffix(" ago: BEGIN IMMEDIATE TRANSACTION; 2 connections of this process are open on this file"))
        #expect(error.description == "SQLite error 5: database is locked - in: DELETE FROM person - " + hint)
        #expect(error.localizedDescription == "database is locked")
        #expect(error.localizedFailureReason == hint)
    }

    #if os(Linux) || os(macOS)
        @Test func theLog() async {
            await #expect(processExitsWith: .success) {
                let lines = Locked<[String]>([])
                FMDatabase.logHandler = { message in lines.withLock { $0.append(message.text) } }
                let folder = TemporaryFolder()
                let (other, db) = (FMDatabase.file(folder.file()), FMDatabase.file(folder.file()))
                (db.maxBusyRetryTimeInterval, db.logsErrors) = (0, true)
                #expect(other.beginImmediateTransaction())
                #expect(!db.beginImmediateTransaction())
                #expect(lines.value.count == 1)
                #expect(
                    lines.value[0].hasPrefix("database is locked - the connection \"test.db\" holds the write lock"))
            }
        }
    #endif

    @Test func valuesAreNotInIt() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.beginImmediateTransaction())
        let secret = "xyzzy"
        try other.execute("INSERT INTO person VALUES (\(secret))")
        let query = FMSQL("SELECT \(secret), name FROM person")
        let rows = try other.query(query)
        #expect(try rows.nextRow() != nil)
        let error = try #require(thrown { try db.execute("DELETE FROM person WHERE name = \("plugh")") })
        #expect(error.contention?.holders.map(\.sql) == ["SELECT ?, name FROM person"])
        #expect(!"\(error) \(error.contention as Any)".contains("xyzzy"))
        #expect(!"\(error) \(error.contention as Any)".contains("plugh"))
        rows.close()
    }

    @Test(arguments: [
        "BEGIN IMMEDIATE; PRAGMA key = 'xyzzy'", "PRAGMA main.hexkey = 'xyzzy'; BEGIN IMMEDIATE",
        "BEGIN IMMEDIATE; SELECT 'attach' AS \"ATTACH\", 'xyzzy' AS key",
    ])
    func keysAreNotInIt(script: String) throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.executeStatements(script))
        let contention = try contention("DELETE FROM person", on: db)
        #expect(contention.holders.map(\.sql) == ["(SQL text with a key)"])
        #expect(!contention.hint.contains("xyzzy"))
    }

    @Test func foreignKeysAreNoSecret() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.executeStatements("PRAGMA foreign_keys = 1; BEGIN IMMEDIATE"))
        let sql = try contention("DELETE FROM person", on: db).holders.map(\.sql)
        #expect(sql == ["PRAGMA foreign_keys = 1; BEGIN IMMEDIATE"])
    }

    @Test func aLongTextIsCutInTheHint() throws {
        let (other, db) = (try opened(), try opened())
        let script = "BEGIN IMMEDIATE; SELECT '\(String(repeating: "é", count: 500))'"
        #expect(other.executeStatements(script))
        let contention = try contention("DELETE FROM person", on: db)
        #expect(contention.holders.map(\.sql) == [script])
        #expect(contention.hint.count < 350)
    }

    @Test func lastErrorHasItWithFMDBsCalls() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.beginImmediateTransaction())
        #expect(!db.executeUpdate("DELETE FROM person", withArgumentsIn: []))
        let error = try #require(db.lastError() as? FMError)
        #expect(error.resultCode == .busy)
        #expect(error.contention?.holders.map(\.label) == ["test.db"])
    }

    @Test func lastErrorForgetsItAfterAnotherCall() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.beginImmediateTransaction())
        #expect(!db.executeUpdate("DELETE FROM person", withArgumentsIn: []))
        #expect(!db.executeUpdate("nonsense", withArgumentsIn: []))
        #expect((db.lastError() as? FMError)?.contention == nil)
    }

    @Test func aTransactionOfAQueueThatCannotBeginKnowsIt() throws {
        let other = try opened()
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.inDatabase { db in
            db.logsErrors = false
            db.maxBusyRetryTimeInterval = 0
        }
        #expect(other.beginImmediateTransaction())
        queue.inImmediateTransaction { db, _ in
            #expect(!db.executeUpdate("DELETE FROM person", withArgumentsIn: []))
            #expect((db.lastError() as? FMError)?.contention?.lock == .write)
        }
        #expect(queue.lastTransactionError?.contention?.lock == .write)
    }

    @Test func otherCodesHaveNone() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.beginImmediateTransaction())
        #expect(try #require(thrown { try db.execute("nonsense") }).contention == nil)
        #expect(try #require(thrown { try db.execute("BEGIN; COMMIT") }).contention == nil)
    }
}
