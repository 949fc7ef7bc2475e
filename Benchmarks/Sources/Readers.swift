import FMDB

/// Four readers and a writer at the same time, in WAL mode. In C, each has a connection of its own.
struct Readers {
    static let readers = 4
    static let settings = "PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
    private static let insertion = "INSERT INTO visit VALUES (?, ?)"

    let path: String
    let length: Duration
    let keys: [Int64]

    static func trial(_ fixture: Fixture, length: Duration) -> Trial {
        Trial(name: "readers", title: "4 readers and a writer, WAL", columns: ["reads/s", "commits/s"]) {
            let readers = try Readers(fixture, length)
            return [
                Trial.Contender(name: RawC.name) { try readers.round(readers.raw) },
                Trial.Contender(name: "pool, read and write") { try readers.round(readers.pool) },
                Trial.Contender(name: "pool, read and write, async") { try readers.round(readers.poolAsync) },
                Trial.Contender(name: "pool, withDatabase") { try readers.round(readers.poolWithDatabase) },
                Trial.Contender(name: GRDBRows.name) { try readers.round(readers.peer) },
            ]
        }
    }

    /// One thread that reads alone, by the processor's time: what remains of the difference where nobody meets anybody.
    static func alone(_ fixture: Fixture) throws -> [Contender] {
        let readers = try Readers(fixture, .zero)
        let keys = Array(fixture.keys.prefix(fixture.scale.trips))
        let database = try RawDatabase(readers.path, settings: settings)
        let all = try ["BEGIN", Article.selectionByKey, "COMMIT"].map { try database.prepare($0) }
        let pool = try readers.makePool()
        try pool.write { try insert($0) }
        let peer = try GRDBRows.pool(readers.path, readers: Readers.readers)
        return [
            Contender(name: "raw C") { sum in for key in keys { sum.add(try all[1].summary(of: key)) } },
            Contender(name: "raw C, BEGIN and COMMIT") { sum in
                for key in keys {
                    try all[0].finish()
                    sum.add(try all[1].summary(of: key))
                    try all[2].finish()
                }
            },
            Contender(name: "pool, read") { sum in
                for key in keys { sum.add(try pool.read { try ModernSpelling.summary(of: key, in: $0) }) }
            },
            Contender(name: "pool, withDatabase") { sum in
                for key in keys { sum.add(try pool.withDatabase { try ModernSpelling.summary(of: key, in: $0) }) }
            },
            Contender(name: GRDBRows.name) { sum in
                for key in keys { sum.add(try peer.read { try GRDBRows.summary(of: key, in: $0) }) }
            },
        ]
    }

    init(_ fixture: Fixture, _ length: Duration) throws {
        path = fixture.freshPath()
        self.length = length
        keys = Array(fixture.keys.prefix(10_000))
        let database = try RawDatabase(path, settings: Readers.settings)
        try database.run(Article.schema + "CREATE TABLE visit (id INTEGER, length REAL); BEGIN;")
        let article = try database.prepare(Article.insertion)
        for number in 0..<10_000 { try article.insert(Article(number: number)) }
        try database.run("COMMIT")
    }

    /// One round, from the same state of the file.
    private func round(_ contender: () throws -> [Int]) throws -> [Double] {
        try empty()
        let counts = try contender()
        let seconds = length / .seconds(1)
        return [Double(counts.dropLast().reduce(0, +)) / seconds, Double(counts.last ?? 0) / seconds]
    }

