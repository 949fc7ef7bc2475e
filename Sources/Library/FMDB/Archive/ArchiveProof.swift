/// Replays the page checksums of a generation commit by commit, starting at its snapshots. It compares them with each later snapshot, and
/// with the sums in the pieces.
struct ArchiveProof {
    /// The reason for each damaged piece.
    private(set) var damaged: [PieceName: String] = [:]
    /// The commits that no sum and no later snapshot could confirm.
    private(set) var unchecked: [(generation: GenerationName, commits: ClosedRange<UInt64>)] = []
    /// The number of commits that were read.
    private(set) var commits = 0

    /// Whether pieces were merged or removed again and again before they were read.
    private(set) var isPartial = false

    private let store: ArchiveStore
    private let generation: ArchiveIndex.Generation
    private let done: (ListedPiece) throws -> Void
    /// The page checksums of the complete snapshots that the replay has not reached.
    private var snapshots: [UInt64: PageSums] = [:]
    private var current: PageSums?
    /// The page checksums after the last commit of the last replayed chain.
    private(set) var end: PageSums?
    private var last: UInt64 = 0
    /// The page checksums of a snapshot that the replay has not reached, because no commit follows it.
    fileprivate var onlySnapshot: PageSums? { snapshots.values.first }
    /// The last commit whose page checksums were compared.
    private var proven: UInt64 = 0

    /// - Parameter done: called after each piece.
    init(_ generation: ArchiveIndex.Generation, _ store: ArchiveStore, _ done: @escaping (ListedPiece) throws -> Void) {
        (self.generation, self.store, self.done) = (generation, store, done)
    }

    mutating func run() throws {
        for snapshot in generation.snapshots { try read(snapshot) }
        for piece in generation.commits {
            try reading(piece) { proof in try proof.store.read(piece.name) { try proof.follow($0, $1) } }
        }
        endChain()
        for piece in generation.closings + generation.gaps {
            try reading(piece) { proof in try proof.store.check(piece.name) }
        }
    }

    /// Checks a generation. Pieces that no longer exist are not damaged: a compaction may have merged or removed them meanwhile, so the
    /// generation is read again with the new list. Those that no other piece stands for are unchecked, and so is what follows a piece that
    /// is missing again and again.
    ///
    /// - Parameters:
    ///   - pieces: the list. It is replaced if a new one was needed: it is the one whose pieces were read.
    ///   - generation: returns the generation of a list, or nil if there is none.
    ///   - done: called after each piece.
    /// - Returns: nil if there is no generation.
    static func made(
        _ store: ArchiveStore, _ pieces: inout [ListedPiece],
        of generation: ([ListedPiece]) -> ArchiveIndex.Generation?, done: @escaping (ListedPiece) throws -> Void
    ) throws -> ArchiveProof? {
        var (attempts, gone) = (0, Set<PieceName>())
        while true {
            guard let generation = generation(pieces) else { return nil }
            var proof = ArchiveProof(generation, store, done)
            try proof.run()
            let newer = proof.damaged.isEmpty ? pieces : try store.list()
            let removed = Set(proof.damaged.keys).subtracting(newer.map(\.name))
            attempts += 1
            if removed.isEmpty || attempts == 5 {
                proof.leaveUnchecked(removed)
                proof.leaveUnchecked(gone.filter { !generation.standsFor($0) }, andLater: false)
                return proof
            }
            gone.formUnion(removed)
            pieces = newer
        }
    }

    /// - Parameter andLater: whether the commits after these pieces are unchecked, too.
    private mutating func leaveUnchecked(_ removed: Set<PieceName>, andLater: Bool = true) {
        guard let first = removed.map(\.first).min(), let last = removed.map(\.last).max() else { return }
        isPartial = true
        for name in removed { damaged[name] = nil }
        let end = andLater ? generation.commits.map(\.name.last).max() ?? last : last
        unchecked.append((generation.name, first...max(last, end)))
    }

    private mutating func reading(_ piece: ListedPiece, _ body: (inout Self) throws -> Void) throws {
        do {
            try body(&self)
        } catch let failure as PieceFailure {
            damaged[failure.name] = failure.reason
        }
        try done(piece)
    }

