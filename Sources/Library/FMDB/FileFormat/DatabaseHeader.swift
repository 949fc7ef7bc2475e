/// The header in the first 100 bytes of a database file. See [The Database
/// Header](https://sqlite.org/fileformat2.html#the_database_header).
struct DatabaseHeader: Equatable {
    /// The encoding of TEXT values.
    enum Encoding: UInt32 {
        case utf8 = 1
        case utf16LittleEndian = 2
        case utf16BigEndian = 3
    }

    static let size = 100
    /// The first bytes of each database: "SQLite format 3" and a NUL byte.
    static let magic = Array("SQLite format 3\0".utf8)

    var pageSize: Int
    /// The number of reserved bytes at the end of each page.
    var reservedSize = 0
    /// The number of pages, or 0 if unknown.
    var pageCount: UInt32 = 0
    /// The first trunk page of the freelist, or 0 if no page is free.
    var firstTrunk: UInt32 = 0
    var freePageCount: UInt32 = 0
    /// The text encoding, or nil if unknown.
    var encoding: Encoding?
    /// Whether the database has pointer map pages.
    var hasPointerMaps = false
    var isIncremental = false
    var userVersion: UInt32 = 0
    var applicationID: UInt32 = 0

    /// The number of bytes of a page that hold content.
    var usableSize: Int { pageSize - reservedSize }

    init(pageSize: Int, reservedSize: Int = 0) { (self.pageSize, self.reservedSize) = (pageSize, reservedSize) }

    /// - Returns: nil if the bytes are not a header. The fields with only one legal value must have it.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: DatabaseHeader.magic), let size = bytes.number16(at: 16),
            let reserved = bytes.number8(at: 20), Array(bytes.dropFirst(21).prefix(3)) == [64, 32, 32]
        else { return nil }
        let pageSize = size == 1 ? 65536 : size
        guard DatabaseHeader.isPageSize(pageSize), pageSize - reserved >= 480 else { return nil }
        self.init(pageSize: pageSize, reservedSize: reserved)
        let number = { bytes.number32(at: $0) ?? 0 }
        // The page count is valid only if the change counter equals the version-valid-for number.
        pageCount = number(24) == number(92) ? number(28) : 0
        firstTrunk = number(32)
        freePageCount = number(36)
        encoding = Encoding(rawValue: number(56))
        hasPointerMaps = number(52) != 0
        isIncremental = number(64) != 0
        userVersion = number(60)
        applicationID = number(68)
    }

    static func isPageSize(_ size: Int) -> Bool { size >= 512 && size <= 65536 && size & (size - 1) == 0 }
}

extension DatabaseHeader {
    /// Returns the lock-byte page, where SQLite takes its locks. It holds no content.
    static func lockPage(pageSize: Int) -> UInt32 { UInt32(0x4000_0000 / max(512, pageSize)) + 1 }

    /// Whether a page is a pointer map page. See
    /// [Pointer Map or Ptrmap Pages](https://sqlite.org/fileformat2.html#pointer_map_or_ptrmap_pages).
    func isPointerMap(_ page: UInt32) -> Bool { hasPointerMaps && pointerMap(of: page) == page }

    /// Returns the pointer map page with the entry of a page, or the page itself if it is a pointer map page.
    func pointerMap(of page: UInt32) -> UInt32 {
        guard page >= 2 else { return 0 }
        let covered = UInt32(usableSize / 5) + 1
        let map = (page - 2) / covered * covered + 2
        return map == DatabaseHeader.lockPage(pageSize: pageSize) ? map + 1 : map
    }
}
