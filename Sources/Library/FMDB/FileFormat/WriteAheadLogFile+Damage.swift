/// Commits in a log that SQLite does not read, because something before them is damaged.
struct UnreadCommits: Equatable {
    /// The first frame that is not read, counted from 0.
    let frame: Int
    /// Whether the header of the log is damaged, not that frame.
    var isHeader = false
    /// How many commits end there, as far as can be seen.
    fileprivate(set) var count = 0
    /// Those of them of which each frame is right.
    fileprivate(set) var whole = 0
    /// Whether the file ends within the frame.
    fileprivate(set) var isTorn = false
    /// The newest page of the whole ones, with their offsets in the log.
    fileprivate(set) var offsets: [UInt32: Int64] = [:]
    /// The number of pages of the database after the last whole one.
    fileprivate(set) var pageCount: UInt32 = 0

    /// For people.
    var reason: String {
        let place =
            isHeader
            ? "its header is damaged" : isTorn ? "it ends within frame \(frame + 1)" : "frame \(frame + 1) is damaged"
        let commits = count == 1 ? "1 commit" : "\(count) commits"
        return
            "the write-ahead log is read in part: \(place), \(commits) from there on not read, \(whole) of them whole"
    }
}

extension WriteAheadLogFile {
    /// What lies behind the last frame that was read, and is of the same use of the file.
    ///
    /// What a rollback leaves has the salts of this use, too, but no frame that ends a commit; what an earlier use leaves has other
    /// salts. Neither is lost.
    ///
    /// - Returns: nil if no commit is missing.
    func unreadCommits() -> UnreadCommits? {
        var unread = UnreadCommits(frame: frameCount)
        var sums = checksum
        var pending: [UInt32: Int64] = [:]
        // A transaction is whole if it begins behind a commit, and each frame has the sum that the one before it leads to.
        var isWhole = isBehindCommit
        var (index, isOwn) = (frameCount, true)
        while let frame = frame(index) {
            // Of lost blocks zeros are left.
            let isRight = frame.page > 0 && frame.sums == frame.expected(behind: sums, isBigEndian: header.isBigEndian)
            // Damaged salts are no part of the sums. Frames of an earlier use have right sums among themselves.
            isOwn = frame.salts == header.salts || isRight && isOwn
            isWhole = isWhole && isRight && isOwn
            sums = frame.sums
            index += 1
            if isWhole { pending[frame.page] = offset(of: index - 1) + Int64(WriteAheadLogFrame.headerSize) }
            guard isOwn, frame.pageCount != 0 else { continue }
            unread.count += 1
            if isWhole {
                unread.whole += 1
                unread.offsets.merge(pending) { $1 }
                unread.pageCount = frame.pageCount
            }
            (isWhole, pending) = (true, [:])
        }
        unread.offsets = unread.offsets.filter { $0.key <= unread.pageCount }
        if unread.count == 0, index == frameCount, isTorn(index) { unread.isTorn = true }
        return unread.count > 0 || unread.isTorn ? unread : nil
    }

    /// What of a log SQLite does not read.
    static func unreadCommits(in bytes: FileBytes, pageSize: Int) -> UnreadCommits? {
        guard var file = WriteAheadLogFile(bytes) else {
            return unreadCommits(withoutHeader: bytes, pageSize: pageSize)
        }
        while file.next() != nil {}
        return file.unreadCommits()
    }

    /// A log of which the header is damaged, read by its first frame.
    ///
    /// - Returns: what is there and not read; nil if there is no frame.
    static func unreadCommits(withoutHeader bytes: FileBytes, pageSize: Int) -> UnreadCommits? {
        guard bytes.size > Int64(WriteAheadLogHeader.size), let start = bytes.read(0, WriteAheadLogHeader.size),
            WriteAheadLogHeader(start) == nil
        else { return nil }
        let found = [false, true].flatMap { isBigEndian in
            // Its sums may be what is damaged.
            var sums = LogChecksum()
            sums.add(start[0..<24], isBigEndian: isBigEndian)
            let stored = LogChecksum(first: start.number32(at: 24) ?? 0, second: start.number32(at: 28) ?? 0)
            return [stored, sums].compactMap {
                WriteAheadLogFile(bytes, behind: $0, pageSize, isBigEndian: isBigEndian)?.unreadCommits()
            }
        }
        var unread = found.max { $0.whole < $1.whole } ?? UnreadCommits(frame: 0)
        unread.isHeader = true
        return unread
    }

    /// Whether the file ends within a frame of this use that ends a commit. Before that one nothing was committed: a full disk may have
    /// ended the transaction.
    private func isTorn(_ index: Int) -> Bool {
        guard let start = bytes.read(offset(of: index), 16) else { return false }
        return start.number32(at: 4) != 0 && start.number32(at: 8) == header.salts[0]
            && start.number32(at: 12) == header.salts[1]
    }

    private func frame(_ index: Int) -> RawFrame? { bytes.read(offset(of: index), frameSize).flatMap { RawFrame($0) } }
}

private struct RawFrame {
    let page: UInt32
    let pageCount: UInt32
    let salts: [UInt32]
    let sums: LogChecksum
    private let bytes: [UInt8]

    init?(_ bytes: [UInt8]) {
        let numbers = stride(from: 0, to: WriteAheadLogFrame.headerSize, by: 4).compactMap { bytes.number32(at: $0) }
        guard numbers.count == 6 else { return nil }
        (page, pageCount, salts) = (numbers[0], numbers[1], Array(numbers[2...3]))
        sums = LogChecksum(first: numbers[4], second: numbers[5])
        self.bytes = bytes
    }

    func expected(behind sums: LogChecksum, isBigEndian: Bool) -> LogChecksum {
        var sums = sums
        sums.add(bytes[0..<8], isBigEndian: isBigEndian)
        sums.add(bytes[WriteAheadLogFrame.headerSize...], isBigEndian: isBigEndian)
        return sums
    }
}
