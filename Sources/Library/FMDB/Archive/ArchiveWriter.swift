import Foundation

/// Writes one generation of an archive: its commits and its snapshots. Only one thread may use it at a time.
package final class ArchiveWriter {
    private let store: ArchiveStore
    private let name: GenerationName
    /// The page size in bytes.
    package let pageSize: Int
    /// The number of the last commit in the archive. The snapshot that begins the generation counts as a commit.
    package private(set) var lastCommit: UInt64
    /// The date of the last commit. No commit has an earlier date than the previous one.
    package private(set) var lastDate: Date
    private var lastPosition: LogPosition?
    private var hasSnapshot: Bool
    private var snapshotIsPending = false
    private var closing: PieceName?
    /// The gap piece, which is stored with the first snapshot.
    private var gap: PieceName?
    /// The page checksums of commits that were shipped before the first snapshot was complete.
    private var early: [(changes: [(UInt32, UInt64)], pageCount: UInt32)] = []
    /// The last piece of the early commits.
    private var earlyPiece: PieceName?
    /// The commit numbers by WAL position: those of the previous call of ``ship(_:)``, then those of the last one.
    private var recent: [[LogPosition: UInt64]] = [[:], [:]]

    package var generation: String { name.text }

    /// The page checksums after the last commit, or nil if unknown.
    package private(set) var pages: PageSums?

    /// Whether the clock was set back by more than a minute since `former`.
    private static func wasAhead(_ former: Date, of date: Date) -> Bool { former.timeIntervalSince(date) > 60 }

    /// Whether the last commit's date is ahead of the clock, which was set back since.
    package var isAheadOfClock: Bool { ArchiveWriter.wasAhead(lastDate, of: Date()) }

    /// Reads the end of an archive, or returns nil if it has no pieces. A new generation needs the end too, because its first commit number
    /// follows the archive's last one.
    package static func resume(_ target: any FMBackupTarget) throws(FMError) -> ArchiveEnd? {
        try ArchiveEnd(ArchiveStore(target: target))
    }

    /// Continues the newest generation.
    ///
    /// - Parameter sums: the page checksums after its last commit, or nil if they are unknown.
    package init(continuing end: ArchiveEnd, in target: any FMBackupTarget, _ sums: PageSums? = nil) throws(FMError) {
        guard end.canContinue, let name = GenerationName(end.generation) else {
            throw .misuse("the newest generation of the backup is incomplete, so it cannot be continued")
        }
        store = ArchiveStore(target: target)
        (self.name, pageSize, hasSnapshot) = (name, end.pageSize, true)
        (lastCommit, lastDate, lastPosition) = (end.lastCommit, end.lastDate, end.position)
        pages = sums
        if end.closing != nil { closing = PieceName(name, closedAfter: end.lastCommit) }
        if let position = end.position { recent[1][position] = end.lastCommit }
    }

    /// Begins a generation. Its snapshot must be written first.
    ///
    /// - Parameter gap: the number of commits that are missing before the snapshot, and the earliest date of a missing commit. If the
    ///   number is unknown, pass any number from 1 on. The archive skips these commit numbers, so that the names show the gap.
    package init(
        _ target: any FMBackupTarget, pageSize: Int, after end: ArchiveEnd?, gap: (count: UInt64, begin: Date)? = nil,
        date: Date = Date()
    ) throws(FMError) {
        guard DatabaseHeader.isPageSize(pageSize) else { throw .misuse("\(pageSize) bytes is not a valid page size") }
        store = ArchiveStore(target: target)
        let former = end.flatMap { GenerationName($0.generation) }?.start
        // Names of generations sort in commit order, even if the clock was set back.
        let start = max(date.milliseconds, former.map { $0 + 1 } ?? 0)
        name = GenerationName(start: start, random: .random(in: .min ... .max, using: &SystemRandom.shared))
        (self.pageSize, hasSnapshot) = (pageSize, false)
        let formerDate = end?.lastDate ?? Date(milliseconds: 0)
        // If the last commit's date is ahead of the clock, which was set back, the new generation starts at the clock's date.
        (lastCommit, lastDate) = (
            end?.lastCommit ?? 0, ArchiveWriter.wasAhead(formerDate, of: date) ? date : formerDate
        )
        guard let gap, end != nil else { return }
        let numbers = lastCommit + 1...lastCommit + gap.count
        let time = max(date, lastDate).milliseconds
        self.gap = PieceName(name, gap: numbers, min(max(gap.begin, lastDate).milliseconds, time)...time)
        lastCommit = numbers.upperBound
    }
}

