import Foundation

/// The cumulative checksum of a write-ahead log. See [Checksum Algorithm](https://sqlite.org/fileformat2.html#checksum_algorithm).
struct LogChecksum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Adds bytes. Their number must be a multiple of eight; a remainder is ignored.
    mutating func add(_ bytes: some Collection<UInt8>, isBigEndian: Bool) {
        let counted: Void? = bytes.withContiguousStorageIfAvailable { add($0, isBigEndian) }
        if counted == nil { add(Array(bytes), isBigEndian: isBigEndian) }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ isBigEndian: Bool) {
        let raw = UnsafeRawBufferPointer(bytes)
        for place in stride(from: 0, to: raw.count / 8 * 8, by: 8) {
            let one = raw.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let other = raw.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
            first = first &+ (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
            second = second &+ (isBigEndian ? UInt32(bigEndian: other) : UInt32(littleEndian: other)) &+ first
        }
    }
}

/// The first 32 bytes of a write-ahead log. See [The Write-Ahead Log](https://sqlite.org/fileformat2.html#the_write_ahead_log).
struct WriteAheadLogHeader: Equatable {
    static let size = 32

    let pageSize: Int
    /// The checkpoint sequence number, which rises each time the log is restarted.
    let sequence: UInt32
    let salts: [UInt32]
    /// Whether the checksums read the bytes as big-endian words.
    let isBigEndian: Bool
    let checksum: LogChecksum

    init(pageSize: Int, sequence: UInt32, salts: [UInt32], isBigEndian: Bool, checksum: LogChecksum) {
        (self.pageSize, self.sequence, self.salts) = (pageSize, sequence, salts)
        (self.isBigEndian, self.checksum) = (isBigEndian, checksum)
    }

    /// - Returns: nil if the bytes are not a header with a valid checksum.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= WriteAheadLogHeader.size, let magic = bytes.number32(at: 0), magic & ~1 == 0x377F_0682,
            bytes.number32(at: 4) == 3_007_000, let pageSize = bytes.number32(at: 8), pageSize <= 65536,
            DatabaseHeader.isPageSize(Int(pageSize)), let sequence = bytes.number32(at: 12),
            let salt = bytes.number32(at: 16), let otherSalt = bytes.number32(at: 20)
        else { return nil }
        self.pageSize = Int(pageSize)
        self.sequence = sequence
        salts = [salt, otherSalt]
        isBigEndian = magic & 1 == 1
        var sums = LogChecksum()
        sums.add(bytes[0..<24], isBigEndian: isBigEndian)
        guard sums.first == bytes.number32(at: 24), sums.second == bytes.number32(at: 28) else { return nil }
        checksum = sums
    }
}

struct WriteAheadLogFrame: Equatable {
    static let headerSize = 24

    /// The index of the frame, counted from 0.
    let index: Int
    let page: UInt32
    /// The page count of the database if the frame ends a commit; otherwise 0.
    let pageCount: UInt32
    /// The offset of the page content in the log, in bytes.
    let offset: Int64

    var isCommit: Bool { pageCount != 0 }

    /// Returns the offset of a frame's page content in the log, in bytes.
    static func offset(of index: Int, size: Int) -> Int64 {
        Int64(WriteAheadLogHeader.size) + Int64(index) * Int64(size) + Int64(headerSize)
    }
}

/// Reads the frames of a write-ahead log from the start, until a frame is invalid. At that point the log ends, or the frames that follow
/// are left from before its last restart.
struct WriteAheadLogFile {
    let header: WriteAheadLogHeader
    let bytes: FileBytes
    private(set) var checksum: LogChecksum
    /// The number of frames read.
    private(set) var frameCount = 0
    /// Whether the last frame read ends a commit.
    private(set) var isBehindCommit = true

    /// - Returns: nil if the header is invalid.
    init?(_ bytes: FileBytes) {
        guard let start = bytes.read(0, WriteAheadLogHeader.size), let header = WriteAheadLogHeader(start) else {
            return nil
        }
        (self.header, self.bytes) = (header, bytes)
        checksum = header.checksum
    }

    /// Creates a reader for a log with a damaged header. It takes the salts from the first frame.
    init?(_ bytes: FileBytes, behind sums: LogChecksum, _ pageSize: Int, isBigEndian: Bool) {
        guard let frame = bytes.read(Int64(WriteAheadLogHeader.size), WriteAheadLogFrame.headerSize),
            let salt = frame.number32(at: 8), let otherSalt = frame.number32(at: 12)
        else { return nil }
        checksum = sums
        header = WriteAheadLogHeader(
            pageSize: pageSize, sequence: 0, salts: [salt, otherSalt], isBigEndian: isBigEndian, checksum: sums)
        self.bytes = bytes
    }

    /// Creates a reader that continues after a commit.
    ///
    /// - Parameter position: the position after the commit, or nil for the start of the log.
    /// - Returns: nil if the header is invalid, or the log was restarted since.
    init?(_ bytes: FileBytes, from position: LogPosition?) {
        self.init(bytes)
        guard let position else { return }
        guard header.isOfSameLog(position) else { return nil }
        frameCount = Int(position.frames)
        checksum = LogChecksum(first: position.firstSum, second: position.secondSum)
    }

    /// The position after the last frame read.
    var position: LogPosition {
        LogPosition(
            firstSalt: header.salts[0], secondSalt: header.salts[1], frames: UInt32(frameCount),
            firstSum: checksum.first, secondSum: checksum.second)
    }

    /// The size of a frame in bytes.
    var frameSize: Int { WriteAheadLogFrame.headerSize + header.pageSize }

