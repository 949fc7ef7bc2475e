import FMDB
import FMDBTestHelpers

/// What one thread of a threaded history does, one call after the other.
enum ThreadStep: Sendable, Equatable {
    /// A transaction that writes a row with the thread's next number, or several.
    case write(HistoryVerb, rows: Int, HistoryThreadEnding)
    case read
    case checkpoint(FMDBCheckpointMode)
    /// Interrupts all calls that run.
    case interrupt
    case closeAll

    func line(_ isPool: Bool) -> String {
        switch self {
        case .write(let verb, let rows, let ending): "try? write(.\(verb), rows: \(rows), .\(ending))"
        case .read: "try? read()"
        case .checkpoint(let mode): "try? checkpoint(.\(mode))"
        case .interrupt: "interrupt()"
        case .closeAll: isPool ? "pool.releaseAllDatabases()" : "queue.close()"
        }
    }
}

/// How a transaction of a thread ends.
enum HistoryThreadEnding: String, CaseIterable, Sendable {
    case returns, undoes, violation, interruptsItself, outOfTime, cancelled
}

/// A history with a list of calls for each thread.
struct ThreadedHistory: Sendable {
    let seed: Int
    let place: HistoryPlace
    /// A call of each thread has its number.
    var steps: [Numbered]

    struct Numbered: Sendable, Equatable {
        let thread: Int
        let step: ThreadStep
    }

    static let verbs: [HistoryVerb] = [
        .immediate, .exclusive, .savePoint, .asyncTransaction, .asyncSavePoint, .fmdbTransaction, .fmdbImmediate,
        .fmdbSavePoint,
    ]

    init(_ seed: Int) {
        self.seed = seed
        var random = SeededNumbers(seed)
        let place = random.pick([HistoryPlace.queue, .groupQueue, .pool, .groupPool])
        self.place = place
        let verbs = Self.verbs + (place.isPool ? [.write, .write, .asyncWrite, .asyncWrite] : [])
        steps = (0..<Int.random(in: 2...4, using: &random)).flatMap { thread in
            (0..<Int.random(in: 2...12, using: &random)).map { _ in
                Numbered(thread: thread, step: Self.step(&random, verbs))
            }
        }
    }

    private static func step(_ random: inout SeededNumbers, _ verbs: [HistoryVerb]) -> ThreadStep {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<65:
            let ending = random.chance(60) ? .returns : random.pick(HistoryThreadEnding.allCases)
            return .write(random.pick(verbs), rows: Int.random(in: 1...3, using: &random), ending)
        case 65..<85: return .read
        case 85..<92: return .checkpoint(random.pick([.passive, .full, .restart, .truncate]))
        case 92..<97: return .interrupt
        default: return .closeAll
        }
    }

    var lines: [String] { steps.map { "thread \($0.thread): \($0.step.line(place.isPool))" } }

    /// - Returns: what is not as it must be.
    func play(forgetting lost: Int? = nil) async throws -> [String] {
        let stage = try ThreadedStage(
            place, isInterrupted: steps.contains { $0.step == .interrupt }, forgetting: lost)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in Set(steps.map(\.thread)) {
                let steps = steps.filter { $0.thread == thread }.map(\.step)
                group.addTask { try await stage.play(steps, thread) }
            }
            try await group.waitForAll()
        }
        return try stage.faults()
    }

    /// The shortest history that fails. Each is played several times, as threads may meet or not.
    func shrunk(times: Int = 5, forgetting lost: Int? = nil) async throws -> ThreadedHistory {
        var (shorter, shrinker) = (self, HistoryShrinker<Numbered>(limit: 500))
        shorter.steps = try await shrinker.shrink(steps) { steps in
            var candidate = self
            candidate.steps = steps
            for _ in 0..<times {
                if try await !candidate.play(forgetting: lost).isEmpty { return true }
            }
            return false
        }
        return shorter
    }
}

