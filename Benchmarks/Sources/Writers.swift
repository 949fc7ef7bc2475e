import FMDB

/// Sixty-four writers at the same time, each of whose transactions is durable when it returns.
struct Writers {
    private static let writers = 64

    private let fixture: Fixture
    private let length: Duration

    static func trial(_ fixture: Fixture, length: Duration) -> Trial {
        Trial(name: "group", title: "64 writers, each commit durable", columns: ["commits/s"]) {
            let writers = Writers(fixture: fixture, length: length)
            return [
                Trial.Contender(name: "one by one") { try writers.round(inGroups: false, writers.threads) },
                Trial.Contender(name: "one by one, async") { try writers.round(inGroups: false, writers.tasks) },
                Trial.Contender(name: "group commit") { try writers.round(inGroups: true, writers.threads) },
                Trial.Contender(name: "group commit, async") { try writers.round(inGroups: true, writers.tasks) },
            ]
        }
    }

    /// One round in a new database. Every transaction that was counted must be in it.
    private func round(inGroups: Bool, _ contender: (FMDatabaseQueue) throws -> [Int]) throws -> [Double] {
        let path = fixture.freshPath()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.groupCommit = inGroups ? FMDatabaseQueue.GroupCommit() : nil
        configuration.configure = { db in
            try db.execute("PRAGMA journal_mode = WAL")
            try db.execute("PRAGMA synchronous = FULL")
        }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withDatabase { db in try db.execute("CREATE TABLE visit (writer INTEGER, length REAL)") }
        let start = ContinuousClock.now
        let counts = try contender(queue)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let rows = try queue.withDatabase { db in try db.value("SELECT count(*) FROM visit", as: Int.self) }
        guard rows == counts.reduce(0, +) else { throw Lost(rows: rows, acknowledged: counts.reduce(0, +)) }
        queue.close()
        try FileManager.default.removeItem(atPath: path)
        return [Double(rows) / seconds]
    }

    private struct Lost: Error {
        let rows: Int
        let acknowledged: Int
    }

    private func threads(_ queue: FMDatabaseQueue) throws -> [Int] {
        let line = StartingLine(Writers.writers, length: length)
        return try Threads.run(
            (0..<Writers.writers).map { writer in
                { () throws -> Int in
                    try Lap(end: line.wait()).count {
                        try queue.withTransaction { db in
                            _ = try db.execute("INSERT INTO visit VALUES (?, ?)", writer, 1.5)
                        }
                    }
                }
            })
    }

    private func tasks(_ queue: FMDatabaseQueue) throws -> [Int] {
        let lap = Lap(end: .now.advanced(by: length))
        return try Tasks.run(
            (0..<Writers.writers).map { writer in
                { () async throws -> Int in
                    try await lap.count {
                        try await queue.withTransaction { db in
                            _ = try db.execute("INSERT INTO visit VALUES (?, ?)", writer, 1.5)
                        }
                    }
                }
            })
    }
}