    /// Reads the next frame with its page. Returns nil if the frame is invalid.
    mutating func next() -> (frame: WriteAheadLogFrame, content: [UInt8])? {
        guard let all = bytes.read(offset(of: frameCount), frameSize), let frame = frame(all) else { return nil }
        var sums = checksum
        sums.add(all[0..<8], isBigEndian: header.isBigEndian)
        let content = Array(all[WriteAheadLogFrame.headerSize...])
        sums.add(content, isBigEndian: header.isBigEndian)
        guard sums.first == all.number32(at: 16), sums.second == all.number32(at: 20) else { return nil }
        checksum = sums
        isBehindCommit = frame.isCommit
        frameCount += 1
        return (frame, content)
    }

    /// Decodes the header of the next frame. Returns nil if the salts are not those of the log.
    private func frame(_ start: [UInt8]) -> WriteAheadLogFrame? {
        guard let page = start.number32(at: 0), page > 0, start.number32(at: 8) == header.salts[0],
            start.number32(at: 12) == header.salts[1], let pageCount = start.number32(at: 4)
        else { return nil }
        return WriteAheadLogFrame(
            index: frameCount, page: page, pageCount: pageCount,
            offset: WriteAheadLogFrame.offset(of: frameCount, size: frameSize))
    }

    /// Returns the offset of a frame in the log, in bytes.
    func offset(of index: Int) -> Int64 { Int64(WriteAheadLogHeader.size) + Int64(index) * Int64(frameSize) }

    /// Moves to a frame. After that, only ``skip()`` may be called, because the checksum at that frame is not known.
    mutating func goOn(atFrame index: Int) { frameCount = index }

    /// Reads the header of the next frame without verifying its checksum. After that, ``next()`` must not be called.
    mutating func skip() -> WriteAheadLogFrame? {
        guard let start = bytes.read(offset(of: frameCount), WriteAheadLogFrame.headerSize), let frame = frame(start)
        else { return nil }
        frameCount += 1
        return frame
    }

    /// Reads up to the end, and returns the newest version of each page at the last commit.
    ///
    /// - Parameter limit: the number of frames at which to stop.
    /// - Returns: the offset of each page in the log, and the page count of the database; 0 if there is no commit.
    mutating func committedPages(upTo limit: Int = .max) -> (offsets: [UInt32: Int64], pageCount: UInt32) {
        var committed: (offsets: [UInt32: Int64], pageCount: UInt32) = ([:], 0)
        var pending: [UInt32: Int64] = [:]
        while frameCount < limit, let frame = next()?.frame {
            pending[frame.page] = frame.offset
            guard frame.isCommit else { continue }
            committed.offsets.merge(pending) { $1 }
            committed.pageCount = frame.pageCount
            pending = [:]
        }
        committed.offsets = committed.offsets.filter { $0.key <= committed.pageCount }
        return committed
    }

    enum NextCommit {
        case commit(CapturedCommit)
        /// A commit that changes more pages than memory should hold.
        case oversized
        /// There is no complete commit.
        case none
    }

    /// Reads the frames of the next commit.
    ///
    /// - Parameters:
    ///   - limit: the number of frames at which the log ends.
    ///   - date: the date of the commit.
    ///   - maximum: the maximum size of the commit's pages in memory, in bytes.
    mutating func nextCommit(upTo limit: Int, date: Date, maximum: Int) -> NextCommit {
        var pages: [UInt32: [UInt8]] = [:]
        while frameCount < limit, let (frame, content) = next() {
            pages[frame.page] = content
            guard !isOversized(pages.count, of: frame.pageCount, maximum) else { return .oversized }
            guard frame.isCommit else { continue }
            let kept = pages.filter { $0.key <= frame.pageCount }.sorted { $0.key < $1.key }
            return .commit(
                CapturedCommit(
                    date: date, pageCount: frame.pageCount,
                    pages: kept.map { CapturedPage(number: $0.key, content: $0.value) }, position: position))
        }
        return .none
    }

    /// Returns whether the pages are too large for memory. Also true if they exceed ``CapturedCommit/usualContent`` and are at least half
    /// of the database, because reading the whole database then costs little more.
    ///
    /// - Parameter pageCount: the page count of the database, or 0 before the end of the commit.
    private func isOversized(_ count: Int, of pageCount: UInt32, _ maximum: Int) -> Bool {
        let size = count * header.pageSize
        return size > maximum || size > CapturedCommit.usualContent && pageCount > 0 && count >= Int(pageCount) / 2
    }

    /// Whether the log still contains the commit that ends at a position.
    func has(_ position: LogPosition) -> Bool {
        guard header.isOfSameLog(position), position.frames > 0 else { return false }
        guard let frame = bytes.read(offset(of: Int(position.frames) - 1), WriteAheadLogFrame.headerSize) else {
            return false
        }
        return frame.number32(at: 8) == position.firstSalt && frame.number32(at: 12) == position.secondSalt
            && frame.number32(at: 4) != 0 && frame.number32(at: 16) == position.firstSum
            && frame.number32(at: 20) == position.secondSum
    }
}

extension WriteAheadLogHeader {
    /// Whether the log was not restarted since the position was recorded.
    func isOfSameLog(_ position: LogPosition) -> Bool { salts == [position.firstSalt, position.secondSalt] }
}

extension LogPosition {
    /// Whether two positions belong to the same log, without a restart between them.
    func isInSameLog(as other: LogPosition) -> Bool { firstSalt == other.firstSalt && secondSalt == other.secondSalt }
}
