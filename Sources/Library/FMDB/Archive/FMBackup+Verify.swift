import Foundation

extension FMBackup {
    /// How a backup is verified.
    public struct VerifyOptions: Sendable {
        /// The moment that is restored into a temporary file, which is checked and deleted; nil for none. Default: nil.
        public var restores: Moment?
        /// The folder of that file. Default: the temporary folder of the system.
        public var folder = NSTemporaryDirectory()
        /// How that file is checked, and its key. Default: `quick`, without a key.
        public var restoring = RestoreOptions()

        /// Options with the defaults.
        public init() {}
    }

    /// What a backup has, after each of its pieces was read.
    public struct Verification: Sendable {
        /// The number of pieces.
        public internal(set) var pieces = 0
        /// Their size in bytes.
        public internal(set) var bytes: Int64 = 0
        /// The number of commits that were read, those in several pieces counted in each.
        public internal(set) var commits = 0
        /// The pieces that are damaged or cannot be read.
        public internal(set) var damaged: [DamagedPiece] = []
        /// What cannot be restored, because pieces are missing or damaged.
        public internal(set) var gaps: [Gap] = []
        /// The first state that can be restored; nil if there is none.
        public internal(set) var first: Commit?
        /// The last state that can be restored; nil if there is none.
        public internal(set) var last: Commit?
        /// What was restored, if the options ask for it. The file is deleted.
        public internal(set) var restored: Restored?
        /// Commits whose pages could be compared with nothing: they may not belong to the snapshot before them.
        public internal(set) var unchecked: [Unchecked] = []
        /// Whether each state from the first to the last can be restored, no piece is damaged, and nothing is unchecked. If the options ask
        /// for a restore, it was also checked and passed.
        public var isWhole: Bool {
            damaged.isEmpty && gaps.isEmpty && unchecked.isEmpty && first != nil
                && restored?.unchecked.isEmpty ?? true
        }
    }

    /// Commits that a backup has neither a sum nor a later snapshot of. Earlier versions stored no sums, and commits during a first
    /// snapshot get theirs when it is whole. A mixture of two databases would look the same.
    public struct Unchecked: Hashable, Sendable {
        /// The name of the generation.
        public let generation: String
        /// Their numbers.
        public let commits: ClosedRange<UInt64>
    }

    /// Reads and checks all pieces: their checksums, each page in them, and whether the commits of each generation lead from one snapshot
    /// to the pages of the next.
    ///
    ///     let verification = try backup.verify()
    ///     if !verification.isWhole { print(verification.gaps, verification.damaged) }
    ///
    /// - Parameters:
    ///   - options: whether a moment is restored as well.
    ///   - progress: called after each piece, on this thread; what it throws ends the verification.
    /// - Returns: what was found. Damage is reported, not thrown.
    /// - Throws: `FMError`: the target's error if it cannot list its pieces; that of a restore if the options ask for one.
    public func verify(
        _ options: VerifyOptions = .init(), progress: ((RestoreProgress) throws -> Void)? = nil
    ) throws -> Verification {
        try verify(options, nil, progress)
    }

    /// The asynchronous form, which does not block the caller's thread. `progress` is called on a thread of the library. It throws
    /// `CancellationError`, too.
    public func verify(
        _ options: VerifyOptions = .init(), progress: (@Sendable (RestoreProgress) throws -> Void)? = nil
    ) async throws -> Verification {
        try await FMBackup.onThread { token in try verify(options, token, progress) }
    }

    private func verify(
        _ options: VerifyOptions, _ token: CancellationToken?, _ progress: ((RestoreProgress) throws -> Void)?
    ) throws -> Verification {
        let pieces = try store.list()
        var (report, damaged, done) = (Verification(), [PieceName: String](), Int64(0))
        for generation in ArchiveIndex(pieces).generations {
            var proof = ArchiveProof(generation, store) { piece in
                try token?.checkCancellation()
                done += piece.size
                try progress?(RestoreProgress(completed: done, total: pieces.bytes))
            }
            try proof.run()
            report.commits += proof.commits
            damaged.merge(proof.damaged) { $1 }
            report.unchecked += proof.unchecked.map { Unchecked(generation: $0.generation.text, commits: $0.commits) }
        }
        report.add(pieces, damaged)
        guard let moment = options.restores else { return report }
        report.restored = try restoreAndDelete(moment, options, token)
        return report
    }

    private func restoreAndDelete(
        _ moment: Moment, _ options: VerifyOptions, _ token: CancellationToken?
    ) throws -> Restored {
        let name = "FMDB-\(String(UInt64.random(in: .min ... .max), radix: 36)).db"
        let path = URL(fileURLWithPath: options.folder).appendingPathComponent(name).path
        defer { unlink(path) }
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
