/// The page number of each frame of a write-ahead log (WAL). Each frame header up to the newest commit is read once,
/// because a committed frame does not change until the WAL is restarted.
struct LogFrames {
    private var salts: [UInt32] = []
    /// The page number of each frame.
    private var pages: [UInt32] = []
    /// The newest frame of each page.
    private var newest: [UInt32: Int] = [:]
    /// The commits that shrank the database.
    private var cuts: [(frame: Int, pageCount: UInt32)] = []
    private var pageCount = UInt32.max
    /// The offsets of the pages in the first `frames` frames.
    private var placed: (frames: Int, offsets: [UInt32: Int64]) = (0, [:])

    /// Reads the headers up to a number of frames, which must be committed. Afterwards `log` is at the end of the known
    /// frames.
    mutating func read(_ log: inout WriteAheadLogFile, upTo count: Int) {
        if salts != log.header.salts {
            self = LogFrames()
            salts = log.header.salts
        }
        log.goOn(atFrame: pages.count)
        while pages.count < count, let frame = log.skip() {
            pages.append(frame.page)
            newest[frame.page] = frame.index
            guard frame.isCommit else { continue }
            if frame.pageCount < pageCount { cuts.append((frame.index, frame.pageCount)) }
            pageCount = frame.pageCount
        }
    }

    /// Returns the offset of the newest frame before a position, for each page with such a frame.
    mutating func offsets(before place: Int, frameSize: Int) -> [UInt32: Int64] {
        let place = min(place, pages.count)
        if placed.frames > place { placed = (0, [:]) }
        for frame in placed.frames..<place {
            placed.offsets[pages[frame]] = WriteAheadLogFrame.offset(of: frame, size: frameSize)
        }
        placed.frames = place
        return placed.offsets
    }

    /// Whether a frame after a position contains a page.
    func hasChanged(_ page: UInt32, since place: Int) -> Bool { newest[page].map { $0 >= place } ?? false }

    /// Returns the pages of the frames after a position.
    func changedPages(since place: Int) -> some Sequence<UInt32> { newest.lazy.filter { $0.value >= place }.map(\.key) }

    /// Returns the smallest page count of the database after a commit that follows a position and shrank the database.
    func leastCount(since place: Int) -> UInt32 {
        cuts.lazy.filter { $0.frame >= place }.map(\.pageCount).min() ?? .max
    }
}
