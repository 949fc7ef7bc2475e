/// The first 100 bytes of a database file. See [The Database Header](https://sqlite.org/fileformat2.html#the_database_header).
struct DatabaseHeader: Equatable {
    /// How texts are stored.
    enum Encoding: UInt32 {
        case utf8 = 1
        case utf16LittleEndian = 2
        case utf16BigEndian = 3
    }

    static let size = 100
    /// The first bytes of each database: "SQLite format 3" and a zero.
    static let magic = Array("SQLite format 3\0".utf8)

    var pageSize: Int
    /// The bytes at the end of each page that hold none of its content.
    var reservedSize = 0
    /// The number of pages; 0 where it is not known.
    var pageCount: UInt32 = 0
    /// The first page that lists free ones; 0 if none is free.
    var firstTrunk: UInt32 = 0
    var freePageCount: UInt32 = 0
    /// nil where it is not known.
    var encoding: Encoding?
    /// Whether some pages are maps that say which page points at which.
    var hasPointerMaps = false
    var isIncremental = false
    var userVersion: UInt32 = 0
    var applicationID: UInt32 = 0

    /// The bytes of a page that hold content.
    var usableSize: Int { pageSize - reservedSize }

    init(pageSize: Int, reservedSize: Int = 0) { (self.pageSize, self.reservedSize) = (pageSize, reservedSize) }

    /// - Returns: nil unless the bytes are those of a header: the fields that have one value only must have it.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: DatabaseHeader.magic), let size = bytes.number16(at: 16),
            let reserved = bytes.number8(at: 20), Array(bytes.dropFirst(21).prefix(3)) == [64, 32, 32]
        else { return nil }
        let pageSize = size == 1 ? 65536 : size
        guard DatabaseHeader.isPageSize(pageSize), pageSize - reserved >= 480 else { return nil }
        self.init(pageSize: pageSize, reservedSize: reserved)
        let number = { bytes.number32(at: $0) ?? 0 }
        // The count is right only where the two change counters agree.
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
    /// The page at whose bytes SQLite takes its locks. It holds nothing.
    static func lockPage(pageSize: Int) -> UInt32 { UInt32(0x4000_0000 / max(512, pageSize)) + 1 }

    /// Whether a page is a map of pointers. See
    /// [Pointer Map or Ptrmap Pages](https://sqlite.org/fileformat2.html#pointer_map_or_ptrmap_pages).
    func isPointerMap(_ page: UInt32) -> Bool { hasPointerMaps && pointerMap(of: page) == page }

    /// The map that has the entry of a page; the page itself if that is a map.
    func pointerMap(of page: UInt32) -> UInt32 {
        guard page >= 2 else { return 0 }
        let covered = UInt32(usableSize / 5) + 1
        let map = (page - 2) / covered * covered + 2
        return map == DatabaseHeader.lockPage(pageSize: pageSize) ? map + 1 : map
    }
}
