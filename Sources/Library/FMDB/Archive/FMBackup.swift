import Foundation

/// A backup of a database: snapshots, and the commits that followed them. Each commit can be restored. See <doc:ArchiveFormat>.
///
///     let backup = FMBackup(URL(fileURLWithPath: "/var/backups/people"))
///     try backup.restore(to: "people.db", at: .date(yesterday))
///
/// It may be read while a database is being backed up to it, by another process or machine too.
public struct FMBackup: Sendable {
    /// Where the pieces are kept.
    public let target: any FMBackupTarget

    /// Names a backup in a folder. Nothing is read yet.
    public init(_ url: URL) { self.init(.folder(url)) }

    /// Names a backup, whose pieces a target keeps.
    public init(_ target: some FMBackupTarget) { self.target = target }

    var store: ArchiveStore { ArchiveStore(target: target) }
}

// MARK: - Timeline

extension FMBackup {
    /// What a backup has, by the names of its pieces.
    public struct Timeline: Sendable {
        /// The generations in their order. With each, commits follow a snapshot without a gap.
        public let generations: [Generation]
        /// What cannot be restored because pieces are missing. Damage is found by `verify()` alone.
        public let gaps: [Gap]
        /// The first state that can be restored; nil if there is none.
        public let first: Commit?
        /// The last state that can be restored; nil if there is none.
        public let last: Commit?
        /// The number of pieces.
        public let pieces: Int
        /// Their size in bytes.
        public let bytes: Int64
    }

    /// A state of the database.
    public struct Commit: Hashable, Sendable {
        /// The number of the commit. It rises by one with each commit of the whole backup.
        public let number: UInt64
        /// When it was made, or noticed if another process made it, in whole milliseconds; never before the commit before it.
        public let date: Date
    }

    /// An unbroken history of commits that begins with a snapshot.
    public struct Generation: Hashable, Sendable {
        /// The name, with which the names of its pieces begin.
        public let name: String
        /// The snapshots in their order, those that are not whole included.
        public let snapshots: [Snapshot]
        /// The number of the first commit that a piece contains; nil if there is none.
        public let first: UInt64?
        /// The number of the last commit that a piece contains; nil if there is none.
        public let last: UInt64?
        /// The size of all pieces in bytes.
        public let bytes: Int64
    }

    /// The whole database as it was after a commit.
    public struct Snapshot: Hashable, Sendable {
        /// The commit. The date is that of the snapshot, which may have been taken later.
        public let commit: Commit
        /// The size of its pieces in bytes.
        public let bytes: Int64
        /// Whether no part is missing. A snapshot that is being taken is not whole.
        public let isWhole: Bool
    }

    /// Commits that cannot be restored.
    public struct Gap: Hashable, Sendable {
        /// Their numbers.
        public let commits: ClosedRange<UInt64>
        /// The date of the last commit before them that can be restored.
        public let after: Date
        /// Since when there may have been some: the date of the first one, or until when it is known that there were none; nil if neither
        /// is known.
        public let begin: Date?
        /// The date of the first snapshot behind them; nil if there is none.
        public let before: Date?
        /// The pieces that are damaged or cannot be read, each with the reason. None: pieces are missing, or a snapshot is not whole.
        public internal(set) var damaged: [DamagedPiece] = []
    }

    /// A piece that is there and cannot be used.
    public struct DamagedPiece: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// What is wrong with it.
        public let reason: String
    }

    /// Lists the pieces, and returns which states can be restored. No piece is read.
    ///
    /// - Returns: the timeline; an empty one if there are no pieces.
    /// - Throws: `FMError`: that of the target.
    public func timeline() throws(FMError) -> Timeline { Timeline(try store.list()) }

    /// The asynchronous form, which does not block the caller's thread.
    public func timeline() async throws -> Timeline {
        try await FMBackup.onThread { [store] _ in Timeline(try store.list()) }
    }
}

extension FMBackup.Timeline {
    /// - Parameter damaged: pieces that cannot be used, with the reasons.
    init(_ pieces: [ListedPiece], without damaged: [PieceName: String] = [:]) {
        let index = ArchiveIndex(pieces, without: Set(damaged.keys))
        let spans = index.spans
        generations = index.generations.map(FMBackup.Generation.init)
        gaps = index.gaps.map { FMBackup.Gap($0, damaged) }
        first = spans.first.map { FMBackup.Commit($0.first, $0.firstTime) }
        last = spans.last.map { FMBackup.Commit($0.last, $0.lastTime) }
        self.pieces = pieces.count
        bytes = pieces.bytes
    }
}

extension FMBackup.Commit {
    init(_ number: UInt64, _ time: UInt64) { self.init(number: number, date: Date(milliseconds: time)) }
}

extension FMBackup.Generation {
    fileprivate init(_ generation: ArchiveIndex.Generation) {
        let snapshots = generation.snapshots.map {
            FMBackup.Snapshot(commit: .init($0.commit, $0.time), bytes: $0.parts.bytes, isWhole: $0.isWhole)
        }
        self.init(
            name: generation.name.text, snapshots: snapshots, first: generation.first, last: generation.last,
            bytes: generation.pieces.bytes)
    }
}

extension FMBackup.Gap {
    init(_ gap: ArchiveIndex.Gap, _ damaged: [PieceName: String] = [:]) {
        self.init(
            commits: gap.commits, after: Date(milliseconds: gap.after),
            begin: gap.begin.map(Date.init(milliseconds:)), before: gap.before.map(Date.init(milliseconds:)))
        let concerned = damaged.filter { gap.commits.overlaps($0.key.first...$0.key.last) }
        self.damaged = concerned.map { FMBackup.DamagedPiece(name: $0.key.text, reason: $0.value) }
            .sorted { $0.name < $1.name }
    }

    var description: String {
        let numbers =
            commits.count == 1
            ? "commit \(commits.lowerBound)" : "commits \(commits.lowerBound) to \(commits.upperBound)"
        let dates = "after \((begin ?? after).inWords)" + (before.map { " and before \($0.inWords)" } ?? "")
        let reasons = damaged.map { "\($0.name): \($0.reason)" }
        let reason =
            reasons.isEmpty ? "pieces are missing, or a snapshot is not whole" : reasons.joined(separator: "; ")
        return "\(numbers), \(dates), cannot be restored: \(reason)"
    }
}

extension [ListedPiece] {
    var bytes: Int64 { reduce(0) { $0 + $1.size } }
}

extension Date {
    /// In UTC, with milliseconds: "2026-11-23 12:00:00.000 UTC".
    var inWords: String { CivilTime.text(of: Int64(milliseconds), separator: " ", zone: " UTC") }
}
