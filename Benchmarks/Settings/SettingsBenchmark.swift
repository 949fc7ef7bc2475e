import FMDB

/// What SQLite's settings and a program's habits cost: the figures of the articles "Choosing settings" and "Performance".
///
///     swift run --package-path Benchmarks -c release settings --seconds 5
@main
struct SettingsBenchmark {
    static func main() {
        do {
            try run(Options(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("settings: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) throws {
        let folder = URL(fileURLWithPath: options.folder).appendingPathComponent("settings-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let scene = Scene(folder: folder, seconds: options.seconds)

        print("SQLite \(FMDatabase.sqliteLibVersion()), \(options.seconds) s each")
        try Commits(scene: scene).run()
        try Waiting(scene: scene).run()
        try Caches(scene: scene).run()
        try Habits(scene: scene).run()
    }
}

/// Where the files are, and how long each measurement takes.
struct Scene: Sendable {
    let folder: URL
    let seconds: Double

    func path() -> String { folder.appendingPathComponent(UUID().uuidString + ".db").path }

    /// Does something again and again until the time is over.
    ///
    /// - Returns: how long each time took, in seconds, sorted.
    func times(_ body: () throws -> Void) rethrows -> [Double] {
        let end = ContinuousClock.now + .seconds(seconds)
        var times: [Double] = []
        while ContinuousClock.now < end { times.append(try Scene.time(body)) }
        return times.sorted()
    }

    /// The same in processor time of the process, which other programs on the machine hardly change.
    func processorTimes(_ body: () throws -> Void) rethrows -> [Double] {
        let end = ContinuousClock.now + .seconds(seconds)
        var times: [Double] = []
        while ContinuousClock.now < end { times.append(try Scene.processorTime(body)) }
        return times.sorted()
    }

    static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return start.duration(to: .now) / .seconds(1)
    }

    static func processorTime(_ body: () throws -> Void) rethrows -> Double {
        let start = processorTime
        try body()
        return processorTime - start
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func line(_ name: String, _ cells: [(Double, String)]) {
        let text = cells.map { number, unit in
            let digits = number < 10 ? 2 : number < 100 ? 1 : 0
            return String(format: "%10.\(digits)f %@", number, unit)
        }
        print(name.padding(toLength: 48, withPad: " ", startingAt: 0) + text.joined())
    }
}

/// What the command line asks for.
struct Options {
    private(set) var seconds = 5.0
    private(set) var folder = FileManager.default.temporaryDirectory.path

    /// A command line that makes no sense.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Mistake(description: Options.usage) }
            switch (option, Double(value)) {
            case ("--seconds", .some(let number)) where number > 0: seconds = number
            case ("--folder", _): folder = value
            default: throw Mistake(description: Options.usage)
            }
        }
    }

    private static let usage = """
        usage: settings [--seconds COUNT] [--folder FOLDER]
          --seconds COUNT   how long each setting is measured, 5 unless told
          --folder FOLDER   on the disk that is meant; a memory disk shows nothing
        """
}
