import FMDB
import SQLite3

/// FMDB's own spellings, with `shouldCacheStatements`.
struct FMDBSpelling {
    /// The name in the table.
    let name: String
    private let flags: Int32?

    /// One connection for one thread: what queue and pool, and the other contenders, use.
    static let withoutMutex = FMDBSpelling(
        name: "FMDB", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX)
    /// What `open()` gives: each call of SQLite takes the connection's mutex.
    static let plainOpen = FMDBSpelling(name: "FMDB, open()", flags: nil)

    static let both = [withoutMutex, plainOpen]

    func open(_ path: String) throws -> FMDatabase {
        let database = FMDatabase(path: path)
        let isOpen = flags.map { database.open(withFlags: $0) } ?? database.open()
        guard isOpen, database.executeStatements(Fixture.settings) else { throw database.lastError() }
        database.shouldCacheStatements = true
        return database
    }

    /// A contender that reads: a query without arguments, and what is done with each row.
    private func reading(
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
        .inserting(name, fixture, open: open) { database in
            guard database.beginTransaction() else { throw database.lastError() }
            for number in 0..<fixture.scale.inserts {
                let event = fixture.events[number % fixture.events.count]
                let isDone = database.executeUpdate(Event.insertion, withArgumentsIn: event.boxed)
                guard isDone else { throw database.lastError() }
            }
            guard database.commit() else { throw database.lastError() }
        }
    }
}

extension Event {
    /// The row as FMDB takes it.
    fileprivate var boxed: [Any] {
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

    func point(_ fixture: Fixture) throws -> Contender {
        let database = try open(fixture.path)
        return Contender(name: name) { sum in
            guard database.beginDeferredTransaction() else { throw database.lastError() }
            for key in fixture.keys {
                let rows = database.executeQuery(Article.selectionByKey, withArgumentsIn: [key])
                guard let rows else { throw database.lastError() }
                if rows.next() {
                    sum.add(rows.longLongInt(forColumnIndex: 0))
                    sum.add(rows.string(forColumnIndex: 1) ?? "")
                    sum.add(rows.double(forColumnIndex: 2))
                    sum.add(rows.columnIndexIsNull(3) ? nil : rows.longLongInt(forColumnIndex: 3))
                }
                rows.close()
            }
            guard database.commit() else { throw database.lastError() }
        }
    }

    func value(_ fixture: Fixture) throws -> Contender {
        let database = try open(fixture.path)
        return Contender(name: name) { sum in
            guard database.beginDeferredTransaction() else { throw database.lastError() }
            for key in fixture.keys {
                if let score = database.doubleForQuery(Article.scoreByKey, key) { sum.add(score) }
            }
            guard database.commit() else { throw database.lastError() }
        }
    }
}
