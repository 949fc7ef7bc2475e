/// Bytes and numbers as hexadecimal digits, two for each byte.
extension Sequence<UInt8> {
    package func hexadecimal(isUppercase: Bool = false) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(underestimatedCount * 2)
        for byte in self { digits.append(hexadecimal: byte, isUppercase: isUppercase) }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number with all leading zeros, so that the strings sort in numeric order.
    package var hexadecimal: String {
        let text = String(self, radix: 16)
        return String(repeating: "0", count: MemoryLayout<Self>.size * 2 - text.count) + text
    }
}

extension [UInt8] {
    package mutating func append(hexadecimal bytes: UnsafeRawBufferPointer) {
        for byte in bytes { append(hexadecimal: byte) }
    }

    package mutating func append(hexadecimal byte: UInt8, isUppercase: Bool = false) {
        append((byte >> 4).hexadecimalDigit(isUppercase))
        append((byte & 15).hexadecimalDigit(isUppercase))
    }
}

extension UInt8 {
    fileprivate func hexadecimalDigit(_ isUppercase: Bool) -> UInt8 {
        if self < 10 { return UInt8(ascii: "0") + self }
        return (isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) + self - 10
    }
}