// MARK: - Commits

extension ArchiveWriter {
    /// The commits and bytes that one call of ``ship(_:)`` stored.
    package struct Shipped: Sendable {
        package let bytes: Int64
        package let first: UInt64
        package let last: UInt64
    }

    /// Stores commits in one piece, or in several pieces if the commits change many different pages.
    ///
    /// - Parameter commits: the commits, in order. Pages beyond the end of the database are skipped.
    /// - Throws: the target's error as `FMError`. Then no commit of the call counts as shipped. The next call must pass the same commits
    ///   again, and may add more.
    @discardableResult
    package func ship(_ commits: [CapturedCommit]) throws(FMError) -> Shipped {
        guard hasSnapshot else { throw .misuse("a generation must begin with a snapshot") }
        guard let newest = commits.last, newest.pageCount > 0 else { throw .misuse("there is no commit to ship") }
        var batch = CommitBatch(name, pageSize: pageSize, after: lastCommit, lastDate.milliseconds, pages)
        for commit in commits { try batch.append(commit) }
        let pieces = batch.finish()
        for piece in pieces { try store.put(piece.bytes, named: piece.name) }
        let first = lastCommit + 1
        (lastCommit, lastDate, lastPosition) = (batch.number, Date(milliseconds: batch.time), newest.position)
        pages = batch.sums
        if snapshotIsPending {
            early += commits.map { ($0.sums, $0.pageCount) }
            earlyPiece = pieces.last?.name
        }
        var numbers: [LogPosition: UInt64] = [:]
        for (offset, commit) in commits.enumerated() { numbers[commit.position] = first + UInt64(offset) }
        recent = [recent[1], numbers]
        return Shipped(bytes: pieces.reduce(0) { $0 + Int64($1.bytes.count) }, first: first, last: lastCommit)
    }
}

/// Encodes commits into pieces.
private struct CommitBatch {
    private let generation: GenerationName
    private var encoder: CommitsEncoder
    private var pieces: [(name: PieceName, bytes: Data)] = []
    private var position: LogPosition?
    private(set) var number: UInt64
    private(set) var time: UInt64
    private(set) var sums: PageSums?

    init(_ generation: GenerationName, pageSize: Int, after number: UInt64, _ time: UInt64, _ sums: PageSums?) {
        (self.generation, self.number, self.time, self.sums) = (generation, number, time, sums)
        encoder = CommitsEncoder(pageSize: pageSize)
    }

    mutating func append(_ commit: CapturedCommit) throws(FMError) {
        let pages = commit.pages.filter { $0.number <= commit.pageCount }.sorted { $0.number < $1.number }
        let isRight = zip(pages, pages.dropFirst()).allSatisfy { $0.number < $1.number }
        guard isRight, pages.first?.number != 0, commit.pageCount > 0,
            pages.allSatisfy({ $0.content.count == encoder.pageSize })
        else { throw .misuse("a commit has a page twice, or a page of the wrong size") }
        if !encoder.hasRoom(for: pages.lazy.map(\.number)) { endPiece() }
        number += 1
        time = max(time, commit.date.milliseconds)
        encoder.append(
            CommitRecord(number: number, time: time, pageCount: commit.pageCount, changedCount: UInt32(pages.count)),
            pages)
        position = commit.position
        if sums != nil { sums?.apply(commit.sums, pageCount: commit.pageCount) }
    }

