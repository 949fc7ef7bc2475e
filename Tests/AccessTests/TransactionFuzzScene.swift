import FMDB
import Support
import Testing

/// The ways to run a block in a transaction.
enum FuzzedSpelling: String, CaseIterable, Sendable {
    case databaseDeferred, databaseImmediate, databaseExclusive, databaseSavePoint, databaseFMDBSavePoint
    case queueDeferred, queueImmediate, queueExclusive, queueSavePoint, queueAsync, queueAsyncSavePoint
    case queueFMDB, queueFMDBDeferred, queueFMDBImmediate, queueFMDBExclusive, queueFMDBSavePoint
    case poolWrite, poolWriteAsync, poolDeferred, poolSavePoint, poolFMDB, poolFMDBDeferred, poolFMDBSavePoint
    case queueGroup, queueGroupAsync, poolGroup
    case migration, queueMigration

    var isPool: Bool { rawValue.hasPrefix("pool") }
    var isQueue: Bool { rawValue.hasPrefix("queue") }
    var isFMDB: Bool { rawValue.contains("FMDB") }
    var isSavePoint: Bool { rawValue.hasSuffix("SavePoint") }
    var isGroup: Bool { rawValue.contains("Group") }
}

/// The ways to run one statement.
enum FuzzedForm: CaseIterable, Sendable {
    case execute, update, script, prepared, throwing

    func run(_ sql: String, _ db: FMDatabase) throws {
        switch self {
        case .execute: try db.execute(FMSQL(raw: sql))
        case .update: if !db.executeUpdate(sql, withArgumentsIn: []) { throw db.lastError() }
        case .script: if !db.executeStatements(sql) { throw db.lastError() }
        case .prepared:
            let set = try db.executeQuery(sql, values: nil)
            defer { set.close() }
            do {
                try set.nextWithError()
            } catch let error as FMError where error.resultCode == .done {
                return
            }
        case .throwing: try db.executeUpdate(sql, values: nil)
        }
    }
}

/// One thing that a block does.
struct FuzzedStep: Sendable {
    indirect enum Deed: Sendable {
        /// The clause is empty, or `OR ROLLBACK` for example.
        case insert(String)
        /// A new row and one that is there already.
        case insertTwice(String)
        case fillTheFile
        case breakTheDisk(FMResultCode?)
        case interrupt
        case failAtTheCommit
        /// Several are a script.
        case control([String])
        case savePoint([FuzzedStep], isThrowing: Bool)
        case fmdbSavePoint([FuzzedStep], flag: Bool)
        case many(String)
    }

    let deed: Deed
    let form: FuzzedForm
    let isSwallowed: Bool

    init(_ deed: Deed, _ form: FuzzedForm, _ isSwallowed: Bool) {
        self.deed = deed
        self.form = form
        self.isSwallowed = isSwallowed
    }

    static func list(_ random: inout SeededNumbers, depth: Int) -> [FuzzedStep] {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
            FuzzedStep(deed(&random, depth), random.pick(FuzzedForm.allCases), random.chance(75))
        }
    }

    private static let clauses = ["", "OR ABORT", "OR FAIL", "OR IGNORE", "OR REPLACE", "OR ROLLBACK"]
    private static let texts = [
        "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "END", "ROLLBACK", "SAVEPOINT A", "SAVEPOINT B", "RELEASE A", "RELEASE B",
        "ROLLBACK TO A", "ROLLBACK TO B",
    ]

    private static func deed(_ random: inout SeededNumbers, _ depth: Int) -> Deed {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<35: return .insert(random.pick(clauses))
        case 35..<50: return .insertTwice(random.pick(clauses))
        case 50..<54: return .fillTheFile
        case 54..<58: return .breakTheDisk(random.chance(50) ? .full : nil)
        case 58..<61: return .interrupt
        case 61..<62: return .failAtTheCommit
        case 62..<76: return .control([random.pick(texts)])
        case 76..<84: return .control(script(&random))
        case 84..<88: return .many(random.pick(texts))
        case 88..<95 where depth < 3:
            return .savePoint(list(&random, depth: depth + 1), isThrowing: random.chance(30))
        case 95..<100 where depth < 3: return .fmdbSavePoint(list(&random, depth: depth + 1), flag: random.chance(30))
        default: return .insert("")
        }
    }

    private static func script(_ random: inout SeededNumbers) -> [String] {
        (0..<Int.random(in: 2...4, using: &random)).map { _ in
            random.chance(25)
                ? "INSERT INTO t (x) VALUES (\(Int.random(in: 1_000...1_000_000_000, using: &random)))"
                : random.pick(texts)
        }
    }
}

// SAFETY: one thread after the other uses it: the test waits for each transaction.
/// A database, a queue or a pool, and the verb of a spelling.
final class FuzzedPlace: @unchecked Sendable {
    /// The row that is written last, to see whether the connection can be used.
    static let last = 2_000_000_000

    typealias Block = @Sendable (FMDatabase, UnsafeMutablePointer<ObjCBool>?) throws -> Void

