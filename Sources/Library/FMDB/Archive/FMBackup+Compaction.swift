import Foundation

extension FMBackup {
    /// The result of a compaction.
    public struct Compaction: Hashable, Sendable {
        /// The number of pieces that were replaced.
        public internal(set) var replaced = 0
        /// The number of merged pieces that replaced them.
        public internal(set) var merged = 0
        /// The size of the replaced pieces, in bytes.
        public internal(set) var bytesBefore: Int64 = 0
        /// The size of the merged pieces, in bytes.
        public internal(set) var bytesAfter: Int64 = 0
    }

    /// Merges small commit pieces into larger ones. Each commit can still be restored.
    ///
    /// Eight or more consecutive pieces of at most 64 KiB become one piece. Then the same happens with limits of 512 KiB and 4 MiB. A
    /// commit takes less space in a large piece, which stores only the bytes that differ from the page's last version in the piece.
    ///
    /// The merged piece is stored before the small ones are removed, so a crash loses nothing. A compaction may run during a backup and
    /// during restores. It also removes incomplete snapshots if a later one is complete.
    ///
    /// - Returns: the result. Damaged pieces are left unchanged.
    /// - Throws: the target's error as `FMError`.
    @discardableResult
    public func compact() throws -> Compaction { try compact(nil) }

    /// Merges small commit pieces without blocking the caller's thread. It also throws `CancellationError`.
    @discardableResult
    public func compact() async throws -> Compaction { try await FMBackup.onThread { token in try compact(token) } }

    private func compact(_ token: CancellationToken?) throws -> Compaction {
        var run = CompactionRun(store, token)
        try run.removeUnfinished()
        try run.removeCovered()
        for limit in CompactionRun.sizes { try run.merge(upTo: limit) }
        return run.done
    }
}

private struct CompactionRun {
    /// The size limits up to which pieces are merged, in bytes.
    static let sizes: [Int64] = [64 << 10, 512 << 10, 4 << 20]
    /// The minimum number of pieces to merge.
    static let leastCount = 8

    private let store: ArchiveStore
    private let token: CancellationToken?
    private(set) var done = FMBackup.Compaction()

    init(_ store: ArchiveStore, _ token: CancellationToken?) { (self.store, self.token) = (store, token) }

    /// Removes incomplete snapshots if a later one is complete.
    mutating func removeUnfinished() throws {
        let index = ArchiveIndex(try store.list())
        guard let newest = index.wholeSnapshots.last else { return }
        let unfinished = index.generations.flatMap(\.snapshots).filter { !$0.isWhole && $0.isEarlier(than: newest) }
        guard !unfinished.isEmpty else { return }
        // A list from the target may lack a piece, so the pieces are listed again before anything is removed.
        let known = Set(ArchiveIndex(try store.list()).wholeSnapshots.flatMap { $0.parts.map(\.name) })
        for snapshot in unfinished where known.isDisjoint(with: snapshot.parts.map(\.name)) {
            try token?.checkCancellation()
            try remove(snapshot.parts.reversed())
        }
    }

    /// Removes pieces whose commits are all in a larger piece, which an interrupted compaction leaves.
    mutating func removeCovered() throws {
        for generation in ArchiveIndex(try store.list()).generations {
            var whole: ListedPiece?
            for piece in generation.commits {
                guard let cover = whole, piece.name.last <= cover.name.last else {
                    whole = piece
                    continue
                }
                try token?.checkCancellation()
                guard try isWhole(cover.name) else { break }
                try remove([piece])
            }
        }
    }

    private var checked: Set<PieceName> = []

    private mutating func isWhole(_ name: PieceName) throws -> Bool {
        guard !checked.contains(name) else { return true }
        do {
            try store.check(name)
            checked.insert(name)
            return true
        } catch let failure as PieceFailure {
            try failure.expectDamage(in: store)
            return false
        }
    }

