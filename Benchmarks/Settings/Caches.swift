import FMDB

/// Reads of a file that is larger than the cache, and what checking foreign keys costs.
struct Caches {
    let scene: Scene
    private static let rows = 1_000_000

    func run() throws {
        let path = scene.path()
        try fill(path)
        let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0) >> 20
        print("\nRows by random keys, of a file of \(size) MiB that the system has in memory")
        for mapped in [0, 1 << 30] {
            for cache in [2, 16, 64, 512] { try measure(path, cache: cache, mapped: mapped) }
        }
        print("\n100,000 rows that refer to another table, in one transaction")
        for isChecked in [false, true] { try measureKeys(isChecked) }
    }

    private func fill(_ path: String) throws {
        let queue = try FMDatabaseQueue(path: path, configuration: .init())
        defer { queue.close() }
        try queue.withDatabase { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            try db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, body TEXT)")
            try db.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Caches.rows))
                INSERT INTO item SELECT i, hex(randomblob(100)) FROM n
                """)
        }
    }

    private func measure(_ path: String, cache: Int, mapped: Int) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.cacheSize = cache << 20
        configuration.configure = { db in
            _ = try db.rows(FMSQL(raw: "PRAGMA mmap_size = \(mapped)"), as: Int.self)
        }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        defer { queue.close() }
        let batch = { () throws -> Void in
            try queue.withDatabase { db in
                for _ in 0..<1000 {
                    let id = Int.random(in: 1...Caches.rows)
                    _ = try db.value("SELECT body FROM item WHERE id = \(id)", as: String.self)
                }
            }
        }
        for _ in 0..<300 { try batch() }
        let times = try scene.processorTimes(batch)
        Scene.line(
            "cache \(cache) MiB, mmap \(mapped >> 20) MiB", [(times.part(0.5) * 1e3, "µs a row, median")])
    }

    private func measureKeys(_ isChecked: Bool) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.foreignKeys = isChecked
        let queue = try FMDatabaseQueue(path: scene.path(), configuration: configuration)
        defer { queue.close() }
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE author (id INTEGER PRIMARY KEY)")
            try db.executeMany("INSERT INTO author VALUES (?)", 1...1000)
        }
        var times: [Double] = []
        for _ in 0..<5 {
            try queue.withDatabase { db in
                try db.execute("DROP TABLE IF EXISTS book")
                try db.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, author INTEGER REFERENCES author)")
            }
            times.append(
                try Scene.processorTime {
                    try queue.withTransaction { db in
                        for id in 0..<100_000 {
                            try db.execute("INSERT INTO book (author) VALUES (\(id % 1000 + 1))")
                        }
                    }
                })
        }
        Scene.line("foreign keys \(isChecked ? "ON" : "OFF")", [(times.sorted().part(0.5) * 1e3, "ms median")])
    }
}
