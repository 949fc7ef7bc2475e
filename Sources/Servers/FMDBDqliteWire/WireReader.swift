/// Reads the body of a frame sequentially. It compares each length with the remaining bytes before it reads them.
package struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private var offset: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    package var remaining: Int { bytes.endIndex - offset }

    package mutating func byte() throws(WireError) -> UInt8 {
        guard remaining >= 1 else { throw .cutShort }
        defer { offset += 1 }
        return bytes[offset]
    }

    package mutating func half() throws(WireError) -> UInt32 {
        UInt32(truncatingIfNeeded: try integer(bytes: 4))
    }

    package mutating func word() throws(WireError) -> UInt64 {
        try integer(bytes: 8)
    }

    /// Returns the next 8-byte word without consuming it, or nil if fewer bytes remain.
    package func nextWord() -> UInt64? {
        var copy = self
        return try? copy.word()
    }

    /// Reads text up to its NUL, and skips the padding of the word.
    ///
    /// - Parameter isRepaired: whether U+FFFD replaces invalid UTF-8, as in text from a local database. Otherwise invalid UTF-8 is an
    ///   error.
    package mutating func text(isRepaired: Bool = false) throws(WireError) -> String {
        guard let end = bytes[offset...].firstIndex(of: 0) else { throw .missingNUL }
        let part = bytes[offset..<end]
        let text = String(decoding: part, as: UTF8.self)
        // Decoding replaces invalid UTF-8 with U+FFFD, which has other bytes.
        guard isRepaired || text.utf8.elementsEqual(part) else { throw .notUTF8 }
        try skip((part.count + 8) / 8 * 8)
        return text
    }

    /// Moves to the word before the string at the end of the body. Of a string's words, only the last one contains a NUL.
    package mutating func skipToLastText() throws(WireError) {
        var start = bytes.endIndex - 8
        while start - 8 >= bytes.startIndex, !bytes[start - 8..<start].contains(0) { start -= 8 }
        guard start - 8 >= bytes.startIndex else { throw .cutShort }
        offset = start - 8
    }

    /// Reads a length and that number of bytes, and skips the padding of the word.
    package mutating func blob() throws(WireError) -> [UInt8] {
        let length = try word()
        guard length <= UInt64(remaining) else { throw .cutShort }
        let start = offset
        try skip((Int(length) + 7) / 8 * 8)
        return Array(bytes[start..<start + Int(length)])
    }

    /// Reads the types of a row's values: four bits each, low bits first, padded to a word.
    package mutating func types(_ count: Int) throws(WireError) -> [UInt8] {
        guard count / 2 <= remaining else { throw .cutShort }
        let start = offset
        try skip((count + 15) / 16 * 8)
        return (0..<count).map { bytes[start + $0 / 2] >> ($0 % 2 == 0 ? 0 : 4) & 0x0F }
    }

    /// Reads a number of elements, each of which takes at least `size` bytes.
    package mutating func count(ofAtLeast size: Int) throws(WireError) -> Int {
        let count = try word()
        guard count <= UInt64(remaining / size) else { throw .wrongCount(count) }
        return Int(count)
    }

    package func finish() throws(WireError) {
        guard remaining == 0 else { throw .tooLong(bytes: remaining) }
    }

    private mutating func skip(_ count: Int) throws(WireError) {
        guard count <= remaining else { throw .cutShort }
        offset += count
    }

    private mutating func integer(bytes count: Int) throws(WireError) -> UInt64 {
        let start = offset
        try skip(count)
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[start + index]) << (8 * index) }
        return value
    }
}
