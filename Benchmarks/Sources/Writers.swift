import FMDB
import GRDB

/// Sixty-four writers at the same time, each of whose transactions is durable when it returns.
struct Writers {
    private static let writers = 64

    private let fixture: Fixture
    private let length: Duration

    static func trial(_ fixture: Fixture, length: Duration) -> Trial {
        Trial(name: "group", title: "64 writers, each commit durable", columns: ["commits/s"]) {
            let writers = Writers(fixture: fixture, length: length)
            return [
                Trial.Contender(name: RawC.name) { try writers.round(writers.raw) },
                Trial.Contender(name: "one by one") { try writers.round(inGroups: false, writers.threads) },
                Trial.Contender(name: "one by one, async") { try writers.round(inGroups: false, writers.tasks) },
                Trial.Contender(name: "one by one, async, on a worker") {
                    try writers.round(inGroups: false, moves: false, writers.tasks)
                },
                Trial.Contender(name: "group commit") { try writers.round(inGroups: true, writers.threads) },
                Trial.Contender(name: "group commit, async") { try writers.round(inGroups: true, writers.tasks) },
                Trial.Contender(name: GRDBRows.name) { try writers.round(writers.peer) },
                Trial.Contender(name: "GRDB, async") { try writers.round(writers.peerTasks) },
            ]
        }
    }

    private static let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
    private static let insertion = "INSERT INTO visit VALUES (?, ?)"

    /// One round with a queue.
    private func round(
        inGroups: Bool, moves: Bool = true, _ contender: (FMDatabaseQueue) throws -> [Int]
    ) throws -> [Double] {
        try round { path in
            var configuration = FMDatabaseQueue.Configuration()
            configuration.movesTasks = moves
            configuration.groupCommit = inGroups ? FMDatabaseQueue.GroupCommit() : nil
            configuration.configure = { db in
                guard db.executeStatements(Writers.settings) else { throw db.lastError() }
            }
            let queue = try FMDatabaseQueue(path: path, configuration: configuration)
            defer { queue.close() }
            return try contender(queue)
        }
    }

    /// One round in a new database. Every transaction that was counted must be in it.
    private func round(_ contender: (String) throws -> [Int]) throws -> [Double] {
        let path = fixture.freshPath()
        let database = try RawDatabase(path, settings: Writers.settings)
        try database.run("CREATE TABLE visit (writer INTEGER, length REAL)")
        let start = ContinuousClock.now
        let counts = try contender(path)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let count = try database.prepare("SELECT count(*) FROM visit")
        let rows = try count.next() ? Int(count.integer(0)) : 0
        guard rows == counts.reduce(0, +) else { throw Lost(rows: rows, acknowledged: counts.reduce(0, +)) }
        try FileManager.default.removeItem(atPath: path)
        return [Double(rows) / seconds]
    }

    private struct Lost: Error {
        let rows: Int
        let acknowledged: Int
    }

    /// One connection behind a lock, a commit for each transaction.
    private func raw(_ path: String) throws -> [Int] {
        let connection = try LockedConnection(path, ["BEGIN IMMEDIATE", Writers.insertion, "COMMIT"])
        return try inThreads { writer in
            try connection.use { statements in
                try statements[0].finish()
                try statements[1].bind(Int64(writer), 1)
                try statements[1].bind(1, 2)
                try statements[1].finish()
                try statements[2].finish()
            }
        }
    }

    private func peer(_ path: String) throws -> [Int] {
        let queue = try GRDBRows.open(path, settings: Writers.settings)
        return try inThreads { writer in
            try queue.write { try Writers.insert(writer, $0) }
        }
    }

    private func peerTasks(_ path: String) throws -> [Int] {
        let queue = try GRDBRows.open(path, settings: Writers.settings)
        return try inTasks { writer in try await queue.write { try Writers.insert(writer, $0) } }
    }

    private static func insert(_ writer: Int, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: insertion)
        statement.setUncheckedArguments([writer, 1.5])
        try statement.execute()
    }

    private func threads(_ queue: FMDatabaseQueue) throws -> [Int] {
        try inThreads { writer in
            try queue.withTransaction { db in
                _ = try db.execute("INSERT INTO visit VALUES (?, ?)", writer, 1.5)
            }
        }
    }

    /// Runs a transaction in each thread until the round is over.
    private func inThreads(_ transaction: @escaping @Sendable (Int) throws -> Void) throws -> [Int] {
        let line = StartingLine(Writers.writers, length: length)
        return try Threads.run(
            (0..<Writers.writers).map { writer in
                { () throws -> Int in try Lap(end: line.wait()).count { try transaction(writer) } }
            })
    }

    private func tasks(_ queue: FMDatabaseQueue) throws -> [Int] {
        try inTasks { writer in
            try await queue.withTransaction { db in
                _ = try db.execute("INSERT INTO visit VALUES (?, ?)", writer, 1.5)
            }
        }
    }

    /// The same in tasks.
    private func inTasks(_ transaction: @escaping @Sendable (Int) async throws -> Void) throws -> [Int] {
        let lap = Lap(end: .now.advanced(by: length))
        return try Tasks.run(
            (0..<Writers.writers).map { writer in
                { () async throws -> Int in try await lap.count { try await transaction(writer) } }
            })
    }
}

// SAFETY: the statements are used under `lock` alone.
/// A connection in C that threads share, with its statements.
private final class LockedConnection: @unchecked Sendable {
    private let lock = NSLock()
    private let statements: [RawStatement]

    init(_ path: String, _ sql: [String]) throws {
        let database = try RawDatabase(path, settings: "PRAGMA synchronous = FULL")
        statements = try sql.map { try database.prepare($0) }
    }

    func use(_ body: ([RawStatement]) throws -> Void) throws {
        try lock.withLock { try body(statements) }
    }
}
