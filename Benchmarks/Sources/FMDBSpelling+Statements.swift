import FMDB

/// Where statements are run often, each for a row or less.
extension FMDBSpelling {
    func insertUncached(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: { try open($0, caches: false) }) { database in
            try inTransaction(database) {
                try insert(fixture.scale.trips, of: fixture, into: database)
            }
        }
    }

    func smallTransactions(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, settings: Event.smallSettings, open: { try open($0, settings: $1) }) { database in
            for number in 0..<fixture.scale.trips {
                guard database.beginImmediateTransaction() else { throw database.lastError() }
                let event = fixture.events[number % fixture.events.count]
                let isDone = database.executeUpdate(Event.insertion, withArgumentsIn: event.boxed)
                guard isDone, database.commit() else { throw database.lastError() }
            }
        }
    }

    func namedUpdate(_ fixture: Fixture) throws -> Contender {
        try .updating(name, fixture, open: { try open($0) }) { database in
            try inTransaction(database) {
                for key in fixture.keys {
                    let change = Article.Change(key)
                    let isDone = database.executeUpdate(
                        Article.update,
                        withParameterDictionary: ["title": change.title, "score": change.score, "id": key])
                    guard isDone else { throw database.lastError() }
                }
            }
        }
    }

    /// The same with names in boxes.
    func boxedUpdate(_ fixture: Fixture) throws -> Contender {
        try .updating(name + ", AnyHashable", fixture, open: { try open($0) }) { database in
            try inTransaction(database) {
                for key in fixture.keys {
                    let change = Article.Change(key)
                    let values: [AnyHashable: Any] = ["title": change.title, "score": change.score, "id": key]
                    let isDone = database.executeUpdate(Article.update, withParameterDictionary: values)
                    guard isDone else { throw database.lastError() }
                }
            }
        }
    }

    func insert(into path: String, _ fixture: Fixture, size: Int) throws -> Contender {
        try .appending(name, path, size: size, open: { try open($0) }) { database in
            try inTransaction(database) {
                for id in Entry.added(to: size, fixture) {
                    let row: [Any] = [id, Entry.name(id), Entry.amount(id)]
                    let isDone = database.executeUpdate(Entry.insertion, withArgumentsIn: row)
                    guard isDone else { throw database.lastError() }
                }
            }
        }
    }

    func inTransaction(_ database: FMDatabase, _ body: () throws -> Void) throws {
        guard database.beginDeferredTransaction() else { throw database.lastError() }
        try body()
        guard database.commit() else { throw database.lastError() }
    }

    /// Rows by their keys, in one transaction or each in one of its own.
    func point(
        _ path: String, _ keys: [Int64], inTransaction: Bool, caches: Bool = true, sql: String = Article.selectionByKey
    ) throws -> Contender {
        let database = try open(path, caches: caches)
        return Contender(name: name) { sum in
            func select() throws { for key in keys { sum.add(try FMDBSpelling.summary(of: key, in: database, sql)) } }
            if inTransaction { try self.inTransaction(database, select) } else { try select() }
        }
    }

    @inline(__always)
    static func summary(
        of key: Int64, in database: FMDatabase, _ sql: String = Article.selectionByKey
    ) throws -> Article.Summary? {
        guard let rows = database.executeQuery(sql, withArgumentsIn: [key]) else { throw database.lastError() }
        defer { rows.close() }
        guard rows.next() else { return nil }
        return (
            rows.longLongInt(forColumnIndex: 0), rows.string(forColumnIndex: 1) ?? "", rows.double(forColumnIndex: 2),
            rows.columnIndexIsNull(3) ? nil : rows.longLongInt(forColumnIndex: 3)
        )
    }

    func value(_ path: String, _ keys: [Int64], inTransaction: Bool) throws -> Contender {
        let database = try open(path)
        return Contender(name: name) { sum in
            func select() throws {
                for key in keys {
                    if let score = database.doubleForQuery(Article.scoreByKey, key) { sum.add(score) }
                }
            }
            if inTransaction { try self.inTransaction(database, select) } else { try select() }
        }
    }

    func oneColumn(_ fixture: Fixture) throws -> Contender {
        try reading(Counter.flags, fixture) { rows, sum in sum.add(rows.longLongInt(forColumnIndex: 0)) }
    }

    func structs(_ fixture: Fixture) throws -> Contender {
        let database = try open(fixture.path)
        return Contender(name: name) { sum in
            var all: [Article] = []
            let rows = try database.executeQuery(Article.selection, values: nil)
            while rows.next() {
                all.append(
                    Article(
                        (
                            rows.longLongInt(forColumnIndex: 0), rows.string(forColumnIndex: 1) ?? "",
                            rows.string(forColumnIndex: 2) ?? "", rows.double(forColumnIndex: 3),
                            rows.data(forColumnIndex: 4) ?? Data(),
                            rows.columnIndexIsNull(5) ? nil : rows.longLongInt(forColumnIndex: 5)
                        )))
            }
            for article in all { sum.add(article) }
        }
    }

    /// Opens a connection, asks for one value, and closes.
    func openClose(_ fixture: Fixture) -> Contender {
        let (path, keys) = (fixture.path, fixture.keys.prefix(fixture.scale.opens))
        return Contender(name: name) { sum in
            for key in keys {
                let database = FMDatabase(path: path)
                let isOpen = flags.map { database.open(withFlags: $0) } ?? database.open()
                guard isOpen else { throw database.lastError() }
                if let score = database.doubleForQuery(Article.scoreByKey, key) { sum.add(score) }
                guard database.close() else { throw database.lastError() }
            }
        }
    }

    func fullText(_ path: String, _ words: [String]) throws -> Contender {
        let database = try open(path)
        return Contender(name: name) { sum in
            for word in words {
                guard let rows = database.executeQuery(Page.search, withArgumentsIn: [word]) else {
                    throw database.lastError()
                }
                while rows.next() {
                    sum.add(rows.longLongInt(forColumnIndex: 0))
                    sum.add(rows.string(forColumnIndex: 1) ?? "")
                    sum.add(rows.double(forColumnIndex: 2))
                }
            }
        }
    }
}