// SAFETY: what several threads use is behind locks; queue and pool are made for them.
/// A queue or a pool that several threads use, and what each of them was told.
final class ThreadedStage: @unchecked Sendable {
    private let folder = TemporaryFolder()
    private let queue: FMDatabaseQueue?
    private let pool: FMDatabasePool?
    private let log = Locked(Log())
    /// Whether a thread interrupts others, at a commit for example.
    private let isInterrupted: Bool
    /// An acknowledged transaction of thread 0 that is forgotten on purpose.
    private let lost: Int?

    private struct Log {
        var acknowledged: [[Int]: Int] = [:]
        var denied: Set<[Int]> = []
        /// Those of which their caller was not told.
        var uncertain: Set<[Int]> = []
        var faults: [String] = []
    }

    init(_ place: HistoryPlace, isInterrupted: Bool, forgetting lost: Int?) throws {
        self.isInterrupted = isInterrupted
        self.lost = lost
        let made = FMDatabase.file(folder.file())
        made.executeStatements(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE entry (id INTEGER PRIMARY KEY, thread, number, part, UNIQUE (thread, number, part));
            CREATE TABLE total (n); INSERT INTO total VALUES (0);
            """)
        made.close()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in
            db.logsErrors = false
            try db.execute("PRAGMA synchronous = OFF")
        }
        if place.isGroup { configuration.groupCommit = .init() }
        queue = place.isPool ? nil : try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        pool = place.isPool ? FMDatabasePool(path: folder.file(), configuration: configuration) : nil
    }

    private var coordinator: FMDatabaseCoordinator? { queue ?? pool }

    /// Plays the calls of one thread.
    func play(_ steps: [ThreadStep], _ thread: Int) async throws {
        for (number, step) in steps.enumerated() {
            switch step {
            case .write(let verb, let rows, let ending): try await write(thread, number, verb, rows, ending)
            case .read: try await read()
            case .checkpoint(let mode):
                try await here { stage in try? stage.queue?.checkpoint(mode) }
            case .interrupt: queue?.interrupt()
            case .closeAll:
                try await here { stage in
                    stage.queue?.close()
                    stage.pool?.releaseAllDatabases()
                }
            }
        }
    }

    /// Does something that waits, on a thread that may.
    private func here<Value: Sendable>(_ body: @escaping @Sendable (ThreadedStage) throws -> Value) async throws
        -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body(self) }) }.start()
        }
    }

    // MARK: Transactions

    private func write(
        _ thread: Int, _ number: Int, _ verb: HistoryVerb, _ rows: Int, _ ending: HistoryThreadEnding
    ) async throws {
        let block = { @Sendable (db: FMDatabase) throws -> Void in
            for part in 0..<rows {
                try db.execute("INSERT INTO entry (thread, number, part) VALUES (\(thread), \(number), \(part))")
                try db.execute("UPDATE total SET n = n + 1")
            }
            switch ending {
            case .undoes: throw Regret()
            case .violation: try db.execute("INSERT OR ROLLBACK INTO entry VALUES (1, 0, 0, 0), (1, 0, 0, 0)")
            case .interruptsItself: db.interrupt()
            case .returns, .outOfTime, .cancelled: break
            }
        }
        let isDone = try await isDone(verb, ending, block)
        // The error of a commit is in a property that all threads share.
        let isUncertain = verb.isFMDB && verb != .fmdbSavePoint && isDone && isInterrupted
        log.withLock { log in
            if isUncertain { log.uncertain.insert([thread, number]) }
            if isDone { log.acknowledged[[thread, number]] = rows } else { log.denied.insert([thread, number]) }
        }
    }

    private func isDone(
        _ verb: HistoryVerb, _ ending: HistoryThreadEnding, _ block: @escaping @Sendable (FMDatabase) throws -> Void
    ) async throws -> Bool {
        guard verb.isAsync else {
            return try await here { stage in stage.isDone(verb, ending == .outOfTime, block) }
        }
        let limit: Duration? = ending == .outOfTime ? .zero : nil
        let task = Task {
            switch verb {
            case .asyncWrite: try await pool?.write(timeout: limit) { db in try block(db) }
            case .asyncSavePoint: try await coordinator?.withSavePoint(timeout: limit) { db in try block(db) }
            default: try await coordinator?.withTransaction(timeout: limit) { db in try block(db) }
            }
        }
        if ending == .cancelled { task.cancel() }
        if case .success = await task.result { return true }
        return false
    }

    private func isDone(_ verb: HistoryVerb, _ isLimited: Bool, _ block: (FMDatabase) throws -> Void) -> Bool {
        let limit: Duration? = isLimited ? .zero : nil
        if verb.isFMDB { return isDoneInFMDBsSpelling(verb, block) }
        return
            (try? {
                switch verb {
                case .write: try pool?.write(timeout: limit) { db in try block(db) }
                case .savePoint: try coordinator?.withSavePoint(timeout: limit) { db in try block(db) }
                case .exclusive: try coordinator?.withTransaction(.exclusive, timeout: limit) { db in try block(db) }
                default: try coordinator?.withTransaction(timeout: limit) { db in try block(db) }
                }
            }()) != nil
    }

    /// FMDB's calls report to a property that all threads share, so the block itself tells.
    private func isDoneInFMDBsSpelling(_ verb: HistoryVerb, _ block: (FMDatabase) throws -> Void) -> Bool {
        var isKept = false
        let flagged = { (db: FMDatabase, rollback: UnsafeMutablePointer<ObjCBool>) in
            isKept = (try? block(db)) != nil
            rollback.pointee = ObjCBool(!isKept)
        }
        switch verb {
        case .fmdbSavePoint: return coordinator?.inSavePoint(flagged) == nil && isKept
        case .fmdbImmediate: coordinator?.inImmediateTransaction(flagged)
        default: coordinator?.inTransaction(flagged)
        }
        return isKept
    }

    private func read() async throws {
        let counts = try await here { stage in
            try? stage.pool?.read { db in try Self.counts(db) }
                ?? stage.queue?.withTransaction(.deferred) { db in try Self.counts(db) }
        }
        if let counts, counts[0] != counts[1] {
            log.withLock { $0.faults.append("a reader saw \(counts[0]) rows and the sum \(counts[1])") }
        }
    }

    private static func counts(_ db: FMDatabase) throws -> [Int] {
        [try db.value("SELECT count(*) FROM entry"), try db.value("SELECT n FROM total")]
    }

    // MARK: What must hold

    /// - Returns: what is not as it must be, when all threads are done.
    func faults() throws -> [String] {
        queue?.close()
        pool?.close()
        let log = log.value
        let db = FMDatabase.file(folder.file())
        var faults = log.faults
        let rows = try db.rows("SELECT thread, number, part FROM entry ORDER BY id", as: (Int, Int, Int).self)
        var there: [[Int]: Int] = [:]
        for row in rows { there[[row.0, row.1], default: 0] += 1 }
        if let lost { there[[0, lost]] = nil }
        for key in log.uncertain where there[key] == nil { there[key] = log.acknowledged[key] }
        if there != log.acknowledged { faults.append("in the file \(there), acknowledged \(log.acknowledged)") }
        if !log.denied.isDisjoint(with: there.keys) { faults.append("a denied transaction is in the file") }
        for thread in Set(rows.map(\.0)) {
            let order = rows.filter { $0.0 == thread }.map { $0.1 * 10 + $0.2 }
            if order != order.sorted() { faults.append("the rows of thread \(thread) are in the order \(order)") }
        }
        let counts = try Self.counts(db)
        if counts[0] != counts[1] { faults.append("\(counts[0]) rows and the sum \(counts[1])") }
        let check: String = try db.value("PRAGMA integrity_check")
        if check != "ok" { faults.append(check) }
        return faults
    }
}
