/// The error for damaged bytes in a piece.
struct PieceDamage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Reads the bytes of a piece from start to end. The bytes are not trusted.
struct PieceCursor {
    private let bytes: UnsafeRawBufferPointer
    private(set) var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var rest: Int { bytes.count - place }

    /// Reads the next number, which is big-endian.
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