    private let spelling: FuzzedSpelling
    private let database: FMDatabase?
    private let queue: FMDatabaseQueue?
    private let pool: FMDatabasePool?

    init(_ spelling: FuzzedSpelling, _ path: String, on disk: FMTestDisk) throws {
        self.spelling = spelling
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.vfs = disk.vfs
        configuration.configure = { db in db.logsErrors = false }
        if spelling.isGroup { configuration.groupCommit = .init() }
        queue = spelling.isQueue ? try FMDatabaseQueue(path: path, configuration: configuration) : nil
        pool = spelling.isPool ? FMDatabasePool(path: path, configuration: configuration) : nil
        database = queue == nil && pool == nil ? FMDatabase(path: path) : nil
        database?.logsErrors = false
        if let database, !disk.open(database) { throw database.lastError() }
    }

    static func unlimit(_ db: FMDatabase) {
        db.executeStatements("PRAGMA max_page_count = 1000000")
    }

    func run(_ block: @escaping Block) async throws {
        if let database { return try run(on: database, block) }
        let body: @Sendable (FMDatabase) throws -> Void = { db in try block(db, nil) }
        switch spelling {
        case .queueAsync, .queueGroupAsync: try await queue?.withTransaction { db in try body(db) }
        case .queueAsyncSavePoint: try await queue?.withSavePoint { db in try body(db) }
        case .poolWriteAsync: try await pool?.write { db in try body(db) }
        default: try onBackgroundThread { try self.runSynchronously(block) }
        }
    }

    private func run(on db: FMDatabase, _ block: Block) throws {
        switch spelling {
        case .databaseDeferred: try db.withTransaction(.deferred) { try block(db, nil) }
        case .databaseExclusive: try db.withTransaction(.exclusive) { try block(db, nil) }
        case .databaseSavePoint: try db.withSavePoint { try block(db, nil) }
        case .databaseFMDBSavePoint:
            let error = db.inSavePoint { rollback in try? block(db, rollback) }
            if let error { throw error }
        case .migration:
            try withoutActuallyEscaping(block) { block in
                let kept = Kept(block)
                try FMMigrator([.step("a") { db in try kept.block(db, nil) }]).migrate(db)
            }
        default: try db.withTransaction(.immediate) { try block(db, nil) }
        }
    }

    private func runSynchronously(_ block: @escaping Block) throws {
        let body = { (db: FMDatabase) in try block(db, nil) }
        if spelling.isFMDB { return try runInFMDBsSpelling(block) }
        switch spelling {
        case .queueDeferred: try queue?.withTransaction(.deferred) { db in try body(db) }
        case .queueImmediate, .queueGroup: try queue?.withTransaction { db in try body(db) }
        case .queueExclusive: try queue?.withTransaction(.exclusive) { db in try body(db) }
        case .queueSavePoint: try queue?.withSavePoint { db in try body(db) }
        case .queueMigration:
            if let queue { try FMMigrator([.step("a") { db in try block(db, nil) }]).migrate(queue) }
        case .poolWrite, .poolGroup: try pool?.write { db in try body(db) }
        case .poolDeferred: try pool?.withTransaction(.deferred) { db in try body(db) }
        case .poolSavePoint: try pool?.withSavePoint { db in try body(db) }
        default: fatalError("\(spelling) is of another kind")
        }
    }

    private func runInFMDBsSpelling(_ block: @escaping Block) throws {
        guard let coordinator else { return }
        let block = { (db: FMDatabase, rollback: UnsafeMutablePointer<ObjCBool>) in
            do { try block(db, rollback) } catch { Issue.record(error) }
        }
        switch spelling {
        case .queueFMDBDeferred, .poolFMDBDeferred: coordinator.inDeferredTransaction(block)
        case .queueFMDBImmediate: coordinator.inImmediateTransaction(block)
        case .queueFMDBExclusive: coordinator.inExclusiveTransaction(block)
        case .queueFMDBSavePoint, .poolFMDBSavePoint:
            if let error = coordinator.inSavePoint(block) { throw error }
            return
        default: coordinator.inTransaction(block)
        }
        if let error = coordinator.lastTransactionError { throw error }
    }

    private var coordinator: FMDatabaseCoordinator? { queue ?? pool }

    /// - Parameter expect: is told what is not as it must be.
    func expectUsable(_ expect: @escaping @Sendable (Bool, String) -> Void) async throws {
        let body: @Sendable (FMDatabase) throws -> Void = { db in
            expect(!db.isTransactionOpen, "a transaction is open")
            expect(!db.isInTransaction, "the flag is set")
            FuzzedPlace.unlimit(db)
            try db.withTransaction { try db.execute("INSERT INTO t (x) VALUES (\(FuzzedPlace.last))") }
        }
        if let database { return try body(database) }
        let coordinator = coordinator
        try onBackgroundThread { try coordinator?.withDatabase { db in try body(db) } }
    }
}

// SAFETY: it is used by the thread alone that has made it.
private struct Kept: @unchecked Sendable {
    let block: FuzzedPlace.Block

    init(_ block: @escaping FuzzedPlace.Block) { self.block = block }
}
