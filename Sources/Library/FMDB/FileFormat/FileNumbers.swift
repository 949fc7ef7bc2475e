/// Numbers in bytes that may be anything. Each reader answers nil where the bytes end. See
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

    /// A signed number of up to eight bytes, the highest first.
    func signed(at place: Int, length: Int) -> Int64? {
        guard place >= 0, length <= 8, place <= count - length else { return nil }
        guard length > 0 else { return 0 }
        var number: Int64 = self[place] & 0x80 == 0 ? 0 : -1
        for offset in 0..<length { number = number << 8 | Int64(self[place + offset]) }
        return number
    }

    /// A number of one to nine bytes, of which each but the ninth has seven bits.
    ///
    /// - Parameter end: where the bytes end that it may take.
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

    /// Appends a number, the highest byte first.
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    mutating func replace(at place: Int, number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { replaceSubrange(place..<place + $0.count, with: $0) }
    }

    func isZero(from place: Int) -> Bool { dropFirst(place).allSatisfy { $0 == 0 } }
}

/// A file, or bytes in memory, from which parts are read.
struct FileBytes {
    /// In bytes.
    let size: Int64
    /// The bytes from an offset on, as many as asked for; nil if there are not so many, or they cannot be read.
    let read: (_ offset: Int64, _ count: Int) -> [UInt8]?

    /// - Parameter read: is asked for bytes that lie within the size, and no others.
    init(size: Int64, read: @escaping (Int64, Int) -> [UInt8]?) {
        self.size = size
        self.read = { offset, count in
            offset >= 0 && count >= 0 && offset <= size - Int64(count) ? read(offset, count) : nil
        }
    }

    init(_ bytes: [UInt8]) { self.init(size: Int64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) } }
}
