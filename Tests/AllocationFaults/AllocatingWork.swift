import FMDB
import FMDBModel
import FMDBTestHelpers

/// What the library does while memory runs out, on a file with twenty rows.
enum AllocatingWork: String, CaseIterable {
    case database, legacy, queue, pool, group, models, upgrade, migration, copies, functions

    /// A call has returned something else than it should.
    struct Wrong: Error {}

    func prepare(_ path: String) throws {
        let db = FMDatabase.file(path)
        defer { db.close() }
        try db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        for id in 1...20 { try db.execute("INSERT INTO item VALUES (\(id), \("name \(id)"))") }
    }

    func run(_ path: String) throws {
        switch self {
        case .database, .legacy, .functions:
            let db = SilentDatabase(path: path)
            guard db.open() else { throw db.lastError() }
            defer { db.close() }
            switch self {
            case .database: try useDatabase(db)
            case .legacy: try useLegacySpelling(db)
            default: try useFunction(db)
            }
        case .pool:
            let pool = SilentPool(path: path, configuration: .init())
            defer { pool.close() }
            try pool.write { try insert($0) }
            try pool.read { try read($0) }
        case .copies:
            let db = SilentDatabase(path: nil)
            guard db.open() else { throw db.lastError() }
            defer { db.close() }
            // The reason is that of the other connection; it is logged.
            guard db.read(fromFile: path), db.write(toFile: path + ".copy") else { throw FMError(.noMemory, "no copy") }
        case .queue, .group, .models, .upgrade, .migration:
            var configuration = FMDatabaseCoordinator.Configuration()
            if self == .group { configuration.groupCommit = .init() }
            let queue = try SilentQueue(path: path, configuration: configuration)
            defer { queue.close() }
            try use(queue)
        }
    }

    private func use(_ queue: FMDatabaseQueue) throws {
        switch self {
        case .models:
            try queue.insert([Item(id: 21, name: "name 21"), Item(id: 22, name: "name 22")])
            let found = try queue.find(Item.self, where: "id > \(20)")
            guard found.map(\.name) == ["name 21", "name 22"] else { throw Wrong() }
        case .upgrade: try queue.upgradeTable(WiderItem.self, named: "item")
        case .migration: try SampleMigration.migrator().migrate(queue)
        default:
            try queue.withTransaction { try insert($0) }
            try queue.withDatabase { try read($0) }
        }
    }

    private func insert(_ db: FMDatabase) throws {
        for id in 21...22 { try db.execute("INSERT INTO item VALUES (\(id), \("name \(id)"))") }
    }

    private func read(_ db: FMDatabase) throws {
        let names = try db.rows("SELECT name FROM item WHERE id IN \([21, 22]) ORDER BY id", as: String.self)
        guard names == ["name 21", "name 22"] else { throw Wrong() }
    }

    private func useDatabase(_ db: FMDatabase) throws {
        struct Undone: Error {}
        try db.withTransaction {
            try insert(db)
            do {
                try db.withSavePoint {
                    try db.execute("DELETE FROM item")
                    throw Undone()
                }
            } catch is Undone {}
        }
        try read(db)
    }

    private func useLegacySpelling(_ db: FMDatabase) throws {
        guard db.beginTransaction() else { throw db.lastError() }
        for id in 21...22 {
            guard db.executeUpdate("INSERT INTO item VALUES (?, ?)", withArgumentsIn: [id, "name \(id)"]) else {
                let error = db.lastError()
                db.rollback()
                throw error
            }
        }
        guard db.commit() else {
            let error = db.lastError()
            db.rollback()
            throw error
        }
        guard let rows = db.executeQuery("SELECT * FROM item WHERE id = ?", withArgumentsIn: [21]) else {
            throw db.lastError()
        }
        defer { rows.close() }
        guard rows.next() else { throw db.lastError() }
        guard rows.resultDictionary?["name"] as? String == "name 21" else {
            throw db.hadError() ? db.lastError() : Wrong()
        }
    }

    private func useFunction(_ db: FMDatabase) throws {
        try db.addFunction("shout", argumentCount: 1) { values in
            if case .text(let text) = values[0] { .text(text.uppercased()) } else { .null }
        }
        guard try db.value("SELECT shout(name) FROM item WHERE id = 3", as: String?.self) == "NAME 3" else {
            throw Wrong()
        }
    }

    /// What is wrong with the file afterwards.
    func fault(_ path: String, _ error: (any Error)?) throws -> String? {
        if error is Wrong { return "a result is wrong" }
        if let error, !isExpected(error) { return "the error is \(error)" }
        let db = FMDatabase.file(path)
        defer { db.close() }
        guard try db.value("PRAGMA integrity_check", as: String.self) == "ok" else { return "the file is corrupt" }
        if error == nil, try !isDone(path, db) { return "no error, and not done" }
        let count = try db.value("SELECT count(*) FROM item", as: Int.self)
        let isWriting = [.database, .legacy, .queue, .pool, .group, .models].contains(self)
        let expected = isWriting ? (error == nil ? [22] : [20, 22]) : [20]
        return expected.contains(count) ? nil : "\(count) rows; error \(error.map { "\($0)" } ?? "none")"
    }

    private func isDone(_ path: String, _ db: FMDatabase) throws -> Bool {
        switch self {
        case .upgrade: db.columnExists("size", inTableWithName: "item")
        case .migration: try SampleMigration.wholeSteps(in: db) == SampleMigration.names.count
        case .copies: try copied(path + ".copy") == 20
        default: true
        }
    }

    private func copied(_ path: String) throws -> Int {
        let copy = FMDatabase.file(path)
        defer { copy.close() }
        return try copy.value("SELECT count(*) FROM item", as: Int.self)
    }

    /// SQLite tells some failed allocations otherwise: as a file that cannot be opened, or as a call that cannot be made.
    private func isExpected(_ error: any Error) -> Bool {
        let codes: [FMResultCode] = [.noMemory, .cantOpen, .ioError]
        return (error as? FMError).map { codes.contains($0.resultCode) } ?? false
    }
}

private struct Item: FMModel, Codable {
    var id: Int
    var name: String

    static let tableName = "item"
}

private struct WiderItem: FMModel, Codable {
    var id: Int
    var name: String
    var size: Int?
}
