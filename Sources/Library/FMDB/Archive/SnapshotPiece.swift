import Foundation

/// The encoding of a snapshot part, which has consecutive pages of the database.
enum SnapshotPiece {
    /// The maximum size of a part's pages in bytes.
    static let maximumContent = 16 << 20

    static func encode(_ header: PieceHeader, _ pages: ArraySlice<UInt8>) -> Data {
        var body: [UInt8] = []
        body.reserveCapacity(pages.count + 16)
        pages.withUnsafeBytes { bytes in
            for place in stride(from: 0, to: bytes.count, by: header.pageSize) {
                PageRanges.append(
                    UnsafeRawBufferPointer(rebasing: bytes[place..<place + header.pageSize]), nil, to: &body)
            }
        }
        return header.piece(body)
    }

    /// Decodes the pages of a part.
    static func decode(_ header: PieceHeader, _ body: UnsafeRawBufferPointer) throws -> [UInt8] {
        let (count, end) = (Int(header.count), UInt64(header.firstPage) + UInt64(header.count))
        guard header.firstPage > 0, count > 0, end <= UInt64(header.pageCount) + 1 else {
            throw PieceDamage("its pages have impossible numbers")
        }
        guard count <= maximumContent / header.pageSize else { throw PieceDamage("it has too many pages for one part") }
        var pages = [UInt8](repeating: 0, count: count * header.pageSize)
        var cursor = PieceCursor(body)
        try pages.withUnsafeMutableBytes { bytes in
            for place in stride(from: 0, to: bytes.count, by: header.pageSize) {
                try PageRanges.apply(
                    &cursor, to: UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + header.pageSize]))
            }
        }
        guard cursor.rest == 0 else { throw PieceDamage("unexpected bytes follow its pages") }
        return pages
    }
}
