import FMDB

/// FMDB and raw C side by side.
///
/// Ratios are the result, not times: each contender runs in turn with the others, and a median of the rounds says how it
/// stands to raw C on whatever machine this is.
@main
struct Benchmarks {
    static func main() {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            if options.showsUsage { return print(Options.usage) }
            try run(options)
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) throws {
        let fixture = try Fixture(options.isQuick ? .quick : .full)
        let workloads = all(fixture) + access(fixture)
        let trials = trials(fixture)
        let names = workloads.map(\.name) + trials.map(\.name)
        if let unknown = options.workloads.subtracting(names).min() {
            throw Options.Mistake("no workload is named \(unknown); there are: " + names.joined(separator: ", "))
        }
        let harness = Harness(rounds: options.rounds ?? (options.isQuick ? 3 : 9))
        print("SQLite \(FMDatabase.sqliteLibVersion()), medians of \(harness.rounds) rounds\n")
        let count =
            try measure(workloads.filter { options.wants($0.name) }, fixture, harness, options)
            + measure(trials.filter { options.wants($0.name) }, options)
        if count == 0 {
            throw Options.Mistake("no contender is named " + options.contenders.sorted().joined(separator: ", "))
        }
    }

    /// - Returns: how many contenders there were.
    private static func measure(
        _ workloads: [Workload], _ fixture: Fixture, _ harness: Harness, _ options: Options
    ) throws -> Int {
        guard !workloads.isEmpty else { return 0 }
        print("\(fixture.scale.reads) rows read, \(fixture.scale.inserts) inserted, processor time\n")
        print(Measurement.heading)
        var count = 0
        for workload in workloads {
            let measurements = try harness.measure(workload, only: options.contenders)
            for (index, measurement) in measurements.enumerated() { print(measurement.line(first: index == 0)) }
            count += measurements.count
        }
        return count
    }

    /// - Returns: how many contenders there were.
    private static func measure(_ trials: [Trial], _ options: Options) throws -> Int {
        var count = 0
        for trial in trials {
            print("\n" + trial.heading)
            let lines = try trial.measure(rounds: options.rounds ?? 3, only: options.contenders)
            lines.forEach { print($0) }
            count += lines.count
        }
        return count
    }

    /// What several threads or tasks do at the same time.
    private static func trials(_ fixture: Fixture) -> [Trial] {
        [
            Readers.trial(fixture, length: fixture.scale.round), Writers.trial(fixture, length: fixture.scale.round),
            Cancellation.trial(fixture),
        ]
    }

    /// What one access costs.
    private static func access(_ fixture: Fixture) -> [Workload] {
        [
            Workload(name: "trip", rows: fixture.scale.trips) { try Trip.select(fixture) },
            Workload(name: "reader", rows: fixture.scale.trips) { try Readers.alone(fixture) },
            Workload(name: "access", rows: fixture.scale.trips) { try Trip.nothing(fixture) },
        ]
    }

    /// Every workload, its measure first.
    private static func all(_ fixture: Fixture) -> [Workload] {
        let fmdb = FMDBSpelling.both
        func workload(_ name: String, _ contenders: @escaping () throws -> [Contender]) -> Workload {
            Workload(name: name, rows: fixture.scale.reads, contenders: contenders)
        }
        return [
            Workload(name: "insert", rows: fixture.scale.inserts) {
                [RawC.insert(fixture)] + fmdb.map { $0.insert(fixture) }
                    + [ModernSpelling.insert(fixture), ModernSpelling.insertInterpolated(fixture)]
            },
            workload("mixed-by-index") {
                try [RawC.articles(fixture)] + fmdb.map { try $0.articlesByIndex(fixture) }
                    + [ModernSpelling.articlesByIndex(fixture)]
            },
            workload("mixed-by-name") {
                try [RawC.articles(fixture)] + fmdb.map { try $0.articlesByName(fixture) }
                    + [ModernSpelling.articlesByName(fixture)]
            },
            workload("ints-by-index") {
                try [RawC.counters(fixture)] + fmdb.map { try $0.countersByIndex(fixture) }
                    + [ModernSpelling.countersByIndex(fixture)]
            },
            workload("ints-by-name") {
                try [RawC.counters(fixture)] + fmdb.map { try $0.countersByName(fixture) }
                    + [ModernSpelling.countersByName(fixture)]
            },
            workload("point") {
                try [RawC.point(fixture)] + fmdb.map { try $0.point(fixture) } + [ModernSpelling.point(fixture)]
            },
            workload("value") {
                try [RawC.value(fixture)] + fmdb.map { try $0.value(fixture) }
                    + [ModernSpelling.value(fixture), ModernSpelling.valueInterpolated(fixture)]
            },
            workload("tuples") { try [RawC.tuples(fixture), ModernSpelling.tuples(fixture)] },
            workload("decodable") { try [RawC.structs(fixture), ModernSpelling.decodables(fixture)] },
            workload("dictionaries") {
                try [RawC.dictionaries(fixture), RawC.objectDictionaries(fixture)]
                    + fmdb.map { try $0.dictionaries(fixture) } + [ModernSpelling.dictionaries(fixture)]
            },
        ]
    }
}

/// What the command line asks for.
struct Options {
    private(set) var isQuick = false
    private(set) var showsUsage = false
    private(set) var workloads: Set<String> = []
    private(set) var contenders: Set<String> = []
    private(set) var rounds: Int?

    static let usage = """
        usage: benchmarks [--quick] [--workload NAME]... [--contender NAME]... [--rounds COUNT]
          --quick            a twentieth of the rows and three rounds: does it run, and is it right?
          --workload NAME    this workload only
          --contender NAME   this contender only; ratios then refer to the first that is left
          --rounds COUNT     timed rounds, 9 unless told; 3 where threads meet
        """

    /// Whether a workload is asked for.
    func wants(_ workload: String) -> Bool { workloads.isEmpty || workloads.contains(workload) }

    /// A command line that makes no sense.
    struct Mistake: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            func value() throws -> String {
                guard let value = rest.popFirst() else { throw Mistake("\(option) wants a value") }
                return value
            }
            switch option {
            case "--quick": isQuick = true
            case "--help": showsUsage = true
            case "--workload": workloads.insert(try value())
            case "--contender": contenders.insert(try value())
            case "--rounds":
                guard let count = Int(try value()), count > 0 else { throw Mistake("--rounds wants a number above 0") }
                rounds = count
            default: throw Mistake("unknown option \(option)\n" + Options.usage)
            }
        }
    }
}
