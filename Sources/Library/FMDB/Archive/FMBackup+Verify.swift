import Foundation

extension FMBackup {
    /// Options for verifying a backup.
    public struct VerifyOptions: Sendable {
        /// The moment to restore into a temporary file, which is checked and then deleted, or nil for none. Default: nil.
        public var restores: Moment?
        /// The folder of the temporary file. Default: the system's temporary folder.
        public var folder = NSTemporaryDirectory()
        /// The check of the temporary file, and its key. Default: `quick`, without a key.
        public var restoring = RestoreOptions()

        /// Creates options with the default values.
        public init() {}
    }

    /// The result of a verification, for which all pieces were read.
    public struct Verification: Sendable {
        /// The number of pieces.
        public internal(set) var pieces = 0
        /// The size of all pieces in bytes.
        public internal(set) var bytes: Int64 = 0
        /// The number of commits read. A commit in several pieces counts once for each.
        public internal(set) var commits = 0
        /// The pieces that are damaged or cannot be read.
        public internal(set) var damaged: [DamagedPiece] = []
        /// The commits that cannot be restored because pieces are missing or damaged.
        public internal(set) var gaps: [Gap] = []
        /// The first state that can be restored, or nil if there is none.
        public internal(set) var first: Commit?
        /// The last state that can be restored, or nil if there is none.
        public internal(set) var last: Commit?
        /// The result of the restore, if the options ask for one. The file is deleted.
        public internal(set) var restored: Restored?
        /// The commits that could not be checked against a sum or a later snapshot. They may not belong to the snapshot before them.
        public internal(set) var unchecked: [Unchecked] = []
        /// Whether each state from the first to the last can be restored, no piece is damaged, and nothing is unchecked. If the options ask
        /// for a restore, the restored file also passed its check.
        public var isWhole: Bool {
            damaged.isEmpty && gaps.isEmpty && unchecked.isEmpty && first != nil
                && restored?.unchecked.isEmpty ?? true
        }
    }

    /// Commits for which a backup has neither a sum nor a later snapshot. It cannot be proved that they belong to the snapshot before them
    /// and not to another database.
    ///
    /// Earlier versions stored no sums. Commits during a first snapshot get their sum when the snapshot is complete. Commits whose pieces
    /// were removed before they were read are unchecked, too.
    public struct Unchecked: Hashable, Sendable {
        /// The name of the generation.
        public let generation: String
        /// The numbers of the commits.
        public let commits: ClosedRange<UInt64>
    }

    /// Reads and checks all pieces: their checksums, each page, and whether the commits of each generation lead from one snapshot to the
    /// pages of the next.
    ///
    ///     let verification = try backup.verify()
    ///     if !verification.isWhole { print(verification.gaps, verification.damaged) }
    ///
    /// - Parameters:
    ///   - options: the options, for example a moment to restore.
    ///   - progress: called after each piece, on the calling thread. An error that it throws ends the verification.
    /// - Returns: the result. Damage is reported, not thrown.
    /// - Throws: `FMError`: the target's error if it cannot list its pieces, or the error of the restore that the options ask for.
    public func verify(
        _ options: VerifyOptions = .init(), progress: ((RestoreProgress) throws -> Void)? = nil
    ) throws -> Verification {
        try verify(options, nil, progress)
    }

    /// Verifies the backup without blocking the caller's thread. `progress` is called on a thread of the library. It also throws
    /// `CancellationError`.
    public func verify(
        _ options: VerifyOptions = .init(), progress: (@Sendable (RestoreProgress) throws -> Void)? = nil
    ) async throws -> Verification {
        try await FMBackup.onThread { token in try verify(options, token, progress) }
    }

    private func verify(
        _ options: VerifyOptions, _ token: CancellationToken?, _ progress: ((RestoreProgress) throws -> Void)?
    ) throws -> Verification {
        var pieces = try store.list()
        var (report, damaged, done, total) = (Verification(), [PieceName: String](), Int64(0), pieces.bytes)
        // What was read, and nothing else.
        var read: [ListedPiece] = []
        for name in ArchiveIndex(pieces).generations.map(\.name) {
            let proof = try ArchiveProof.made(store, &pieces) {
                ArchiveIndex($0).generation(name)
            } done: { piece in
                try token?.checkCancellation()
                done += piece.size
                total = max(total, done)
                try progress?(RestoreProgress(completed: done, total: total))
            }
            guard let proof else { continue }
            read += pieces.filter { $0.name.generation == name }
            report.commits += proof.commits
            damaged.merge(proof.damaged) { $1 }
            report.unchecked += proof.unchecked.map { Unchecked(generation: $0.generation.text, commits: $0.commits) }
        }
        report.add(read, damaged)
        guard let moment = options.restores else { return report }
        report.restored = try restoreAndDelete(moment, options, token)
        return report
    }

    private func restoreAndDelete(
        _ moment: Moment, _ options: VerifyOptions, _ token: CancellationToken?
    ) throws -> Restored {
        let name = "FMDB-\(String(UInt64.random(in: .min ... .max, using: &SystemRandom.shared), radix: 36)).db"
        let path = URL(fileURLWithPath: options.folder).appendingPathComponent(name).path
        defer { SystemFiles.unlink(path) }
        return try RestoreFromArchive(
            store: store, moment: moment, options: options.restoring, token: token, progress: nil
        ).run(to: path)
    }
}

extension FMBackup.Verification {
    fileprivate mutating func add(_ pieces: [ListedPiece], _ damaged: [PieceName: String]) {
        let timeline = FMBackup.Timeline(pieces, without: damaged)
        (self.pieces, bytes, gaps) = (timeline.pieces, timeline.bytes, timeline.gaps)
        (first, last) = (timeline.first, timeline.last)
        self.damaged = damaged.map { FMBackup.DamagedPiece(name: $0.key.text, reason: $0.value) }
            .sorted { $0.name < $1.name }
    }
}

extension ArchiveStore {
    func check(_ name: PieceName) throws {
        try read(name) { header, body in
            switch name.kind {
            case .snapshot: _ = try SnapshotPiece.decode(header, body)
            case .closed:
                var cursor = PieceCursor(body)
                _ = try CleanCloseRecord(&cursor)
            case .commits:
                var decoder = try CommitsDecoder(header, body)
                while let record = try decoder.next() { try decoder.pages(of: record) { _, _ in } }
            case .gap: break
            }
        }
    }
}
