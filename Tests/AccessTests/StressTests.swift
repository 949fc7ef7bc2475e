import FMDB
import FMDBTestHelpers
import Testing

/// Everything at once: threads and tasks, a queue and a pool, shared commits, cancels, deadlines and closing. Meant for
/// the sanitizers; without them it checks that nothing is lost, and nothing left behind.
@Suite(.serialized) struct StressTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [false, true])
    func whatIsAcknowledgedIsThereAndEveryConnectionClean(commitsInGroups: Bool) async throws {
        let stress = try Stress(folder, commitsInGroups: commitsInGroups)
        let threads = stress.startThreads()

        // A thousand cancels in all, each at another moment.
        for _ in 0..<10 {
            let tasks = (0..<50).map { number in Task { await stress.runTask(number) } }
            for task in tasks.shuffled() {
                if Bool.random() { try await Task.sleep(for: .microseconds(.random(in: 0..<200))) }
                task.cancel()
            }
            for task in tasks { await task.value }
        }
        #expect(await Task.detached { threads.allSatisfy { $0.arrives() } }.value)

        #expect(stress.faults.value == [])
        try stress.expectOrder()
    }

    @Test func aPoolThatIsClosedUnderLoadHasWhatItAcknowledged() async throws {
        for _ in 0..<10 {
            let ledger = Ledger()
            let folder = TemporaryFolder()
            let pool = try Stress.pool(folder.file(), commitsInGroups: true)
            let tasks = (0..<32).map { _ in
                Task {
                    for _ in 0..<10 {
                        await ledger.write(allowing: [.misuse]) { id in
                            try await pool.write { db in _ = try db.execute("INSERT INTO t VALUES (\(id))") }
                        }
                    }
                }
            }
            let closer = BackgroundThreads.start {
                try? poll { ledger.acknowledged.value.count >= 20 }
                pool.close()
            }
            for task in tasks { await task.value }
            #expect(await Task.detached { closer.arrives() }.value)

            #expect(ledger.faults.value == [])
            let database = FMDatabase.file(folder.file())
            let numbers = try database.rows("SELECT x FROM t ORDER BY x", as: Int.self)
            #expect(numbers == ledger.acknowledged.value.sorted())
            #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        }
    }
}

/// Numbers that were written, as far as the writer was told so.
private final class Ledger: Sendable {
    let acknowledged = Locked<[Int]>([])
    let faults = Locked<[String]>([])
    private let last = Locked(0)

    /// Writes a number of its own on a thread.
    func write(allowing codes: Set<FMResultCode> = [], _ body: (Int) throws -> Void) {
        let id = next()
        do {
            try body(id)
            acknowledged.withLock { $0.append(id) }
        } catch {
            judge(error, codes)
        }
    }

    /// Writes a number of its own in a task.
    func write(allowing codes: Set<FMResultCode> = [], _ body: (Int) async throws -> Void) async {
        let id = next()
        do {
            try await body(id)
            acknowledged.withLock { $0.append(id) }
        } catch {
            judge(error, codes)
        }
    }

    /// An access may be cancelled, or be late, and may end in no other way.
    func judge(_ error: any Error, _ codes: Set<FMResultCode> = []) {
        if error is CancellationError { return }
        if let error = error as? FMError, codes.union([.deadlineExceeded]).contains(error.extendedCode) { return }
        faults.withLock { $0.append("\(error)") }
    }

    private func next() -> Int {
        last.withLock {
            $0 += 1
            return $0
        }
    }
}

private struct Stress: Sendable {
    private let queue: FMDatabaseQueue
    private let pool: FMDatabasePool
    private let queued = Ledger()
    private let pooled = Ledger()

    var faults: Locked<[String]> { Locked(queued.faults.value + pooled.faults.value) }

