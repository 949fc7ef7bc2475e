import FMDB

/// Small commits under each journal mode and each `synchronous`.
struct Commits {
    let scene: Scene

    func run() throws {
        print("\nOne row per transaction")
        let kinds: [(String, String, FMDatabase.Synchronous)] = [
            ("DELETE", "FULL", .full), ("DELETE", "EXTRA", .extra), ("TRUNCATE", "FULL", .full), ("WAL", "FULL", .full),
            ("WAL", "NORMAL", .normal), ("WAL", "OFF", .off),
        ]
        for (journal, name, synchronous) in kinds {
            try measure("\(journal), \(name)", journal, synchronous) { _ in }
        }
        try measure("WAL, NORMAL, background checkpoints", "WAL", .normal) {
            $0.writeAheadLog = .init(persistence: .never)
        }
        try measure("WAL, FULL, 16 threads", "WAL", .full, threads: 16) { _ in }
        try measure("WAL, FULL, 16 threads, group commit", "WAL", .full, threads: 16) { $0.groupCommit = .init() }
    }

    private func measure(
        _ name: String, _ journal: String, _ synchronous: FMDatabase.Synchronous, threads: Int = 1,
        _ setUp: (inout FMDatabaseQueue.Configuration) -> Void
    ) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.synchronous = synchronous
        configuration.configure = { db in
            _ = try db.value(FMSQL(raw: "PRAGMA journal_mode = \(journal)"), as: String.self)
        }
        setUp(&configuration)
        let queue = try FMDatabaseQueue(path: scene.path(), configuration: configuration)
        defer { queue.close() }
        try queue.withDatabase { db in try db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, body TEXT)") }
        let all = Gathered()
        let scene = scene
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            let times = try? scene.times {
                try queue.withTransaction { db in try db.execute("INSERT INTO item (body) VALUES (hex(randomblob(50)))")
                }
            }
            all.add(times ?? [])
        }
        let times = all.sorted
        Scene.line(
            name,
            [
                (Double(times.count) / scene.seconds, "/s"), (times.part(0.5) * 1e6, "µs median"),
                (times.part(0.99) * 1e6, "µs 99 %"),
            ])
    }
}

// SAFETY: the numbers are read and written under `lock` alone.
/// Numbers of several threads.
final class Gathered: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Double] = []

    func add(_ more: [Double]) { lock.withLock { numbers += more } }

    var sorted: [Double] { lock.withLock { numbers.sorted() } }
}

extension [Double] {
    /// The value below which so many of the sorted numbers are.
    func part(_ fraction: Double) -> Double { isEmpty ? 0 : self[Swift.min(count - 1, Int(Double(count) * fraction))] }
}
