/// A decimal number of any number of digits as a text, to be compared with others.
///
/// See [the decimal extension](https://sqlite.org/floatingpoint.html#the_decimal_c_extension). Its collating sequence has the same
/// name, and the same order for numbers without an exponent and without zeros that add nothing, as the library writes them.
struct DecimalText {
    private let bytes: UnsafeRawBufferPointer
    let isNegative: Bool
    /// Where the first digit that is not 0 stands, and the end behind the last one; empty for 0.
    private let digits: Range<Int>
    /// Where the point stands; the end of the digits if there is none.
    private let point: Int
    /// How many digits stand before the point, as the exponent has it.
    let magnitude: Int

    /// - Returns: nil for what is no number, and for one whose exponent has more than nine digits.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard DecimalForm.holds(bytes) else { return nil }
        let place = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
        let exponent = place == bytes.count ? 0 : Int(String(decoding: bytes[(place + 1)...], as: UTF8.self))
        guard let exponent, (-999_999_999...999_999_999).contains(exponent) else { return nil }
        isNegative = bytes[0] == UInt8(ascii: "-")
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) }
        let first = bytes[..<place].firstIndex(where: isDigit) ?? place
        let last = bytes[..<place].lastIndex(where: isDigit).map { $0 + 1 } ?? place
        let point = bytes[..<place].firstIndex(of: UInt8(ascii: ".")) ?? place
        (self.bytes, self.point) = (bytes, point)
        digits = first..<last
        magnitude = exponent + (first < point ? point - first : point - first + 1)
    }

    private var sign: Int32 { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

    /// How many digits there are from the first one that is not 0 to the last one.
    var digitCount: Int { digits.count - (digits.contains(point) ? 1 : 0) }

    /// The digits after the first one that is not 0; 0 behind the last one.
    func digit(_ number: Int) -> UInt8 {
        let place = digits.lowerBound + number
        let index = digits.lowerBound < point && place >= point ? place + 1 : place
        return index < digits.upperBound ? bytes[index] : UInt8(ascii: "0")
    }

    /// Without their signs.
    private func comparedDigits(with other: DecimalText) -> Int32 {
        if magnitude != other.magnitude { return magnitude < other.magnitude ? -1 : 1 }
        for number in 0..<max(digits.count, other.digits.count) {
            let (own, its) = (digit(number), other.digit(number))
            if own != its { return own < its ? -1 : 1 }
        }
        return 0
    }

    /// - Returns: a negative number, 0, or a positive one. What is no number is greater than all numbers.
    static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
        switch (DecimalText(left), DecimalText(right)) {
        case (let left?, let right?):
            if left.sign != right.sign { return left.sign < right.sign ? -1 : 1 }
            return left.sign == 0 ? 0 : left.sign * left.comparedDigits(with: right)
        case (nil, nil):
            return left.lexicographicallyPrecedes(right) ? -1 : right.lexicographicallyPrecedes(left) ? 1 : 0
        case (nil, _): return 1
        case (_, nil): return -1
        }
    }
}
