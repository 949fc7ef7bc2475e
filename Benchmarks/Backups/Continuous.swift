import ArgumentParser
import FMDB

/// Many small commits with a continuous backup and without one.
struct Continuous: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Many small commits with a continuous backup, without one, and beside Litestream.")

    @Option(help: "How many commits.") var commits = 100_000
    @Option(help: "The size of the file before, in MiB.") var megabytes = 100
    @Option(help: "How many commits of the archive are restored and checked.") var restores = 5
    @Flag(help: "Whether commits wait for the disk; otherwise for checkpoints only.") var durable = false
    @Option(help: "The program litestream, which copies the same load.") var litestream: String?
    @Option(help: "In which folder the files are made.") var folder = FileManager.default.temporaryDirectory.path

    func run() throws {
        let scene = try Scene(in: folder)
        let base = scene.path("base.db")
        try makeBase(base)
        let mode = durable ? "FULL" : "NORMAL"
        print("\(commits) commits of a row, synchronous = \(mode), in a file of \(megabytes) MiB\n")
        print("| | time | commits/s | CPU | archive | pieces | longest lag | caught up after |")
        print("|---|---|---|---|---|---|---|---|")
        for way in Way.allCases where way != .litestream || litestream != nil {
            let path = scene.path("\(way.rawValue).db")
            try FileManager.default.copyItem(atPath: base, toPath: path)
            let first = try Load(way, path, commits, durable, litestream).run(in: scene)
            try checkRestores(way, path, scene, after: first ?? 0)
        }
    }

    private func makeBase(_ path: String) throws {
        let database = FMDatabase(path: path)
        database.open()
        defer { database.close() }
        _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
        try database.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, name TEXT, time REAL)")
        try Scene.fill(database, megabytes: megabytes)
        try database.checkpoint(.truncate)
    }

    /// - Parameter first: the number of the last commit before the load.
    private func checkRestores(_ way: Way, _ path: String, _ scene: borrowing Scene, after first: UInt64) throws {
        let restored = scene.path("restored.db")
        switch way {
        case .off, .shipped: return
        case .litestream:
            let start = ContinuousClock.now
            try Litestream.restore(litestream ?? "", scene.path(way.rawValue), to: restored)
            let took = start.duration(to: .now)
            print("\nLitestream: restored in \(took.text), equal: \(try isEqual(path, restored))\n")
        case .committed:
            let backup = FMBackup(URL(fileURLWithPath: scene.path(way.rawValue)))
            let start = ContinuousClock.now
            try backup.restore(to: restored)
            print("\nrestored in \(start.duration(to: .now).text), equal: \(try isEqual(path, restored))")
            var options = FMBackup.RestoreOptions()
            options.overwrites = true
            var (right, longest) = (0, Duration.zero)
            for _ in 0..<restores {
                let rows = Int.random(in: 1...commits)
                let start = ContinuousClock.now
                try backup.restore(to: restored, at: .commit(first + UInt64(rows)), options)
                longest = max(longest, start.duration(to: .now))
                if try isBeginning(restored, rows, of: path) { right += 1 }
            }
            print("\(right) of \(restores) random commits restored as they were, in \(longest.text) at most\n")
        }
        try? FileManager.default.removeItem(atPath: restored)
    }

    /// Whether a file has the first rows of another one, and no more.
    private func isBeginning(_ path: String, _ count: Int, of other: String) throws -> Bool {
        let database = FMDatabase(path: path)
        database.open()
        defer { database.close() }
        try database.execute("ATTACH \(other) AS o")
        let same: FMSQL = """
            SELECT (SELECT count(*) FROM main.entry) = \(count) AND (SELECT count(*) FROM main.page) =
            (SELECT count(*) FROM o.page) AND \(count) = (SELECT count(*) FROM main.entry AS a JOIN o.entry AS b
            ON a.id = b.id AND a.name IS b.name AND a.time IS b.time)
            """
        return try database.value(same, as: Bool.self)
    }

    private func isEqual(_ path: String, _ other: String) throws -> Bool {
        let database = FMDatabase(path: path)
        database.open()
        defer { database.close() }
        try database.execute("ATTACH \(other) AS o")
        let differences: FMSQL = """
            SELECT (SELECT count(*) FROM (SELECT * FROM entry EXCEPT SELECT * FROM o.entry))
            + (SELECT count(*) FROM (SELECT * FROM o.entry EXCEPT SELECT * FROM entry))
            + abs((SELECT count(*) FROM page) - (SELECT count(*) FROM o.page))
            """
        return try database.value(differences, as: Int.self) == 0
    }
}
