import Foundation

/// Copies of a damaged database and of its WAL or journal. The copies are removed when the object is released.
///
/// The copies are read by plain system calls. SQLite never opens them.
final class DamagedFile {
    let database: FileBytes
    let log: FileBytes?
    let journal: FileBytes?
    /// The number of bytes that could not be read from the disk; the copy has zeros there.
    private(set) var unreadableBytes = 0
    /// The parts of the files that are not in the pages, each with the reason.
    private(set) var unread: [String] = []
    private(set) var commitsBehindDamage = 0
    private var copies: [FileCopy] = []

    /// - Parameters:
    ///   - base: the path of the copy. The suffixes of the WAL and the journal are added to it.
    ///   - busyTimeout: how long to wait for the locks of others.
    init(copying path: String, vfs: String?, to base: String, busyTimeout: Duration) throws(FMError) {
        guard let original = try FileReader(path, .database, vfs: vfs) else {
            // The reader is nil both for an empty file and for a missing one.
            guard FileIdentity(path: path) == nil else { throw FMError(.notADatabase, "\"\(path)\" is empty") }
            throw FMError(.cantOpen, "there is no file at \"\(path)\"", sql: nil, stage: .open)
        }
        let deadline = ContinuousClock.now + busyTimeout
        while !original.lock() {
            guard ContinuousClock.now < deadline else {
                throw FMError(.busy, "\"\(path)\" is locked by another connection", sql: nil, stage: .open)
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
        let copy = try FileCopy(of: original, to: base)
        let log = try FileReader(original.path + "-wal", .log, vfs: vfs).map { reader throws(FMError) in
            try FileCopy(of: reader, to: base + "-wal")
        }
        let journal = try FileReader(original.path + "-journal", .journal, vfs: vfs).map { reader throws(FMError) in
            try FileCopy(of: reader, to: base + "-journal")
        }
        database = copy.bytes
        self.log = log?.bytes
        self.journal = journal?.bytes
        copies = [copy, log, journal].compactMap { $0 }
        unreadableBytes = copies.reduce(0) { $0 + $1.unreadableBytes }
    }
}

/// A copy of one file, which is removed when the object is released.
private final class FileCopy {
    private let file: PlainFile
    private(set) var unreadableBytes = 0
    private var size: Int64 = 0

    init(of reader: FileReader, to path: String) throws(FMError) {
        do throws(FMError) {
            file = try PlainFile(path, O_RDWR | O_CREAT | O_TRUNC)
        } catch {
            throw FMError(.cantOpen, "the copy \"\(path)\" cannot be created", sql: nil, stage: .open).causedBy(error)
        }
        var offset: Int64 = 0
        while offset < reader.size {
            let bytes = part(of: reader, at: offset)
            guard !bytes.isEmpty else { break }
            do throws(FMError) {
                try file.write(bytes, at: offset)
            } catch {
                throw error.causedBy(error, "the copy \(error.message)", code: .full)
            }
            offset += Int64(bytes.count)
        }
        size = offset
    }

    deinit { SystemFiles.unlink(file.path) }

    private func part(of reader: FileReader, at offset: Int64) -> [UInt8] {
        let length = Int(min(1 << 18, reader.size - offset))
        if let bytes = reader.read(offset, length) { return bytes }
        // The read of the whole part has failed, but some of its sectors may be readable.
        var bytes: [UInt8] = []
        while bytes.count < length {
            let count = min(512, length - bytes.count)
            let sector = reader.read(offset + Int64(bytes.count), count)
            if sector == nil { unreadableBytes += count }
            bytes += sector ?? [UInt8](repeating: 0, count: count)
        }
        return bytes
    }

    var bytes: FileBytes { FileBytes(size: size, read: read) }

    private func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        let bytes = try? file.read(count, at: offset)
        return bytes?.count == count ? bytes : nil
    }
}

// MARK: - Pages

extension DamagedFile {
    /// Returns the pages as of the last commit. Pages from the WAL replace those of the database. So do pages from a
    /// journal, which undo an unfinished transaction.
    ///
    /// - Parameter takesAll: whether complete commits that follow damage in the WAL are included.
    /// - Returns: nil if no page of a database is found.
    func pages(takesAll: Bool) -> DatabasePages? {
        if let log, let pages = pages(ofLog: log, takesAll) { return pages }
        if let journal, let pages = pages(ofJournal: journal) { return pages }
        let start = database.read(0, min(DatabaseHeader.size, Int(clamping: database.size))) ?? []
        guard var header = DatabaseHeader(start) else {
            reportHeader()
            return guessedHeader().map { DatabasePages(database, header: $0) }
        }
        if shareOfPages(header) == 0, let guess = guessedHeader() {
            reportHeader()
            header.pageSize = guess.pageSize
            header.reservedSize = guess.reservedSize
        }
        return DatabasePages(database, header: header)
    }

