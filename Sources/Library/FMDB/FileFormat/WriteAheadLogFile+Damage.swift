/// Commits in a write-ahead log that SQLite does not read because an earlier part of the log is damaged.
struct UnreadCommits: Equatable {
    /// The first unread frame, counted from 0.
    let frame: Int
    /// Whether the damage is in the log header instead of that frame.
    var isHeader = false
    /// The number of commits that end in the unread part, as far as can be detected.
    fileprivate(set) var count = 0
    /// The number of those commits whose frames are all valid.
    fileprivate(set) var whole = 0
    /// Whether the file ends in the middle of the frame.
    fileprivate(set) var isTorn = false
    /// The newest version of each page in the valid commits, with its offset in the log.
    fileprivate(set) var offsets: [UInt32: Int64] = [:]
    /// The page count of the database after the last valid commit.
    fileprivate(set) var pageCount: UInt32 = 0

    /// A description for the user.
    var reason: String {
        let place =
            isHeader
            ? "its header is damaged" : isTorn ? "it ends within frame \(frame + 1)" : "frame \(frame + 1) is damaged"
        let commits = count == 1 ? "1 commit" : "\(count) commits"
        return
            "the write-ahead log can only be read in part: \(place); \(commits) after that point not read, \(whole) of them intact"
    }
}

extension WriteAheadLogFile {
    /// Returns the commits after the last frame that was read, if they were written since the last restart of the log.
    ///
    /// Frames of a transaction that was rolled back also have the current salts, but none of them ends a commit. Frames from before the
    /// last restart have other salts. Neither count as lost commits.
    ///
    /// - Returns: nil if no commit is missing.
    func unreadCommits() -> UnreadCommits? {
        var unread = UnreadCommits(frame: frameCount)
        var sums = checksum
        var pending: [UInt32: Int64] = [:]
        // A transaction is valid if it follows a commit, and each frame's checksum continues that of the previous frame.
        var isWhole = isBehindCommit
        var (index, isOwn) = (frameCount, true)
        while let frame = frame(index) {
            // Lost disk blocks read as zeros, for which the checksum could match, so a page number of 0 is invalid.
            let isRight = frame.page > 0 && frame.sums == frame.expected(behind: sums, isBigEndian: header.isBigEndian)
            // The checksums do not cover the salts, so a valid frame may have damaged salts. Such a frame belongs to the log if the
            // previous frame does. Old frames are also valid among themselves, but follow an old frame.
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

    /// Returns the commits of a log that SQLite does not read, or nil if there are none.
    static func unreadCommits(in bytes: FileBytes, pageSize: Int) -> UnreadCommits? {
        guard var file = WriteAheadLogFile(bytes) else {
            return unreadCommits(withoutHeader: bytes, pageSize: pageSize)
        }
        while file.next() != nil {}
        return file.unreadCommits()
    }

    /// Reads a log with a damaged header, starting at its first frame.
    ///
    /// - Returns: the unread commits, or nil if there is no frame.
    static func unreadCommits(withoutHeader bytes: FileBytes, pageSize: Int) -> UnreadCommits? {
        guard bytes.size > Int64(WriteAheadLogHeader.size), let start = bytes.read(0, WriteAheadLogHeader.size),
            WriteAheadLogHeader(start) == nil
        else { return nil }
        let found = [false, true].flatMap { isBigEndian in
            // The stored checksum may itself be damaged, so try the calculated one too.
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

    /// Returns whether the file ends within a frame that has the current salts and ends a commit. If the file ends within another frame,
    /// nothing was committed: a full disk may have ended the transaction.
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
