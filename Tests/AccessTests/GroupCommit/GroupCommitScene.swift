import FMDB
import FMDBTestHelpers

/// A queue whose transactions share their commits, and callers that meet in one group.
struct GroupCommitScene {
    let folder = TemporaryFolder()

    /// A queue on the test's file, with the tables `t (x UNIQUE)` and `child`, whose parents are in `t`.
    func queue(vfs: String? = nil, maximumTransactions: Int = 256) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.groupCommit = FMDatabaseQueue.GroupCommit(maximumTransactions: maximumTransactions)
        configuration.vfs = vfs
        configuration.configure = { db in try db.execute("PRAGMA foreign_keys = ON") }
        let queue = try SilentQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)")
            try db.execute("CREATE TABLE child (x REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
        }
        return queue
    }

    func content(_ queue: FMDatabaseCoordinator) throws -> [Int] {
        try queue.withDatabase { db in try db.rows("SELECT x FROM t ORDER BY rowid", as: Int.self) }
    }

    /// Starts a transaction that is the first of its group and keeps the others waiting.
    ///
    /// - Parameter body: runs when the doorman lets it, and the rest of the group after it.
    func first(
        of coordinator: FMDatabaseQueue, _ doorman: Doorman,
        _ body: @escaping @Sendable (FMDatabase) throws -> Void = { _ in }
    ) async -> Task<Void, any Error> {
        let task = Task {
            try await coordinator.withTransaction { db in
                doorman.begin()
                try body(db)
            }
        }
        await doorman.waitForBeginning()
        return task
    }
}

/// Keeps one block in its midst until a test has done something else.
struct Doorman: Sendable {
    private let beginning = AsyncStream<Void>.makeStream()
    private let door = DispatchSemaphore(value: 0)

    /// To be called within the block: waits until the door is open.
    func begin() {
        beginning.continuation.yield()
        door.arrives()
    }

    func waitForBeginning() async {
        for await _ in beginning.stream { break }
    }

    func open() { door.signal() }
}
