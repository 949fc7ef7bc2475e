import ArgumentParser
import FMDB

/// FMDB, its peer and raw C side by side.
///
/// Ratios are the result, not times: each contender runs in turn with the others, and a median of the rounds says how it
/// stands to raw C on whatever machine this is.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks", abstract: "Measures FMDB beside raw C and GRDB.",
        discussion: "Ratios refer to the first contender of a workload, raw C, in the same round.")

    @Flag(help: "A twentieth of the rows and three rounds: does it run, and is it right?")
    var quick = false

    @Flag(help: "Tables of 10 million rows, too, which takes some minutes and a gigabyte of disk.")
    var full = false

    @Flag(help: "Print the names of the workloads and their contenders, and measure nothing.")
    var list = false

    @Option(help: "This workload only; may be repeated.")
    var workload: [String] = []

    @Option(help: "This contender only; may be repeated. Ratios then refer to the first that is left.")
    var contender: [String] = []

    @Option(help: "Timed rounds: 9 unless told, 3 where threads meet.")
    var rounds: Int?

    @Option(help: ArgumentHelp("Write all results into a file.", valueName: "file"))
    var json: String?

    /// What a process does that `PeakMemory` starts.
    @Option(help: .hidden)
    var stream: String?

    @Option(help: .hidden)
    var database: String?

    func validate() throws {
        if let rounds, rounds < 1 { throw ValidationError("--rounds wants a number above 0") }
        if quick && full { throw ValidationError("either --quick or --full") }
    }

    func run() throws {
        if let stream, let database { return try PeakMemory.stream(stream, of: database) }
        let fixture = try Fixture(list ? .least : full ? .millions : quick ? .quick : .full)
        let workloads = Workload.all(fixture).filter(wants)
        let trials = Trial.all(fixture).filter(wants)
        if let unknown = workload.first(where: { name in !(workloads.map(\.name) + trials.map(\.name)).contains(name) })
        {
            throw Mistake("no workload is named \(unknown); see --list")
        }
        if list { return try printNames(workloads, trials) }
        let harness = Harness(rounds: rounds ?? (quick ? 3 : 9))
        say("SQLite \(FMDatabase.sqliteLibVersion()), medians of \(harness.rounds) rounds\n")
        var report = Report(rounds: harness.rounds, scale: fixture.scale.name, command: command)
        try measure(workloads, harness, into: &report)
        try measure(trials, into: &report)
        if report.isEmpty { throw Mistake("no contender is named " + contender.joined(separator: ", ")) }
        report.summary.forEach { say($0) }
        if let json { try report.write(to: json) }
    }

    /// What was asked for. The file that it is written into is not part of it.
    private var command: String {
        let names = workload.map { "--workload \($0)" } + contender.map { "--contender '\($0)'" }
        let scale = (quick ? ["--quick"] : []) + (full ? ["--full"] : []) + (rounds.map { ["--rounds \($0)"] } ?? [])
        return (["benchmarks"] + scale + names).joined(separator: " ")
    }

    private func wants(_ one: Workload) -> Bool { workload.isEmpty || workload.contains(one.name) }

    private func wants(_ one: Trial) -> Bool { workload.isEmpty || workload.contains(one.name) }

    private func measure(_ workloads: [Workload], _ harness: Harness, into report: inout Report) throws {
        guard !workloads.isEmpty else { return }
        say(Measurement.heading)
        for workload in workloads {
            let measurements = try harness.measure(workload, only: Set(contender))
            for (index, measurement) in measurements.enumerated() { say(measurement.line(first: index == 0)) }
            report.add(workload, measurements)
        }
    }

    private func measure(_ trials: [Trial], into report: inout Report) throws {
        for trial in trials {
            let measurements = try trial.measure(rounds: rounds ?? 3, only: Set(contender))
            guard !measurements.isEmpty else { continue }
            say("\n" + trial.heading)
            for (index, one) in measurements.enumerated() { say(trial.line(one, first: index == 0)) }
            report.add(trial, measurements)
        }
    }

    private func printNames(_ workloads: [Workload], _ trials: [Trial]) throws {
        for workload in workloads {
            say(workload.name + ": " + (try workload.contenders().map(\.name)).joined(separator: " | "))
        }
        for trial in trials { say(trial.name + ": " + (try trial.contenders().map(\.name)).joined(separator: " | ")) }
    }

    /// Prints a line at once, into a file or a pipe as well.
    private func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}

/// Something that makes no sense, or that went wrong.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
