import FMDB
import FMDBTestHelpers
import Testing

/// Which calls `Configuration.retry` makes patient, and how.
@Suite struct RetryTests {
    private let folder = TemporaryFolder()

    /// A call that needs a lock, and how often its block runs until it succeeds.
    enum Call: String, CaseIterable, Sendable {
        case withDatabase, withTransaction, withDeferredTransaction, withSavePoint, write, execute, executeMany, outside
        case asyncDatabase, asyncTransaction, asyncSavePoint, asyncWrite, asyncOutside
        case beginInside, deferredInside, second, returning

        /// Whether the block is refused within what is repeated as a whole.
        var repeatsBlock: Bool { [.withDeferredTransaction, .withSavePoint, .asyncSavePoint].contains(self) }

        var rows: Int { self == .executeMany ? 2 : 1 }

        func run(_ database: FMDatabaseCoordinator, _ block: @escaping @Sendable () -> Void) async throws {
            let sql: FMSQL = "INSERT INTO t VALUES (1)"
            let body: @Sendable (FMDatabase) throws -> Int = { db in
                block()
                return try db.execute(sql)
            }
            let site = FMCallSite()
            switch self {
            case .asyncDatabase: try await database.withDatabase { try body($0) }
            case .asyncTransaction: try await database.withTransaction { try body($0) }
            case .asyncSavePoint: try await database.withSavePoint { try body($0) }
            case .asyncWrite: try await database.access(.write, at: site, body)
            case .asyncOutside: try await database.access(.outsideTransaction, at: site, body)
            // Not on a thread of Swift's concurrency, of which the test may need the only one that is free.
            default: try await inBackground { try runHere(database, body) }
            }
        }

        private func runHere(
            _ database: FMDatabaseCoordinator, _ body: @escaping @Sendable (FMDatabase) throws -> Int
        ) throws {
            let site = FMCallSite()
            switch self {
            case .withDatabase: try database.withDatabase { try body($0) }
            case .withTransaction: try database.withTransaction { try body($0) }
            case .withSavePoint: try database.withSavePoint { try body($0) }
            case .withDeferredTransaction: try database.withTransaction(.deferred) { try body($0) }
            case .write: try database.access(.write, at: site, body)
            case .execute: try database.execute("INSERT INTO t VALUES (1)")
            case .executeMany: try database.executeMany("INSERT INTO t VALUES (?)", [1, 2])
            case .outside: try database.access(.outsideTransaction, at: site, body)
            case .beginInside: try database.withDatabase { db in try db.withTransaction { try body(db) } }
            case .deferredInside: try database.withDatabase { db in try db.withTransaction(.deferred) { try body(db) } }
            case .returning:
                let x = try database.withDatabase { try $0.value("INSERT INTO t VALUES (7) RETURNING x", as: Int.self) }
                #expect(x == 7)
            default:
                // A second run of the block would fail.
                try database.withDatabase { db in
                    try db.execute("CREATE TEMP TABLE mine (x)")
                    _ = try body(db)
                }
            }
        }
    }

    enum Kind: CaseIterable, Sendable {
        case queue, pool, group
    }

    private let traces = Locked<[RowTrace]>([])

    /// Connections that do not wait for locks, on a file in WAL mode with an empty table `t`.
    ///
    /// - Parameter tries: counts the statements that begin and need the write lock.
    private func database(_ kind: Kind, attempts: Int, tries: Locked<Int>) throws -> FMDatabaseCoordinator {
        let db = FMDatabase.file(folder.file())
        _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        try db.execute("CREATE TABLE IF NOT EXISTS t (x)")
        var configuration = FMDatabaseQueue.Configuration()
        configuration.retry = .init(
            attempts: attempts, totalTime: .seconds(patience), pause: .milliseconds(1), jitter: 0)
        configuration.busyTimeout = .zero
        if kind == .group { configuration.groupCommit = .init() }
        configuration.configure = { [traces] db in
            db.logsErrors = false
            let trace = RowTrace(of: db, beginnings: true) { sql in
                if sql.hasPrefix("INSERT") || sql.hasPrefix("BEGIN IMM") { tries.withLock { $0 += 1 } }
            }
            traces.withLock { $0.append(trace) }
        }
        if kind == .pool { return FMDatabasePool(path: folder.file(), configuration: configuration) }
        return try FMDatabaseQueue(path: folder.file(), configuration: configuration)
    }

