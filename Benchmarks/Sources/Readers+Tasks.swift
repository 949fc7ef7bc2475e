import FMDB
import GRDB

extension GRDBRows {
    /// A pool, set up as those of the others are.
    static func pool(_ path: String, readers: Int) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.maximumReaderCount = readers
        configuration.busyMode = .timeout(2)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
        return try DatabasePool(path: path, configuration: configuration)
    }

    static func insertVisit(_ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO visit VALUES (?, ?)")
        statement.setUncheckedArguments([7, 8])
        try statement.execute()
    }

    static func score(of key: Int64, in db: Database) throws -> Double? {
        let statement = try db.cachedStatement(sql: Article.scoreByKey)
        statement.setUncheckedArguments([key])
        return try Double.fetchCursor(statement).next()
    }
}

extension Readers {
    /// GRDB's pool.
    func peer() throws -> [Int] {
        let (pool, keys) = (try GRDBRows.pool(path, readers: Readers.readers), keys)
        return try threads { line, number in
            var (turn, sum) = (number * 2000, Checksum(.lengths))
            let select = {
                let key = Readers.key(keys, &turn)
                sum.add(try pool.read { try GRDBRows.summary(of: key, in: $0) })
            }
            try select()
            return try Lap(end: line.wait()).count(batch: 16, select)
        } writer: { line in
            let write = { try pool.write { try GRDBRows.insertVisit($0) } }
            try write()
            return try Lap(end: line.wait()).count(write)
        }
    }
}

// MARK: - Many tasks

extension Readers {
    private static let tasks = 64

    /// Sixty-four tasks that read, more than there are connections.
    static func tasks(_ fixture: Fixture, length: Duration) -> Trial {
        Trial(name: "tasks", title: "64 tasks that read, WAL", columns: ["reads/s"]) {
            let readers = try Readers(fixture, length)
            return [
                Trial.Contender(name: RawC.name) { try readers.rate(readers.rawTasks()) },
                Trial.Contender(name: "pool, read, async") { try readers.rate(readers.poolTasks()) },
                Trial.Contender(name: GRDBRows.name) { try readers.rate(readers.peerTasks()) },
            ]
        }
    }

    private func rate(_ counts: [Int]) -> [Double] { [Double(counts.reduce(0, +)) / (length / .seconds(1))] }

    /// Runs a body in each task until the round is over.
    private func inTasks(_ body: @escaping @Sendable (Int64) async throws -> Article.Summary?) throws -> [Int] {
        let (keys, length) = (keys, length)
        return try Tasks.run(
            (0..<Readers.tasks).map { number in
                { () async throws -> Int in
                    var (turn, sum) = (number * keys.count / Readers.tasks, Checksum(.lengths))
                    return try await Lap(end: .now.advanced(by: length)).count {
                        sum.add(try await body(Readers.key(keys, &turn)))
                    }
                }
            })
    }

    /// A connection for each task: nobody waits but for a core. A task gives way after each select.
    private func rawTasks() throws -> [Int] {
        let (path, keys, length) = (path, keys, length)
        return try Tasks.run(
            (0..<Readers.tasks).map { number in
                { () async throws -> Int in
                    let database = try RawDatabase(path, settings: Readers.settings)
                    let statement = try database.prepare(Article.selectionByKey)
                    var (turn, sum) = (number * keys.count / Readers.tasks, Checksum(.lengths))
                    return try await Lap(end: .now.advanced(by: length)).count {
                        sum.add(try statement.summary(of: Readers.key(keys, &turn)))
                        await Task.yield()
                    }
                }
            })
    }

    private func poolTasks() throws -> [Int] {
        let pool = try makePool()
        defer { pool.close() }
        return try inTasks { key in try await pool.read { try ModernSpelling.summary(of: key, in: $0) } }
    }

    private func peerTasks() throws -> [Int] {
        let pool = try GRDBRows.pool(path, readers: Readers.readers)
        return try inTasks { key in try await pool.read { try GRDBRows.summary(of: key, in: $0) } }
    }
}
