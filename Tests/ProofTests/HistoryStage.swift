import FMDB
import FMDBTestHelpers

// SAFETY: one thread after the other uses it: the history waits for each of its calls.
/// The database, the queue or the pool of a history, with a file of its own.
final class HistoryStage: @unchecked Sendable {
    typealias Block = @Sendable (FMDatabase) throws -> Void

    let place: HistoryPlace
    let folder = TemporaryFolder()
    let disk = FMTestDisk()
    let database: FMDatabase?
    let queue: FMDatabaseQueue?
    let pool: FMDatabasePool?
    private let observer: HistoryObserver?
    /// The steps of migrations that are in the file.
    private(set) var migrations: [String] = []
    /// The task of the asynchronous access in progress.
    let task = Locked<Task<Void, any Error>?>(nil)

    static let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, x UNIQUE, b)"

    init(_ place: HistoryPlace, journal: String) throws {
        self.place = place
        let path = folder.file()
        if place != .memory {
            let made = FMDatabase(path: path)
            guard disk.open(made) else { throw made.lastError() }
            made.executeStatements("PRAGMA journal_mode = \(place.isPool ? "WAL" : journal); \(Self.table)")
            made.executeStatements("CREATE TABLE marker (n)")
            made.close()
        }
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.vfs = disk.vfs
        configuration.configure = { db in try HistoryStage.configure(db) }
        if place.isGroup { configuration.groupCommit = .init() }
        let isQueue = place == .queue || place == .groupQueue
        queue = isQueue ? try FMDatabaseQueue(path: path, configuration: configuration) : nil
        pool = place.isPool ? FMDatabasePool(path: path, configuration: configuration) : nil
        database = place.isDatabase ? FMDatabase(path: place == .memory ? nil : path) : nil
        observer = (queue ?? pool).map { HistoryObserver($0, path) }
        try open()
    }

    var coordinator: FMDatabaseCoordinator? { queue ?? pool }
    var isInMemory: Bool { place == .memory }

    private static func configure(_ db: FMDatabase) throws {
        db.logsErrors = false
        // Large rows must not find room in the cache.
        try db.execute("PRAGMA cache_size = 10")
        try db.execute("PRAGMA synchronous = OFF")
        try db.addFunction("stop", argumentCount: 0) { [unowned db] _ in
            db.interrupt()
            return .null
        }
    }

    /// Opens the database, if it is one.
    func open() throws {
        guard let database, !database.isOpen else { return }
        database.logsErrors = false
        guard isInMemory ? database.open() : disk.open(database) else { throw database.lastError() }
        try HistoryStage.configure(database)
        if isInMemory {
            migrations = []
            try database.execute(FMSQL(raw: Self.table))
        }
    }

    /// A block of a group that has failed is told so before the others of its group are done. Until then the lock is held,
    /// and other connections of the pool cannot write.
    func waitForItsGroup() throws {
        guard place == .groupPool else { return }
        _ = try onBackgroundThread { thrown { try self.pool?.write { _ in } } }
    }

    /// What another connection sees in the file.
    func file() throws -> HistoryContent {
        let other = FMDatabase.file(folder.file())
        defer { other.close() }
        let check: String = try other.value("PRAGMA integrity_check")
        guard check == "ok" else { throw FMError(.corrupt, check) }
        return try HistoryContent.read(other, ["t", "u"])
    }

    /// Looks whether the observer knows what is in the file.
    ///
    /// - Returns: what it does not know.
    func observe() async throws -> String? { try await observer?.compare() }

    /// The observation has ended with the closing of the queue.
    func observeAgain() throws { try observer?.begin() }
}

// MARK: - Verbs

extension HistoryStage {
    /// Runs a block in a verb of a database.
    func run(_ verb: HistoryVerb, on db: FMDatabase, undoes: Bool, _ block: () throws -> Void) throws {
        switch verb {
        case .deferred: try db.withTransaction(.deferred) { try block() }
        case .immediate: try db.withTransaction(.immediate) { try block() }
        case .exclusive: try db.withTransaction(.exclusive) { try block() }
        case .savePoint: try db.withSavePoint { try block() }
        case .fmdbSavePoint:
            let error = db.inSavePoint { rollback in
                try? block()
                rollback.pointee = ObjCBool(undoes)
            }
            if let error { throw error }
        case .migrate:
            try withoutActuallyEscaping(block) { block in
                let kept = Kept(block: block)
                try migrate { migrator in
                    try migrator.migrate(db)
                } step: { _ in
                    try kept.block()
                }
            }
        default: throw FMError(.misuse, "\(verb) is not of a database")
        }
    }

    /// Runs a block in a verb of the queue or the pool.
    func run(_ verb: HistoryVerb, undoes: Bool, _ block: @escaping Block) async throws {
        guard verb.isAsync else {
            return try onBackgroundThread { try self.runSynchronously(verb, undoes, block) }
        }
        let isKnown = DispatchSemaphore(value: 0)
        let task = Task {
            try await self.runAsynchronously(verb) { db in
                isKnown.arrives()
                try block(db)
            }
        }
        self.task.withLock { $0 = task }
        isKnown.signal()
        defer { self.task.withLock { $0 = nil } }
        try await task.value
    }

