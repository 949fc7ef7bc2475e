import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about observing.
@Suite struct ObservingTests {
    private func people() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE person (name TEXT UNIQUE)")
        try db.execute("INSERT INTO person VALUES ('ann'), ('bob'), ('cid')")
        return db
    }

    @Test func anEventIsALineOfText() throws {
        let db = try people()
        let lines = Locked<[String]>([])
        @Sendable func print(_ event: FMEvent) { lines.withLock { $0.append("\(event)") } }
        db.eventHandler = { event in
            print(event)  // statement 1 ended: code 101, 0.000041 seconds, 3 rows - SELECT name FROM person
        }
        _ = try db.rows("SELECT name FROM person", as: String.self)
        let end = try #require(lines.value.last)
        let shown = "statement 1 ended: code 101, 0.000041 seconds, 3 rows - SELECT name FROM person"
        #expect(Printed.withoutAccidents(end) == Printed.withoutAccidents(shown))
    }

    private final class Counter: Sendable {
        let texts = Locked<[String]>([])
        func add(_ count: Int, _ text: String) { texts.withLock { $0 += Array(repeating: text, count: count) } }
    }

    @Test func failuresAreChosen() throws {
        let db = try people()
        let failures = Counter()
        db.eventHandler = { event in
            switch event {
            case .statementEnded(let run) where run.resultCode.isError:
                failures.add(1, run.sql)
            case .lockWait(let wait) where wait.isGivenUp:
                failures.add(1, wait.sql ?? "checkpoint")
            default:
                break
            }
        }
        _ = try db.rows("SELECT name FROM person", as: String.self)
        #expect(throws: FMError.self) { try db.execute("INSERT INTO person VALUES (\("ann"))") }
        #expect(failures.texts.value == ["INSERT INTO person VALUES (?)"])
    }

    @Test func aSlowStatementHasAPlan() throws {
        let db = try people()
        let reports = Locked<[String: [String]]>([:])
        @Sendable func report(_ sql: String, _ plan: [String]) { reports.withLock { $0[sql] = plan } }
        db.slowStatementThreshold = .milliseconds(100)
        db.eventHandler = { event in
            guard case .slowStatement(let run, let plan) = event else { return }
            report(run.sql, plan)  // "SELECT …", ["SCAN person", "USE TEMP B-TREE FOR ORDER BY"]
        }
        db.slowStatementThreshold = .zero
        _ = try db.rows("SELECT name FROM person ORDER BY length(name)", as: String.self)
        let plan = try #require(reports.value["SELECT name FROM person ORDER BY length(name)"])
        #expect(plan.first?.hasPrefix("SCAN") == true)
        #expect(plan.contains("USE TEMP B-TREE FOR ORDER BY"))
    }

    @Test func aStatementThatReadsAWholeTableHasAPlan() throws {
        let db = try people()
        let reports = Locked<[String: [String]]>([:])
        @Sendable func report(_ text: String, _ plan: [String]) { reports.withLock { $0[text] = plan } }
        db.fullScanThreshold = 10_000
        db.eventHandler = { event in
            guard case .fullScan(let run, let plan) = event else { return }
            report("\(run.fullScanSteps) steps: \(run.sql)", plan)
        }
        _ = try db.rows("SELECT name FROM person", as: String.self)
        #expect(reports.value.isEmpty)
        db.fullScanThreshold = 0
        _ = try db.rows("SELECT name AS n FROM person", as: String.self)
        let plan = try #require(reports.value["2 steps: SELECT name AS n FROM person"])
        #expect(plan.first?.hasPrefix("SCAN") == true)
    }

    private struct Logger: Sendable {
        let lines = Locked<[String]>([])
        func debug(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Timer: Sendable {
        let durations = Locked<[Duration]>([])
        init(label: String) {}
        func record(duration: Duration) { durations.withLock { $0.append(duration) } }
    }

    @Test func eventsGoToALog() throws {
        let db = try people()
        let logger = Logger()
        db.eventHandler = { event in logger.debug("\(event)") }
        try db.execute("DELETE FROM person")
        #expect(logger.lines.value.count == 3)
    }

    @Test func eventsGoToMetrics() throws {
        let db = try people()
        let timer = Timer(label: "sqlite.statement")
        db.eventHandler = { event in
            if case .statementEnded(let run) = event { timer.record(duration: run.duration) }
        }
        try db.execute("DELETE FROM person")
        #expect(timer.durations.value.count == 1)
    }
}
