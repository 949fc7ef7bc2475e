import FMDB
import Support
import Testing

/// What a copy costs its writers. `FMDB_BACKUP_FIGURES=1024` in the environment runs it, with a file of that many megabytes.
@Suite struct BackupFigureTests {
    static let megabytes = ProcessInfo.processInfo.environment["FMDB_BACKUP_FIGURES"].flatMap { Int($0) } ?? 0
    private let folder = TemporaryFolder()

    private func filled() throws -> FMDatabaseQueue {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
            for _ in 0..<Self.megabytes {
                try db.execute(
                    """
                    WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 256)
                    INSERT INTO t (x) SELECT randomblob(3900) FROM c
                    """)
            }
            try db.checkpoint(.truncate)
        }
        return queue
    }

    /// Commits until a body has ended; answers how many a second.
    private func commits(_ queue: FMDatabaseQueue, during body: () async throws -> Void) async throws -> Double {
        let (isOver, count) = (Locked(false), Locked(0))
        let writer = Task {
            while !isOver.value {
                try await queue.withTransaction { try $0.execute("INSERT INTO t (x) VALUES (randomblob(200))") }
                count.withLock { $0 += 1 }
            }
        }
        let start = ContinuousClock.now
        try await body()
        let seconds = start.duration(to: .now) / .seconds(1)
        isOver.withLock { $0 = true }
        try await writer.value
        return Double(count.value) / seconds
    }

    @Test(.enabled(if: megabytes > 0)) func aLargeFileIsCopiedBesideAWriter() async throws {
        let (queue, path) = (try filled(), folder.file("copy.db"))
        for pause in [Duration.zero, .zero, .milliseconds(2)] {
            var options = FMDatabase.BackupOptions()
            (options.pause, options.overwrites) = (pause, true)
            let before = try await commits(queue) { try await Task.sleep(for: .seconds(4)) }
            let start = ContinuousClock.now
            let beside = try await commits(queue) { _ = try await queue.backup(to: path, options) }
            let took = start.duration(to: .now)
            let after = try await commits(queue) { try await Task.sleep(for: .seconds(4)) }
            let alone = (before + after) / 2
            print(
                "figures: pause \(pause), \(Self.megabytes) MB in \(took), commits a second:",
                "\(Int(before)) before, \(Int(after)) after, \(Int(beside)) beside, \(Int(100 * beside / alone)) %")
        }
        var longest = Duration.zero
        for number in 1...10 {
            let copying = Task { try await queue.backup(to: path + "\(number)") }
            try await Task.sleep(for: .milliseconds(100 * number))
            let start = ContinuousClock.now
            copying.cancel()
            _ = await copying.result
            longest = max(longest, start.duration(to: .now))
        }
        print("figures: a cancelled copy has ended after \(longest) at the latest")
        #expect(try FMDatabase.file(path).integrity().isHealthy)
    }
}
