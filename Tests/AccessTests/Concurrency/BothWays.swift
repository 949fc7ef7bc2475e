import FMDB
import Foundation
import FMDBTestHelpers

/// Queues and pools whose asynchronous accesses go one of their two ways: the task itself goes to a thread of the library, or it
/// waits for one.
protocol BothWays {
    var folder: TemporaryFolder { get }
}

extension BothWays {
    private func configuration(_ moves: Bool) -> FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.movesTasks = moves
        configuration.configure = { $0.logsErrors = false }
        return configuration
    }

    func queue(_ moves: Bool, _ name: String = "test.db") throws -> FMDatabaseQueue {
        let queue = try FMDatabaseQueue(path: folder.file(name), configuration: configuration(moves))
        try queue.here { db in _ = try db.execute("CREATE TABLE IF NOT EXISTS t (x)") }
        return queue
    }

    func pool(_ moves: Bool) throws -> FMDatabasePool {
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration(moves))
        try pool.here { db in _ = try db.execute("CREATE TABLE IF NOT EXISTS t (x)") }
        return pool
    }

    /// A block that keeps the connection until the semaphore is signalled.
    func hold(_ queue: FMDatabaseQueue, until release: DispatchSemaphore) async -> Task<Void, any Error> {
        let inside = AsyncStream<Void>.makeStream()
        let task = Task {
            try await queue.withDatabase { _ in
                inside.continuation.yield()
                release.wait()
            }
        }
        for await _ in inside.stream { break }
        return task
    }

    func waitUntil(_ queue: FMDatabaseQueue, hasWaiters count: Int) async throws {
        try await pollInTurn { queue.statistics.databases.waiting == count }
    }
}
