/// A checksum of each page of a database, and the sum of all checksums, for comparing states of a database.
///
/// For a commit, the total is updated from the checksums of the changed pages. So the total of each state is known
/// without reading all pages. The checksums detect accidents, not forgeries.
package struct PageSums: Equatable, Sendable {
    /// The checksums of the pages, starting with page 1.
    private var sums: [UInt64] = []
    /// The sum of all pages' checksums.
    package private(set) var total: UInt64 = 0
    let pageSize: Int
    /// The lock-byte page, which holds no content.
    private let lockPage: UInt32

    package init(pageSize: Int) {
        self.pageSize = pageSize
        lockPage = DatabaseHeader.lockPage(pageSize: pageSize)
    }

    var pageCount: UInt32 { UInt32(sums.count) }

    /// Returns the checksum of a page, or nil if there is no such page.
    subscript(number: UInt32) -> UInt64? { number > 0 && number <= pageCount ? sums[Int(number - 1)] : nil }

    /// Calculates the checksum of a page.
    ///
    /// - Parameters:
    ///   - page: the content, a multiple of 16 bytes.
    ///   - number: the page number.
    static func sum(of page: UnsafeRawBufferPointer, _ number: UInt32) -> UInt64 {
        guard let start = page.baseAddress else { return 0 }
        var (first, second) = (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, ~UInt64(number))
        var place = 0
        while place < page.count & ~15 {
            let low = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let high = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
            first = (first ^ low) &* 0xFF51_AFD7_ED55_8CCD
            first = first << 31 | first >> 33
            second = (second ^ high) &* 0xC4CE_B9FE_1A85_EC53
            second = second << 29 | second >> 35
            place += 16
        }
        var sum = first ^ second &* 0x9E37_79B9_7F4A_7C15
        sum = (sum ^ sum >> 32) &* 0xFF51_AFD7_ED55_8CCD
        return sum ^ sum >> 29
    }

    // MARK: Changing

    mutating func set(_ number: UInt32, _ sum: UInt64) {
        guard number > 0, number <= pageCount, number != lockPage else { return }
        total = total &+ sum &- sums[Int(number - 1)]
        sums[Int(number - 1)] = sum
    }

    /// Adds whole pages after the last page.
    mutating func append(_ pages: UnsafeRawBufferPointer) {
        for place in stride(from: 0, to: pages.count / pageSize * pageSize, by: pageSize) {
            sums.append(0)
            let page = UnsafeRawBufferPointer(rebasing: pages[place..<place + pageSize])
            set(pageCount, PageSums.sum(of: page, pageCount))
        }
    }

    /// Applies a commit to the checksums.
    ///
    /// - Parameters:
    ///   - changes: the numbers and new checksums of the changed pages.
    ///   - count: the page count of the database after the commit.
    mutating func apply(_ changes: some Sequence<(UInt32, UInt64)>, pageCount count: UInt32) {
        let former = pageCount
        while pageCount > count { total = total &- sums.removeLast() }
        sums.append(contentsOf: repeatElement(0, count: Int(count - pageCount)))
        for (number, sum) in changes { set(number, sum) }
        guard count > former else { return }
        // Pages that were added but not written by the commit contain zeros.
        let zeros = [UInt8](repeating: 0, count: pageSize)
        for number in former + 1...count where sums[Int(number - 1)] == 0 {
            set(number, zeros.withUnsafeBytes { PageSums.sum(of: $0, number) })
        }
    }
}

extension CapturedCommit {
    var sums: [(UInt32, UInt64)] {
        pages.map { page in (page.number, page.content.withUnsafeBytes { PageSums.sum(of: $0, page.number) }) }
    }
}
