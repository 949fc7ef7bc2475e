import FMDB
import FMDBTestHelpers
import Testing

/// Histories by chance, the same for the same seed, of two queues and a pool on one file. What is told is compared with
/// what the tables contain.
@Suite struct ChangeHistoryTests {
    @Test(arguments: 0..<24) func nothingIsMissedAndNothingIsReported(seed: Int) async throws {
        let history = try ChangeHistory(seed: UInt64(seed))
        for _ in 0..<40 { try await history.step() }
        #expect(history.missed == [])
        #expect(history.false == [])
        #expect(history.count > 0)
    }

    /// Most statements write tables then that nobody wants to know of; and who wants to know changes all the time, also
    /// before a commit.
    @Test(arguments: 0..<24) func nothingIsMissedOfAFewTables(seed: Int) async throws {
        let history = try ChangeHistory(seed: UInt64(seed), choosing: true)
        for _ in 0..<40 { try await history.step() }
        #expect(history.missed == [])
        #expect(history.false == [])
        #expect(history.count > 0)
    }
}

/// One history, with a subscriber at each of the coordinators.
private final class ChangeHistory {
    private var generator: Generator
    private let folder = TemporaryFolder()
    private let coordinators: [FMDatabaseCoordinator]
    private var observers: [Observer] = []
    /// Whether each observer names some of the tables.
    private let isChoosing: Bool
    private let reader: FMDatabase
    private var before: Contents
    /// What the present turn has changed and not rolled back, as far as a reckoning without SQLite's hooks can tell.
    private(set) var missed: [String] = []
    private(set) var `false`: [String] = []
    private(set) var count = 0
    private var statements: [String] = []

    private struct Observer {
        let tables: Set<String>
        let changes: FMChanges.AsyncIterator
    }

    private static let tables = ["p", "c", "w", "l", "r", "tick"]

