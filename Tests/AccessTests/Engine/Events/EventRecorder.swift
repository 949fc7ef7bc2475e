import FMDB
import FMDBTestHelpers

/// Keeps the events of a database.
///
///     let events = EventRecorder(on: database)
///     try database.execute("DELETE FROM t")
///     #expect(events.statements == ["began 1: DELETE FROM t", "ended 1: 101, 0 rows"])
final class EventRecorder: Sendable {
    private let kept = Locked<[FMEvent]>([])

    init() {}

    init(on database: FMDatabase) {
        listen(to: database)
    }

    func listen(to database: FMDatabase) {
        database.eventHandler = { [self] event in note(event) }
    }

    func note(_ event: FMEvent) { kept.withLock { $0.append(event) } }

    var all: [FMEvent] { kept.value }

    /// The beginnings and ends of statements, without what differs from run to run.
    var statements: [String] {
        all.compactMap { event in
            switch event {
            case .statementBegan(let run): "began \(run.id): \(run.sql)"
            case .statementEnded(let run): "ended \(run.id): \(run.resultCode.rawValue), \(run.rowCount) rows"
            default: nil
            }
        }
    }

    /// The texts of the statements that have ended.
    var ended: [String] { executions.map(\.sql) }

    var executions: [FMEvent.Execution] {
        all.compactMap { if case .statementEnded(let run) = $0 { run } else { nil } }
    }

    var slow: [(run: FMEvent.Execution, plan: [String])] {
        all.compactMap { if case .slowStatement(let run, let plan) = $0 { (run, plan) } else { nil } }
    }

    var waits: [FMEvent.LockWait] {
        all.compactMap { if case .lockWait(let wait) = $0 { wait } else { nil } }
    }

    var checkpoints: [FMEvent.Checkpoint] {
        all.compactMap { if case .checkpoint(let checkpoint) = $0 { checkpoint } else { nil } }
    }

    /// The look-ups in the caches.
    var lookups: [String] {
        all.compactMap { event in
            switch event {
            case .cacheHit(let sql): "hit: \(sql)"
            case .cacheMiss(let sql): "miss: \(sql)"
            default: nil
            }
        }
    }
}

// SAFETY: an event handler runs on the one thread of its test.
/// What a handler does with its own database. The compiler refuses to let it in, so a client has to go to this trouble,
/// too.
struct Confined<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension FMDatabase {
    /// A database in memory with the rows 1, 2 and 3 in the table `t`.
    static func numbers() -> FMDatabase {
        let database = FMDatabase.memory()
        database.executeStatements("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1), (2), (3)")
        return database
    }
}
