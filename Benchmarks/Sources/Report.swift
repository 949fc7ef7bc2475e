import FMDB

/// All results of a run, as they are written into a file.
struct Report: Encodable {
    private let sqlite = FMDatabase.sqliteLibVersion()
    private let swift = Machine.compiler
    private let machine = Machine.description
    private let rounds: Int
    private let scale: String
    private let command: String
    private var workloads: [WorkloadResult] = []
    private var trials: [TrialResult] = []

    /// - Parameter command: what was asked for, as one would type it.
    init(rounds: Int, scale: String, command: String) {
        self.rounds = rounds
        self.scale = scale
        self.command = command
    }

    var isEmpty: Bool { workloads.isEmpty && trials.isEmpty }

    mutating func add(_ workload: Workload, _ measurements: [Measurement]) {
        guard !measurements.isEmpty else { return }
        workloads.append(
            WorkloadResult(
                name: workload.name, title: workload.title, rows: workload.rows,
                contenders: measurements.map { WorkloadResult.Contender($0) }))
    }

    mutating func add(_ trial: Trial, _ measurements: [Trial.Measurement]) {
        trials.append(
            TrialResult(
                name: trial.name, title: trial.title, columns: trial.columns,
                contenders: measurements.map { TrialResult.Contender($0, of: trial) }))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A round of nothing has no ratio.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
    }

    /// A workload.
    fileprivate struct WorkloadResult: Encodable {
        let name: String
        let title: String
        let rows: Int
        let contenders: [Contender]
    }

    /// A trial.
    fileprivate struct TrialResult: Encodable {
        let name: String
        let title: String
        let columns: [String]
        let contenders: [Contender]
    }
}

// MARK: - Contenders

extension Report.WorkloadResult {
    fileprivate struct Contender: Encodable {
        let name: String
        let nanosecondsPerRow: Double
        let ratio: Double
        let least: Double
        let most: Double
        let goal: Double?
        let isMet: Bool?
        /// To GRDB in place of raw C.
        let ratioToPeer: Double?

        init(_ measurement: Measurement) {
            name = measurement.contender
            nanosecondsPerRow = measurement.nanosecondsPerRow.median
            ratio = measurement.ratios.median
            least = measurement.ratios.min() ?? .nan
            most = measurement.ratios.max() ?? .nan
            goal = measurement.goal?.ratio
            isMet = measurement.goal?.isMet(by: ratio)
            ratioToPeer = measurement.ratioToPeer
        }

        private enum CodingKeys: CodingKey {
            case name, nanosecondsPerRow, ratio, least, most, goal, isMet, ratioToPeer
        }

        /// What is missing is said to be null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(nanosecondsPerRow, forKey: .nanosecondsPerRow)
            try container.encode(ratio, forKey: .ratio)
            try container.encode(least, forKey: .least)
            try container.encode(most, forKey: .most)
            try container.encode(goal, forKey: .goal)
            try container.encode(isMet, forKey: .isMet)
            try container.encode(ratioToPeer, forKey: .ratioToPeer)
        }
    }
}

extension Report.TrialResult {
    fileprivate struct Contender: Encodable {
        let name: String
        let values: [Double]
        let ratios: [Double]
        let goal: Double?
        let isMet: Bool?

        init(_ measurement: Trial.Measurement, of trial: Trial) {
            let goal = Goals.goal(trial.name, measurement.contender)
            name = measurement.contender
            values = measurement.values
            ratios = measurement.ratios
            self.goal = goal?.ratio
            isMet = goal.flatMap { goal in measurement.ratios.first.map { goal.isMet(by: $0) } }
        }

        private enum CodingKeys: CodingKey { case name, values, ratios, goal, isMet }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(values, forKey: .values)
            try container.encode(ratios, forKey: .ratios)
            try container.encode(goal, forKey: .goal)
            try container.encode(isMet, forKey: .isMet)
        }
    }
}

// MARK: - Output

extension Report {
    /// What the table comes to: goals that are met and missed, and where the peer was faster.
    var summary: [String] {
        let verdicts: [Bool?] =
            workloads.flatMap { $0.contenders.map(\.isMet) } + trials.flatMap { $0.contenders.map(\.isMet) }
        let missed = workloads.flatMap(\.missed) + trials.flatMap(\.missed)
        let slower = workloads.flatMap(\.slower)
        return ["", "Goals: \(verdicts.filter { $0 == true }.count) met, \(missed.count) missed"] + missed
            + ["Slower than GRDB: " + (slower.isEmpty ? "none" : "")] + slower
    }

    fileprivate static func format(_ number: Double?) -> String { String(format: "%.2f", number ?? .nan) }
}

extension Report.WorkloadResult {
    fileprivate var missed: [String] {
        contenders.filter { $0.isMet == false }.map { one in
            "  \(name), \(one.name): \(Report.format(one.ratio)), the goal is \(Report.format(one.goal))"
        }
    }

    fileprivate var slower: [String] {
        contenders.filter { Machine.isOurs($0.name) && ($0.ratioToPeer ?? 0) > 1 }.map { one in
            "  \(name), \(one.name): \(Report.format(one.ratioToPeer)) of GRDB's time"
        }
    }
}

extension Report.TrialResult {
    fileprivate var missed: [String] {
        contenders.filter { $0.isMet == false }.map { one in
            "  \(name), \(one.name): \(Report.format(one.ratios.first)), the goal is \(Report.format(one.goal))"
        }
    }
}

/// What the results depend on.
enum Machine {
    /// The compiler that this was built with.
    static var compiler: String {
        #if compiler(>=6.5)
            "6.5 or later"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #elseif compiler(>=6.2)
            "6.2"
        #else
            "6.1"
        #endif
    }

    /// Processor and number of cores.
    static var description: String {
        "\(processor), \(ProcessInfo.processInfo.activeProcessorCount) cores"
    }

    /// Whether a contender is one of this package's spellings.
    static func isOurs(_ contender: String) -> Bool {
        contender.hasPrefix("FMDB") || contender.hasPrefix("modern") || contender.hasPrefix("pool")
    }

    private static var processor: String {
        #if canImport(Darwin)
            var size = 0
            sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
            var name = [UInt8](repeating: 0, count: size)
            sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0)
            return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        #else
            let all = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
            let line = all.split(separator: "\n").first { $0.hasPrefix("model name") }
            let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
            return name ?? "unknown processor"
        #endif
    }
}
