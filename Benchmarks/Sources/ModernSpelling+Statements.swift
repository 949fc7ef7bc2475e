import FMDB

/// Where statements are run often, each for a row or less. The cache of these spellings is always on, so that there is no
/// way to compile a statement each time: what is uncached elsewhere is cached here.
extension ModernSpelling {
    static func insertUncached(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: { try open($0) }) { database in
            try database.withTransaction(.deferred) {
                for number in 0..<fixture.scale.trips {
                    try insert(fixture.events[number % fixture.events.count], into: database)
                }
            }
        }
    }

    /// All rows by one call.
    static func insertMany(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: { try open($0) }) { database in
            let events = fixture.events
            try database.executeMany(
                FMSQL(raw: Event.insertion), (0..<fixture.scale.inserts).lazy.map { events[$0 % events.count].columns })
        }
    }

    static func smallTransactions(_ fixture: Fixture) -> Contender {
        let open = { try FMDBSpelling.withoutMutex.open($0, settings: $1) }
        return .inserting(name, fixture, settings: Event.smallSettings, open: open) { database in
            for number in 0..<fixture.scale.trips {
                try database.withTransaction {
                    try insert(fixture.events[number % fixture.events.count], into: database)
                }
            }
        }
    }

    static func namedUpdate(_ fixture: Fixture) throws -> Contender {
        try .updating(name, fixture, open: { try open($0) }) { database in
            try database.withTransaction(.deferred) {
                for key in fixture.keys {
                    let change = Article.Change(key)
                    try database.execute(
                        "UPDATE article SET title = :title, score = :score WHERE id = :id", change.title, change.score,
                        key)
                }
            }
        }
    }

    static func dictionaryUpdate(_ fixture: Fixture) throws -> Contender {
        try .updating("modern, by name", fixture, open: { try open($0) }) { database in
            try database.withTransaction(.deferred) {
                for key in fixture.keys {
                    let change = Article.Change(key)
                    try database.execute(
                        FMSQL(
                            raw: Article.update,
                            arguments: ["title": change.title, "score": change.score, "id": key]))
                }
            }
        }
    }

    static func insert(into path: String, _ fixture: Fixture, size: Int) throws -> Contender {
        try .appending(name, path, size: size, open: { try open($0) }) { database in
            try database.withTransaction(.deferred) {
                for id in Entry.added(to: size, fixture) {
                    try database.execute(
                        "INSERT INTO entry VALUES (?, ?, ?)", id, Entry.name(id), Entry.amount(id))
                }
            }
        }
    }

    /// Rows by their keys, in one transaction or each in one of its own.
    static func point(_ path: String, _ keys: [Int64], inTransaction: Bool) throws -> Contender {
        let database = try open(path)
        return Contender(name: name) { sum in
            func select() throws { for key in keys { sum.add(try summary(of: key, in: database)) } }
            if inTransaction { try database.withTransaction(.deferred, select) } else { try select() }
        }
    }

    /// Entries by their keys, in one transaction.
    static func entries(_ path: String, _ keys: [Int64]) throws -> Contender {
        let database = try open(path)
        return Contender(name: name) { sum in
            try database.withTransaction(.deferred) {
                for key in keys {
                    let cursor = try database.query("SELECT id, name, amount, NULL FROM entry WHERE id = ?", key)
                    sum.add(try summary(cursor))
                }
            }
        }
    }

    /// The row of a key.
    @inline(__always)
    static func summary(of key: Int64, in database: FMDatabase) throws -> Article.Summary? {
        try summary(database.query("SELECT id, title, score, parentId FROM article WHERE id = ?", key))
    }

    @inline(__always)
    static func summary(_ cursor: FMResultSet) throws -> Article.Summary? {
        defer { cursor.close() }
        guard let row = try cursor.nextRow() else { return nil }
        return (
            try row.value(at: 0, as: Int64.self), try row.value(at: 1, as: String.self),
            try row.value(at: 2, as: Double.self), try row.value(at: 3, as: Int64?.self)
        )
    }

    static func value(_ path: String, _ keys: [Int64], inTransaction: Bool) throws -> Contender {
        let database = try open(path)
        return Contender(name: name) { sum in
            func select() throws {
                for key in keys {
                    let score = try database.value("SELECT score FROM article WHERE id = ?", key, as: Double?.self)
                    if let score { sum.add(score) }
                }
            }
            if inTransaction { try database.withTransaction(.deferred, select) } else { try select() }
        }
    }

    static func valueInterpolated(_ path: String, _ keys: [Int64], inTransaction: Bool) throws -> Contender {
        let database = try open(path)
        return Contender(name: "modern, interpolated") { sum in
            func select() throws {
                for key in keys {
                    let score = try database.value("SELECT score FROM article WHERE id = \(key)", as: Double?.self)
                    if let score { sum.add(score) }
                }
            }
            if inTransaction { try database.withTransaction(.deferred, select) } else { try select() }
        }
    }

    static func oneColumn(_ fixture: Fixture) throws -> Contender {
        try reading(FMSQL(raw: Counter.flags), fixture) { row, sum in sum.add(try row.value(at: 0, as: Int64.self)) }
    }

    static func structs(_ fixture: Fixture) throws -> Contender {
        let database = try open(fixture.path)
        return Contender(name: name) { sum in
            var all: [Article] = []
            let cursor = try database.query(FMSQL(raw: Article.selection))
            while let row = try cursor.nextRow() {
                all.append(try article(row))
            }
            for article in all { sum.add(article) }
        }
    }

    @inline(__always)
    static func article(_ row: FMRow) throws -> Article {
        Article(
            (
                try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                try row.value(at: 4), try row.value(at: 5)
            ))
    }

    /// Opens a connection, asks for one value, and closes.
    static func openClose(_ fixture: Fixture) -> Contender {
        let (path, keys) = (fixture.path, fixture.keys.prefix(fixture.scale.opens))
        return Contender(name: name) { sum in
            for key in keys {
                let database = FMDatabase(path: path)
                guard database.open(withFlags: FMDBSpelling.withoutMutexFlags) else { throw database.lastError() }
                let score = try database.value("SELECT score FROM article WHERE id = ?", key, as: Double?.self)
                if let score { sum.add(score) }
                guard database.close() else { throw database.lastError() }
            }
        }
    }

    static func fullText(_ path: String, _ words: [String]) throws -> Contender {
        let database = try open(path)
        return Contender(name: name) { sum in
            for word in words {
                let cursor = try database.query(
                    "SELECT rowid, title, rank FROM page WHERE page MATCH ? ORDER BY rank LIMIT 20", word)
                while let row = try cursor.nextRow() {
                    sum.add(try row.value(at: 0, as: Int64.self))
                    sum.add(try row.value(at: 1, as: String.self))
                    sum.add(try row.value(at: 2, as: Double.self))
                }
            }
        }
    }
}
