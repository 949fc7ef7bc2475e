import Foundation

/// A backup of a database: snapshots, and the commits that followed them. Each commit can be restored. See <doc:ArchiveFormat>.
///
///     let backup = FMBackup(URL(fileURLWithPath: "/var/backups/people"))
///     try backup.restore(to: "people.db", at: .date(yesterday))
///
/// A backup can be read while a database is being backed up to it, also by another process or machine.
public struct FMBackup: Sendable {
    /// The target that stores the pieces.
    public let target: any FMBackupTarget

    /// Creates a backup that stores its pieces in a folder. Nothing is read yet.
    public init(_ url: URL) { self.init(.folder(url)) }

    /// Creates a backup that stores its pieces in a target. Nothing is read yet.
    public init(_ target: some FMBackupTarget) { self.target = target }

    var store: ArchiveStore { ArchiveStore(target: target) }
}

// MARK: - Timeline

extension FMBackup {
    /// The content of a backup, as the names of its pieces show it.
    public struct Timeline: Sendable {
        /// The generations, in order. In each, commits follow a snapshot without a gap.
        public let generations: [Generation]
        /// The commits that cannot be restored because pieces are missing. Only `verify()` finds damage.
        public let gaps: [Gap]
        /// The first state that can be restored, or nil if there is none.
        public let first: Commit?
        /// The last state that can be restored, or nil if there is none.
        public let last: Commit?
        /// The number of pieces.
        public let pieces: Int
        /// The size of the pieces in bytes.
        public let bytes: Int64
    }

    /// A commit, which identifies the state of the database after it.
    public struct Commit: Hashable, Sendable {
        /// The commit number. It rises by one with each commit of the whole backup.
        public let number: UInt64
        /// The time of the commit in whole milliseconds, or the time at which another process's commit was noticed. It is never earlier
        /// than the previous commit's date.
        public let date: Date
    }

    /// An unbroken history of commits that begins with a snapshot.
    public struct Generation: Hashable, Sendable {
        /// The name, which is the prefix of its pieces' names.
        public let name: String
        /// The snapshots in order, including incomplete ones.
        public let snapshots: [Snapshot]
        /// The number of the first commit in a piece, or nil if there is none.
        public let first: UInt64?
        /// The number of the last commit in a piece, or nil if there is none.
        public let last: UInt64?
        /// The size of all pieces in bytes.
        public let bytes: Int64
    }

    /// The whole database as it was after a commit.
    public struct Snapshot: Hashable, Sendable {
        /// The commit whose state the snapshot has. Its `date` is the date of the snapshot, which may have been taken later.
        public let commit: Commit
        /// The size of the snapshot's pieces in bytes.
        public let bytes: Int64
        /// Whether the snapshot is complete. A snapshot in progress is not.
        public let isWhole: Bool
    }

    /// Commits that cannot be restored.
    public struct Gap: Hashable, Sendable {
        /// The numbers of the missing commits.
        public let commits: ClosedRange<UInt64>
        /// The date of the last restorable commit before the gap.
        public let after: Date
        /// The earliest possible date of a missing commit: the date of the gap's first commit, or the last date at which no commit was
        /// missing. nil if neither is known.
        public let begin: Date?
        /// The date of the first snapshot after the gap, or nil if there is none.
        public let before: Date?
        /// The pieces that are damaged or cannot be read, each with the reason. If empty, pieces are missing or a snapshot is incomplete.
        public internal(set) var damaged: [DamagedPiece] = []
    }

    /// A piece that exists but cannot be used.
    public struct DamagedPiece: Hashable, Sendable {
        /// The name of the piece.
        public let name: String
        /// The reason why the piece cannot be used.
        public let reason: String
    }

    /// Lists the pieces, and returns the states that can be restored. No piece is read.
    ///
    /// - Returns: the timeline, which is empty if there are no pieces.
    /// - Throws: the target's error as `FMError`.
    public func timeline() throws(FMError) -> Timeline { Timeline(try store.list()) }

    /// Lists the pieces without blocking the caller's thread.
    public func timeline() async throws -> Timeline {
        try await FMBackup.onThread { [store] _ in Timeline(try store.list()) }
    }
}

extension FMBackup.Timeline {
    /// - Parameter damaged: the pieces that cannot be used, with the reasons.
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
            reasons.isEmpty ? "pieces are missing, or a snapshot is incomplete" : reasons.joined(separator: "; ")
        return "\(numbers), \(dates), cannot be restored: \(reason)"
    }
}

extension [ListedPiece] {
    var bytes: Int64 { reduce(0) { $0 + $1.size } }
}

extension Date {
    /// The date in UTC with milliseconds: "2026-11-23 12:00:00.000 UTC".
    var inWords: String { CivilTime.text(of: Int64(milliseconds), separator: " ", zone: " UTC") }
}
