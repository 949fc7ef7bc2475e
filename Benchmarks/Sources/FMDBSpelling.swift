import FMDB
import SQLite3

/// FMDB's own spellings, with `shouldCacheStatements`.
struct FMDBSpelling {
    /// The name in the table.
    let name: String
    let flags: Int32?

    /// One connection for one thread: what queue and pool, and the other contenders, use.
    static let withoutMutex = FMDBSpelling(name: "FMDB", flags: withoutMutexFlags)
    static let withoutMutexFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    /// What `open()` gives: each call of SQLite takes the connection's mutex.
    static let plainOpen = FMDBSpelling(name: "FMDB, open()", flags: nil)

    static let both = [withoutMutex, plainOpen]

    func open(_ path: String, settings: String = Fixture.settings, caches: Bool = true) throws -> FMDatabase {
        let database = FMDatabase(path: path)
        let isOpen = flags.map { database.open(withFlags: $0) } ?? database.open()
        guard isOpen, database.executeStatements(settings) else { throw database.lastError() }
        database.shouldCacheStatements = caches
        return database
    }

    /// A contender that reads: a query without arguments, and what is done with each row.
    func reading(
        _ sql: String, _ fixture: Fixture, _ row: @escaping (FMResultSet, inout Checksum) -> Void
    ) throws -> Contender {
        let database = try open(fixture.path)
        return Contender(name: name) { sum in
            let rows = try database.executeQuery(sql, values: nil)
            while rows.next() { row(rows, &sum) }
        }
    }
}

// MARK: - Writing

extension FMDBSpelling {
    func insert(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: { try open($0) }) { database in
            try inTransaction(database) { try insert(fixture.scale.inserts, of: fixture, into: database) }
        }
    }

    func insert(_ count: Int, of fixture: Fixture, into database: FMDatabase) throws {
        for number in 0..<count {
            let event = fixture.events[number % fixture.events.count]
            let isDone = database.executeUpdate(Event.insertion, withArgumentsIn: event.boxed)
            guard isDone else { throw database.lastError() }
        }
    }
}

extension Event {
    /// The row as FMDB takes it.
    var boxed: [Any] {
        [
            owner, createdAt, updatedAt, flags, latitude, longitude, name, note, digest, parent ?? NSNull(),
        ]
    }
}

// MARK: - Reading

extension FMDBSpelling {
    func articlesByIndex(_ fixture: Fixture) throws -> Contender {
        try reading(Article.selection, fixture) { rows, sum in
            sum.add(rows.longLongInt(forColumnIndex: 0))
            sum.add(rows.string(forColumnIndex: 1) ?? "")
            sum.add(rows.string(forColumnIndex: 2) ?? "")
            sum.add(rows.double(forColumnIndex: 3))
            sum.add(rows.data(forColumnIndex: 4) ?? Data())
            sum.add(rows.columnIndexIsNull(5) ? nil : rows.longLongInt(forColumnIndex: 5))
        }
    }

    func articlesByName(_ fixture: Fixture) throws -> Contender {
        try reading(Article.selection, fixture) { rows, sum in
            sum.add(rows.longLongInt(forColumn: "id"))
            sum.add(rows.string(forColumn: "title") ?? "")
            sum.add(rows.string(forColumn: "summary") ?? "")
            sum.add(rows.double(forColumn: "score"))
            sum.add(rows.data(forColumn: "cover") ?? Data())
            sum.add(rows.columnIsNull("parentId") ? nil : rows.longLongInt(forColumn: "parentId"))
        }
    }

    func countersByIndex(_ fixture: Fixture) throws -> Contender {
        try reading(Counter.selection, fixture) { rows, sum in
            for column in Int32(0)..<10 { sum.add(rows.longLongInt(forColumnIndex: column)) }
        }
    }

    func countersByName(_ fixture: Fixture) throws -> Contender {
        try reading(Counter.selection, fixture) { rows, sum in
            sum.add(rows.longLongInt(forColumn: "id"))
            sum.add(rows.longLongInt(forColumn: "ownerId"))
            sum.add(rows.longLongInt(forColumn: "createdAt"))
            sum.add(rows.longLongInt(forColumn: "updatedAt"))
            sum.add(rows.longLongInt(forColumn: "viewCount"))
            sum.add(rows.longLongInt(forColumn: "likeCount"))
            sum.add(rows.longLongInt(forColumn: "replyCount"))
            sum.add(rows.longLongInt(forColumn: "numberOfAttachments"))
            sum.add(rows.longLongInt(forColumn: "lastModifiedTimestamp"))
            sum.add(rows.longLongInt(forColumn: "flags"))
        }
    }

    func dictionaries(_ fixture: Fixture) throws -> Contender {
        try reading(Article.selection, fixture) { rows, sum in
            if let row = rows.resultDictionary { sum.add(row) }
        }
    }
}
