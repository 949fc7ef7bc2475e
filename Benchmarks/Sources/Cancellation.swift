import FMDB

/// How long it takes from the cancelling of a task to its end, in the midst of a statement that would run for long.
struct Cancellation {
    private static let cancels = 50

    static func trial(_ fixture: Fixture) -> Trial {
        Trial(
            name: "cancel", title: "from the cancelling of a task to its end", columns: ["median, ms", "most, ms"],
            digits: 2
        ) {
            let queue = try FMDatabaseQueue(path: fixture.path, configuration: .init())
            let pool = FMDatabasePool(path: fixture.freshPath(), configuration: .init())
            return [
                Trial.Contender(name: "queue, withDatabase") {
                    try times { begun in try await queue.withDatabase { try query($0, begun) } }
                },
                Trial.Contender(name: "queue, withTransaction") {
                    try times { begun in try await queue.withTransaction { try query($0, begun) } }
                },
                Trial.Contender(name: "pool, read") {
                    try times { begun in try await pool.read { try query($0, begun) } }
                },
            ]
        }
    }

    /// Some ten seconds, unless it is stopped.
    private static func query(_ db: FMDatabase, _ begun: DispatchSemaphore) throws -> Int {
        begun.signal()
        return try db.value(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000000) SELECT max(i) FROM n
            """)
    }

    /// The median and the longest of all times, in milliseconds.
    private static func times(
        _ access: @escaping @Sendable (DispatchSemaphore) async throws -> Int
    ) throws -> [Double] {
        let all = try (0..<cancels).map { _ in try time(access) }
        return [all.median, all.max() ?? .nan]
    }

    private static func time(_ access: @escaping @Sendable (DispatchSemaphore) async throws -> Int) throws -> Double {
        let begun = DispatchSemaphore(value: 0)
        let task = Task { try await access(begun) }
        begun.wait()
        // Well into the statement, at another place each time.
        Thread.sleep(forTimeInterval: .random(in: 0.005...0.05))
        let start = ContinuousClock.now
        task.cancel()
        let isCancelled = try Tasks.run {
            do { return try await task.value == 0 } catch is CancellationError { return true }
        }
        guard isCancelled else { throw Mistake("a cancelled statement came to its end") }
        return (ContinuousClock.now - start) / .milliseconds(1)
    }
}
