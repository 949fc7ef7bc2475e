import FMDB
import FMDBModel
import FMDBTestHelpers

/// What a process does with a database on a disk that fails, or whose power is cut.
enum DiskWork: String, CaseIterable, Sendable {
    case database, queue, pool, group, savePoints, upgrade, migration, checkpoint, vacuum, backup
    /// Transactions over two files.
    case attached
    /// Commits while a reader sees an older state.
    case readers

    /// Each work in each mode that it can be in.
    static func cases(_ modes: [Durability]) -> [(DiskWork, Durability)] {
        allCases.flatMap { work in modes.filter(work.canRun).map { (work, $0) } }
    }

    private func canRun(in mode: Durability) -> Bool {
        switch self {
        // In other modes a reader keeps the writer waiting.
        case .readers: mode.journal == "WAL"
        // In WAL a transaction over two files is one for each of them. See https://sqlite.org/lang_attach.html
        case .attached: mode.journal != "WAL"
        // The copy is made by a connection of the library's, with SQLite's defaults, and finds the disk by a URI.
        case .backup: DiskWork.pathsAreURIs && mode.synchronous == "FULL" && ["WAL", "DELETE"].contains(mode.journal)
        default: true
        }
    }

    private static let pathsAreURIs =
        (try? FMDatabase.memory().rows("PRAGMA compile_options", as: String.self))?.contains("USE_URI") ?? false

    /// The transactions that were there before the work began.
    var prepared: Set<Int> {
        switch self {
        case .vacuum, .backup: Set(0...3)
        default: []
        }
    }

    /// The transactions that are acknowledged if nothing fails.
    var all: Set<Int> {
        switch self {
        case .database, .queue, .pool, .group, .savePoints, .checkpoint, .attached, .readers: Set(0...12)
        case .upgrade: [0]
        case .migration: [SampleMigration.names.count]
        case .vacuum: [DiskWork.vacuumed, 4, 5, 6]
        case .backup: Set(4...12)
        }
    }

    /// The transactions that may be there.
    var attempted: Set<Int> {
        switch self {
        case .migration: Set(1...SampleMigration.names.count)
        default: prepared.union(all).union([DiskWork.last])
        }
    }

    /// The number of the transaction after the others.
    static let last = 13
    /// What stands for a file without free pages.
    static let vacuumed = 100
    /// What is added to the number of a transaction that is to be undone.
    static let undone = 1000
}

// MARK: - Opening

extension DiskWork {
    /// What was there before the work began, on a disk that had it all.
    func prepare(_ path: String, _ mode: Durability) throws {
        guard [.upgrade, .vacuum, .backup].contains(self) else { return }
        let db = FMDatabase.file(path)
        defer { db.close() }
        try mode.set(db)
        DiskWork.doNotSync(db)
        try db.withTransaction {
            if self == .upgrade { return try Part.create(db) }
            for number in 0...3 { try DiskWork.add(number, db) }
            try db.execute("CREATE TABLE waste (filling BLOB)")
            for _ in 0..<40 { try db.execute("INSERT INTO waste VALUES (zeroblob(4000))") }
            try db.execute("DELETE FROM waste")
        }
    }

    /// Spares the disk of the machine: what is done without a test's disk is not to survive a power cut.
    static func doNotSync(_ db: FMDatabase) {
        db.executeStatements("PRAGMA synchronous = OFF")
    }

    static func add(_ number: Int, _ db: FMDatabase) throws {
        try number == 0 ? Ledger.create(db) : Ledger.add(number, db)
    }

    func open(_ run: DiskRun) throws -> OpenedFile {
        switch self {
        case .database, .attached: return .database(try openDatabase(run))
        case .pool, .readers:
            let pool = SilentPool(path: run.path, configuration: run.mode.configuration(run.disk))
            return .pool(pool, isWAL: run.mode.journal == "WAL")
        case .backup:
            let db = FMDatabase.memory()
            for number in 0...12 { try DiskWork.add(number, db) }
            return .database(db)
        default:
            var configuration = run.mode.configuration(run.disk)
            if self == .group { configuration.groupCommit = .init() }
            return .queue(try SilentQueue(path: run.path, configuration: configuration))
        }
    }

