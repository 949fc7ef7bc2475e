import Foundation

extension FMBackup {
    /// The result of removing old pieces.
    public struct Removed: Hashable, Sendable {
        /// The number of removed pieces.
        public internal(set) var pieces = 0
        /// The size of the removed pieces in bytes.
        public internal(set) var bytes: Int64 = 0
    }

    /// Removes the pieces that are needed only to restore older moments: everything before the newest complete snapshot that is older than
    /// the given time.
    ///
    ///     try backup.removeOld(keeping: .seconds(7 * 86_400))
    ///
    /// The call first reads and checks that snapshot. If it is damaged, an older one is used, and less is removed. The call may run while a
    /// database is being backed up, by the same process or another.
    ///
    /// - Parameters:
    ///   - time: how far back each moment can still be restored.
    ///   - now: the moment from which `time` is counted back.
    /// - Returns: the removed pieces; none if no complete snapshot is older.
    /// - Throws: the target's error as `FMError`. Some pieces may have been removed by then; the backup stays usable.
    @discardableResult
    public func removeOld(keeping time: Duration, at now: Date = Date()) throws -> Removed {
        try removeOld(keeping: time, at: now, nil)
    }

    /// Removes old pieces without blocking the caller's thread. It also throws `CancellationError`.
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

    /// Returns the removable pieces: those before the newest undamaged snapshot at or before a time.
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
                pieces = try store.list()
                // Another removal may have been faster.
                guard pieces.contains(where: { $0.name == failure.name }) else { continue }
                if let cause = failure.cause { throw cause }
                damaged.insert(failure.name)
            }
        }
    }
}

extension ArchiveIndex {
    /// Returns the newest complete snapshot at or before a time.
    fileprivate func base(for time: UInt64) -> Snapshot? { wholeSnapshots.last { $0.time <= time } }

    /// Returns the pieces that are not needed to restore any moment from the given time on. Their order is the order of removal: a crash
    /// between two removals never leaves an incomplete snapshot that looks complete.
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