    private mutating func endPiece() {
        if let piece = encoder.piece(generation, position, sums?.total) { pieces.append(piece) }
        encoder = CommitsEncoder(pageSize: encoder.pageSize)
    }

    mutating func finish() -> [(name: PieceName, bytes: Data)] {
        endPiece()
        return pieces
    }
}

// MARK: - Snapshots and closing

extension ArchiveWriter {
    /// Begins a snapshot. The first snapshot of a generation gets the next commit number. A later one belongs to a commit of the archive.
    ///
    /// - Parameters:
    ///   - pageCount: the number of pages that will be added.
    ///   - date: the time at which the snapshot's state is read.
    ///   - position: the position in the write-ahead log whose state the snapshot has. It must be the position after a commit of the last
    ///     two calls of ``ship(_:)``, or the position at which the writer began.
    package func beginSnapshot(
        pageCount: UInt32, date: Date, position: LogPosition?, partSize: Int = SnapshotWriter.partSize
    ) throws(FMError) -> SnapshotWriter {
        guard pageCount > 0 else { throw .misuse("a database without pages cannot have a snapshot") }
        var commit = lastCommit
        if !hasSnapshot {
            commit += 1
            (lastDate, lastPosition) = (max(date, lastDate), position)
            (lastCommit, hasSnapshot) = (commit, true)
            if let position { recent[1][position] = commit }
            (pages, snapshotIsPending) = (nil, true)
            if let gap { try store.put(PieceHeader(name: gap, pageSize: pageSize).piece([]), named: gap) }
        } else if position != lastPosition {
            guard let known = position.flatMap({ recent[1][$0] ?? recent[0][$0] }) else {
                throw .misuse("the snapshot does not have the state of a recently shipped commit")
            }
            commit = known
        }
        let time = max(date, lastDate).milliseconds
        let snapshot = SnapshotWriter(
            store, name, pageSize, commit: commit, time: time, pageCount: pageCount, position: position, partSize)
        if snapshotIsPending {
            snapshot.gap = gap
            snapshot.onEnd = { [unowned self] pages throws(FMError) in try adopt(pages) }
        } else if commit == lastCommit {
            snapshot.expected = pages
        }
        return snapshot
    }

    /// Sets `pages` to the first snapshot's page checksums plus all later commits. It may be called again.
    private func adopt(_ sums: PageSums) throws(FMError) {
        guard snapshotIsPending else { return }
        var sums = sums
        for (changes, pageCount) in early { sums.apply(changes, pageCount: pageCount) }
        if let earlyPiece { try add(sums.total, to: earlyPiece) }
        (pages, early, snapshotIsPending) = (sums, [], false)
    }

    /// Stores a piece again, now with its sum, which was unknown before. If the piece was merged meanwhile, this has no effect, and the
    /// commits stay unchecked until the next commit.
    private func add(_ sum: UInt64, to name: PieceName) throws(FMError) {
        let piece = try? store.get(name).withUnsafeBytes { bytes in
            var (header, body) = try PieceHeader.read(bytes, named: name)
            header.sum = sum
            return header.piece(Array(body))
        }
        if let piece { try store.put(piece, named: name) }
    }

    /// Stores the state of the files after the last connection was closed.
    package func close(_ facts: CleanCloseRecord) throws(FMError) {
        let name = PieceName(self.name, closedAfter: lastCommit)
        let header = PieceHeader(name: name, pageSize: pageSize, position: lastPosition)
        try store.put(header.piece(facts.bytes), named: name)
        closing = name
    }

    /// Removes the record that ``close(_:)`` stored. Call it before the file changes.
    package func forgetClosing() throws(FMError) {
        guard let closing else { return }
        try store.remove(closing)
        self.closing = nil
    }
}

