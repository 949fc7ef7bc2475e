import ArgumentParser
import FMDB

/// Copies of a file that is written meanwhile.
struct Copies: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Copies of a file that is written meanwhile.")

    @Option(help: "The size of the file in MiB.") var megabytes = 1024
    @Option(help: "How many seconds commits are counted before and after each copy.") var seconds = 4
    @Option(help: "In which folder the files are made.") var folder = FileManager.default.temporaryDirectory.path

    func run() async throws {
        let scene = try Scene(in: folder)
        let (queue, copy) = (try filled(scene.path("data.db")), scene.path("copy.db"))
        for pause in [Duration.zero, .milliseconds(2), .milliseconds(20)] {
            var options = FMDatabase.BackupOptions()
            (options.pause, options.overwrites) = (pause, true)
            let wait = Duration.seconds(seconds)
            let before = try await commits(queue) { try await Task.sleep(for: wait) }
            let start = ContinuousClock.now
            let beside = try await commits(queue) { try await queue.backup(to: copy, options) }
            let took = start.duration(to: .now)
            let after = try await commits(queue) { try await Task.sleep(for: wait) }
            print(
                "pause \(pause): copied in \(took.text); commits a second \(Int(before)) before, \(Int(beside)) beside,",
                "\(Int(after)) after: \(Int(200 * beside / (before + after))) %")
        }
        print("a cancelled copy has ended after \(try await longestCancelling(queue, copy).text) at the latest")
        queue.close()
    }

    private func filled(_ path: String) throws -> FMDatabaseQueue {
        let queue = try FMDatabaseQueue(path: path, configuration: .init())
        try queue.withDatabase { database in
            _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
            try Scene.fill(database, megabytes: megabytes)
            try database.checkpoint(.truncate)
        }
        return queue
    }

    /// Commits until a body has ended; answers how many a second.
    private func commits(_ queue: FMDatabaseQueue, during body: () async throws -> Void) async throws -> Double {
        let writer = Task {
            var count = 0
            while !Task.isCancelled {
                let outcome = try? await queue.withTransaction { database in
                    try database.execute("INSERT INTO page (x) VALUES (randomblob(200))")
                }
                if outcome != nil { count += 1 }
            }
            return count
        }
        let start = ContinuousClock.now
        try await body()
        let took = start.duration(to: .now)
        writer.cancel()
        return Double(await writer.value) / took.seconds
    }

    private func longestCancelling(_ queue: FMDatabaseQueue, _ path: String) async throws -> Duration {
        var longest = Duration.zero
        for number in 1...10 {
            let copying = Task { try await queue.backup(to: path + "\(number)") }
            try await Task.sleep(for: .milliseconds(100 * number))
            let start = ContinuousClock.now
            copying.cancel()
            _ = await copying.result
            longest = max(longest, start.duration(to: .now))
        }
        return longest
    }
}
