import FMDB
import FMDBModel
import Support

/// How SQLite writes, and what it promises of a power cut.
struct Durability: Hashable, Sendable, CustomStringConvertible {
    let journal: String
    let synchronous: String
    /// Whether the file is never corrupt.
    var isConsistent = true

    var description: String { "\(journal) / \(synchronous)" }

    static let durable = [
        Durability(journal: "WAL", synchronous: "FULL"), Durability(journal: "TRUNCATE", synchronous: "FULL"),
        Durability(journal: "PERSIST", synchronous: "FULL"), Durability(journal: "DELETE", synchronous: "EXTRA"),
    ]
    static let others = [
        Durability(journal: "DELETE", synchronous: "FULL"),
        Durability(journal: "WAL", synchronous: "NORMAL"),
        Durability(journal: "DELETE", synchronous: "NORMAL", isConsistent: false),
        Durability(journal: "TRUNCATE", synchronous: "NORMAL", isConsistent: false),
        Durability(journal: "WAL", synchronous: "OFF", isConsistent: false),
        Durability(journal: "DELETE", synchronous: "OFF", isConsistent: false),
    ]

    /// A database's settings. They come before the first transaction.
    func set(_ db: FMDatabase) throws {
        db.logsErrors = false
        // Pages are written before the commit too.
        try db.execute("PRAGMA cache_size = 8")
        try db.execute("PRAGMA synchronous = \(raw: synchronous)")
        if try db.value("PRAGMA journal_mode", as: String.self).uppercased() != journal {
            _ = try db.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
        }
    }

    func configuration(_ disk: FMTestDisk) -> FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.vfs = disk.vfs
        configuration.configure = { db in try set(db) }
        return configuration
    }
}

/// What a process does with a database whose power is cut.
enum PoweredWork: String, CaseIterable, Sendable {
    case database, queue, pool, group, upgrade, migration

    /// Each work in each mode that it can be in: pools set WAL.
    static func cases(_ modes: [Durability]) -> [(PoweredWork, Durability)] {
        allCases.flatMap { work in modes.filter { work != .pool || $0.journal == "WAL" }.map { (work, $0) } }
    }

    /// How many transactions are acknowledged if nothing fails.
    var transactionCount: Int {
        switch self {
        case .database, .queue, .pool, .group: 13
        case .upgrade, .migration: 1
        }
    }

    /// What was there before the work began, on a disk that had it all.
    func prepare(_ path: String, _ mode: Durability) throws {
        guard self == .upgrade else { return }
        let db = FMDatabase.file(path)
        defer { db.close() }
        try mode.set(db)
        try db.withTransaction {
            try db.execute("CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT, size TEXT)")
            try db.execute("CREATE INDEX part_by_name ON part (name)")
            for id in 1...40 {
                try db.execute(
                    "INSERT INTO part VALUES (\(id), \("part \(id)"), \(String(repeating: "9", count: id % 15 + 1)))")
            }
        }
    }

    /// Works until something fails.
    ///
    /// - Returns: the numbers of the transactions that were acknowledged.
    func run(_ path: String, _ mode: Durability, on disk: FMTestDisk) -> Set<Int> {
        let done = Locked<Set<Int>>([])
        try? run(path, mode, disk) { number in _ = done.withLock { $0.insert(number) } }
        return done.value
    }

    private func run(
        _ path: String, _ mode: Durability, _ disk: FMTestDisk, _ done: @escaping @Sendable (Int) -> Void
    ) throws {
        switch self {
        case .database: try useDatabase(path, mode, disk, done)
        case .pool: try usePool(path, mode, disk, done)
        default:
            var configuration = mode.configuration(disk)
            if self == .group { configuration.groupCommit = .init() }
            let queue = try SilentQueue(path: path, configuration: configuration)
            defer { queue.close() }
            try use(queue, done)
        }
    }

    private func use(_ queue: FMDatabaseQueue, _ done: @escaping @Sendable (Int) -> Void) throws {
        switch self {
        case .group:
            try queue.withTransaction { try Ledger.create($0) }
            done(0)
            _ = BackgroundThreads.run(4) { thread in
                for number in (1...12).filter({ $0 % 4 == thread }) {
                    guard (try? queue.withTransaction { try Ledger.add(number, $0) }) != nil else { return }
                    done(number)
                }
            }
        case .upgrade:
            try queue.upgradeTable(Part.self, policy: .dropRemoved)
            done(0)
        case .migration:
            try SampleMigration.migrator().migrate(queue)
            done(SampleMigration.names.count)
        case .queue, .database, .pool:
            try Ledger.fill { body in
                try queue.withTransaction { try body($0) }
            } done: { number in
                done(number)
                if number == 7 { try queue.withDatabase { try $0.checkpoint(.truncate) } }
            }
        }
    }

