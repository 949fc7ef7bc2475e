import FMDB
import GRDB
import SQLite3

/// Programs as most are: nothing is switched on, numbers are `Int`, texts are many, dictionaries are read.
enum Everyday {
    static func all(_ fixture: Fixture) -> [Workload] {
        let inserts = fixture.scale.inserts
        let loops = [65, 200, 257, 400].map { count in
            Workload(
                name: "texts-\(count)", title: "Select by key, \(count) texts in a loop", rows: fixture.scale.trips
            ) {
                try texts(count, fixture)
            }
        }
        return [
            Workload(name: "old-updates", title: "executeUpdate(values:) by default settings", rows: inserts) {
                try updates(fixture)
            },
            Workload(name: "old-queries", title: "executeQuery(values:) by default settings", rows: inserts) {
                try queries(fixture)
            },
            Workload(name: "literals", title: "Select by a key in the text, no text twice", rows: fixture.scale.trips) {
                try literals(fixture)
            },
        ] + loops + reading(fixture)
    }

    /// FMDB as it is opened by default, and the same as it would be if it compiled each text each time.
    private static var spellings: [(name: String, settings: (FMDatabase) -> Void)] {
        [
            ("FMDB, default", { _ in }),
            ("FMDB, compiling", { $0.statementCacheCapacity = 0 }),
            ("FMDB, caching", { $0.shouldCacheStatements = true }),
        ]
    }

    private static func open(_ path: String, _ settings: (FMDatabase) -> Void) throws -> FMDatabase {
        let database = try FMDBSpelling.plainOpen.open(path, caches: false)
        settings(database)
        return database
    }
}

// MARK: - An old program's loop

extension Everyday {
    private static func updates(_ fixture: Fixture) throws -> [Contender] {
        let path = try Entry.path(fixture, size: 1_000)
        let ids = Int64(1_001)...Int64(1_000 + fixture.scale.inserts)
        let raw = try Contender.appending(RawC.name, path, size: 1_000, open: { try RawDatabase($0) }) { database in
            try database.run("BEGIN")
            let statement = try database.prepare(Entry.insertion)
            for id in ids { try statement.insertEntry(id) }
            try database.run("COMMIT")
        }
        let classic = try spellings.map { name, settings in
            try Contender.appending(name, path, size: 1_000, open: { try open($0, settings) }) { database in
                try FMDBSpelling.plainOpen.inTransaction(database) {
                    for id in ids {
                        try database.executeUpdate(Entry.insertion, values: [id, Entry.name(id), Entry.amount(id)])
                    }
                }
            }
        }
        let peer = try Contender.appending(GRDBRows.name, path, size: 1_000, open: GRDBRows.open) { queue in
            try queue.inTransaction { db in
                for id in ids {
                    try db.execute(sql: Entry.insertion, arguments: [id, Entry.name(id), Entry.amount(id)])
                }
                return .commit
            }
        }
        return [raw] + classic + [peer]
    }

    private static func queries(_ fixture: Fixture) throws -> [Contender] {
        let keys = (0..<fixture.scale.inserts).map { fixture.keys[$0 % fixture.keys.count] }
        let classic = try spellings.map { name, settings in
            let database = try open(fixture.path, settings)
            return Contender(name: name) { sum in
                for key in keys { sum.add(try FMDBSpelling.summary(of: key, in: database)) }
            }
        }
        let queue = try GRDBRows.open(fixture.path)
        let peer = Contender(name: GRDBRows.name) { sum in
            try queue.inDatabase { db in
                for key in keys {
                    sum.add(try Row.fetchOne(db, sql: Article.selectionByKey, arguments: [key])?.article)
                }
            }
        }
        return try [RawC.point(fixture.path, keys, inTransaction: false)] + classic + [peer]
    }
}

extension Row {
    /// A row of `Article.selectionByKey`.
    fileprivate var article: Article.Summary { (self[0], self[1], self[2], self[3]) }
}

// MARK: - Texts

extension Everyday {
    /// Texts that differ, and mean the same.
    private static func texts(_ count: Int, _ fixture: Fixture) throws -> [Contender] {
        let keys = Array(fixture.keys.prefix(fixture.scale.trips))
        let texts = (0..<count).map { Article.selectionByKey + " -- \($0)" }
        return try contenders(keys, fixture) { texts[$0 % count] }
    }

    /// Texts that come once. Those of the next round are others.
    private static func literals(_ fixture: Fixture) throws -> [Contender] {
        let keys = Array(fixture.keys.prefix(fixture.scale.trips))
        let raw = try RawDatabase(fixture.path)
        var number = 0
        func text() -> String {
            number += 1
            return Article.selectionByKey + " AND \(number) > 0"
        }
        let reference = Contender(name: RawC.name) { sum in
            try raw.run("BEGIN")
            for key in keys { sum.add(try raw.prepare(text(), isKept: false).summary(of: key)) }
            try raw.run("COMMIT")
        }
        return try [reference] + spellings.map { try classic($0, keys, fixture) { _ in text() } }
    }

    private static func contenders(
        _ keys: [Int64], _ fixture: Fixture, _ text: @escaping (Int) -> String
    ) throws -> [Contender] {
        let raw = try RawDatabase(fixture.path)
        let kept = try (0..<400).map { try raw.prepare(text($0)) }
        let count = Set((0..<400).map(text)).count
        let reference = Contender(name: RawC.name) { sum in
            try raw.run("BEGIN")
            for (index, key) in keys.enumerated() { sum.add(try kept[index % count].summary(of: key)) }
            try raw.run("COMMIT")
        }
        let queue = try GRDBRows.open(fixture.path)
        let peer = Contender(name: GRDBRows.name) { sum in
            try queue.inTransaction(.deferred) { db in
                for (index, key) in keys.enumerated() {
                    sum.add(try GRDBRows.summary(of: key, db.cachedStatement(sql: text(index))))
                }
                return .commit
            }
        }
        return try [reference] + spellings.map { try classic($0, keys, fixture, text) } + [
            modern(keys, fixture, text), peer,
        ]
    }

    private static func classic(
        _ spelling: (name: String, settings: (FMDatabase) -> Void), _ keys: [Int64], _ fixture: Fixture,
        _ text: @escaping (Int) -> String
    ) throws -> Contender {
        let database = try open(fixture.path, spelling.settings)
        return Contender(name: spelling.name) { sum in
            try FMDBSpelling.plainOpen.inTransaction(database) {
                for (index, key) in keys.enumerated() {
                    sum.add(try FMDBSpelling.summary(of: key, in: database, text(index)))
                }
            }
        }
    }

    private static func modern(
        _ keys: [Int64], _ fixture: Fixture, _ text: @escaping (Int) -> String
    ) throws -> Contender {
        let database = try ModernSpelling.open(fixture.path)
        return Contender(name: ModernSpelling.name) { sum in
            try database.withTransaction(.deferred) {
                for (index, key) in keys.enumerated() {
                    sum.add(try ModernSpelling.summary(database.query(FMSQL(raw: text(index)), key)))
                }
            }
        }
    }
}