    @Test(arguments: Call.allCases, Kind.allCases)
    func aCallWaitsForAnotherConnectionsLock(_ call: Call, _ kind: Kind) async throws {
        let (tries, blocks, isOver) = (Locked(0), Locked(0), Locked(false))
        let database = try database(kind, attempts: 1_000, tries: tries)
        let other = FMDatabase.file(folder.file())
        try other.execute("BEGIN IMMEDIATE")

        let task = Task.detached {
            defer { isOver.withLock { $0 = true } }
            try await call.run(database) { blocks.withLock { $0 += 1 } }
        }
        try await pollInTurn { tries.value >= 2 || isOver.value }
        try other.execute("ROLLBACK")
        try await task.value

        #expect(call.repeatsBlock ? blocks.value >= 2 : blocks.value <= 1)
        #expect(try other.value("SELECT count(*) FROM t", as: Int.self) == call.rows)
    }

    @Test(arguments: [Call.withDatabase, .withTransaction, .withSavePoint, .outside, .asyncDatabase], Kind.allCases)
    func theAttemptsOfACallComeToAnEnd(_ call: Call, _ kind: Kind) async throws {
        let tries = Locked(0)
        let database = try database(kind, attempts: 3, tries: tries)
        let other = FMDatabase.file(folder.file())
        try other.execute("BEGIN IMMEDIATE")

        let error = await #expect(throws: FMError.self) { try await call.run(database) {} }
        #expect(error?.resultCode == .busy)
        #expect(tries.value == 3)
    }

    @Test(arguments: [Kind.queue, .pool]) func callsOfFMDBAreNotRepeated(_ kind: Kind) throws {
        let tries = Locked(0)
        let database = try database(kind, attempts: 1_000, tries: tries)
        try database.withDatabase { _ in }
        let other = FMDatabase.file(folder.file())
        try other.execute("BEGIN IMMEDIATE")

        database.inDatabase { #expect(!$0.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: [])) }
        database.inImmediateTransaction { db, _ in
            #expect(!db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
        }
        #expect(database.lastTransactionError?.resultCode == .busy)
        #expect(tries.value == 2)
    }

    @Test func aStatementThatHasReturnedARowIsNotRepeated() throws {
        let tries = Locked(0)
        let queue = try database(.queue, attempts: 1_000, tries: tries)
        try queue.withDatabase { _ = try $0.value("PRAGMA journal_mode = DELETE", as: String.self) }
        let other = FMDatabase.file(folder.file())
        try other.execute("INSERT INTO t VALUES (1)")
        let reader = try other.query("SELECT x FROM t")
        #expect(try reader.nextRow() != nil)

        // The row comes before the commit, which the reader does not let happen.
        let rows = Locked(0)
        let error = thrown {
            try queue.withDatabase { db in
                try db.forEachRow("INSERT INTO t VALUES (2) RETURNING x") { _ in rows.withLock { $0 += 1 } }
            }
        }
        #expect(error?.resultCode == .busy)
        #expect(rows.value == 1)
        #expect(tries.value == 1)
    }

    #if os(Linux)
        /// A file in rollback mode, which nobody can read meanwhile: opening it and compiling a statement are refused, too.
        @Test(arguments: Kind.allCases, [true, false]) func aConnectionIsOpenedWhenTheLockIsFree(
            _ kind: Kind, _ isRead: Bool
        ) throws {
            let other = FMDatabase.file(folder.file("rollback"))
            try other.execute("CREATE TABLE t (x)")
            var configuration = FMDatabaseQueue.Configuration()
            configuration.retry = .init(attempts: 1_000, totalTime: .seconds(patience), pause: .milliseconds(1))
            configuration.busyTimeout = .zero
            if kind == .group { configuration.groupCommit = .init() }
            let database: FMDatabaseCoordinator =
                kind == .pool
                ? SilentPool(path: folder.file("rollback"), configuration: configuration)
                : try FMDatabaseQueue(path: folder.file("rollback"), configuration: configuration)
            try other.execute("BEGIN EXCLUSIVE")

            let failure = Locked<(any Error)?>(nil)
            let done = ThreadState.startAndWaitForSleep {
                do {
                    if isRead {
                        _ = try database.value("SELECT count(*) FROM t", as: Int.self)
                    } else {
                        try database.access(.outsideTransaction, at: FMCallSite()) { db in
                            try db.withTransaction(.deferred) {
                                _ = try db.value("SELECT count(*) FROM t", as: Int.self)
                            }
                            try db.withTransaction { try db.execute("CREATE TABLE u (x)") }
                        }
                    }
                } catch {
                    failure.withLock { $0 = error }
                }
            }
            try other.execute("COMMIT")
            #expect(done.arrives())
            #expect(failure.value == nil)
        }
    #endif
}
