/// The content of an archive, read from the names of its pieces.
struct ArchiveIndex {
    struct Snapshot {
        let generation: GenerationName
        let commit: UInt64
        let time: UInt64
        /// The parts, in ascending order.
        var parts: [ListedPiece]

        /// Whether no part is missing.
        var isWhole: Bool {
            for (number, part) in parts.enumerated() {
                guard case .snapshot(let own, let isLast) = part.name.kind, own == number,
                    isLast == (number == parts.count - 1)
                else { return false }
            }
            return !parts.isEmpty
        }

        func isEarlier(than other: Snapshot) -> Bool {
            generation == other.generation ? (commit, time) < (other.commit, other.time) : generation < other.generation
        }
    }

    struct Generation {
        let name: GenerationName
        /// The snapshots, in ascending order of commit.
        var snapshots: [Snapshot] = []
        /// The commit pieces, in ascending order of first commit. Among pieces with the same first commit, the longest comes first.
        var commits: [ListedPiece] = []
        var closings: [ListedPiece] = []
        var gaps: [ListedPiece] = []

        var pieces: [ListedPiece] { snapshots.flatMap(\.parts) + commits + closings + gaps }
        var first: UInt64? { [snapshots.first?.commit, commits.first?.name.first].compactMap(\.self).min() }
        var last: UInt64? { [snapshots.last?.commit, commits.map(\.name.last).max()].compactMap(\.self).max() }

        /// Returns the pieces that continue without a gap after the given commit. If pieces overlap, the one that reaches farthest is used.
        func chain(after commit: UInt64) -> [ListedPiece] {
            var (chain, end, place) = ([ListedPiece](), commit, 0)
            while end < .max {
                var best: ListedPiece?
                while place < commits.count, commits[place].name.first <= end + 1 {
                    if commits[place].name.last > best?.name.last ?? end { best = commits[place] }
                    place += 1
                }
                guard let best else { break }
                chain.append(best)
                end = best.name.last
            }
            return chain
        }
    }

    /// The generations, in order of their start.
    private(set) var generations: [Generation] = []
    /// The names of all pieces whose names contain commit numbers, including damaged pieces.
    private let names: [PieceName]

    /// - Parameter damaged: the pieces that cannot be used.
    init(_ pieces: [ListedPiece], without damaged: Set<PieceName> = []) {
        var found: [GenerationName: Generation] = [:]
        for piece in pieces where !damaged.contains(piece.name) {
            found[piece.name.generation, default: Generation(name: piece.name.generation)].add(piece)
        }
        names = pieces.map(\.name).filter { $0.kind != .closed }
        generations = found.values.map { $0.sorted() }.sorted { $0.name < $1.name }
    }

    /// The complete snapshots, in order of generation and commit.
    var wholeSnapshots: [Snapshot] { generations.flatMap { $0.snapshots.filter(\.isWhole) } }

    /// The highest commit number, including commits in damaged pieces.
    var last: UInt64? { names.map(\.last).max() }
    var isEmpty: Bool { names.isEmpty }

    func generation(_ name: GenerationName) -> Generation? { generations.first { $0.name == name } }
}

extension ArchiveIndex.Generation {
    fileprivate mutating func add(_ piece: ListedPiece) {
        switch piece.name.kind {
        case .commits: commits.append(piece)
        case .closed: closings.append(piece)
        case .gap: gaps.append(piece)
        case .snapshot:
            let (commit, time) = (piece.name.first, piece.name.firstTime)
            if let place = snapshots.firstIndex(where: { $0.commit == commit && $0.time == time }) {
                snapshots[place].parts.append(piece)
            } else {
                snapshots.append(.init(generation: name, commit: commit, time: time, parts: [piece]))
            }
        }
    }

    fileprivate func sorted() -> Self {
        var sorted = self
        for place in snapshots.indices { sorted.snapshots[place].parts.sort { $0.name.part < $1.name.part } }
        sorted.snapshots.sort { ($0.commit, $0.time) < ($1.commit, $1.time) }
        sorted.commits.sort { ($0.name.first, $1.name.last) < ($1.name.first, $0.name.last) }
        return sorted
    }
}

extension PieceName {
    fileprivate var part: UInt32 {
        guard case .snapshot(let part, _) = kind else { return 0 }
        return part
    }
}

// MARK: - What can be restored

extension ArchiveIndex {
    /// A range of commits that can all be restored, with the dates of its first and last commit.
    struct Span {
        let first: UInt64
        var last: UInt64
        let firstTime: UInt64
        var lastTime: UInt64
    }

    /// A range of commits that cannot be restored, with the dates of the commits around it.
    struct Gap: Equatable {
        let commits: ClosedRange<UInt64>
        let after: UInt64
        /// The date of the gap's first commit if a piece of it exists, or else the earliest date at which commits may be missing.
        let begin: UInt64?
        let before: UInt64?
    }

    /// The restorable spans, in ascending order and without overlap.
    var spans: [Span] {
        var spans: [Span] = []
        for generation in generations {
            for snapshot in generation.snapshots where snapshot.isWhole {
                if let last = spans.last, last.last > snapshot.commit { continue }
                let end = generation.chain(after: snapshot.commit).last?.name
                let span = Span(
                    first: snapshot.commit, last: end?.last ?? snapshot.commit, firstTime: snapshot.time,
                    lastTime: end?.lastTime ?? snapshot.time)
                // The first commit of a new generation has the next number.
                if let last = spans.last, span.first <= last.last + 1 {
                    guard span.last > last.last else { continue }
                    spans[spans.count - 1].last = span.last
                    spans[spans.count - 1].lastTime = span.lastTime
                } else {
                    spans.append(span)
                }
            }
        }
        return spans
    }

    /// The gaps between the spans and after the last one. Commits before the first span are not a gap, since they may have been removed.
    var gaps: [Gap] {
        let spans = spans
        var gaps: [Gap] = []
        for (former, next) in zip(spans, spans.dropFirst()) where next.first > former.last + 1 {
            gaps.append(gap(former.last + 1...next.first - 1, after: former, before: next))
        }
        guard let end = spans.last, let last, last > end.last else { return gaps }
        return gaps + [gap(end.last + 1...last, after: end, before: nil)]
    }

    private func gap(_ commits: ClosedRange<UInt64>, after former: Span, before next: Span?) -> Gap {
        let begin = names.first { $0.first == commits.lowerBound }?.firstTime
        return Gap(commits: commits, after: former.lastTime, begin: begin, before: next?.firstTime)
    }
}
