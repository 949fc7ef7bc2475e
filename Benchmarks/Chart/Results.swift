import Foundation

/// What `benchmarks --json` has written.
struct Results: Decodable {
    let sqlite: String
    let swift: String
    let grdb: String?
    let machine: String
    let rounds: Int
    let command: String
    private(set) var workloads: [Workload]
    private(set) var trials: [Trial]

    /// One contender after the other does the same; the first is the measure.
    struct Workload: Decodable {
        let name: String
        let title: String
        let contenders: [Contender]
    }

    struct Contender: Decodable {
        let name: String
        let nanosecondsPerRow: Double
        let ratio: Double
        let goal: Double?
        let isMet: Bool?
    }

    /// What several threads do at the same time, or what a process needs: any number of columns.
    struct Trial: Decodable {
        let name: String
        let title: String
        let columns: [String]
        let contenders: [Entrant]
    }

    struct Entrant: Decodable {
        let name: String
        let values: [Double]
        let ratios: [Double]
        let goal: Double?
        let isMet: Bool?
    }

    init(contentsOf path: String) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
        self = try decoder.decode(Results.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The results of the named workloads alone, in the order of the names.
    func only(_ names: [String]) -> Results {
        var few = self
        few.workloads = names.compactMap { name in workloads.first { $0.name == name } }
        few.trials = []
        return few
    }

    /// What the numbers were measured with, in one line.
    var circumstances: String {
        ([machine, "Swift \(swift)", "SQLite \(sqlite)"] + (grdb.map { ["GRDB \($0)"] } ?? [])
            + ["medians of \(rounds) rounds, processor time"]).joined(separator: " · ")
    }

    /// What to type for a run like this one.
    var invocation: String { command == "benchmarks" ? "make bench" : command }
}

/// The contenders that are shown beside raw C, each in a column or a colour of its own.
enum Series: Int, CaseIterable {
    case fmdb, modern, peer, peerRecords

    var title: String {
        switch self {
        case .fmdb: "FMDB"
        case .modern: "modern"
        case .peer: "GRDB"
        case .peerRecords: "GRDB Codable"
        }
    }

    var explanation: String {
        switch self {
        case .fmdb: "this package, FMDB's spelling"
        case .modern: "this package, the modern spelling"
        case .peer: "GRDB, rows"
        case .peerRecords: "GRDB, Codable records"
        }
    }

    /// Of several spellings of one contender ("modern, interpolated") the plain one, or else the first.
    func contender(in workload: Results.Workload) -> Results.Contender? {
        workload.contenders.first { $0.name == title } ?? workload.contenders.first { includes($0) }
    }

    /// Whether a contender is of this kind, in whatever spelling.
    func includes(_ contender: Results.Contender) -> Bool {
        let spellings = self == .modern ? [title, "pool"] : [title]
        return contender.name == title || spellings.contains { contender.name.hasPrefix($0 + ", ") }
    }
}

extension Results.Workload {
    /// Raw C, where it is the measure.
    var reference: Results.Contender? { contenders.first.flatMap { $0.name.hasPrefix("raw C") ? $0 : nil } }

    /// Those that are shown, if raw C is the measure.
    var shown: [(series: Series, contender: Results.Contender)] {
        guard reference != nil else { return [] }
        return Series.allCases.compactMap { series in series.contender(in: self).map { (series, $0) } }
    }

    /// What is done, and how: "Insert of 10 columns" and "cached statement". A list of single words stays one.
    var titleParts: (what: String, how: String) {
        guard let comma = title.range(of: ", "), title[..<comma.lowerBound].contains(" ") else { return (title, "") }
        return (String(title[..<comma.lowerBound]), String(title[comma.upperBound...]))
    }
}

extension Double {
    /// Nanoseconds in the unit that suits them: "230 ns", "6.7 µs".
    var asTime: String {
        switch self {
        case ..<999.5: String(format: "%.0f ns", self)
        case ..<9_995: String(format: "%.2f µs", self / 1_000)
        case ..<99_950: String(format: "%.1f µs", self / 1_000)
        case ..<999_500: String(format: "%.0f µs", self / 1_000)
        default: String(format: "%.2f ms", self / 1_000_000)
        }
    }

    /// Two digits behind the point, but one from 10 on.
    var asRatio: String { String(format: self < 9.995 ? "%.2f" : "%.1f", self) }

    /// A number of any size, with three digits at least.
    var asAmount: String {
        if abs(self) < 10 { return String(format: "%.2f", self) }
        if abs(self) < 1_000 { return String(format: "%.1f", self) }
        let digits = String(format: "%.0f", self)
        return String(
            digits.enumerated().flatMap { index, digit in
                index > 0 && (digits.count - index).isMultiple(of: 3) ? [" ", digit] : [digit]
            })
    }
}
