import FMDB

/// What the write-ahead log costs the slowest commits, and how long it becomes: SQLite's own way against a log that is
/// looked after, under the same load on a real disk.
///
///     swift run --package-path Benchmarks -c release write-ahead --seconds 30 --plot write-ahead.svg
@main
struct WriteAheadBenchmark {
    static func main() {
        do {
            try run(Options(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("write-ahead: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) throws {
        let folder = URL(fileURLWithPath: options.folder).appendingPathComponent("write-ahead-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        print("SQLite \(FMDatabase.sqliteLibVersion()), \(options.seconds) s of mixed load each\n")
        print(Outcome.heading)
        var outcomes: [Outcome] = []
        for contender in Contender.all {
            let path = folder.appendingPathComponent("\(outcomes.count).db").path
            let outcome = try MixedLoad(path, contender, seconds: options.seconds).run()
            print(outcome.line)
            outcomes.append(outcome)
        }
        if let plot = options.plot {
            try Plot(outcomes, seconds: options.seconds).svg.write(toFile: plot, atomically: true, encoding: .utf8)
        }

        print("\n1000 commits of a page each right after opening, synchronous = FULL, microseconds\n")
        print(FirstCommits.heading)
        for line in try FirstCommits.measure(in: folder, rounds: options.rounds) { print(line) }
    }
}

/// One way of looking after the log.
struct Contender {
    let name: String
    let log: FMDatabaseCoordinator.WriteAheadLog?

    static var all: [Contender] {
        let kept = FMDatabaseCoordinator.WriteAheadLog(persistence: .always)
        var roomy = kept
        roomy.sizeLimit = 64 << 20
        return [
            Contender(name: "SQLite's own", log: nil), Contender(name: "looked after", log: kept),
            Contender(name: "up to 64 MiB", log: roomy),
        ]
    }

    func queue(_ path: String, synchronous: String) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = log
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withDatabase { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            try db.execute(FMSQL(raw: "PRAGMA synchronous = \(synchronous)"))
            try db.execute("CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, body BLOB)")
        }
        return queue
    }
}

/// What the command line asks for.
struct Options {
    private(set) var seconds = 30
    private(set) var rounds = 5
    private(set) var plot: String?
    private(set) var folder = FileManager.default.temporaryDirectory.path

    /// A command line that makes no sense.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Mistake(description: Options.usage) }
            switch (option, Int(value)) {
            case ("--seconds", .some(let number)) where number > 0: seconds = number
            case ("--rounds", .some(let number)) where number > 0: rounds = number
            case ("--plot", _): plot = value
            case ("--folder", _): folder = value
            default: throw Mistake(description: Options.usage)
            }
        }
    }

    private static let usage = """
        usage: write-ahead [--seconds COUNT] [--rounds COUNT] [--plot FILE.svg] [--folder FOLDER]
          --seconds COUNT   how long each contender is under load, 30 unless told
          --rounds COUNT    how often the first commits are measured, 5 unless told
          --plot FILE.svg   draws the log's length and the slowest commits over time
          --folder FOLDER   on the disk that is meant; a memory disk shows nothing
        """
}
