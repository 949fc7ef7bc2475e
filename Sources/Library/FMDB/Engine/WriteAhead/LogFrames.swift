/// The pages of the frames of a log. Each header up to the newest commit is read once: a committed frame stays as it is
/// until the log is restarted.
struct LogFrames {
    private var salts: [UInt32] = []
    /// The page of each frame.
    private var pages: [UInt32] = []
    /// The newest frame of each page.
    private var newest: [UInt32: Int] = [:]
    /// The commits that made the database smaller.
    private var cuts: [(frame: Int, pageCount: UInt32)] = []
    private var pageCount = UInt32.max
    /// The offsets of the pages before a place.
    private var placed: (frames: Int, offsets: [UInt32: Int64]) = (0, [:])

    /// Reads on up to a number of frames, which must be committed. The log is at the end of the known frames then.
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

    /// Where the pages are that lie in the log before a place.
    mutating func offsets(before place: Int, frameSize: Int) -> [UInt32: Int64] {
        let place = min(place, pages.count)
        if placed.frames > place { placed = (0, [:]) }
        for frame in placed.frames..<place {
            placed.offsets[pages[frame]] = WriteAheadLogFrame.offset(of: frame, size: frameSize)
        }
        placed.frames = place
        return placed.offsets
    }

    /// Whether a frame behind a place has a page.
    func hasChanged(_ page: UInt32, since place: Int) -> Bool { newest[page].map { $0 >= place } ?? false }

    /// The pages of the frames behind a place.
    func changedPages(since place: Int) -> some Sequence<UInt32> { newest.lazy.filter { $0.value >= place }.map(\.key) }

    /// The least number of pages of the database after a commit behind a place that made it smaller.
    func leastCount(since place: Int) -> UInt32 {
        cuts.lazy.filter { $0.frame >= place }.map(\.pageCount).min() ?? .max
    }
}