    private func openDatabase(_ run: DiskRun) throws -> FMDatabase {
        let db = SilentDatabase(path: run.path)
        guard run.disk.open(db) else { throw db.lastError() }
        do {
            try run.mode.set(db)
            guard self == .attached else { return db }
            try db.execute("ATTACH \(DiskWork.other(run.path)) AS other")
            try run.mode.set(db, "other")
            return db
        } catch {
            db.close()
            throw error
        }
    }

    /// The second file of `attached`.
    static func other(_ path: String) -> String { path + "-other" }
}

// MARK: - Working

extension DiskWork {
    func run(_ file: OpenedFile, _ run: DiskRun) throws {
        switch self {
        case .database, .queue, .pool: try fill(file, run)
        case .savePoints: try useSavePoints(file, run)
        case .checkpoint: try useCheckpoints(file, run)
        case .vacuum: try vacuum(file, run)
        case .backup: try copy(file, run)
        case .attached:
            for number in 0...12 { try run.attempt(number) { try file.write { try addToBoth(number, $0) } } }
        case .group:
            if case .queue(let queue) = file { try useGroup(queue, run) }
        case .readers:
            if case .pool(let pool, _) = file { try useReaders(pool, run) }
        case .upgrade:
            if case .queue(let queue) = file { try run.attempt(0) { try upgrade(queue) } }
        case .migration:
            if case .queue(let queue) = file {
                try run.attempt(SampleMigration.names.count) { try migrate(queue) }
            }
        }
    }

    private func fill(_ file: OpenedFile, _ run: DiskRun) throws {
        for number in 0...12 {
            try run.attempt(number) { try file.write { try DiskWork.add(number, $0) } }
            let known = run.acknowledged
            try run.attempt { try file.read { try run.expectWhole($0, known) } }
            if number == 7, self == .queue { try run.attempt { try file.use { try $0.checkpoint(.truncate) } } }
        }
    }

    private func useGroup(_ queue: FMDatabaseQueue, _ run: DiskRun) throws {
        try run.attempt(0) { try queue.withTransaction { try Ledger.create($0) } }
        _ = BackgroundThreads.run(4) { thread in
            for number in (1...12).filter({ $0 % 4 == thread }) {
                do {
                    try run.attempt(number) { try queue.withTransaction { try Ledger.add(number, $0) } }
                } catch {
                    return
                }
            }
        }
    }

    private func useSavePoints(_ file: OpenedFile, _ run: DiskRun) throws {
        for number in 0...12 {
            try run.attempt(number) {
                if number % 3 == 1, case .queue(let queue) = file {
                    try queue.withSavePoint { try addAndUndo(number, $0) }
                } else {
                    try file.write { db in try db.withSavePoint { try addAndUndo(number, db) } }
                }
            }
        }
    }

    /// Adds a transaction, and another one that is undone.
    private func addAndUndo(_ number: Int, _ db: FMDatabase) throws {
        try DiskWork.add(number, db)
        do {
            try db.withSavePoint {
                try Ledger.add(number + DiskWork.undone, db)
                throw Regret()
            }
        } catch is Regret {}
    }

    private func useCheckpoints(_ file: OpenedFile, _ run: DiskRun) throws {
        let modes: [FMDBCheckpointMode] = [.passive, .full, .restart, .truncate]
        for number in 0...12 {
            try run.attempt(number) { try file.write { try DiskWork.add(number, $0) } }
            let mode = modes[number % 4]
            try run.attempt {
                try file.use { try $0.checkpoint(mode) }
                let log = FileManager.default.contents(atPath: run.path + "-wal")
                guard mode == .truncate, let log, !log.isEmpty else { return }
                throw DiskRun.Wrong("\(log.count) bytes are left in the log")
            }
        }
    }