    private func runAsynchronously(_ verb: HistoryVerb, _ block: @escaping Block) async throws {
        switch verb {
        case .asyncTransaction: try await coordinator?.withTransaction { db in try block(db) }
        case .asyncSavePoint: try await coordinator?.withSavePoint { db in try block(db) }
        case .asyncDatabase: try await coordinator?.withDatabase { db in try block(db) }
        case .asyncRead: try await pool?.read { db in try block(db) }
        default: try await pool?.write { db in try block(db) }
        }
    }

    private func runSynchronously(_ verb: HistoryVerb, _ undoes: Bool, _ block: @escaping Block) throws {
        guard let coordinator else { return }
        if verb.isFMDB { return try runInFMDBsSpelling(verb, coordinator, undoes, block) }
        switch verb {
        case .deferred: try coordinator.withTransaction(.deferred) { db in try block(db) }
        case .immediate: try coordinator.withTransaction { db in try block(db) }
        case .exclusive: try coordinator.withTransaction(.exclusive) { db in try block(db) }
        case .savePoint: try coordinator.withSavePoint { db in try block(db) }
        case .withDatabase: try coordinator.withDatabase { db in try block(db) }
        case .read: try pool?.read { db in try block(db) }
        case .write: try pool?.write { db in try block(db) }
        case .migrate:
            if let queue {
                return try migrate {
                    try $0.migrate(queue)
                } step: {
                    try block($0)
                }
            }
            if let pool {
                return try migrate {
                    try $0.migrate(pool)
                } step: {
                    try block($0)
                }
            }
        default: throw FMError(.misuse, "\(verb) is not of a queue or a pool")
        }
    }

    private func runInFMDBsSpelling(
        _ verb: HistoryVerb, _ coordinator: FMDatabaseCoordinator, _ undoes: Bool, _ block: @escaping Block
    ) throws {
        let flagged = { (db: FMDatabase, rollback: UnsafeMutablePointer<ObjCBool>) in
            try? block(db)
            rollback.pointee = ObjCBool(undoes)
        }
        switch verb {
        case .fmdbDatabase: return coordinator.inDatabase { db in try? block(db) }
        case .fmdbSavePoint:
            if let error = coordinator.inSavePoint(flagged) { throw error }
            return
        case .fmdbDeferred: coordinator.inDeferredTransaction(flagged)
        case .fmdbImmediate: coordinator.inImmediateTransaction(flagged)
        case .fmdbExclusive: coordinator.inExclusiveTransaction(flagged)
        default: coordinator.inTransaction(flagged)
        }
        if let error = coordinator.lastTransactionError { throw error }
    }

    /// A migration of one step more than there were.
    private func migrate(_ run: (FMMigrator) throws -> Void, step: @escaping Block) throws {
        let name = "step \(migrations.count)"
        try run(FMMigrator(migrations.map { .step($0) { _ in } } + [.step(name) { db in try step(db) }]))
        migrations.append(name)
    }
}

// SAFETY: it is used by the thread alone that has made it.
private struct Kept: @unchecked Sendable {
    let block: () throws -> Void
}

// SAFETY: one thread after the other uses it: the history waits for each of its calls.
/// An observer that keeps a copy of the tables up to date by what it is told.
private final class HistoryObserver: @unchecked Sendable {
    private let coordinator: FMDatabaseCoordinator
    private let path: String
    private var iterator: FMChanges.AsyncIterator
    private var copy = HistoryContent()

    init(_ coordinator: FMDatabaseCoordinator, _ path: String) {
        self.coordinator = coordinator
        self.path = path
        iterator = coordinator.changes().makeAsyncIterator()
    }

    func begin() throws {
        iterator = coordinator.changes().makeAsyncIterator()
        let other = FMDatabase.file(path)
        defer { other.close() }
        copy = try HistoryContent.read(other, ["t", "u"])
    }

    func compare() async throws -> String? {
        try onBackgroundThread { [coordinator] in
            try coordinator.withTransaction { db in try db.execute("INSERT INTO marker VALUES (1)") }
        }
        let other = FMDatabase.file(path)
        defer { other.close() }
        while let change = await iterator.next() {
            let now = try HistoryContent.read(other, ["t", "u"])
            take(change, now)
            if change["marker"] == nil { continue }
            return copy.tables == now.tables ? nil : "the observer knows \(copy), in the file is \(now)"
        }
        return "the observation has ended"
    }

    /// Takes over what is told, and nothing else.
    private func take(_ change: FMChange, _ now: HistoryContent) {
        for name in ["t", "u"] {
            guard let rows = now.tables[name], !change.isUnknown, !(change.schemaChanged && name == "u") else {
                copy.tables[name] = now.tables[name]
                continue
            }
            guard let table = change[name] else { continue }
            for changed in [table.inserted, table.updated, table.deleted] {
                switch changed {
                case .wholeTable: copy.tables[name] = rows
                case .rows(let ids): for id in ids { copy.tables[name]?[Int(id)] = rows[Int(id)] }
                }
            }
        }
    }
}
