import Foundation

/// One way of doing a workload.
struct Contender {
    let name: String
    /// Done before each round, untimed.
    var before: () throws -> Void = {}
    /// The round itself. Every value that it reads goes into the sum.
    let run: (inout Checksum) throws -> Void
    /// Done after each round, untimed: puts into the sum what a round that only writes has left behind.
    var after: (inout Checksum) throws -> Void = { _ in }
}

/// A task that several contenders solve. The first of them is the measure of the others.
struct Workload {
    let name: String
    /// What is done, in plain words.
    let title: String
    let rows: Int
    /// Made when the workload's turn comes, and let go after it.
    let contenders: () throws -> [Contender]
}

/// What one contender needed, one element for each round.
struct Measurement {
    let workload: String
    let rows: Int
    let contender: String
    let nanosecondsPerRow: [Double]
    /// To the first contender in the same round, so that what else the machine does weighs on both.
    let ratios: [Double]
    /// The median of the ratios to GRDB, where it takes part.
    let ratioToPeer: Double?

    /// How the contender is to stand to the first one.
    var goal: Goal? { Goals.goal(workload, contender) }
}

/// A contender that does not do what the first one does.
struct Difference: Error, CustomStringConvertible {
    let workload: String
    let contender: String
    let reference: String

    var description: String {
        "\(workload): \(contender) gives other values than \(reference)"
    }
}

/// Runs contenders in turn within one process.
struct Harness {
    let rounds: Int

    /// Measures every contender of a workload.
    ///
    /// The round that comes first is not timed. It warms caches, and compares every byte of what the contenders read; the
    /// timed rounds fold lengths and numbers only, so that the sum itself costs next to nothing.
    func measure(_ workload: Workload, only names: Set<String> = []) throws -> [Measurement] {
        let contenders = try workload.contenders().filter { names.isEmpty || names.contains($0.name) }
        var times = contenders.map { _ in [Double]() }
        _ = try run(contenders, of: workload, .everyByte, startingAt: 0)
        for round in 0..<rounds {
            // The first contender finds other caches than the rest, so the start goes round.
            let seconds = try run(contenders, of: workload, .lengths, startingAt: round)
            for index in contenders.indices { times[index].append(seconds[index]) }
        }
        let peer = contenders.firstIndex { $0.name == GRDBRows.name }
        return contenders.indices.map { index in
            Measurement(
                workload: workload.name, rows: workload.rows, contender: contenders[index].name,
                nanosecondsPerRow: times[index].map { $0 * 1e9 / Double(workload.rows) },
                ratios: zip(times[index], times[0]).map { $0 / $1 },
                ratioToPeer: peer.map { peer in zip(times[index], times[peer]).map { $0 / $1 }.median })
        }
    }

    /// Runs each contender once.
    ///
    /// - Returns: the seconds of processor time that each needed.
    private func run(
        _ contenders: [Contender], of workload: Workload, _ depth: Checksum.Depth, startingAt start: Int
    ) throws -> [Double] {
        var seconds = [Double](repeating: 0, count: contenders.count)
        var sums = [Checksum](repeating: Checksum(depth), count: contenders.count)
        for offset in contenders.indices {
            let index = (start + offset) % contenders.count
            try contenders[index].before()
            let round = { try contenders[index].run(&sums[index]) }
            if depth == .lengths { seconds[index] = try timed(round) } else { try round() }
            try contenders[index].after(&sums[index])
        }
        for (contender, sum) in zip(contenders, sums) where sum != sums[0] {
            throw Difference(workload: workload.name, contender: contender.name, reference: contenders[0].name)
        }
        return seconds
    }

    /// The processor time of a timed round. Never inlined: a profiler can be told to count within this function only.
    @inline(never)
    private func timed(_ body: () throws -> Void) rethrows -> Double {
        let start = Harness.processorTime
        try body()
        return Harness.processorTime - start
    }

    /// The processor time of the process in seconds: unlike the time of day it does not run while others do.
    static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// A number that depends on every value and on their order: contenders that read different values are told apart, and no
/// read can be optimised away.
struct Checksum: Equatable {
    /// What of a text or a blob counts.
    enum Depth { case lengths, everyByte }

    let depth: Depth
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    init(_ depth: Depth) {
        self.depth = depth
    }

    @inline(__always)
    private mutating func mix(_ bits: UInt64) {
        state = ((state << 5 | state >> 59) &+ bits) &* 0x2545_F491_4F6C_DD1D
    }

    @inline(__always)
    mutating func add(_ integer: Int64) { mix(UInt64(bitPattern: integer)) }

    @inline(__always)
    mutating func add(_ real: Double) { mix(real.bitPattern) }

    @inline(__always)
    mutating func add(_ integer: Int64?) { mix(integer.map { UInt64(bitPattern: $0) } ?? 0x4E55_4C4C) }

    @inline(__always)
    mutating func add(_ text: String) {
        mix(UInt64(text.utf8.count))
        if depth == .everyByte { for byte in text.utf8 { mix(UInt64(byte)) } }
    }

    @inline(__always)
    mutating func add(_ data: Data) {
        mix(UInt64(data.count))
        if depth == .everyByte { for byte in data { mix(UInt64(byte)) } }
    }
}

// MARK: - Output

extension [Double] {
    /// The value in the middle.
    var median: Double {
        let sorted = sorted()
        guard let last = sorted.indices.last else { return .nan }
        return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
    }
}

extension Measurement {
    /// The heading of the lines below.
    static var heading: String {
        line("workload", "contender", "rows", "ns/row", "ratio", "least–most") + "  goal"
            + "\n" + String(repeating: "-", count: 100)
    }

    /// One line of the table.
    func line(first: Bool) -> String {
        let least = ratios.min() ?? .nan
        let most = ratios.max() ?? .nan
        return Measurement.line(
            first ? workload : "", contender, first ? String(rows) : "", format(nanosecondsPerRow.median, 0),
            format(ratios.median, 2), "\(format(least, 2))–\(format(most, 2))")
            + (goal.map { "  " + $0.verdict(on: ratios.median) } ?? "")
    }

    private func format(_ number: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", number)
    }

    private static func line(_ workload: String, _ contender: String, _ numbers: String...) -> String {
        pad(workload, 20) + pad(contender, 26) + zip(numbers, [8, 10, 8, 14]).map { leftPad($0, $1) }.joined()
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func leftPad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}

extension Goal {
    /// Whether a ratio reaches the goal, in words.
    func verdict(on measured: Double) -> String {
        (bound == .atMost ? "≤ " : "≥ ") + String(format: "%.2f", ratio) + (isMet(by: measured) ? " met" : " MISSED")
    }
}
