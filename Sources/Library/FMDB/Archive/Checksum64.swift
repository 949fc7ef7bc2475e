/// The checksum of a piece of an archive: CRC-64/XZ, calculated eight bytes at a time. See "CRC-64/XZ" in the
/// [catalogue of parametrised CRC algorithms](https://reveng.sourceforge.io/crc-catalogue/17plus.htm).
enum Checksum64 {
    /// Eight tables of 256 entries each. Table n has the contribution of a byte that is followed by n more bytes.
    private static let tables: [UInt64] = {
        var tables = [UInt64](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var sum = UInt64(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xC96C_5795_D787_0F42 : sum >> 1 }
            tables[byte] = sum
        }
        for place in 256..<8 * 256 {
            let before = tables[place - 256]
            tables[place] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        tables.withUnsafeBufferPointer { tables in
            guard let table = tables.baseAddress, let start = bytes.baseAddress else { return 0 }
            var sum = UInt64.max
            let whole = bytes.count & ~7
            var place = 0
            while place < whole {
                let word = sum ^ UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                let low =
                    table[1792 + Int(word & 0xFF)] ^ table[1536 + Int(word >> 8 & 0xFF)]
                    ^ table[1280 + Int(word >> 16 & 0xFF)] ^ table[1024 + Int(word >> 24 & 0xFF)]
                let high =
                    table[768 + Int(word >> 32 & 0xFF)] ^ table[512 + Int(word >> 40 & 0xFF)]
                    ^ table[256 + Int(word >> 48 & 0xFF)] ^ table[Int(word >> 56)]
                sum = low ^ high
                place += 8
            }
            while place < bytes.count {
                sum = sum >> 8 ^ table[Int((sum ^ UInt64(bytes[place])) & 0xFF)]
                place += 1
            }
            return ~sum
        }
    }
}
