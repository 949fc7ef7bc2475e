/// The pages of a database after a commit. Each page is read from the WAL, or else from the database file.
struct PlacedPages {
    let database: OpenFile
    let log: OpenFile?
    let pageSize: Int
    /// The offsets of the pages that are in the WAL.
    var offsets: [UInt32: Int64] = [:]
    /// The number of frames that a checkpoint has copied. SQLite reads their pages from the database file, which another
    /// program may have written since.
    var movedFrames = 0

    /// Returns the offset of a page that is read from the WAL.
    func offset(of page: UInt32) -> Int64? {
        let first = WriteAheadLogFrame.offset(of: movedFrames, size: WriteAheadLogFrame.headerSize + pageSize)
        return offsets[page].flatMap { $0 < first ? nil : $0 }
    }

    /// Reads consecutive pages. Returns nil if they cannot be read.
    func read(_ first: UInt32, _ count: Int = 1) -> [UInt8]? {
        let offset = offset(of: first)
        return (offset == nil ? database : log)?.read(offset ?? Int64(first - 1) * Int64(pageSize), count * pageSize)
    }

    /// Returns the checksum of a page, or nil if the page cannot be read.
    func sum(of number: UInt32) -> UInt64? { read(number)?.withUnsafeBytes { PageSums.sum(of: $0, number) } }
}

/// The pages that some commits have changed or removed.
struct ChangedPages {
    private var numbers: Set<UInt32> = []
    /// The frames of the WAL, and the position after which their pages count as changed.
    private var frames: (all: LogFrames, place: Int)?
    /// The smallest page count of the database after one of the commits. Pages beyond it were removed without a frame,
    /// and the file may be truncated.
    private var leastCount = UInt32.max

    init(_ commits: [CapturedCommit]) {
        for commit in commits {
            numbers.formUnion(commit.pages.lazy.map(\.number))
            leastCount = min(leastCount, commit.pageCount)
        }
    }

    mutating func add(_ frame: WriteAheadLogFrame) {
        numbers.insert(frame.page)
        if frame.isCommit { leastCount = min(leastCount, frame.pageCount) }
    }

    mutating func add(_ frames: LogFrames, since place: Int) {
        self.frames = (frames, place)
        leastCount = min(leastCount, frames.leastCount(since: place))
    }

    func contains(_ number: UInt32) -> Bool {
        number > leastCount || numbers.contains(number)
            || frames.map { $0.all.hasChanged(number, since: $0.place) } ?? false
    }

    /// Returns the changed or removed pages of a database that had `count` pages before.
    func numbers(upTo count: UInt32) -> Set<UInt32> {
        var all = numbers
        if let frames { all.formUnion(frames.all.changedPages(since: frames.place)) }
        return leastCount < count ? all.union(leastCount + 1...count) : all
    }
}
