import FMDBModel
import FMDBTestHelpers

private struct Person: Codable, FMModel {
    var id: Int64?
    var name: String
    var note: String?
    var age: Int?

    static let tableName = "person"
}

/// The same table with a column more and one that must not be NULL, so that the table is built anew.
private struct Changed: Codable, FMModel {
    var id: Int64?
    var name: String
    var age: Int
    var mail: String

    static let tableName = "person"
    static let tableOptions = FMTableOptions(defaults: ["age": 0, "mail": ""])
}

private struct Imported: Codable, FMModel {
    var id: Int64?
    var name: String?
    var age: Int?
}

/// A way to use a database. Each call of it may throw; all of them come back, and what was opened can be closed.
enum HostileVisit: CaseIterable, Sendable {
    case database, statements, backup, queue, pool, models, upgrade, records, migration, imports, observation,
        untrusted, repair

    func make(_ path: String) {
        switch self {
        case .database: open(path, readEverything)
        case .statements: open(path, runStatements)
        case .backup: open(path) { copy($0, to: path) }
        case .models: open(path, useModels)
        case .upgrade: open(path) { db in attempt { try db.upgradeTable(Changed.self) } }
        case .records: open(path, useRecords)
        case .migration: open(path, migrate)
        case .imports: open(path, importTables)
        case .queue: useQueue(path)
        case .pool: usePool(path)
        case .observation: observe(path)
        case .untrusted: openUntrusted(path)
        case .repair: salvage(path)
        }
    }
}

private func attempt(_ body: () throws -> Void) {
    do { try body() } catch {}
}

/// Nothing has to be on disk, and nobody else has a lock.
@Sendable private func configure(_ database: FMDatabase) {
    database.logsErrors = false
    database.maxBusyRetryTimeInterval = 0
    database.executeStatements("PRAGMA synchronous = OFF")
}

private func open(_ path: String, _ body: (FMDatabase) -> Void) {
    let database = FMDatabase(path: path)
    database.logsErrors = false
    if database.open() {
        configure(database)
        body(database)
    }
    precondition(database.close() && !database.isOpen, "a database does not close")
}

private func salvage(_ path: String) {
    attempt {
        try FMRepair(path).salvage(to: path + "-rescued")
        open(path + "-rescued") { db in
            let answer = try? db.value("PRAGMA quick_check(1)", as: String.self)
            precondition(answer != nil, "the new file is damaged, too")
        }
    }
}

private func readEverything(_ db: FMDatabase) {
    _ = db.goodConnection
    _ = db.tableExists("person")
    _ = db.columnExists("name", inTableWithName: "person")
    _ = db.userVersion
    _ = db.applicationID
    for rows in [db.getSchema(), db.getTableSchema("person")] {
        while rows?.next() ?? false { _ = rows?.resultDictionary }
        rows?.close()
    }
    let names = (try? db.rows("SELECT name FROM sqlite_master", as: String.self)) ?? ["person"]
    for name in Set(names).sorted().prefix(30) {
        guard
            let rows = db.executeQuery(
                "SELECT * FROM " + FMSQL.quoted(identifier: name) + " LIMIT 70", withArgumentsIn: [])
        else { continue }
        while rows.next() {
            for column in 0..<rows.columnCount {
                _ = (
                    rows.object(forColumnIndex: column), rows.string(forColumnIndex: column),
                    rows.data(forColumnIndex: column)
                )
                _ = (
                    rows.longLongInt(forColumnIndex: column), rows.double(forColumnIndex: column),
                    rows.date(forColumnIndex: column)
                )
            }
        }
    }
    attempt { _ = try db.rows("PRAGMA integrity_check(5)", as: String.self) }
}

private func runStatements(_ db: FMDatabase) {
    db.executeStatements("SELECT * FROM old; INSERT INTO person (name) VALUES ('x'); UPDATE person SET age = age + 1")
    db.executeUpdate("DELETE FROM person WHERE id IN (3, 4)", withArgumentsIn: [])
    attempt { try db.withTransaction { _ = try db.executeMany("INSERT INTO trace VALUES (?)", 1...50) } }
    attempt { try db.withSavePoint { _ = try db.execute("DROP TABLE IF EXISTS pair") } }
    attempt { _ = try db.rows("SELECT text, offsets(words) FROM words WHERE words MATCH 'one'", as: String.self) }
    for text in ["PRAGMA incremental_vacuum(3)", "REINDEX", "ANALYZE", "VACUUM"] {
        db.executeUpdate(text, withArgumentsIn: [])
    }
}