    private func useDatabase(
        _ path: String, _ mode: Durability, _ disk: FMTestDisk, _ done: (Int) -> Void
    ) throws {
        let db = SilentDatabase(path: path)
        guard disk.open(db) else { return }
        defer { db.close() }
        try mode.set(db)
        try Ledger.fill({ body in try db.withTransaction { try body(db) } }, done: { done($0) })
    }

    private func usePool(_ path: String, _ mode: Durability, _ disk: FMTestDisk, _ done: (Int) -> Void) throws {
        let pool = SilentPool(path: path, configuration: mode.configuration(disk))
        defer { pool.close() }
        try Ledger.fill { body in
            try pool.write { try body($0) }
        } done: { number in
            done(number)
            _ = try pool.read { try Ledger.numbers($0) }
        }
    }

    /// What a new process finds.
    func survivors(_ path: String, _ mode: Durability) -> Survivors {
        let db = SilentDatabase(path: path)
        defer { db.close() }
        guard db.open() else { return Survivors(fault: "it cannot be opened") }
        do {
            let integrity = try db.rows("PRAGMA integrity_check(1)", as: String.self)
            guard integrity == ["ok"] else { return Survivors(fault: integrity.first ?? "") }
            switch self {
            case .database, .queue, .pool, .group: return try Ledger.survivors(db)
            case .upgrade: return try Part.survivors(db)
            case .migration:
                guard let steps = try SampleMigration.wholeSteps(in: db) else { return Survivors(fault: "half a step") }
                return Survivors(numbers: Set(1...max(1, steps)).filter { $0 <= steps })
            }
        } catch {
            return Survivors(fault: "\(error)")
        }
    }
}

/// What is there after a power cut.
struct Survivors {
    /// The transactions that are there, each of them whole.
    var numbers: Set<Int> = []
    /// What is wrong.
    var fault: String?
}

// MARK: - The tables

/// Twelve transactions, each of them with rows in a table, in its index, and with a sum.
enum Ledger {
    static func fill(
        _ transaction: ((FMDatabase) throws -> Void) throws -> Void, done: (Int) throws -> Void
    ) throws {
        for number in 0...12 {
            try transaction { db in try number == 0 ? create(db) : add(number, db) }
            try done(number)
        }
    }

    static func create(_ db: FMDatabase) throws {
        try db.execute("CREATE TABLE entry (number INTEGER, part INTEGER, body TEXT)")
        try db.execute("CREATE INDEX entry_by_body ON entry (body)")
        try db.execute("CREATE TABLE total (number INTEGER)")
        try db.execute("INSERT INTO total VALUES (0)")
    }

    static func add(_ number: Int, _ db: FMDatabase) throws {
        for part in 0..<3 {
            try db.execute(
                "INSERT INTO entry VALUES (\(number), \(part), \(String(repeating: "\(part)", count: number * 90)))")
        }
        try db.execute("UPDATE total SET number = number + \(number)")
        if number % 4 == 0 { try db.execute("DELETE FROM entry WHERE number = \(number) AND part = 2") }
    }

    static func numbers(_ db: FMDatabase) throws -> [Int] {
        try db.rows("SELECT DISTINCT number FROM entry", as: Int.self)
    }

    static func survivors(_ db: FMDatabase) throws -> Survivors {
        guard db.tableExists("entry") else { return Survivors() }
        let numbers = try numbers(db)
        for number in numbers {
            let parts = try db.rows("SELECT part FROM entry WHERE number = \(number) ORDER BY part", as: Int.self)
            guard parts == (number % 4 == 0 ? [0, 1] : [0, 1, 2]) else {
                return Survivors(fault: "of transaction \(number) there is a part")
            }
        }
        guard try db.rows("SELECT number FROM total", as: Int.self) == [numbers.reduce(0, +)] else {
            return Survivors(fault: "the sum is not that of the transactions")
        }
        return Survivors(numbers: Set(numbers).union([0]))
    }
}

/// A model whose table has another shape at first.
struct Part: FMModel, Codable, Hashable {
    var id: Int
    var name: String
    var size: Int?
    var note: String?

    static let tableName = "part"

    static func survivors(_ db: FMDatabase) throws -> Survivors {
        guard try db.rows("SELECT name FROM part ORDER BY id", as: String.self) == (1...40).map({ "part \($0)" }) else {
            return Survivors(fault: "rows are missing")
        }
        return Survivors(numbers: db.columnExists("note", inTableWithName: "part") ? [0] : [])
    }
}
