import FMDB
import FMDBTestHelpers
import Testing

/// Transactions that are cancelled, run out of time or are interrupted at any moment. After each of them the connection
/// works, and holds what was acknowledged.
///
/// `FMDB_INTERRUPTIONS` says how many there are, 60 unless told, `FMDB_INTERRUPTION_SEED` where they begin.
@Suite struct InterruptionStormTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["FMDB_INTERRUPTIONS"].flatMap(Int.init) ?? 60
    private static let seed = environment["FMDB_INTERRUPTION_SEED"].flatMap(Int.init) ?? 1
    private let folder = TemporaryFolder()

    /// What is written.
    private enum Content: CaseIterable {
        case plain, blobs, fullText, spatial

        static let available = allCases.filter { $0 != .fullText || SQLiteVersion.linked >= SQLiteVersion(3, 20) }

        var insertion: FMSQL {
            switch self {
            case .plain: "INSERT INTO plain VALUES (random())"
            case .blobs: "INSERT INTO blobs VALUES (randomblob(5000))"
            case .fullText: "INSERT INTO words (x) VALUES (hex(randomblob(20)))"
            case .spatial: "INSERT INTO places SELECT coalesce(max(id), 0) + 1, 0, 1 FROM places"
            }
        }
    }

    private enum Ending: CaseIterable {
        case cancelled, outOfTime, interrupted
    }

    private static let tables = """
        CREATE TABLE plain (x); CREATE TABLE blobs (x); CREATE VIRTUAL TABLE places USING rtree(id, a, b);
        """ + (SQLiteVersion.linked >= SQLiteVersion(3, 20) ? "CREATE VIRTUAL TABLE words USING fts5(x);" : "")

    @Test func noConnectionIsLeftUnusable() async throws {
        var random = SeededNumbers(Self.seed)
        var (unusable, ended) = (0, 0)
        let made = FMDatabase.file(folder.file())
        try made.script("PRAGMA journal_mode = WAL; " + Self.tables)
        made.close()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in
            db.logsErrors = false
            try db.script("PRAGMA synchronous = OFF")
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        configuration.groupCommit = .init()
        let group = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        for _ in 0..<Self.rounds {
            let content = random.pick(Content.available)
            let coordinator: FMDatabaseCoordinator = random.pick([queue, pool, group])
            let error = await end(coordinator, random.pick(Ending.allCases), content, &random)
            if !(error is Regret) { ended += 1 }
            if await !isUsable(coordinator, content) { unusable += 1 }
        }
        if Self.environment["FMDB_INTERRUPTIONS"] != nil {
            print("\(ended) of \(Self.rounds) transactions were ended early, connections left unusable: \(unusable)")
        }
        #expect(unusable == 0)
        // A third is sure: those whose time is out. Others end early only if their task is awake in time.
        #expect(ended > Self.rounds / 6)
        for table in ["plain", "blobs", "places"] {
            let count = try await queue.withDatabase { db in
                try db.value("SELECT count(*) FROM \(identifier: table)", as: Int.self)
            }
            #expect(count == 0, "\(table)")
        }
    }

    /// - Returns: the error with which the transaction has ended.
    private func end(
        _ coordinator: FMDatabaseCoordinator, _ ending: Ending, _ content: Content, _ random: inout SeededNumbers
    ) async -> (any Error)? {
        let before = Int.random(in: 0...20, using: &random)
        let timeout = Duration.microseconds(Int.random(in: 100...4000, using: &random))
        let inSavePoint = random.chance(30)
        let signal = AsyncStream<Void>.makeStream()
        let body = { @Sendable (db: FMDatabase) throws -> Void in
            for number in 0..<2_000 {
                if number == before { signal.continuation.yield() }
                if inSavePoint {
                    try db.withSavePoint { _ = try db.execute(content.insertion) }
                } else {
                    try db.execute(content.insertion)
                }
            }
            // Nobody has ended it.
            throw Regret()
        }
        let limit = ending == .outOfTime ? timeout : nil
        let task = Task {
            defer { signal.continuation.finish() }
            if let pool = coordinator as? FMDatabasePool {
                try await pool.write(timeout: limit) { db in try body(db) }
            } else {
                try await coordinator.withTransaction(timeout: limit) { db in try body(db) }
            }
        }
        for await _ in signal.stream {
            switch ending {
            case .cancelled: task.cancel()
            case .interrupted: (coordinator as? FMDatabaseQueue)?.interrupt() ?? task.cancel()
            case .outOfTime: break
            }
        }
        if case .failure(let error) = await task.result { return error }
        return nil
    }

    private func isUsable(_ coordinator: FMDatabaseCoordinator, _ content: Content) async -> Bool {
        do {
            try await coordinator.withTransaction { db in
                try db.execute(content.insertion)
                throw Regret()
            }
        } catch {
            return error is Regret
        }
        return false
    }
}
