import Foundation

extension FMBackup.Moment {
    /// Returns whether a restore of this moment includes the given commit.
    func includes(_ number: UInt64, _ time: UInt64) -> Bool {
        switch self {
        case .latest: true
        case .date(let limit): time <= limit.milliseconds
        case .commit(let limit): number <= limit
        }
    }

    /// Returns whether the given gap prevents a restore of this moment.
    func concerns(_ gap: ArchiveIndex.Gap) -> Bool {
        switch self {
        case .latest: true
        case .date(let date): gap.begin.map { date.milliseconds >= $0 } ?? (date.milliseconds > gap.after)
        case .commit(let number): gap.commits.contains(number)
        }
    }
}

/// The pieces that a restore reads.
struct RestorePlan {
    let snapshot: ArchiveIndex.Snapshot
    /// The commit pieces, in order. The restore may use only the first commits of the last piece.
    let commits: [ListedPiece]
    /// The gap that prevents an exact restore, or nil if there is none.
    let problem: ArchiveIndex.Gap?

    var bytes: Int64 { snapshot.parts.bytes + commits.bytes }

    init(_ index: ArchiveIndex, _ limit: FMBackup.Moment) throws(FMError) {
        let spans = index.spans
        guard let first = spans.first, let last = spans.last else {
            throw FMError(
                .notFound,
                index.isEmpty ? "this location has no backup" : "the backup has no complete snapshot")
        }
        let possible = index.wholeSnapshots.last { limit.includes($0.commit, $0.time) }
        guard let snapshot = possible else { throw .before(first, limit) }
        let chain = index.generation(snapshot.generation)?.chain(after: snapshot.commit) ?? []
        let commits = chain.prefix { limit.includes(max($0.name.first, snapshot.commit + 1), $0.name.firstTime) }
        self.snapshot = snapshot
        self.commits = Array(commits)
        let end = commits.last?.name.last ?? snapshot.commit
        let gap = index.gaps.first { $0.commits.lowerBound == end + 1 && commits.count == chain.count }
        problem = gap.flatMap { limit.concerns($0) ? $0 : nil }
        if case .commit(let number) = limit, number > end, problem == nil {
            let date = Date(milliseconds: last.lastTime).inWords
            throw FMError(.notFound, "the backup has no commit \(number); its last one is \(last.last) of \(date)")
        }
    }
}

extension FMError {
    fileprivate static func before(_ first: ArchiveIndex.Span, _ limit: FMBackup.Moment) -> FMError {
        let date = Date(milliseconds: first.firstTime).inWords
        let wanted =
            switch limit {
            case .latest: ""
            case .date(let date): ", so it does not contain \(date.inWords)"
            case .commit(let number): ", so it does not contain commit \(number)"
            }
        return FMError(.notFound, "the backup begins with commit \(first.first) of \(date)\(wanted)")
    }
}