/// Writes one snapshot in parts. The ``ArchiveWriter`` may ship commits between two parts.
package final class SnapshotWriter {
    /// The size of a part's pages in bytes.
    package static let partSize = SnapshotPiece.maximumContent

    /// The number of the commit whose state the snapshot has.
    package let commit: UInt64
    /// The number of bytes stored.
    package private(set) var bytes: Int64 = 0
    private let store: ArchiveStore
    private let generation: GenerationName
    private let pageSize: Int
    private let time: UInt64
    private let pageCount: UInt32
    private let position: LogPosition?
    private let partSize: Int
    private var pending: [UInt8] = []
    private var storedPages: UInt32 = 0
    private var parts: [PieceName] = []
    private var sums: PageSums
    /// The page checksums that the archive has for this commit, or nil if unknown.
    fileprivate var expected: PageSums?
    fileprivate var gap: PieceName?
    /// Called with the page checksums before the last part makes the snapshot complete.
    fileprivate var onEnd: ((PageSums) throws(FMError) -> Void)?
    /// Whether the pages differ from those of the archive, because another program has changed the database without its log.
    package private(set) var isOfAnother = false

    init(
        _ store: ArchiveStore, _ generation: GenerationName, _ pageSize: Int, commit: UInt64, time: UInt64,
        pageCount: UInt32, position: LogPosition?, _ partSize: Int
    ) {
        (self.store, self.generation, self.pageSize) = (store, generation, pageSize)
        (self.commit, self.time, self.pageCount, self.position) = (commit, time, pageCount, position)
        self.partSize = partSize
        sums = PageSums(pageSize: pageSize)
    }

    /// Adds whole pages, in page order. Stores a part whenever enough pages are pending.
    package func add(_ pages: [UInt8]) throws(FMError) {
        let whole = pending.count + pages.count
        guard pages.count % pageSize == 0, Int64(storedPages) + Int64(whole / pageSize) <= Int64(pageCount) else {
            throw .misuse("the added pages do not fit a snapshot of \(pageCount) pages")
        }
        pages.withUnsafeBytes { sums.append($0) }
        pending += pages
        // `finish()` stores the last part.
        while pending.count > partSize { try putPart(partSize, isLast: false) }
    }

    /// Stores the last part, which makes the snapshot complete.
    package func finish() throws(FMError) {
        guard Int64(storedPages) + Int64(pending.count / pageSize) == Int64(pageCount) else {
            throw .misuse("a snapshot of \(pageCount) pages was finished with fewer pages")
        }
        if let expected, expected != sums {
            isOfAnother = true
            throw .changedPastLog()
        }
        try onEnd?(sums)
        try putPart(pending.count, isLast: true)
    }

    /// Removes the stored parts. Errors of the target are ignored. For a first snapshot it removes the whole generation, because the
    /// commits that were shipped meanwhile cannot be restored without the snapshot.
    package func abandon() {
        var pieces = parts.reversed() + [gap].compactMap(\.self)
        if onEnd != nil, let all = try? store.list(from: generation.text) {
            pieces = all.map(\.name).filter { $0.generation == generation }
        }
        for piece in pieces { try? store.remove(piece) }
        parts = []
    }

    private func putPart(_ count: Int, isLast: Bool) throws(FMError) {
        let name = PieceName(generation, snapshot: commit, time, part: UInt32(parts.count), isLast: isLast)
        let pages = UInt32(count / pageSize)
        let header = PieceHeader(
            name: name, pageSize: pageSize, pageCount: pageCount, firstPage: storedPages + 1, count: pages,
            position: position, sum: isLast ? sums.total : nil)
        let piece = SnapshotPiece.encode(header, pending[..<count])
        try store.put(piece, named: name)
        parts.append(name)
        storedPages += pages
        bytes += Int64(piece.count)
        pending.removeFirst(count)
    }
}
