/// What is wrong with the bytes of a piece.
struct PieceDamage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Reads the bytes of a piece one after the other; they may be anything.
struct PieceCursor {
    private let bytes: UnsafeRawBufferPointer
    private(set) var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var rest: Int { bytes.count - place }

    /// The next number, whose highest byte comes first.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(PieceDamage) -> Number {
        let size = MemoryLayout<Number>.size
        guard rest >= size else { throw PieceDamage("it ends within a number") }
        defer { place += size }
        return Number(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }

    mutating func bytes(_ count: Int) throws(PieceDamage) -> UnsafeRawBufferPointer {
        guard count >= 0, rest >= count else { throw PieceDamage("it ends within a page") }
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }
}
