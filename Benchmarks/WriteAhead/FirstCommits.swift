import FMDB

/// What a log that stays is worth to the commits after opening: they write over a file that is there already.
enum FirstCommits {
    static let heading =
        "log                 median   99 %  slowest    sum ms\n" + String(repeating: "-", count: 56)

    static func measure(in folder: URL, rounds: Int) throws -> [String] {
        try [("deleted", FMDatabaseCoordinator.WriteAheadLog.Persistence.never), ("kept", .always)].map {
            name, persistence in
            let path = folder.appendingPathComponent(name + ".db").path
            var log = FMDatabaseCoordinator.WriteAheadLog(persistence: persistence)
            log.sizeLimit = 64 << 20
            log.checkpointPages = 100_000
            log.checkpointInterval = nil
            let contender = Contender(name: name, log: log)
            // The first round makes the file, for both.
            _ = try commit(contender, path)
            var times: [Double] = []
            for _ in 0..<rounds { times += try commit(contender, path) }
            let sum = times.reduce(0, +) / Double(rounds) / 1000
            times.sort()
            return name.padding(toLength: 18, withPad: " ", startingAt: 0)
                + String(
                    format: "%8.0f %6.0f %8.0f  %8.0f", times.part(0.5), times.part(0.99), times.last ?? 0, sum)
        }
    }

    /// - Returns: how long each of 1000 commits took, in microseconds.
    private static func commit(_ contender: Contender, _ path: String) throws -> [Double] {
        let queue = try contender.queue(path, synchronous: "FULL")
        defer { queue.close() }
        return try (0..<1000).map { number in
            let start = ContinuousClock.now
            try queue.withDatabase { db in
                try db.execute("INSERT OR REPLACE INTO item VALUES (?, randomblob(3000))", number)
            }
            return start.duration(to: .now).seconds * 1e6
        }
    }
}
