/// The pages of a database as they are after a commit: each lies in the log, or else in the file.
struct PlacedPages {
    let database: OpenFile
    let log: OpenFile?
    let pageSize: Int
    /// Where those are in the log.
    var offsets: [UInt32: Int64] = [:]

    /// Reads pages that lie one behind the other; nil if they cannot be read.
    func read(_ first: UInt32, _ count: Int = 1) -> [UInt8]? {
        let offset = offsets[first]
        return (offset == nil ? database : log)?.read(offset ?? Int64(first - 1) * Int64(pageSize), count * pageSize)
    }

    /// The sum of a page; nil if it cannot be read.
    func sum(of number: UInt32) -> UInt64? { read(number)?.withUnsafeBytes { PageSums.sum(of: $0, number) } }
}

/// The pages that some commits have changed or removed.
struct ChangedPages {
    private var numbers: Set<UInt32> = []
    /// The frames of the log behind a place.
    private var frames: (all: LogFrames, place: Int)?
    /// The least number of pages of the database after one of them. What was behind that is gone, though no frame tells, and
    /// the file may be cut.
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

    /// Those that a database of so many pages had before.
    func numbers(upTo count: UInt32) -> Set<UInt32> {
        var all = numbers
        if let frames { all.formUnion(frames.all.changedPages(since: frames.place)) }
        return leastCount < count ? all.union(leastCount + 1...count) : all
    }
}
