import FMDB

/// Connections that are in each other's way.
struct Waiting {
    let scene: Scene

    func run() throws {
        print("\nA reader beside a writer, each with a queue of its own")
        for journal in ["DELETE", "WAL"] { try measureReader(journal) }
        print("\nFour queues that each write for 20 ms at a time")
        for timeout in [0, 100, 2000, 5000] { try measureTimeout(.milliseconds(timeout)) }
    }

    private func queue(
        _ path: String, _ journal: String, _ timeout: Duration = .seconds(2)
    ) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.busyTimeout = timeout
        configuration.synchronous = .normal
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withDatabase { db in
            _ = try db.value(FMSQL(raw: "PRAGMA journal_mode = \(journal)"), as: String.self)
            try db.execute("CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, body TEXT)")
        }
        return queue
    }

    private func measureReader(_ journal: String) throws {
        let path = scene.path()
        let queues = [try queue(path, journal), try queue(path, journal)]
        defer { queues.forEach { $0.close() } }
        try queues[0].withTransaction { db in
            for _ in 0..<10_000 { try db.execute("INSERT INTO item (body) VALUES (hex(randomblob(50)))") }
        }
        let (reads, writes, failures) = (Gathered(), Gathered(), Gathered())
        let scene = scene
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            let times = scene.times {
                do {
                    if number == 0 {
                        try queues[0].withTransaction { db in
                            try db.execute("INSERT INTO item (body) VALUES (hex(randomblob(50)))")
                        }
                    } else {
                        _ = try queues[1].withDatabase { db in
                            try db.value("SELECT count(*) FROM item WHERE body > 'F'", as: Int.self)
                        }
                    }
                } catch {
                    failures.add([1])
                }
            }
            (number == 0 ? writes : reads).add(times)
        }
        let (read, write) = (reads.sorted, writes.sorted)
        Scene.line(
            journal,
            [
                (Double(read.count) / scene.seconds, "reads/s"), ((read.last ?? 0) * 1e3, "ms slowest read"),
                (Double(write.count) / scene.seconds, "commits/s"), ((write.last ?? 0) * 1e3, "ms slowest commit"),
                (Double(failures.sorted.count), "failed"),
            ])
    }

    private func measureTimeout(_ timeout: Duration) throws {
        let path = scene.path()
        let queues = try (0..<4).map { _ in try queue(path, "WAL", timeout) }
        defer { queues.forEach { $0.close() } }
        let (all, failures) = (Gathered(), Gathered())
        let scene = scene
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            let times = scene.times {
                do {
                    try queues[number].withTransaction { db in
                        try db.execute("INSERT INTO item (body) VALUES ('x')")
                        usleep(20_000)
                    }
                } catch {
                    failures.add([1])
                    // As a program that tells its user.
                    usleep(20_000)
                }
                // Not the same each time, or the queues would soon take turns by themselves.
                usleep(.random(in: 20_000...80_000))
            }
            all.add(times)
        }
        let times = all.sorted
        Scene.line(
            "busy timeout \(timeout / .milliseconds(1)) ms",
            [
                (Double(times.count), "calls"), (100 * Double(failures.sorted.count) / Double(times.count), "% failed"),
                ((times.last ?? 0) * 1e3, "ms slowest, with its pause"),
            ])
    }
}