    private func pages(ofLog log: FileBytes, _ takesAll: Bool) -> DatabasePages? {
        guard var file = WriteAheadLogFile(log) else {
            let size =
                database.read(0, DatabaseHeader.size).flatMap { DatabaseHeader($0)?.pageSize }
                ?? guessedHeader()?.pageSize
            guard let size, let more = WriteAheadLogFile.unreadCommits(withoutHeader: log, pageSize: size) else {
                return nil
            }
            return pages(size, [:], 0, in: log, with: more, takesAll)
        }
        let found = file.committedPages()
        return pages(
            file.header.pageSize, found.offsets, found.pageCount, in: log, with: file.unreadCommits(), takesAll)
    }

    /// - Returns: nil if the WAL has no commit to include.
    private func pages(
        _ size: Int, _ offsets: [UInt32: Int64], _ count: UInt32, in log: FileBytes, with more: UnreadCommits?,
        _ takesAll: Bool
    ) -> DatabasePages? {
        var (offsets, count) = (offsets, count)
        if let more {
            unread.append(more.reason)
            commitsBehindDamage = more.whole
            if takesAll, more.whole > 0 {
                offsets.merge(more.offsets) { $1 }
                count = more.pageCount
            }
        }
        return count > 0 ? pages(size, offsets.filter { $0.key <= count }, in: log, pageCount: count) : nil
    }

    private func pages(ofJournal journal: FileBytes) -> DatabasePages? {
        guard !RollbackJournalFile.isDamaged(journal) else {
            unread.append("the rollback journal is not read: its header is damaged")
            return nil
        }
        guard let file = RollbackJournalFile(journal),
            file.superJournal.map({ SystemFiles.exists($0) }) ?? true
        else { return nil }
        let found = file.pages()
        // Pages that were not synced to the journal were not changed in the database.
        let isChanged = found.uncounted.contains { page, offset in
            found.offsets[page] == nil
                && database.read(Int64(page - 1) * Int64(file.pageSize), file.pageSize)
                    != journal.read(offset, file.pageSize)
        }
        let first = found.offsets[1].flatMap { journal.read($0, DatabaseHeader.size) }.flatMap { DatabaseHeader($0) }
        let isCounted = first.map { $0.pageCount == 0 || $0.pageCount == file.pageCount } ?? true
        if !found.isWhole || isChanged || !isCounted {
            unread.append(
                "a page of the rollback journal is damaged, so a transaction may be only partly undone")
        }
        return found.offsets.isEmpty ? nil : pages(file.pageSize, found.offsets, in: journal, pageCount: file.pageCount)
    }

    private func pages(
        _ pageSize: Int, _ offsets: [UInt32: Int64], in other: FileBytes, pageCount: UInt32
    ) -> DatabasePages {
        let place = offsets[1].map { other.read($0, DatabaseHeader.size) } ?? database.read(0, DatabaseHeader.size)
        var header = DatabaseHeader(pageSize: pageSize)
        if let found = place.flatMap({ DatabaseHeader($0) }), found.pageSize == pageSize {
            header = found
        } else {
            reportHeader()
        }
        header.pageCount = pageCount
        let known = { DatabasePages(self.database, header: $0, replacements: offsets, in: other, pageCount: pageCount) }
        if header.encoding == nil { header.hasPointerMaps = known(header).beginsWithPointerMap }
        return known(header)
    }

    private func reportHeader() { unread.append("the header of the database is damaged") }

    /// Returns a header inferred from the pages themselves, or nil.
    private func guessedHeader() -> DatabaseHeader? {
        var best: (header: DatabaseHeader, share: Double)?
        for reserved in [0, 8] {
            for power in 9...16 {
                let header = DatabaseHeader(pageSize: 1 << power, reservedSize: reserved)
                let share = shareOfPages(header)
                if share > 0, share >= best?.share ?? 0 { best = (header, share) }
            }
            if best != nil { break }
        }
        guard var header = best?.header else { return nil }
        header.hasPointerMaps = DatabasePages(database, header: header).beginsWithPointerMap
        return header
    }

    /// Returns the share of sampled pages that are valid to the last byte.
    private func shareOfPages(_ header: DatabaseHeader) -> Double {
        let pages = DatabasePages(database, header: header)
        let count = UInt32(clamping: database.size / Int64(header.pageSize))
        guard count > 0 else { return 0 }
        let step = max(1, count / 256)
        let sample = stride(from: 1, through: count, by: Int(step))
        let right = sample.reduce(0) { $0 + (pages.tree($1)?.soundness == .exact ? 1 : 0) }
        return Double(right) / Double(count / step)
    }
}
