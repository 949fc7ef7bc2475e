/// Reads numbers from untrusted bytes. Each function returns nil if there are too few bytes. See
/// [Database File Format](https://sqlite.org/fileformat2.html).
extension [UInt8] {
    func number8(at place: Int) -> Int? { indices.contains(place) ? Int(self[place]) : nil }

    func number16(at place: Int) -> Int? {
        guard place >= 0, place <= count - 2 else { return nil }
        return Int(self[place]) << 8 | Int(self[place + 1])
    }

    func number32(at place: Int) -> UInt32? {
        guard place >= 0, place <= count - 4 else { return nil }
        return withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
    }

    /// Returns a signed big-endian number of up to eight bytes.
    func signed(at place: Int, length: Int) -> Int64? {
        guard place >= 0, length <= 8, place <= count - length else { return nil }
        guard length > 0 else { return 0 }
        var number: Int64 = self[place] & 0x80 == 0 ? 0 : -1
        for offset in 0..<length { number = number << 8 | Int64(self[place + offset]) }
        return number
    }

    /// Returns a varint of one to nine bytes: seven bits in each byte, eight in the ninth.
    ///
    /// - Parameter end: the offset at which the readable bytes end.
    func variableNumber(at place: Int, before end: Int) -> (value: UInt64, length: Int)? {
        let end = Swift.min(end, count)
        var value: UInt64 = 0
        guard place >= 0 else { return nil }
        for length in 1...9 {
            guard place < end - (length - 1) else { return nil }
            let byte = self[place + length - 1]
            if length == 9 { return (value << 8 | UInt64(byte), 9) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return (value, length) }
        }
        return nil
    }

    /// Appends a number in big-endian order.
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    mutating func replace(at place: Int, number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { replaceSubrange(place..<place + $0.count, with: $0) }
    }

    func isZero(from place: Int) -> Bool { dropFirst(place).allSatisfy { $0 == 0 } }
}

/// A file, or bytes in memory, that is read in parts.
struct FileBytes {
    /// The size in bytes.
    let size: Int64
    /// Reads `count` bytes at an offset. Returns nil if there are fewer bytes, or they cannot be read.
    let read: (_ offset: Int64, _ count: Int) -> [UInt8]?

    /// - Parameter read: called only for bytes within the size.
    init(size: Int64, read: @escaping (Int64, Int) -> [UInt8]?) {
        self.size = size
        self.read = { offset, count in
            offset >= 0 && count >= 0 && offset <= size - Int64(count) ? read(offset, count) : nil
        }
    }

    init(_ bytes: [UInt8]) { self.init(size: Int64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) } }
}
