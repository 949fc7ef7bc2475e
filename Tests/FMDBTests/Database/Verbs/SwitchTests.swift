import Dispatch
import FMDB
import FMDBTestHelpers
import Testing

@Suite struct SwitchTests {
    private func isOn(_ db: FMDatabase) throws -> Bool { try db.value("PRAGMA foreign_keys") }

    @Test func aSwitchIsMovedForTheTimeOfABody() throws {
        let db = FMDatabase.memory()

        let during = try db.withPragma("foreign_keys", true) { try isOn(db) }

        #expect(during)
        #expect(try !isOn(db))
    }

    @Test func aSwitchThatIsThatWayStaysAsItIs() throws {
        let db = FMDatabase.memory()
        try db.execute("PRAGMA foreign_keys = 1")

        try db.withPragma("foreign_keys", true) { try db.execute("PRAGMA foreign_keys = 0") }

        #expect(try !isOn(db))
    }

    @Test func aSwitchIsPutBackAfterAnError() throws {
        let db = FMDatabase.memory()

        #expect(throws: Regret.self) { try db.withPragma("foreign_keys", true) { throw Regret() } }

        #expect(try !isOn(db))
    }

    @Test func aSwitchThatSQLiteDoesNotKnowIsPassedOver() throws {
        #expect(try FMDatabase.memory().withPragma("no_such_switch", true) { 7 } == 7)
    }

    @Test func aSwitchThatCannotBeMovedIsReported() throws {
        let db = FMDatabase.memory()

        let error = thrown {
            try db.withTransaction {
                try db.withPragma("foreign_keys", true) { Issue.record("the body has run") }
            }
        }

        #expect(error?.resultCode == .misuse)
    }

    @Test func aSwitchIsPutBackAfterAnInterruption() throws {
        let db = FMDatabase.memory()
        let numbers: FMSQL = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"

        _ = thrown {
            try db.withPragma("foreign_keys", true) {
                let cursor = try db.query(numbers)
                _ = try cursor.nextRow()
                db.interrupt()
                while try cursor.nextRow() != nil {}
            }
        }

        #expect(try !isOn(db))
    }

    @Test func aSwitchIsPutBackAfterACancellation() async throws {
        let queue = FMDatabaseQueue(path: nil)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let task = Task {
            try await queue?.withDatabase { db in
                try db.withPragma("foreign_keys", true) {
                    continuation.finish()
                    gate.arrives()
                    try db.execute("CREATE TABLE t (x)")
                }
            }
        }
        for await _ in stream {}
        task.cancel()
        gate.signal()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await queue?.withDatabase { db in try db.value("PRAGMA foreign_keys", as: Bool.self) } == false)
    }
}
