import FMDB
import Support
import Testing

/// The examples of the article about observing.
@Suite struct ObservingTests {
    private let lines = Locked<[String]>([])

    private func people() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE person (name TEXT UNIQUE)")
        try db.execute("INSERT INTO person VALUES ('ann'), ('bob'), ('cid')")
        return db
    }

    @Test func anEventIsALineOfALog() throws {
        let db = try people()
        db.eventHandler = { [lines] event in lines.withLock { $0.append("\(event)") } }
        _ = try db.rows("SELECT name FROM person", as: String.self)
        let end = try #require(lines.value.last)
        #expect(end.hasPrefix("statement 1 ended: code 101, "))
        #expect(end.hasSuffix(" seconds, 3 rows - SELECT name FROM person"))
    }

    @Test func failuresAreChosen() throws {
        let db = try people()
        db.eventHandler = { [lines] event in
            switch event {
            case .statementEnded(let run) where run.resultCode.isError:
                lines.withLock { $0.append(run.sql) }
            case .lockWait(let wait) where wait.isGivenUp:
                lines.withLock { $0.append(wait.sql ?? "checkpoint") }
            default:
                break
            }
        }
        _ = try db.rows("SELECT name FROM person", as: String.self)
        try? db.execute("INSERT INTO person VALUES (\("ann"))")
        #expect(lines.value == ["INSERT INTO person VALUES (?)"])
    }

    @Test func aSlowStatementHasAPlan() throws {
        let db = try people()
        db.slowStatementThreshold = .zero
        db.eventHandler = { [lines] event in
            guard case .slowStatement(let run, let plan) = event else { return }
            lines.withLock { $0 = [run.sql] + plan }
        }
        _ = try db.rows("SELECT name FROM person ORDER BY length(name)", as: String.self)
        #expect(lines.value.first == "SELECT name FROM person ORDER BY length(name)")
        #expect(lines.value.contains { $0.hasPrefix("SCAN") })
        #expect(lines.value.contains("USE TEMP B-TREE FOR ORDER BY"))
    }

    @Test func timesAreRecorded() throws {
        let db = try people()
        let durations = Locked<[Duration]>([])
        db.eventHandler = { event in
            if case .statementEnded(let run) = event { durations.withLock { $0.append(run.duration) } }
        }
        try db.execute("DELETE FROM person")
        #expect(durations.value.count == 1)
    }
}