    init(_ folder: TemporaryFolder, commitsInGroups: Bool) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.groupCommit = commitsInGroups ? FMDatabaseQueue.GroupCommit(maximumTransactions: 20) : nil
        queue = try SilentQueue(path: folder.file("queue.db"), configuration: configuration)
        try queue.withDatabase { db in try db.execute("CREATE TABLE t (x UNIQUE)") }
        pool = try Stress.pool(folder.file("pool.db"), commitsInGroups: commitsInGroups)
    }

    static func pool(_ path: String, commitsInGroups: Bool) throws -> FMDatabasePool {
        var configuration = FMDatabasePool.Configuration()
        configuration.groupCommit = commitsInGroups ? FMDatabasePool.GroupCommit() : nil
        configuration.configure = { db in db.logsErrors = false }
        let pool = FMDatabasePool(path: path, configuration: configuration)
        try pool.write { db in try db.execute("CREATE TABLE t (x UNIQUE)") }
        return pool
    }

    // MARK: Load

    /// Threads that write, that read, and one that closes.
    func startThreads() -> [DispatchSemaphore] {
        let writers = (0..<3).map { _ in BackgroundThreads.start { for _ in 0..<60 { writeOnce() } } }
        let readers = (0..<2).map { _ in BackgroundThreads.start { for _ in 0..<60 { readOnce() } } }
        let closer = BackgroundThreads.start {
            for _ in 0..<20 {
                Thread.sleep(forTimeInterval: .random(in: 0...0.005))
                queue.close()
                queue.interrupt()
            }
        }
        return writers + readers + [closer]
    }

    private var timeout: Duration? {
        Int.random(in: 0..<3) == 0 ? .microseconds(.random(in: 0..<2000)) : nil
    }

    private func writeOnce() {
        // `interrupt()` of the queue stops whatever runs.
        queued.write(allowing: [.interrupt]) { id in
            try queue.withTransaction(timeout: timeout) { db in _ = try db.execute("INSERT INTO t VALUES (\(id))") }
        }
        pooled.write { id in
            try pool.write(timeout: timeout) { db in _ = try db.execute("INSERT INTO t VALUES (\(id))") }
        }
        queued.write(allowing: [.interrupt]) { id in
            try queue.withSavePoint(timeout: timeout) { db in _ = try db.execute("INSERT INTO t VALUES (\(id))") }
        }
    }

    private func readOnce() {
        do {
            // A snapshot: what is counted twice is the same.
            let counts = try pool.read(timeout: timeout) { db in
                [
                    try db.value("SELECT count(*) FROM t", as: Int.self),
                    try db.value("SELECT count(x) FROM t", as: Int.self),
                ]
            }
            if counts[0] != counts[1] { pooled.faults.withLock { $0.append("counted \(counts)") } }
            _ = try pool.withDatabase(timeout: timeout) { db in try db.rows("SELECT x FROM t", as: Int.self) }
        } catch {
            pooled.judge(error)
        }
    }

    /// One task, which will be cancelled.
    func runTask(_ number: Int) async {
        switch number % 6 {
        case 0:
            await queued.write(allowing: [.interrupt]) { id in
                try await queue.withTransaction(timeout: timeout) { db in
                    _ = try db.execute("INSERT INTO t VALUES (\(id))")
                }
            }
        case 1:
            await pooled.write { id in
                try await pool.write(timeout: timeout) { db in _ = try db.execute("INSERT INTO t VALUES (\(id))") }
            }
        case 2:
            // Two statements, of which a cancel may come between.
            await pooled.write { id in
                try await pool.write { db in
                    try db.execute("INSERT INTO t VALUES (\(-id))")
                    try db.execute("INSERT INTO t VALUES (\(id))")
                    _ = try db.execute("DELETE FROM t WHERE x = \(-id)")
                }
            }
        case 3: await read { try await pool.read { db in try work(db) } }
        case 4: await read { try await pool.withDatabase { db in try work(db) } }
        default: await read { try await queue.withDatabase { db in try work(db) } }
        }
    }

    private func read(_ body: () async throws -> Int) async {
        do { _ = try await body() } catch { queued.judge(error, [.interrupt]) }
    }

    /// A query that takes some milliseconds, and whose cursor a cancel leaves open.
    private func work(_ db: FMDatabase) throws -> Int {
        let numbers: FMSQL = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT i FROM n
            """
        let cursor = try db.query(numbers)
        var sum = 0
        while let row = try cursor.nextRow() { sum += try row.value(at: 0, as: Int.self) }
        return sum
    }

    // MARK: Afterwards

    func expectOrder() throws {
        try queue.withDatabase { db in try expectOrder(db, queued) }
        try pool.write { db in
            #expect(!db.hasOpenResultSets)
            let check = try db.value("PRAGMA integrity_check", as: String.self)
            #expect(check == "ok")
        }
        try expectOrderOfReaders(4)
        try expectOrderOfOthers(pool.countOfOpenDatabases)
    }

    private func expectOrder(_ db: FMDatabase, _ ledger: Ledger) throws {
        #expect(!db.isTransactionOpen)
        #expect(!db.hasOpenResultSets)
        let check = try db.value("PRAGMA integrity_check", as: String.self)
        let numbers = try db.rows("SELECT x FROM t ORDER BY x", as: Int.self)
        #expect(check == "ok")
        #expect(numbers == ledger.acknowledged.value.sorted())
    }

    /// Each reader in turn; a call within a call gets another one.
    private func expectOrderOfReaders(_ count: Int) throws {
        guard count > 0 else { return }
        try pool.read { db in
            #expect(!db.hasOpenResultSets)
            let numbers = try db.rows("SELECT x FROM t ORDER BY x", as: Int.self)
            #expect(numbers == pooled.acknowledged.value.sorted())
            try expectOrderOfReaders(count - 1)
        }
    }

    private func expectOrderOfOthers(_ count: UInt) throws {
        guard count > 0 else { return }
        try pool.withDatabase { db in
            try expectOrder(db, pooled)
            try expectOrderOfOthers(count - 1)
        }
    }
}
