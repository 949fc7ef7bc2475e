import Foundation

/// The state of a database's files when its last connection was closed.
package struct CleanCloseRecord: Hashable, Sendable {
    /// The identity, size and change time of a file, from `stat`.
    package struct File: Hashable, Sendable {
        /// The device number, or 0 if unknown, as in pieces of an earlier version.
        package var device: UInt64
        package var inode: UInt64
        /// The size in bytes.
        package var size: UInt64
        /// The last status change (ctime), in nanoseconds since 1970. No call can set it back.
        package var changed: Int64

        package init(device: UInt64 = 0, inode: UInt64, size: UInt64, changed: Int64) {
            (self.device, self.inode, self.size, self.changed) = (device, inode, size, changed)
        }

        /// - Returns: nil if the file does not exist.
        package init?(path: String) {
            var facts = stat()
            guard SystemFiles.stat(path, &facts) == 0 else { return nil }
            self.init(
                device: UInt64(truncatingIfNeeded: facts.st_dev), inode: UInt64(truncatingIfNeeded: facts.st_ino),
                size: UInt64(truncatingIfNeeded: facts.st_size), changed: facts.changed)
        }
    }

    package var database: File
    /// The write-ahead log, or nil if there was none.
    package var log: File?
    /// The time of the close in milliseconds since 1970, or 0 if unknown.
    package var time: UInt64

    package init(database: File, log: File?, time: UInt64 = 0) {
        (self.database, self.log, self.time) = (database, log, time)
    }
}

extension CleanCloseRecord {
    /// Whether the database file had this identity, size and change time.
    package func isOf(_ file: File) -> Bool {
        var file = file
        if database.device == 0 { file.device = 0 }
        return file == database
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for file in [database, log ?? File(inode: 0, size: 0, changed: 0)] {
            bytes.append(number: file.inode)
            bytes.append(number: file.size)
            bytes.append(number: file.changed)
        }
        bytes.append(log == nil ? 0 : 1)
        bytes.append(number: database.device)
        bytes.append(number: time)
        return bytes
    }

    init(_ cursor: inout PieceCursor) throws(PieceDamage) {
        database = try File(&cursor)
        let other = try File(&cursor)
        log = try cursor.number(UInt8.self) == 1 ? other : nil
        // Records of earlier versions end here.
        guard cursor.rest > 0 else {
            time = 0
            return
        }
        database.device = try cursor.number()
        time = try cursor.number()
    }
}

extension CleanCloseRecord.File {
    fileprivate init(_ cursor: inout PieceCursor) throws(PieceDamage) {
        self.init(inode: try cursor.number(), size: try cursor.number(), changed: try cursor.number())
    }
}

/// The state of an archive after its last commit, which new commits continue.
package struct ArchiveEnd: Sendable {
    /// The name of the newest generation.
    package let generation: String
    /// The page size in bytes, or 0 if unknown.
    package internal(set) var pageSize = 0
    /// The highest commit number of all generations.
    package let lastCommit: UInt64
    /// The date of the newest generation's last commit.
    package let lastDate: Date
    /// The position in the write-ahead log after the last commit, if known.
    package internal(set) var position: LogPosition?
    /// The page count after the last commit, and the sum of all pages' checksums if known.
    package internal(set) var pageCount: UInt32 = 0
    package internal(set) var sum: UInt64?
    /// The record of the last connection's close, if the close followed the last commit.
    package internal(set) var closing: CleanCloseRecord?
    /// The date and the commit number of the newest generation's last complete snapshot.
    package let snapshotDate: Date?
    package let snapshotCommit: UInt64?
    /// Whether the generation has a complete snapshot, every later commit, and an intact newest piece.
    package internal(set) var canContinue = false
}

extension ArchiveEnd {
    /// - Returns: nil if the archive has no pieces.
    init?(_ store: ArchiveStore) throws(FMError) {
        let index = ArchiveIndex(ofWhole: try store.list())
        guard let newest = index.generations.last, let last = index.last else { return nil }
        let snapshot = newest.snapshots.last(where: \.isWhole)
        generation = newest.name.text
        lastCommit = last
        lastDate = Date(milliseconds: newest.pieces.map(\.name.lastTime).max() ?? 0)
        snapshotDate = snapshot.map { Date(milliseconds: $0.time) }
        snapshotCommit = snapshot?.commit
        guard let snapshot, newest.last == last else { return }
        let end = newest.chain(after: snapshot.commit).last ?? snapshot.parts.last
        guard let end, end.name.last == last, let header = try ArchiveEnd.header(of: end.name, store) else { return }
        (canContinue, pageSize, position) = (true, header.pageSize, header.position)
        (pageCount, sum) = (header.pageCount, header.sum)
        guard let closed = newest.closings.first(where: { $0.name.last == last }) else { return }
        let piece = try store.get(closed.name)
        closing = try? piece.withUnsafeBytes { bytes in
            var cursor = PieceCursor(try PieceHeader.read(bytes, named: closed.name).body)
            return try CleanCloseRecord(&cursor)
        }
    }

    /// Returns whether the given generation is the archive's newest and has a complete snapshot with all commits up to `commit`. Also
    /// returns the number of the generation's commit pieces.
    package static func hasAll(
        of generation: String, upTo commit: UInt64, in target: any FMBackupTarget
    ) throws(FMError) -> (isThere: Bool, pieces: Int) {
        let index = ArchiveIndex(ofWhole: try ArchiveStore(target: target).list(from: generation))
        guard let newest = index.generations.last, newest.name.text == generation,
            let snapshot = newest.snapshots.last(where: \.isWhole)
        else { return (false, 0) }
        let end = newest.chain(after: snapshot.commit).last?.name.last ?? snapshot.commit
        return (end >= commit, newest.commits.count)
    }

    private static func header(of name: PieceName, _ store: ArchiveStore) throws(FMError) -> PieceHeader? {
        let piece = try store.get(name)
        return try? piece.withUnsafeBytes { try PieceHeader.read($0, named: name).header }
    }
}

extension ArchiveIndex {
    /// Creates an index that does not use files too short to be a piece, which a full disk or a crash may leave. The commit numbers in
    /// their names still count as used.
    fileprivate init(ofWhole pieces: [ListedPiece]) {
        self.init(pieces, without: Set(pieces.lazy.filter { $0.size < PieceHeader.leastSize }.map(\.name)))
    }
}