    /// Merges consecutive pieces that are not larger than a limit.
    mutating func merge(upTo limit: Int64) throws {
        for generation in ArchiveIndex(try store.list()).generations {
            let mergedSize = limit * Int64(CompactionRun.leastCount)
            var (group, size) = ([ListedPiece](), Int64(0))
            for piece in generation.commits {
                let follows = group.last.map { $0.name.last + 1 == piece.name.first } ?? true
                if piece.size > limit || !follows || size + piece.size > mergedSize {
                    try merge(group)
                    (group, size) = ([], 0)
                }
                guard piece.size <= limit else { continue }
                group.append(piece)
                size += piece.size
            }
            try merge(group)
        }
    }

    /// Merges consecutive pieces.
    private mutating func merge(_ pieces: [ListedPiece]) throws {
        guard pieces.count >= CompactionRun.leastCount else { return }
        var merger = PieceMerger(store)
        for piece in pieces {
            try token?.checkCancellation()
            do {
                try merger.add(piece)
            } catch let failure as PieceFailure {
                try failure.expectDamage(in: store)
                // A damaged piece is kept, and `verify()` reports it.
                merger.endGroup()
            }
            for group in merger.removeGroups() { try replace(group) }
        }
        merger.endGroup()
        for group in merger.removeGroups() { try replace(group) }
    }

    private mutating func replace(_ group: PieceMerger.Group) throws {
        guard group.pieces.count > 1 else { return }
        try store.put(group.bytes, named: group.name)
        // Read the merged piece back before anything is removed, because the target may not have stored it completely.
        guard try isWhole(group.name) else { return }
        done.merged += 1
        done.bytesAfter += Int64(group.bytes.count)
        try remove(group.pieces)
    }

    private mutating func remove(_ pieces: [ListedPiece]) throws(FMError) {
        for piece in pieces {
            try store.remove(piece.name)
            done.replaced += 1
            done.bytesBefore += piece.size
        }
    }
}

/// Merges consecutive pieces into one.
private struct PieceMerger {
    /// A merged piece, and the pieces that it replaces.
    struct Group {
        let name: PieceName
        let bytes: Data
        let pieces: [ListedPiece]
    }

    private let store: ArchiveStore
    private var encoder: CommitsEncoder?
    private var position: LogPosition?
    private var sum: UInt64?
    private var pieces: [ListedPiece] = []
    private var groups: [Group] = []

    init(_ store: ArchiveStore) { self.store = store }

    /// Adds a piece. If this throws, nothing was added.
    mutating func add(_ piece: ListedPiece) throws {
        let store = store
        try store.read(piece.name) { header, body in
            let numbers = try PieceMerger.pageNumbers(header, body)
            if let encoder, encoder.pageSize != header.pageSize || !encoder.hasRoom(for: numbers) { endGroup() }
            // A large commit keeps its own piece.
            guard numbers.count <= CommitsEncoder.maximumContent / header.pageSize else { return }
            var encoder = encoder ?? CommitsEncoder(pageSize: header.pageSize)
            self.encoder = nil
            try PieceMerger.copy(header, body, to: &encoder)
            (self.encoder, position, sum) = (encoder, header.position, header.sum)
            pieces.append(piece)
        }
    }

    /// Returns the numbers of the pages in a piece. It reads the whole piece.
    private static func pageNumbers(_ header: PieceHeader, _ body: UnsafeRawBufferPointer) throws -> Set<UInt32> {
        var (decoder, numbers) = (try CommitsDecoder(header, body), Set<UInt32>())
        while let record = try decoder.next() { try decoder.pages(of: record) { number, _ in numbers.insert(number) } }
        return numbers
    }

    private static func copy(
        _ header: PieceHeader, _ body: UnsafeRawBufferPointer, to encoder: inout CommitsEncoder
    ) throws {
        var decoder = try CommitsDecoder(header, body)
        while let record = try decoder.next() {
            var pages: [CapturedPage] = []
            try decoder.pages(of: record) { pages.append(CapturedPage(number: $0, content: Array($1))) }
            encoder.append(record, pages)
        }
    }

    mutating func endGroup() {
        if let generation = pieces.first?.name.generation, let piece = encoder?.piece(generation, position, sum) {
            groups.append(Group(name: piece.name, bytes: piece.bytes, pieces: pieces))
        }
        (encoder, pieces) = (nil, [])
    }

    mutating func removeGroups() -> [Group] {
        defer { groups = [] }
        return groups
    }
}
