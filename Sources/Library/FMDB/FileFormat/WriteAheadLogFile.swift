import Foundation

/// The running sums over a write-ahead log. See [Checksum Algorithm](https://sqlite.org/fileformat2.html#checksum_algorithm).
struct LogChecksum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Adds bytes whose number is a multiple of eight; what is left over does not count.
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
    /// Counts how often the log was started from its beginning.
    let sequence: UInt32
    let salts: [UInt32]
    /// How the sums take the bytes.
    let isBigEndian: Bool
    let checksum: LogChecksum

    init(pageSize: Int, sequence: UInt32, salts: [UInt32], isBigEndian: Bool, checksum: LogChecksum) {
        (self.pageSize, self.sequence, self.salts) = (pageSize, sequence, salts)
        (self.isBigEndian, self.checksum) = (isBigEndian, checksum)
    }

    /// - Returns: nil unless the sums are right.
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

    /// Counted from 0.
    let index: Int
    let page: UInt32
    /// The number of pages of the database, if the frame is the last one of a commit; else 0.
    let pageCount: UInt32
    /// Where the page begins in the log, in bytes.
    let offset: Int64

    var isCommit: Bool { pageCount != 0 }

    /// Where the page of a frame begins in the log, in bytes.
    static func offset(of index: Int, size: Int) -> Int64 {
        Int64(WriteAheadLogHeader.size) + Int64(index) * Int64(size) + Int64(headerSize)
    }
}

/// Reads the frames of a write-ahead log from its beginning, until one is not valid: the log ends there, or what follows is of an
/// earlier use of the file.
struct WriteAheadLogFile {
    let header: WriteAheadLogHeader
    let bytes: FileBytes
    private(set) var checksum: LogChecksum
    /// The number of frames read.
    private(set) var frameCount = 0
    /// Whether the last of them ends a commit.
    private(set) var isBehindCommit = true

    /// - Returns: nil if the header is not valid.
    init?(_ bytes: FileBytes) {
        guard let start = bytes.read(0, WriteAheadLogHeader.size), let header = WriteAheadLogHeader(start) else {
            return nil
        }
        (self.header, self.bytes) = (header, bytes)
        checksum = header.checksum
    }

    /// A log of which the header is damaged. It has the salts of its first frame.
    init?(_ bytes: FileBytes, behind sums: LogChecksum, _ pageSize: Int, isBigEndian: Bool) {
        guard let frame = bytes.read(Int64(WriteAheadLogHeader.size), WriteAheadLogFrame.headerSize),
            let salt = frame.number32(at: 8), let otherSalt = frame.number32(at: 12)
        else { return nil }
        checksum = sums
        header = WriteAheadLogHeader(
            pageSize: pageSize, sequence: 0, salts: [salt, otherSalt], isBigEndian: isBigEndian, checksum: sums)
        self.bytes = bytes
    }

    /// Goes on behind a commit.
    ///
    /// - Parameter position: the place; nil for the beginning.
    /// - Returns: nil if the header is not valid, or the log has been started anew since.
    init?(_ bytes: FileBytes, from position: LogPosition?) {
        self.init(bytes)
        guard let position else { return }
        guard header.isOfSameLog(position) else { return nil }
        frameCount = Int(position.frames)
        checksum = LogChecksum(first: position.firstSum, second: position.secondSum)
    }

    /// The place behind the last frame that was read.
    var position: LogPosition {
        LogPosition(
            firstSalt: header.salts[0], secondSalt: header.salts[1], frames: UInt32(frameCount),
            firstSum: checksum.first, secondSum: checksum.second)
    }

    /// In bytes.
    var frameSize: Int { WriteAheadLogFrame.headerSize + header.pageSize }

    /// The next frame, with its page.
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

    /// The next frame by its first bytes; nil if it is of another use of the file.
    private func frame(_ start: [UInt8]) -> WriteAheadLogFrame? {
        guard let page = start.number32(at: 0), page > 0, start.number32(at: 8) == header.salts[0],
            start.number32(at: 12) == header.salts[1], let pageCount = start.number32(at: 4)
        else { return nil }
        return WriteAheadLogFrame(
            index: frameCount, page: page, pageCount: pageCount,
            offset: WriteAheadLogFrame.offset(of: frameCount, size: frameSize))
    }

    /// Where a frame begins in the log, in bytes.
    func offset(of index: Int) -> Int64 { Int64(WriteAheadLogHeader.size) + Int64(index) * Int64(frameSize) }

    /// Goes to a frame, of which ``skip()`` is the next call.
    mutating func goOn(atFrame index: Int) { frameCount = index }

    /// The next frame without its page, whose sums are not compared. ``next()`` cannot continue behind it.
    mutating func skip() -> WriteAheadLogFrame? {
        guard let start = bytes.read(offset(of: frameCount), WriteAheadLogFrame.headerSize), let frame = frame(start)
        else { return nil }
        frameCount += 1
        return frame
    }

    /// Reads up to the end, and returns the newest frame of each page at the last commit.
    ///
    /// - Parameter limit: the number of frames at which to end.
    /// - Returns: the offset of each page in the log, and the number of pages of the database; 0 if there is no commit.
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
        /// A commit that changes more than is to be held in memory.
        case oversized
        /// No whole commit.
        case none
    }

    /// Reads the frames of the next commit.
    ///
    /// - Parameters:
    ///   - limit: the number of frames at which the log ends.
    ///   - maximum: the most bytes of pages that are held.
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

    /// Whether pages are too many, or so many that all pages of the database are hardly more.
    ///
    /// - Parameter pageCount: that of the database, 0 before the end of the commit.
    private func isOversized(_ count: Int, of pageCount: UInt32, _ maximum: Int) -> Bool {
        let size = count * header.pageSize
        return size > maximum || size > CapturedCommit.usualContent && pageCount > 0 && count >= Int(pageCount) / 2
    }

    /// Whether the frame before a place has the sums of the place.
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
    /// Whether the log has not been started anew since a place was noted.
    func isOfSameLog(_ position: LogPosition) -> Bool { salts == [position.firstSalt, position.secondSalt] }
}

extension LogPosition {
    /// Whether no start of the log lies between two places.
    func isInSameLog(as other: LogPosition) -> Bool { firstSalt == other.firstSalt && secondSalt == other.secondSalt }
}
