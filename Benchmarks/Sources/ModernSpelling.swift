import FMDB
import SQLite3

/// The spellings that throw. Their statements are cached without being asked for.
enum ModernSpelling {
    static let name = "modern"

    static func open(_ path: String) throws -> FMDatabase {
        try FMDBSpelling.withoutMutex.open(path)
    }

    static func reading(
        _ sql: FMSQL, _ fixture: Fixture, _ body: @escaping (FMRow, inout Checksum) throws -> Void
    ) throws -> Contender {
        let database = try open(fixture.path)
        return Contender(name: name) { sum in
            let cursor = try database.query(sql)
            while let row = try cursor.nextRow() { try body(row, &sum) }
        }
    }
}

// MARK: - Writing

extension ModernSpelling {
    static func insert(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: open) { database in
            try database.withTransaction(.deferred) {
                for number in 0..<fixture.scale.inserts {
                    try insert(fixture.events[number % fixture.events.count], into: database)
                }
            }
        }
    }

    @inline(__always)
    static func insert(_ event: Event, into database: FMDatabase) throws {
        try database.execute(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", event.owner, event.createdAt, event.updatedAt,
            event.flags, event.latitude, event.longitude, event.name, event.note, event.digest, event.parent)
    }

    static func insertInterpolated(_ fixture: Fixture) -> Contender {
        .inserting("modern, interpolated", fixture, open: open) { database in
            try database.withTransaction(.deferred) {
                for number in 0..<fixture.scale.inserts {
                    let event = fixture.events[number % fixture.events.count]
                    try database.execute(
                        """
                        INSERT INTO event VALUES (\(event.owner), \(event.createdAt), \(event.updatedAt), \
                        \(event.flags), \(event.latitude), \(event.longitude), \(event.name), \(event.note), \
                        \(event.digest), \(event.parent))
                        """)
                }
            }
        }
    }
}

// MARK: - Reading

extension ModernSpelling {
    static func articlesByIndex(_ fixture: Fixture) throws -> Contender {
        try reading(FMSQL(raw: Article.selection), fixture) { row, sum in
            sum.add(try row.value(at: 0, as: Int64.self))
            sum.add(try row.value(at: 1, as: String.self))
            sum.add(try row.value(at: 2, as: String.self))
            sum.add(try row.value(at: 3, as: Double.self))
            sum.add(try row.value(at: 4, as: Data.self))
            sum.add(try row.value(at: 5, as: Int64?.self))
        }
    }

    static func articlesByName(_ fixture: Fixture) throws -> Contender {
        try reading(FMSQL(raw: Article.selection), fixture) { row, sum in
            sum.add(try row.value("id", as: Int64.self))
            sum.add(try row.value("title", as: String.self))
            sum.add(try row.value("summary", as: String.self))
            sum.add(try row.value("score", as: Double.self))
            sum.add(try row.value("cover", as: Data.self))
            sum.add(try row.value("parentId", as: Int64?.self))
        }
    }

    static func countersByIndex(_ fixture: Fixture) throws -> Contender {
        try reading(FMSQL(raw: Counter.selection), fixture) { row, sum in
            for column in 0..<10 { sum.add(try row.value(at: column, as: Int64.self)) }
        }
    }

    static func countersByName(_ fixture: Fixture) throws -> Contender {
        try reading(FMSQL(raw: Counter.selection), fixture) { row, sum in
            sum.add(try row.value("id", as: Int64.self))
            sum.add(try row.value("ownerId", as: Int64.self))
            sum.add(try row.value("createdAt", as: Int64.self))
            sum.add(try row.value("updatedAt", as: Int64.self))
            sum.add(try row.value("viewCount", as: Int64.self))
            sum.add(try row.value("likeCount", as: Int64.self))
            sum.add(try row.value("replyCount", as: Int64.self))
            sum.add(try row.value("numberOfAttachments", as: Int64.self))
            sum.add(try row.value("lastModifiedTimestamp", as: Int64.self))
            sum.add(try row.value("flags", as: Int64.self))
        }
    }

    static func dictionaries(_ fixture: Fixture) throws -> Contender {
        try reading(FMSQL(raw: Article.selection), fixture) { row, sum in
            sum.add(try row.dictionary())
        }
    }

    static func tuples(_ fixture: Fixture) throws -> Contender {
        let database = try open(fixture.path)
        return Contender(name: name) { sum in
            let rows = try database.rows(FMSQL(raw: Article.selection), as: Article.Columns.self)
            for row in rows { sum.add(row) }
        }
    }

    static func decodables(_ fixture: Fixture) throws -> Contender {
        let database = try open(fixture.path)
        return Contender(name: name) { sum in
            let rows = try database.rows(FMSQL(raw: Article.selection), as: Article.self)
            for row in rows { sum.add(row) }
        }
    }
}

extension Checksum {
    /// An article as a dictionary of values.
    @inline(__always)
    fileprivate mutating func add(_ row: [String: FMValue]) {
        add(Int64(row.count))
        guard depth == .everyByte else { return }
        add(
            Article(
                boxed: row.mapValues { value -> Any in
                    switch value {
                    case .null: NSNull()
                    case .integer(let integer): integer
                    case .real(let real): real
                    case .text(let text): text
                    case .blob(let data): data
                    }
                }))
    }
}
