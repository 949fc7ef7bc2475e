import FMDB

/// Bursts of small commits, readers all the while, and now and then one that takes long.
final class MixedLoad: @unchecked Sendable {
    private let path: String
    private let contender: Contender
    private let seconds: Int
    private let start = ContinuousClock.now

    init(_ path: String, _ contender: Contender, seconds: Int) {
        self.path = path
        self.contender = contender
        self.seconds = seconds
    }

    private static let rows = 20_000
    private static let bodySize = 1500

    private var now: Double { start.duration(to: .now).seconds }
    private var isOver: Bool { now >= Double(seconds) }

    func run() throws -> Outcome {
        let queue = try contender.queue(path, synchronous: "NORMAL")
        try fill(queue)
        let helpers = [start { self.readPoints() }, start { self.readAtLength() }]
        let sizes = Samples()
        let sampler = start {
            while !self.isOver {
                sizes.add((self.now, Double(self.logSize)))
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        let commits = try write(queue)
        for helper in helpers + [sampler] { helper.wait() }
        let statistics = queue.writeAheadStatistics
        queue.close()
        return Outcome(
            name: contender.name, commits: commits, sizes: sizes.all, sizeAfterClose: logSize, statistics: statistics)
    }

    private func fill(_ queue: FMDatabaseQueue) throws {
        try queue.withTransaction { db in
            for id in 1...Self.rows { try db.execute("INSERT INTO item VALUES (?, zeroblob(?))", id, Self.bodySize) }
        }
        _ = try queue.withDatabase { try $0.value("PRAGMA wal_checkpoint(TRUNCATE)", as: Int.self) }
    }

    /// Two seconds of commits at a steady pace, as a busy app has them, then one of rest.
    ///
    /// - Returns: when each commit ended, and how long it took, in seconds.
    private func write(_ queue: FMDatabaseQueue) throws -> [(time: Double, value: Double)] {
        var generator = SystemRandomNumberGenerator()
        var commits: [(time: Double, value: Double)] = []
        while !isOver {
            if now.truncatingRemainder(dividingBy: 3) > 2 {
                Thread.sleep(forTimeInterval: 0.01)
                continue
            }
            let ids = (0..<4).map { _ in Int.random(in: 1...Self.rows, using: &generator) }
            let begin = now
            try queue.withTransaction { db in
                for id in ids { try db.execute("UPDATE item SET body = randomblob(?) WHERE id = ?", Self.bodySize, id) }
            }
            let end = now
            commits.append((end, end - begin))
            Thread.sleep(forTimeInterval: 0.0005)
        }
        return commits
    }

    private func reader() -> FMDatabase {
        let database = FMDatabase(path: path)
        database.open(withFlags: 1)  // SQLITE_OPEN_READONLY
        return database
    }

    private func readPoints() {
        let database = reader()
        while !isOver {
            _ = try? database.value(
                "SELECT length(body) FROM item WHERE id = ?", Int.random(in: 1...Self.rows), as: Int.self)
            Thread.sleep(forTimeInterval: 0.001)
        }
    }

    /// Reads for one second, every six seconds.
    private func readAtLength() {
        let database = reader()
        while !isOver {
            Thread.sleep(forTimeInterval: 0.01)
            guard now.truncatingRemainder(dividingBy: 6) > 5 else { continue }
            try? database.withTransaction(.deferred) {
                _ = try database.value("SELECT count(*) FROM item", as: Int.self)
                Thread.sleep(forTimeInterval: 1)
            }
        }
    }

    private var logSize: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    private func start(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread {
            body()
            done.signal()
        }.start()
        return done
    }
}

/// Numbers over time, from one thread, to be read when it has ended.
private final class Samples: @unchecked Sendable {
    private(set) var all: [(time: Double, value: Double)] = []

    func add(_ sample: (Double, Double)) {
        all.append(sample)
    }
}

/// What a load has shown.
struct Outcome {
    let name: String
    /// When each commit ended, and how long it took, in seconds.
    let commits: [(time: Double, value: Double)]
    /// The length of the log's file in bytes over time.
    let sizes: [(time: Double, value: Double)]
    let sizeAfterClose: Int
    let statistics: FMDatabaseCoordinator.WriteAheadLog.Statistics?

    static let heading =
        "log           commits  median  99 %  99.9 %  slowest  > 5 ms    longest log  mean log  after close\n"
        + String(repeating: "-", count: 96)

    /// Milliseconds and MiB.
    var line: String {
        let times = commits.map { $0.value * 1000 }.sorted()
        let lengths = sizes.map { $0.value / 1_048_576 }
        let mean = lengths.reduce(0, +) / Double(max(1, lengths.count))
        return name.padding(toLength: 14, withPad: " ", startingAt: 0)
            + String(
                format: "%7d  %6.2f  %4.2f  %6.2f  %7.2f  %6d    %7.1f MiB  %4.1f MiB  %7.1f MiB", times.count,
                times.part(0.5), times.part(0.99), times.part(0.999), times.last ?? 0, times.count { $0 > 5 },
                lengths.max() ?? 0, mean, Double(sizeAfterClose) / 1_048_576)
    }
}

extension [Double] {
    /// The value below which such a part of the sorted numbers lies.
    func part(_ part: Double) -> Double {
        isEmpty ? .nan : self[Swift.min(count - 1, Int(Double(count) * part))]
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