private func copy(_ db: FMDatabase, to path: String) {
    db.write(toFile: path + "-copy")
    let memory = FMDatabase(path: nil)
    memory.logsErrors = false
    guard memory.open() else { return }
    memory.read(fromFile: path)
    attempt { _ = try memory.value("SELECT count(*) FROM person", as: Int.self) }
    precondition(memory.close(), "a copy does not close")
}

private func useModels(_ db: FMDatabase) {
    attempt { _ = try db.createTable(Person.self) }
    attempt { _ = try db.find(Person.self) }
    attempt { _ = try db.count(Person.self, where: "age > \(3)") }
    attempt {
        var person = Person(name: "new", age: 7)
        try db.insert(&person)
        person.age = 8
        try db.save(&person)
        try db.delete(person)
    }
}

private func useRecords(_ db: FMDatabase) {
    attempt { _ = try db.find(FMRecord.self, from: "person", limit: 20) }
    attempt { _ = try db.rows("SELECT id, name, note, age FROM person LIMIT 20", as: Person.self) }
    attempt { _ = try db.insert(["name": "new"], into: "person") }
    attempt { try db.forEachRow("SELECT * FROM pair") { _ = try $0.values() } }
}

private func migrate(_ db: FMDatabase) {
    var migrator = FMMigrator([
        .step("index ages") { try $0.execute("CREATE INDEX IF NOT EXISTS ages ON person (age)") },
        .step("fill") { try $0.execute("UPDATE person SET age = 0 WHERE age IS NULL") },
    ])
    migrator.lockTimeout = .zero
    attempt { _ = try migrator.pending(in: db) }
    attempt { _ = try migrator.migrate(db) }
}

private func importTables(_ db: FMDatabase) {
    attempt { try db.importJQFMDB(Imported.self, from: "jq") }
    attempt { try db.importBGFMDB(Imported.self, from: "bg", options: FMImportOptions(unreadable: .makeNil)) }
}

// MARK: - Queues and pools

private var configuration: FMDatabaseCoordinator.Configuration {
    var configuration = FMDatabaseCoordinator.Configuration()
    configuration.configure = configure
    return configuration
}

private func useQueue(_ path: String) {
    guard let queue = try? FMDatabaseQueue(path: path, configuration: configuration) else { return }
    queue.inTransaction { db, _ in db.executeUpdate("INSERT INTO person (name) VALUES (?)", withArgumentsIn: ["x"]) }
    attempt { try queue.withTransaction { _ = try $0.find(FMRecord.self, from: "person") } }
    attempt { try queue.checkpoint(.truncate) }
    queue.close()
}

private func usePool(_ path: String) {
    let pool = FMDatabasePool(path: path, configuration: configuration)
    pool.inDatabase { db in _ = db.tableExists("person") }
    attempt { _ = try pool.read { try $0.rows("SELECT name FROM old", as: String?.self) } }
    attempt { try pool.write { _ = try $0.execute("DELETE FROM child") } }
    attempt { _ = try pool.read { try $0.value("SELECT count(*) FROM person", as: Int.self) } }
    pool.close()
}

private func observe(_ path: String) {
    let pool = FMDatabasePool(path: path, configuration: configuration)
    let observation = pool.observe(["person", "trace"]) { _ in }
    attempt { try pool.write { _ = try $0.execute("UPDATE person SET name = 'y' WHERE id < 4") } }
    attempt { try pool.write { _ = try $0.execute("DELETE FROM person") } }
    observation.cancel()
    pool.close()
}

// MARK: - With restrictions

private func openUntrusted(_ path: String) {
    for check in [FMDatabase.Restrictions.Check.none, .quick, .full] {
        var restrictions = FMDatabase.Restrictions()
        restrictions.check = check
        let database = FMDatabase(path: path)
        database.logsErrors = false
        attempt { try database.open(untrusted: restrictions) }
        if database.isOpen {
            configure(database)
            readEverything(database)
            runStatements(database)
        }
        precondition(database.close() && !database.isOpen, "a restricted database does not close")
    }
    var restricted = configuration
    restricted.untrusted = FMDatabase.Restrictions()
    let pool = FMDatabasePool(path: path, configuration: restricted)
    attempt { _ = try pool.read { try $0.value("SELECT count(*) FROM person", as: Int.self) } }
    attempt { try pool.write { _ = try $0.execute("DELETE FROM child") } }
    pool.close()
}
