import FMDB
import FMDBTestHelpers
import Testing

/// The ways to run a transaction.
enum TransactionVerb: String, CaseIterable, Codable, Sendable {
    case queue, queueAsync, queueShared, queueSharedAsync
    case fmdbImmediate, fmdbExclusive
    case pool, poolAsync, poolShared, poolSharedAsync

    var isPool: Bool { rawValue.hasPrefix("pool") }
    var isFMDB: Bool { rawValue.hasPrefix("fmdb") }

    /// Those of a queue, whose file may be in any journal mode.
    static let queues = allCases.filter { !$0.isPool }
    static let throwing = allCases.filter { !$0.isFMDB }
    static let asynchronous = allCases.filter { $0.rawValue.hasSuffix("Async") }
}

/// FMDB's verbs for a transaction of a queue or a pool.
enum FMDBForm: CaseIterable, Sendable {
    case plain, deferred, immediate, exclusive

    func run(on coordinator: FMDatabaseCoordinator, _ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        switch self {
        case .plain: coordinator.inTransaction(block)
        case .deferred: coordinator.inDeferredTransaction(block)
        case .immediate: coordinator.inImmediateTransaction(block)
        case .exclusive: coordinator.inExclusiveTransaction(block)
        }
    }
}

/// A queue or a pool on a file with a table, and transactions that fail.
struct FailureScene: Sendable {
    let verb: TransactionVerb
    let path: String
    let queue: FMDatabaseQueue?
    let pool: FMDatabasePool?

    /// What a connection is told when it is opened.
    typealias Setup = @Sendable (FMDatabase) throws -> Void

    init(
        _ verb: TransactionVerb, _ path: String, vfs: String? = nil, journal: String = "DELETE",
        _ setup: @escaping Setup = { _ in }
    ) throws {
        self.verb = verb
        self.path = path
        let made = FMDatabase.file(path)
        try made.script(
            """
            PRAGMA journal_mode = \(verb.isPool ? "WAL" : journal);
            CREATE TABLE t (x UNIQUE);
            CREATE TABLE child (parent REFERENCES t (x) DEFERRABLE INITIALLY DEFERRED);
            """)
        #expect(made.close())
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.vfs = vfs
        configuration.configure = { db in
            db.logsErrors = false
            db.maxBusyRetryTimeInterval = 0
            try db.script("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL")
            try setup(db)
        }
        if verb.rawValue.contains("Shared") { configuration.groupCommit = .init() }
        queue = verb.isPool ? nil : try FMDatabaseQueue(path: path, configuration: configuration)
        pool = verb.isPool ? FMDatabasePool(path: path, configuration: configuration) : nil
        // The file is opened and in its mode.
        try pool?.write { _ in }
    }

    /// Runs a transaction.
    ///
    /// - Throws: what the caller gets; of FMDB's spellings what the body throws, or else the error of the transaction.
    func run(_ body: @escaping @Sendable (FMDatabase) throws -> Void) async throws {
        switch verb {
        case .queue, .queueShared, .pool, .poolShared:
            // On a thread of its own, because the task's must not wait.
            try await withoutHanging { try onBackgroundThread { try runSynchronously(body) } }
        case .queueAsync, .queueSharedAsync: try await queue?.withTransaction { db in try body(db) }
        case .poolAsync, .poolSharedAsync: try await pool?.write { db in try body(db) }
        case .fmdbImmediate, .fmdbExclusive: try runInFMDBsSpelling(body)
        }
    }

    func runSynchronously(_ body: (FMDatabase) throws -> Void) throws {
        try queue?.withTransaction { db in try body(db) }
        try pool?.write { db in try body(db) }
    }

    private func runInFMDBsSpelling(_ body: (FMDatabase) throws -> Void) throws {
        var thrown: (any Error)?
        let block = { (db: FMDatabase, rollback: UnsafeMutablePointer<ObjCBool>) in
            do {
                try body(db)
            } catch {
                thrown = error
                rollback.pointee = true
            }
        }
        if verb == .fmdbImmediate { queue?.inImmediateTransaction(block) } else { queue?.inTransaction(block) }
        if let error = queue?.lastTransactionError ?? thrown { throw error }
    }

    /// Runs a transaction that must fail.
    ///
    /// - Returns: the error, if it is the library's.
    func failure(_ body: @escaping @Sendable (FMDatabase) throws -> Void) async -> FMError? {
        do {
            try await run(body)
            Issue.record("the transaction has not failed")
            return nil
        } catch {
            return error as? FMError
        }
    }

    /// Looks whether the rows are right, the connection is clean, and the next transaction works.
    func expectClean(_ numbers: [Int] = [], then next: Int = 100) async throws {
        #expect(try content() == numbers)
        #expect(try leavesNothingOpen())
        try await run { db in try db.insert(next) }
        #expect(try content() == numbers + [next])
        let check = try FMDatabase.file(path).value("PRAGMA integrity_check", as: String.self)
        #expect(check == "ok")
    }

    private func leavesNothingOpen() throws -> Bool {
        try queue?.withDatabase { !$0.isTransactionOpen && !$0.isInTransaction && !$0.hasOpenResultSets } ?? true
    }

    /// The numbers in the table, as another connection sees them.
    func content() throws -> [Int] {
        try FMDatabase.file(path).rows("SELECT x FROM t ORDER BY x", as: Int.self)
    }
}

extension FMDatabase {
    func script(_ sql: String) throws {
        if !executeStatements(sql) { throw lastError() }
    }

    func insert(_ number: Int) throws {
        try execute("INSERT INTO t (x) VALUES (\(number))")
    }
}