    private func vacuum(_ file: OpenedFile, _ run: DiskRun) throws {
        try run.attempt(DiskWork.vacuumed) { try file.use { try $0.execute("VACUUM") } }
        for number in 4...6 { try run.attempt(number) { try file.write { try Ledger.add(number, $0) } } }
    }

    private func copy(_ file: OpenedFile, _ run: DiskRun) throws {
        guard case .database(let memory) = file else { return }
        let address = "file:\(run.path)?vfs=\(run.disk.vfs)"
        try run.attempt(4, 5, 6, 7, 8, 9, 10, 11, 12) {
            guard memory.write(toFile: address) else { throw FMError(.ioError, "it was not written") }
        }
        let known = run.acknowledged.union(prepared)
        try run.attempt {
            let target = FMDatabase.memory()
            defer { target.close() }
            guard target.read(fromFile: address) else { throw FMError(.ioError, "it was not read") }
            try run.expectWhole(target, known)
        }
    }

    private func addToBoth(_ number: Int, _ db: FMDatabase) throws {
        try DiskWork.add(number, db)
        try db.execute("CREATE TABLE IF NOT EXISTS other.mirror (number INTEGER, filling BLOB)")
        try db.execute("INSERT INTO other.mirror VALUES (\(number), zeroblob(\(number * 200)))")
    }

    /// The writer works on another thread while a reader has its snapshot on this one.
    private func useReaders(_ pool: FMDatabasePool, _ run: DiskRun) throws {
        try run.attempt(0) { try pool.write { try Ledger.create($0) } }
        for start in [1, 5, 9] {
            let known = run.acknowledged
            try run.attempt {
                try pool.read { db in
                    try run.expectWhole(db, known)
                    let before = try Ledger.survivors(db).numbers
                    let hasFailed = Locked(false)
                    _ = BackgroundThreads.run(1) { _ in
                        do {
                            for number in start..<start + 4 { try commit(number, pool, run) }
                        } catch {
                            hasFailed.withLock { $0 = true }
                        }
                    }
                    if hasFailed.value { throw Regret() }
                    let after = try Ledger.survivors(db).numbers
                    guard after == before else { throw DiskRun.Wrong("the snapshot changed") }
                }
            }
        }
    }

    private func commit(_ number: Int, _ pool: FMDatabasePool, _ run: DiskRun) throws {
        try run.attempt(number) { try pool.write { try Ledger.add(number, $0) } }
        // It cannot pass the reader.
        try run.attempt { try pool.withDatabase { try $0.checkpoint(.passive) } }
    }

    private func upgrade(_ queue: FMDatabaseQueue) throws {
        try queue.upgradeTable(to: Part.wanted, policy: .dropRemoved)
    }

    private func migrate(_ queue: FMDatabaseQueue) throws {
        var migrator = SampleMigration.migrator()
        migrator.lockTimeout = .zero
        try migrator.migrate(queue)
    }
}

// MARK: - Working again

extension DiskWork {
    /// Uses what is open once more, on a disk on which everything works again.
    func runOnceMore(_ file: OpenedFile, _ run: DiskRun) throws {
        switch self {
        case .backup: try copy(file, run)
        case .upgrade, .migration:
            try self.run(file, run)
            try file.use { db in
                guard try db.value("PRAGMA foreign_keys", as: Bool.self) else { throw DiskRun.Wrong("no foreign keys") }
                guard !db.isTransactionOpen else { throw DiskRun.Wrong("a transaction is open") }
            }
        default:
            if self == .vacuum { try run.attempt(DiskWork.vacuumed) { try file.use { try $0.execute("VACUUM") } } }
            try run.attempt(DiskWork.last) {
                try file.write { db in
                    try Ledger.create(db)
                    try self == .attached ? addToBoth(DiskWork.last, db) : Ledger.add(DiskWork.last, db)
                }
            }
            // Nothing failed, so nothing may be missing.
            let known = run.acknowledged.union(prepared).subtracting([DiskWork.vacuumed]).union([0])
            try file.read { try run.expectWhole($0, known) }
        }
    }
}