    init(seed: UInt64, choosing: Bool = false) throws {
        isChoosing = choosing
        generator = Generator(state: seed &* 7919 &+ 17)
        let path = folder.file()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { database in
            database.logsErrors = false
            try database.execute("PRAGMA foreign_keys = ON")
            try database.execute("PRAGMA synchronous = OFF")
        }
        reader = FMDatabase.file(path)
        reader.executeStatements(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE p (id INTEGER PRIMARY KEY, x UNIQUE);
            CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p (id) ON DELETE CASCADE ON UPDATE CASCADE
                DEFERRABLE INITIALLY DEFERRED);
            CREATE TABLE w (k INTEGER PRIMARY KEY, v) WITHOUT ROWID;
            CREATE TABLE l (a);
            CREATE TABLE r (id INTEGER PRIMARY KEY, n UNIQUE ON CONFLICT REPLACE);
            CREATE TABLE tick (n);
            CREATE TRIGGER pl AFTER DELETE ON p BEGIN INSERT INTO l VALUES (old.id); END;
            CREATE TRIGGER cw AFTER INSERT ON c WHEN new.id % 2 BEGIN REPLACE INTO w VALUES (new.id, new.p); END;
            """)
        coordinators = [
            try FMDatabaseQueue(path: path, configuration: configuration),
            try FMDatabaseQueue(path: path, configuration: configuration),
            FMDatabasePool(path: path, configuration: configuration),
        ]
        before = [:]
        before = try contents(of: reader)
        observers = coordinators.map(observer)
    }

    private func observer(of coordinator: FMDatabaseCoordinator) -> Observer {
        guard isChoosing else {
            return Observer(tables: Set(Self.tables), changes: coordinator.changes().makeAsyncIterator())
        }
        // The commit that is waited for is always among what is observed.
        let tables = Set((0..<generator.below(3)).map { _ in Self.tables[generator.below(5)] }).union(["tick"])
        return Observer(tables: tables, changes: coordinator.changes(in: Array(tables)).makeAsyncIterator())
    }

    /// One turn of one of the coordinators, and a commit behind it, so that there is something to wait for.
    func step() async throws {
        statements = []
        let coordinator = coordinators[generator.below(coordinators.count)]
        var touched: Set<String> = []
        try coordinator.here { database in touched = try turn(database) }
        try coordinator.here { try $0.execute("INSERT INTO tick VALUES (1)") }
        let after = try contents(of: reader)
        let changed = Set(Self.tables.filter { before[$0] != after[$0] })
        for observer in observers {
            let change = try #require(await observer.changes.next())
            compare(change, changed.intersection(observer.tables), touched.union(["tick"]), after)
            if !change.tables.isSubset(of: observer.tables) { self.false.append("\(change.tables)") }
        }
        count += changed.count
        before = after
    }

    private func compare(_ change: FMChange, _ changed: Set<String>, _ touched: Set<String>, _ after: Contents) {
        let told = change.tables
        if change.isUnknown || change.schemaChanged { self.false.append("unknown: \(statements)") }
        for table in changed.subtracting(told) { missed.append("\(table): \(statements)") }
        for table in told.subtracting(touched) { self.false.append("\(table): \(statements)") }
        for table in changed {
            guard let rows = change[table] else { continue }
            let (old, new) = (before[table, default: [:]], after[table, default: [:]])
            for id in Set(old.keys).union(new.keys) where old[id] != new[id] {
                let isTold: Bool =
                    switch (old[id], new[id]) {
                    case (nil, _): rows.inserted.contains(id) || rows.updated.contains(id)
                    case (_, nil): rows.deleted.contains(id) || rows.updated == .wholeTable
                    default:
                        rows.updated.contains(id) || rows.inserted.contains(id) && rows.deleted.contains(id)
                    }
                if !isTold { missed.append("row \(id) of \(table): \(statements)") }
            }
        }
    }

    // MARK: What happens

    /// - Returns: the tables that may have been touched by what was not undone.
    private func turn(_ database: FMDatabase) throws -> Set<String> {
        var reckoning = Reckoning()
        for _ in 0..<(1 + generator.below(9)) {
            let choice = generator.below(12)
            if try !control(choice, database, &reckoning) {
                let wasOpen = database.isTransactionOpen
                let sql = statement()
                let works = (try? run(sql, on: database)) != nil
                if works || sql.contains("FAIL") { reckoning.touch(Self.mayTouch(sql)) }
                if wasOpen, !database.isTransactionOpen { reckoning.rollBack() }
            }
            if !database.isTransactionOpen { reckoning.commit() }
        }
        guard database.isTransactionOpen else { return reckoning.committed }
        if isChoosing, reckoning.committed.isEmpty {
            let index = generator.below(coordinators.count)
            observers[index] = observer(of: coordinators[index])
        }
        if generator.below(2) == 0, (try? run("COMMIT", on: database)) != nil {
            reckoning.commit()
        } else {
            try run("ROLLBACK", on: database)
        }
        return reckoning.committed
    }

    /// Begins or ends a transaction or a save point.
    ///
    /// - Returns: false if the choice is not possible.
    private func control(_ choice: Int, _ database: FMDatabase, _ reckoning: inout Reckoning) throws -> Bool {
        let names = reckoning.names
        switch choice {
        case 0 where !database.isTransactionOpen:
            try run("BEGIN", on: database)
        case 1 where database.isTransactionOpen:
            try? run("COMMIT", on: database)
        case 2 where database.isTransactionOpen:
            try run("ROLLBACK", on: database)
            reckoning.rollBack()
        case 3, 4:
            let name = ["a", "b", "c"][generator.below(3)]
            try run("SAVEPOINT \(name)", on: database)
            reckoning.begin(name)
        case 5 where !names.isEmpty:
            let name = names[generator.below(names.count)]
            try run("ROLLBACK TO \(name)", on: database)
            reckoning.rollBack(to: name)
        case 6 where !names.isEmpty:
            let name = names[generator.below(names.count)]
            if (try? run("RELEASE \(name)", on: database)) != nil { reckoning.release(name) }
        default: return false
        }
        return true
    }

    private func run(_ sql: String, on database: FMDatabase) throws {
        statements.append(sql)
        switch generator.below(3) {
        case 0: try database.execute(FMSQL(raw: sql))
        case 1: try database.executeUpdate(sql, values: [])
        default:
            guard database.executeStatements(sql) else { throw database.lastError() }
        }
    }

    private func statement() -> String {
        let (a, b) = (generator.below(8) + 1, generator.below(8) + 1)
        let all = [
            "INSERT INTO p VALUES (\(a), \(b))", "INSERT OR IGNORE INTO p VALUES (\(a), \(b)), (\(b), \(a))",
            "REPLACE INTO p VALUES (\(a), \(b))", "INSERT OR FAIL INTO p VALUES (\(a + 8), \(b + 8)), (\(b), \(b))",
            "INSERT OR ROLLBACK INTO p VALUES (\(a), \(b))", "UPDATE p SET x = x WHERE id = \(a)",
            "UPDATE p SET id = \(b) WHERE id = \(a)", "UPDATE OR REPLACE p SET x = \(b) WHERE id = \(a)",
            "DELETE FROM p WHERE id = \(a)", "DELETE FROM p", "INSERT INTO c (p) VALUES (\(a))",
            "INSERT INTO c (p) SELECT id FROM p", "UPDATE c SET p = \(b)", "DELETE FROM c",
            "DELETE FROM c WHERE id = \(a)",
            "INSERT OR IGNORE INTO w VALUES (\(a), \(b))", "UPDATE w SET v = \(b) WHERE k = \(a)", "DELETE FROM w",
            "INSERT INTO l VALUES (\(a))", "DELETE FROM l", "INSERT INTO r (n) VALUES (\(a))", "UPDATE r SET n = n + 1",
        ]
        return all[generator.below(all.count)]
    }

    /// What a statement may touch, by triggers and foreign keys too.
    private static func mayTouch(_ sql: String) -> Set<String> {
        if sql.contains(" c ") || sql.hasSuffix(" c") { return ["c", "w"] }
        if sql.contains(" p ") || sql.hasSuffix(" p") { return ["p", "c", "l"] }
        return Set(tables.filter { sql.contains(" \($0) ") || sql.hasSuffix(" \($0)") })
    }

    // MARK: What the tables contain

    private typealias Contents = [String: [Int64: String]]

    private func contents(of database: FMDatabase) throws -> Contents {
        var contents: Contents = [:]
        for table in Self.tables {
            let (key, value): (String, String) =
                switch table {
                case "p": ("id", "x")
                case "c": ("id", "p")
                case "w": ("k", "v")
                case "r": ("id", "n")
                case "l": ("rowid", "a")
                default: ("rowid", "n")
                }
            let rows = try database.rows(
                FMSQL(raw: "SELECT \(key), quote(\(value)) || '' FROM \(table)"), as: (Int64, String).self)
            contents[table] = Dictionary(uniqueKeysWithValues: rows.map { ($0.0, $0.1) })
        }
        return contents
    }
}

/// Which tables were touched, without what was undone.
private struct Reckoning {
    private(set) var committed: Set<String> = []
    private(set) var names: [String] = []
    /// What was touched before the first save point, and since each of them.
    private var layers: [Set<String>] = [[]]

    mutating func touch(_ tables: Set<String>) {
        layers[layers.count - 1].formUnion(tables)
    }

    mutating func begin(_ name: String) {
        names.append(name)
        layers.append([])
    }

    mutating func release(_ name: String) {
        guard let index = names.lastIndex(of: name) else { return }
        while layers.count > index + 1 {
            let top = layers.removeLast()
            layers[layers.count - 1].formUnion(top)
        }
        names.removeLast(names.count - index)
    }

    mutating func rollBack(to name: String) {
        guard let index = names.lastIndex(of: name) else { return }
        layers.removeLast(layers.count - index - 1)
        layers.append([])
        names.removeLast(names.count - index - 1)
    }

    mutating func rollBack() {
        names = []
        layers = [[]]
    }

    mutating func commit() {
        for layer in layers { committed.formUnion(layer) }
        rollBack()
    }
}

/// Numbers by chance, the same for the same beginning.
private struct Generator {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
