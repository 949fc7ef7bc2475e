import Foundation

/// The name of a generation: its start time and a random number.
struct GenerationName: Hashable, Comparable, Sendable {
    /// The start time in milliseconds since 1970.
    let start: UInt64
    let random: UInt32

    init(start: UInt64, random: UInt32) { (self.start, self.random) = (start, random) }

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = UInt64(digits: parts[0]), start < .max >> 1,
            let random = UInt32(digits: parts[1])
        else {
            return nil
        }
        self.init(start: start, random: random)
    }

    var text: String { "\(start.digits)-\(random.digits)" }

    static func < (left: Self, right: Self) -> Bool { (left.start, left.random) < (right.start, right.random) }
}

/// The name of a piece, with its commits and their dates.
struct PieceName: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A part of a snapshot.
        case snapshot(part: UInt32, isLast: Bool)
        case commits
        /// The state of the files when the last connection was closed.
        case closed
        /// A mark that commits may be missing between the previous generation's last commit and this generation's first snapshot.
        case gap
    }

    let generation: GenerationName
    let kind: Kind
    let first: UInt64
    let last: UInt64
    /// The time of the first commit in milliseconds since 1970; 0 for `closed`.
    let firstTime: UInt64
    let lastTime: UInt64

    private init(
        _ generation: GenerationName, _ kind: Kind, _ commits: ClosedRange<UInt64>, _ times: ClosedRange<UInt64>
    ) {
        (self.generation, self.kind) = (generation, kind)
        (first, last) = (commits.lowerBound, commits.upperBound)
        (firstTime, lastTime) = (times.lowerBound, times.upperBound)
    }

    init(_ generation: GenerationName, snapshot commit: UInt64, _ time: UInt64, part: UInt32, isLast: Bool) {
        self.init(generation, .snapshot(part: part, isLast: isLast), commit...commit, time...time)
    }

    init(_ generation: GenerationName, commits: ClosedRange<UInt64>, _ times: ClosedRange<UInt64>) {
        self.init(generation, .commits, commits, times)
    }

    init(_ generation: GenerationName, closedAfter commit: UInt64) {
        self.init(generation, .closed, commit...commit, 0...0)
    }

    init(_ generation: GenerationName, gap: ClosedRange<UInt64>, _ times: ClosedRange<UInt64>) {
        self.init(generation, .gap, gap, times)
    }

    /// - Returns: nil if the text is not the name of a piece.
    init?(_ text: String) {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let generation = GenerationName(halves[0]) else { return nil }
        let parts = halves[1].split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().prefix { $0 != "end" }.map {
            UInt64(digits: $0) ?? UInt32(digits: $0).map(UInt64.init)
        }
        let known = numbers.compactMap(\.self)
        // The limit keeps `number + 1` from overflowing.
        guard known.count == numbers.count, known.allSatisfy({ $0 < .max >> 1 }),
            let name = PieceName(generation, parts[0], known, isLast: parts.last == "end"),
            name.text == text
        else { return nil }
        self = name
    }

    private init?(_ generation: GenerationName, _ word: Substring, _ numbers: [UInt64], isLast: Bool) {
        switch (word, numbers.count) {
        case ("snapshot", 3):
            guard let part = UInt32(exactly: numbers[2]) else { return nil }
            self.init(generation, snapshot: numbers[0], numbers[1], part: part, isLast: isLast)
        case ("commits", 4), ("gap", 4):
            guard numbers[0] <= numbers[1], numbers[2] <= numbers[3] else { return nil }
            let kind: Kind = word == "gap" ? .gap : .commits
            self.init(generation, kind, numbers[0]...numbers[1], numbers[2]...numbers[3])
        case ("closed", 1): self.init(generation, closedAfter: numbers[0])
        default: return nil
        }
    }

    /// Whether the piece is the first part of a snapshot, or the gap piece that comes before it.
    var isFirstPart: Bool {
        guard case .snapshot(part: 0, _) = kind else { return kind == .gap }
        return true
    }

    var text: String {
        let folder = generation.text
        switch kind {
        case .snapshot(let part, let isLast):
            return "\(folder)/snapshot-\(first.digits)-\(firstTime.digits)-\(part.digits)\(isLast ? "-end" : "")"
        case .commits: return "\(folder)/commits-\(first.digits)-\(last.digits)-\(firstTime.digits)-\(lastTime.digits)"
        case .gap: return "\(folder)/gap-\(first.digits)-\(last.digits)-\(firstTime.digits)-\(lastTime.digits)"
        case .closed: return "\(folder)/closed-\(first.digits)"
        }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    fileprivate var digits: String { hexadecimal }

    fileprivate init?(digits: some StringProtocol) {
        guard digits.utf8.count == MemoryLayout<Self>.size * 2, digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") })
        else {
            return nil
        }
        self.init(digits, radix: 16)
    }
}

extension Date {
    /// The milliseconds since 1970, at least 0.
    var milliseconds: UInt64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
        return milliseconds > 0 ? UInt64(min(milliseconds, 9e15)) : 0
    }

    init(milliseconds: UInt64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
