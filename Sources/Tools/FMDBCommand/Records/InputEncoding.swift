#if Tool
    import FMDB

    enum InputEncoding: String, CaseIterable {
        case utf8 = "utf-8"
        case latin1
        case windows1252 = "windows-1252"
        case utf16 = "utf-16"
        case utf16LittleEndian = "utf-16le"
        case utf16BigEndian = "utf-16be"

        /// Returns the encoding and length of the byte order mark at the start, or nil if there is none.
        static func mark(of bytes: UnsafeRawBufferPointer) -> (encoding: InputEncoding, length: Int)? {
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
            if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
            if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
            return nil
        }
    }

    func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
        return ValueCoding.isASCII(start, bytes.count) || String(validating: bytes, as: UTF8.self) != nil
    }

    /// Converts text to UTF-8 in chunks.
    struct Transcoder {
        let encoding: InputEncoding
        /// The bytes of a UTF-16 character that is not complete yet.
        private var pending: [UInt8] = []

        init(_ encoding: InputEncoding) { self.encoding = encoding }

        /// The characters from 0x80 to 0x9F. See [windows-1252](https://encoding.spec.whatwg.org/index-windows-1252.txt).
        private static let windows: [UInt16] = [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
            0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
            0x0153, 0x9D, 0x017E, 0x0178,
        ]

        mutating func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
            switch encoding {
            case .utf8: text.append(contentsOf: bytes)
            // Latin-1 is the first 256 characters of Unicode.
            case .latin1: Self.append(bytes.map { UInt16($0) }, to: &text)
            case .windows1252:
                Self.append(bytes.map { 0x80...0x9F ~= $0 ? Self.windows[Int($0) - 0x80] : UInt16($0) }, to: &text)
            case .utf16, .utf16LittleEndian: add(bytes, low: 0, to: &text)
            case .utf16BigEndian: add(bytes, low: 1, to: &text)
            }
        }

        /// - Parameter low: the index of the low byte in each pair of bytes.
        private mutating func add(_ bytes: UnsafeRawBufferPointer, low: Int, to text: inout [UInt8]) {
            pending += bytes
            var units = stride(from: 0, to: pending.count - 1, by: 2).map {
                UInt16(pending[$0 + 1 - low]) << 8 | UInt16(pending[$0 + low])
            }
            // A lead surrogate at the end is kept until its trail surrogate is read.
            if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
            pending.removeFirst(2 * units.count)
            Self.append(units, to: &text)
        }

        /// Writes U+FFFD for an incomplete character at the end.
        mutating func finish(_ text: inout [UInt8]) {
            if !pending.isEmpty { Self.append([0xFFFD], to: &text) }
            pending = []
        }

        private static func append(_ units: [UInt16], to text: inout [UInt8]) {
            text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
        }
    }
#endif
