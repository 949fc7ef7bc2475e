/// The encoding of a page as the byte ranges that differ from another page, or from zeros.
///
/// The encoding begins with the number of ranges in 2 bytes. Each range has its offset in 2 bytes, its length minus one
/// in 2 bytes, and its bytes.
enum PageRanges {
    /// - Parameters:
    ///   - page: the page. Its size is a multiple of 8 bytes, at most 65536.
    ///   - base: the page to compare with, of the same size, or nil for zeros.
    static func append(_ page: [UInt8], differingFrom base: [UInt8]?, to bytes: inout [UInt8]) {
        page.withUnsafeBytes { page in
            guard let base else { return append(page, nil, to: &bytes) }
            base.withUnsafeBytes { append(page, $0, to: &bytes) }
        }
    }

    static func append(_ page: UnsafeRawBufferPointer, _ base: UnsafeRawBufferPointer?, to bytes: inout [UInt8]) {
        let counter = bytes.count
        bytes.append(number: UInt16(0))
        var count: UInt16 = 0
        var open: Range<Int>?
        for place in stride(from: 0, to: page.count & ~7, by: 8) {
            let difference = word(page, place) ^ (base.map { word($0, place) } ?? 0)
            if difference != 0 {
                // The word is little-endian, so its lowest byte comes first.
                let start = open?.lowerBound ?? place + difference.trailingZeroBitCount >> 3
                open = start..<place + 8 - difference.leadingZeroBitCount >> 3
            } else if let range = open {
                append(range, of: page, to: &bytes)
                count += 1
                open = nil
            }
        }
        if let range = open {
            append(range, of: page, to: &bytes)
            count += 1
        }
        bytes.replace(at: counter, number: count)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    private static func append(_ range: Range<Int>, of page: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        bytes.append(number: UInt16(range.lowerBound))
        bytes.append(number: UInt16(range.count - 1))
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: page[range]))
    }

    /// Reads ranges, and writes them into a page that already has the content of the base page.
    static func apply(_ cursor: inout PieceCursor, to page: UnsafeMutableRawBufferPointer) throws(PieceDamage) {
        for _ in 0..<(try cursor.number(UInt16.self)) {
            let offset = Int(try cursor.number(UInt16.self))
            let length = Int(try cursor.number(UInt16.self)) + 1
            guard offset + length <= page.count else { throw PieceDamage("a range reaches beyond its page") }
            UnsafeMutableRawBufferPointer(rebasing: page[offset..<offset + length])
                .copyMemory(from: try cursor.bytes(length))
        }
    }
}
