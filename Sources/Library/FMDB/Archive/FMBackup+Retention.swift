import Foundation

extension FMBackup {
    /// What was removed from a backup.
    public struct Removed: Hashable, Sendable {
        /// The number of pieces.
        public internal(set) var pieces = 0
        /// Their size in bytes.
        public internal(set) var bytes: Int64 = 0
    }

    /// Removes what is needed only for moments longer ago than a time: all before the newest whole snapshot that is older.
    ///
    ///     try backup.removeOld(keeping: .seconds(7 * 86_400))
    ///
    /// That snapshot is read and checked first; if it is damaged, an older one takes its place, and less is removed. It may run while a
    /// database is being backed up, by the same process or another.
    ///
    /// - Parameters:
    ///   - time: how far back each moment can still be restored.
    ///   - now: the end of that time.
    /// - Returns: what was removed; nothing if no whole snapshot is older.
    /// - Throws: `FMError`: that of the target. What was removed until then is removed; the backup is whole.
    @discardableResult
    public func removeOld(keeping time: Duration, at now: Date = Date()) throws -> Removed {
        try removeOld(keeping: time, at: now, nil)
    }

    /// The asynchronous form, which does not block the caller's thread. It throws `CancellationError`, too.
    @discardableResult
    public func removeOld(keeping time: Duration, at now: Date = Date()) async throws -> Removed {
        try await FMBackup.onThread { token in try removeOld(keeping: time, at: now, token) }
    }

    private func removeOld(keeping time: Duration, at now: Date, _ token: CancellationToken?) throws -> Removed {
        let limit = now.addingTimeInterval(-(time / .seconds(1))).milliseconds
        var removed = Removed()
        for piece in try removable(before: limit, token) {
            try token?.checkCancellation()
            try store.remove(piece.name)
            removed.pieces += 1
            removed.bytes += piece.size
        }
        return removed
    }

    /// The pieces before the newest snapshot of a time that is not damaged.
    private func removable(before time: UInt64, _ token: CancellationToken?) throws -> [ListedPiece] {
        var (pieces, damaged) = (try store.list(), Set<PieceName>())
        while true {
            let index = ArchiveIndex(pieces, without: damaged)
            let removable = index.removable(before: time)
            guard !removable.isEmpty, let base = index.base(for: time) else { return [] }
            do {
                for part in base.parts {
                    try token?.checkCancellation()
                    try store.check(part.name)
                }
                return removable
            } catch let failure as PieceFailure {
                if let cause = failure.cause { throw cause }
                damaged.insert(failure.name)
                pieces = try store.list()
            }
        }
    }
}

extension ArchiveIndex {
    /// The newest whole snapshot that is not younger than a time.
    fileprivate func base(for time: UInt64) -> Snapshot? { wholeSnapshots.last { $0.time <= time } }

    /// The pieces that no moment from a time on needs, in the order in which they can be removed. What a crash leaves is never taken for
    /// whole.
    func removable(before time: UInt64) -> [ListedPiece] {
        guard let base = base(for: time) else { return [] }
        var removable: [ListedPiece] = []
        for generation in generations where generation.name <= base.generation {
            let isOlder = generation.name < base.generation
            let snapshots = generation.snapshots.filter { $0.isEarlier(than: base) }
            removable += snapshots.flatMap { $0.parts.reversed() }
            removable += generation.commits.filter { isOlder || $0.name.last <= base.commit }
            removable += generation.closings.filter { isOlder || $0.name.last < base.commit }
            removable += generation.gaps.filter { isOlder || $0.name.last < base.commit }
        }
        return removable
    }
}