    func empty() throws {
        try RawDatabase(path, settings: Readers.settings).run("DELETE FROM visit; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Runs the readers, and at last the writer.
    func threads(
        reader: @escaping @Sendable (StartingLine, Int) throws -> Int,
        writer: @escaping @Sendable (StartingLine) throws -> Int
    ) throws -> [Int] {
        let line = StartingLine(Readers.readers + 1, length: length)
        let readers = (0..<Readers.readers).map { number in { @Sendable () throws in try reader(line, number) } }
        return try Threads.run(
            (readers + [{ try writer(line) }]).map { body in
                {
                    // Who does not come to the line would keep the others there for ever.
                    do { return try body() } catch { fatalError("readers: \(error)") }
                }
            })
    }

    /// The key of a reader's turn.
    static func key(_ keys: [Int64], _ turn: inout Int) -> Int64 {
        turn = turn + 1 == keys.count ? 0 : turn + 1
        return keys[turn]
    }

    private func raw() throws -> [Int] {
        let (path, keys) = (path, keys)
        return try threads { line, number in
            let statement = try RawDatabase(path, settings: Readers.settings).prepare(Article.selectionByKey)
            var (turn, sum) = (number * 2000, Checksum(.lengths))
            return try Lap(end: line.wait()).count(batch: 16) {
                sum.add(try statement.summary(of: Readers.key(keys, &turn)))
            }
        } writer: { line in
            let commit = try Readers.rawCommit(path)
            return try Lap(end: line.wait()).count(commit)
        }
    }

    /// A transaction that inserts a row, on a connection of its own.
    static func rawCommit(_ path: String) throws -> () throws -> Void {
        let database = try RawDatabase(path, settings: Readers.settings)
        let all = try ["BEGIN IMMEDIATE", Readers.insertion, "COMMIT"].map { try database.prepare($0) }
        return {
            try all[0].finish()
            try all[1].bind(7, 1)
            try all[1].bind(8, 2)
            try all[1].finish()
            try all[2].finish()
        }
    }

    func makePool() throws -> FMDatabasePool {
        var configuration = FMDatabasePool.Configuration()
        configuration.maximumReaders = Readers.readers
        configuration.configure = { db in try db.execute("PRAGMA synchronous = NORMAL") }
        return FMDatabasePool(path: path, configuration: configuration)
    }

    static func insert(_ db: FMDatabase) throws {
        try db.execute("INSERT INTO visit VALUES (?, ?)", 7, 8)
    }

    private func pool() throws -> [Int] {
        let (pool, keys) = (try makePool(), keys)
        defer { pool.close() }
        return try threads { line, number in
            var (turn, sum) = (number * 2000, Checksum(.lengths))
            let select = { sum.add(try pool.read { try ModernSpelling.summary(of: Readers.key(keys, &turn), in: $0) }) }
            try select()
            return try Lap(end: line.wait()).count(batch: 16, select)
        } writer: { line in
            let write = { try pool.write { try Readers.insert($0) } }
            try write()
            return try Lap(end: line.wait()).count(write)
        }
    }

    private func poolWithDatabase() throws -> [Int] {
        let (pool, keys) = (try makePool(), keys)
        defer { pool.close() }
        return try threads { line, number in
            var (turn, sum) = (number * 2000, Checksum(.lengths))
            let select = {
                sum.add(try pool.withDatabase { try ModernSpelling.summary(of: Readers.key(keys, &turn), in: $0) })
            }
            try select()
            return try Lap(end: line.wait()).count(batch: 16, select)
        } writer: { line in
            let write = { try pool.withTransaction { try Readers.insert($0) } }
            try write()
            return try Lap(end: line.wait()).count(write)
        }
    }

    private func poolAsync() throws -> [Int] {
        let (pool, keys, length) = (try makePool(), keys, length)
        defer { pool.close() }
        let reader: @Sendable (Int) async throws -> Int = { number in
            var (turn, sum) = (number * 2000, Checksum(.lengths))
            return try await Lap(end: .now.advanced(by: length)).count {
                let key = Readers.key(keys, &turn)
                sum.add(try await pool.read { try ModernSpelling.summary(of: key, in: $0) })
            }
        }
        var bodies: [@Sendable () async throws -> Int] = (0..<Readers.readers).map { number in
            { try await reader(number) }
        }
        bodies.append {
            try await Lap(end: .now.advanced(by: length)).count { try await pool.write { try Readers.insert($0) } }
        }
        // The connections are there before the round begins, as those of the threads are.
        try Tasks.run { try await pool.write { try Readers.insert($0) } }
        return try Tasks.run(bodies)
    }
}
