/// Reads the pages of a rollback journal, which are the database's pages before an unfinished transaction. See
/// [The Rollback Journal](https://sqlite.org/fileformat2.html#the_rollback_journal).
struct RollbackJournalFile {
    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    let pageSize: Int
    /// The page count of the database before the transaction.
    let pageCount: UInt32
    private let sectorSize: Int
    private let bytes: FileBytes

    /// - Returns: nil if the header is invalid, as in a journal that is no longer needed.
    init?(_ bytes: FileBytes) {
        guard let header = bytes.read(0, 28), header.starts(with: RollbackJournalFile.magic),
            let pageCount = header.number32(at: 16), let sector = header.number32(at: 20), sector >= 32,
            sector <= 65536,
            let pageSize = header.number32(at: 24), pageSize <= 65536, DatabaseHeader.isPageSize(Int(pageSize))
        else { return nil }
        self.pageSize = Int(pageSize)
        self.pageCount = pageCount
        sectorSize = Int(sector)
        self.bytes = bytes
    }

    /// Returns the offset of each page in the journal, up to the first invalid page. Also returns the pages that follow those counted in
    /// the header, and whether all pages that should exist are valid.
    func pages() -> (offsets: [UInt32: Int64], uncounted: [UInt32: Int64], isWhole: Bool) {
        var found: [UInt32: Int64] = [:]
        var uncounted: [UInt32: Int64] = [:]
        var start: Int64 = 0
        while let header = bytes.read(start, 28), var count = header.number32(at: 8),
            let nonce = header.number32(at: 12)
        {
            var place = start + Int64(sectorSize)
            guard header.starts(with: RollbackJournalFile.magic) else {
                // If the journal has old content after this point, SQLite has invalidated its header by a zero in the first byte. The pages
                // after such a header do not count.
                return (found, uncounted, header[0] == 0 || bytes.size < place + Int64(pageSize + 8))
            }
            // A count of -1 means that the journal was not synced, so all existing pages count.
            let isSynced = count != .max
            if !isSynced { count = UInt32(clamping: (bytes.size - place) / Int64(pageSize + 8)) }
            for _ in 0..<count {
                guard let page = page(at: place, nonce) else {
                    return (found, uncounted, !isSynced && !hasPage(from: place, nonce))
                }
                if page <= pageCount, found[page] == nil { found[page] = place + 4 }
                place += Int64(pageSize + 8)
            }
            var next = place
            while let page = page(at: next, nonce) {
                if uncounted[page] == nil { uncounted[page] = next + 4 }
                next += Int64(pageSize + 8)
            }
            guard count > 0 else { break }
            start = (place + Int64(sectorSize) - 1) / Int64(sectorSize) * Int64(sectorSize)
        }
        return (found, uncounted, true)
    }

    private func hasPage(from start: Int64, _ nonce: UInt32) -> Bool {
        stride(from: start, to: bytes.size, by: pageSize + 8).contains { page(at: $0, nonce) != nil }
    }

    /// Returns whether a journal's header is damaged: it is invalid, and does not begin with zeros. Zeros mean that the transaction has
    /// ended, or that the journal was not synced yet and the database is unchanged.
    static func isDamaged(_ bytes: FileBytes) -> Bool {
        guard bytes.size > 0, RollbackJournalFile(bytes) == nil else { return false }
        return !(bytes.read(0, 12)?.isZero(from: 0) ?? false)
    }

    private func page(at place: Int64, _ nonce: UInt32) -> UInt32? {
        guard let record = bytes.read(place, pageSize + 8), let page = record.number32(at: 0), page > 0 else {
            return nil
        }
        var sum = nonce
        for offset in stride(from: pageSize - 200, to: 0, by: -200) { sum = sum &+ UInt32(record[4 + offset]) }
        return record.number32(at: 4 + pageSize) == sum ? page : nil
    }

    /// The path of the super-journal that this journal belongs to. If that file is missing, the transaction was committed.
    var superJournal: String? {
        guard let end = bytes.read(bytes.size - 16, 16), Array(end[8...]) == RollbackJournalFile.magic,
            let length = end.number32(at: 0), length > 0, length <= 4096,
            let name = bytes.read(bytes.size - 16 - Int64(length), Int(length)),
            end.number32(at: 4) == name.reduce(0, { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) })
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}

// MARK: - Writing

extension RollbackJournalFile {
    /// The offset of the first page record in a journal that begins with ``header(pageCount:pageSize:records:nonce:)``.
    static let firstRecord = 512

    /// Returns the header of a journal, padded to ``firstRecord`` bytes.
    ///
    /// - Parameter nonce: the random number with which the checksums begin.
    static func header(pageCount: UInt32, pageSize: Int, records: UInt32, nonce: UInt32) -> [UInt8] {
        var bytes = magic
        for number in [records, nonce, pageCount, UInt32(firstRecord), UInt32(pageSize)] {
            bytes.append(number: number)
        }
        return bytes + [UInt8](repeating: 0, count: firstRecord - bytes.count)
    }

    static func record(_ page: UInt32, _ content: [UInt8], nonce: UInt32) -> [UInt8] {
        var sum = nonce
        for offset in stride(from: content.count - 200, to: 0, by: -200) { sum = sum &+ UInt32(content[offset]) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + 8)
        bytes.append(number: page)
        bytes += content
        bytes.append(number: sum)
        return bytes
    }
}
