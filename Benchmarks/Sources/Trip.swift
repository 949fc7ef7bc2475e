import FMDB

/// One access after the other through a queue: what a trip costs, with a select in it and with nothing in it.
enum Trip {
    /// One cached select by key on each trip, outside of a transaction.
    static func select(_ fixture: Fixture) throws -> [Contender] {
        let keys = Array(fixture.keys.prefix(fixture.scale.trips))
        return try [
            raw(fixture, keys), classic(fixture, keys), modern(fixture, keys), asynchronous(fixture, keys),
            grdb(fixture, keys), grdbRead(fixture, keys),
        ]
    }

    /// A connection behind a lock.
    private static func raw(_ fixture: Fixture, _ keys: [Int64]) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Article.selectionByKey)
        let lock = NSLock()
        return Contender(name: RawC.name) { sum in
            for key in keys { sum.add(try lock.withLock { try statement.summary(of: key) }) }
        }
    }

    private static func classic(_ fixture: Fixture, _ keys: [Int64]) throws -> Contender {
        let queue = try queue(fixture)
        return Contender(name: FMDBSpelling.withoutMutex.name) { sum in
            for key in keys {
                queue.inDatabase { db in
                    if let row = try? FMDBSpelling.summary(of: key, in: db) { sum.add(row) }
                }
            }
        }
    }

    private static func modern(_ fixture: Fixture, _ keys: [Int64]) throws -> Contender {
        let queue = try queue(fixture)
        return Contender(name: ModernSpelling.name) { sum in
            for key in keys { sum.add(try queue.withDatabase { db in try ModernSpelling.summary(of: key, in: db) }) }
        }
    }

    private static func asynchronous(_ fixture: Fixture, _ keys: [Int64]) throws -> Contender {
        let queue = try queue(fixture)
        return Contender(name: "modern, async") { sum in
            sum = try inTask(sum) { sum in
                for key in keys {
                    sum.add(try await queue.withDatabase { db in try ModernSpelling.summary(of: key, in: db) })
                }
            }
        }
    }

    /// GRDB's access without a transaction, as that of the others.
    private static func grdb(_ fixture: Fixture, _ keys: [Int64]) throws -> Contender {
        let queue = try GRDBRows.open(fixture.path)
        return Contender(name: GRDBRows.name) { sum in
            for key in keys {
                sum.add(try queue.inDatabase { try GRDBRows.summary(of: key, in: $0) })
            }
        }
    }

    private static func grdbRead(_ fixture: Fixture, _ keys: [Int64]) throws -> Contender {
        let queue = try GRDBRows.open(fixture.path)
        return Contender(name: "GRDB, read") { sum in
            for key in keys {
                sum.add(try queue.read { try GRDBRows.summary(of: key, in: $0) })
            }
        }
    }

    /// A body that does nothing, on each trip.
    static func nothing(_ fixture: Fixture) throws -> [Contender] {
        let count = fixture.scale.trips
        let queue = try queue(fixture)
        let lock = NSLock()
        return [
            Contender(name: "NSLock") { _ in for _ in 0..<count { lock.withLock {} } },
            Contender(name: "FMDB, inDatabase") { _ in for _ in 0..<count { queue.inDatabase { _ in } } },
            Contender(name: "modern, withDatabase") { _ in for _ in 0..<count { try queue.withDatabase { _ in } } },
            Contender(name: "the same, with a timeout") { _ in
                for _ in 0..<count { try queue.withDatabase(timeout: .seconds(60)) { _ in } }
            },
            Contender(name: "modern, async") { sum in
                sum = try inTask(sum) { _ in for _ in 0..<count { try await queue.withDatabase { _ in } } }
            },
        ]
    }

    private static func queue(_ fixture: Fixture) throws -> FMDatabaseQueue {
        try queue(fixture.path, Fixture.settings)
    }

    static func queue(_ path: String, _ settings: String) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { db in
            guard db.executeStatements(settings) else { throw db.lastError() }
            db.shouldCacheStatements = true
        }
        return try FMDatabaseQueue(path: path, configuration: configuration)
    }

    /// Runs a body in a task, and waits for it.
    private static func inTask(
        _ sum: Checksum, _ body: @escaping @Sendable (inout Checksum) async throws -> Void
    ) throws -> Checksum {
        try Tasks.run { () async throws -> Checksum in
            var sum = sum
            try await body(&sum)
            return sum
        }
    }
}