    private mutating func read(_ snapshot: ArchiveIndex.Snapshot) throws {
        var (sums, stated): (PageSums?, UInt64?) = (nil, nil)
        for part in snapshot.parts {
            try reading(part) { proof in
                try proof.store.read(part.name) { header, body in
                    let pages = try SnapshotPiece.decode(header, body)
                    if sums == nil { sums = PageSums(pageSize: header.pageSize) }
                    pages.withUnsafeBytes { sums?.append($0) }
                    stated = header.sum
                }
            }
        }
        guard snapshot.isWhole, snapshot.parts.allSatisfy({ damaged[$0.name] == nil }), let sums else { return }
        if let stated, stated != sums.total, let part = snapshot.parts.last {
            damaged[part.name] = "the sum of its pages is wrong"
        }
        snapshots[snapshot.commit] = sums
    }

    // MARK: Commits

    private mutating func follow(_ header: PieceHeader, _ body: UnsafeRawBufferPointer) throws {
        var decoder = try CommitsDecoder(header, body)
        while let record = try decoder.next() {
            var changes: [(UInt32, UInt64)] = []
            try decoder.pages(of: record) { changes.append(($0, PageSums.sum(of: $1, $0))) }
            commits += 1
            if current == nil || record.number > last + 1 { begin(before: record.number) }
            guard current != nil, record.number == last + 1 else { continue }
            try apply(record, changes)
        }
        guard let sum = header.sum, let current, last == header.name.last else { return }
        compare(current.total == sum)
    }

    /// Starts a new chain at the snapshot before commit `number`, if there is one.
    private mutating func begin(before number: UInt64) {
        endChain()
        current = snapshots.removeValue(forKey: number - 1)
        (last, proven) = (number - 1, number - 1)
    }

    private mutating func apply(_ record: CommitRecord, _ changes: [(UInt32, UInt64)]) throws(PieceDamage) {
        // A commit writes each page that it adds. So the page count has a bound, and a forged one does not allocate much memory.
        guard Int64(record.pageCount) <= Int64(current?.pageCount ?? 0) + Int64(changes.count) + 1 << 16 else {
            throw PieceDamage("a commit has an impossible page count")
        }
        current?.apply(changes, pageCount: record.pageCount)
        last = record.number
        guard let snapshot = snapshots.removeValue(forKey: last) else { return }
        compare(current == snapshot)
        current = snapshot
    }

    private mutating func compare(_ isSame: Bool) {
        defer { proven = last }
        guard !isSame, proven < last else { return }
        for piece in generation.commits where piece.name.last > proven && piece.name.first <= last {
            damaged[piece.name] =
                "its commits do not result in the backup's pages of commit \(last): some belong to another database"
        }
    }

    private mutating func endChain() {
        end = current ?? end
        if current != nil, proven < last { unchecked.append((generation.name, proven + 1...last)) }
        current = nil
    }
}

extension ArchiveWriter {
    /// Returns the page checksums after the last commit of an archive. It reads the newest snapshot and all later commits.
    ///
    /// - Parameter done: called after each piece. An error that it throws ends the reading.
    /// - Returns: nil if a piece is damaged or missing.
    package static func sums(
        at end: ArchiveEnd, in target: any FMBackupTarget, _ done: () throws -> Void
    ) throws(FMError) -> PageSums? {
        guard let name = GenerationName(end.generation) else { return nil }
        let store = ArchiveStore(target: target)
        var pieces = try store.list()
        do {
            return try withoutActuallyEscaping(done) { done in
                let proof = try ArchiveProof.made(store, &pieces) {
                    ArchiveIndex($0).newest(of: name)
                } done: { _ in
                    try done()
                }
                guard let proof, proof.damaged.isEmpty, !proof.isPartial else { return nil }
                return proof.end ?? proof.onlySnapshot
            }
        } catch {
            throw error as? FMError ?? FMError(.ioError, "the backup cannot be read", cause: error)
        }
    }
}

extension ArchiveIndex.Generation {
    /// Whether other pieces have what a piece had that no longer exists: it was merged, or a snapshot has made it needless.
    fileprivate func standsFor(_ piece: PieceName) -> Bool {
        switch piece.kind {
        case .closed, .gap: true
        case .snapshot: snapshots.contains { $0.isWhole && $0.commit >= piece.first }
        case .commits:
            commits.contains { $0.name.first <= piece.first && piece.last <= $0.name.last }
                || snapshots.first(where: \.isWhole).map { $0.commit >= piece.last } ?? false
        }
    }
}

extension ArchiveIndex {
    /// The newest snapshot of a generation and the commits after it.
    fileprivate func newest(of name: GenerationName) -> Generation? {
        guard var newest = generation(name), let snapshot = newest.snapshots.last(where: \.isWhole) else { return nil }
        newest.commits = newest.chain(after: snapshot.commit)
        (newest.snapshots, newest.closings, newest.gaps) = ([snapshot], [], [])
        return newest
    }
}
