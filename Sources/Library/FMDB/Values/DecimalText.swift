/// A decimal number in text form with any number of digits, for comparison with others.
///
/// SQLite's [decimal extension](https://sqlite.org/floatingpoint.html#the_decimal_c_extension) has a collating sequence
/// with the same name as this library's. Both sort numbers without exponents and redundant zeros equally, which is the
/// form that the library writes.
struct DecimalText {
    private let bytes: UnsafeRawBufferPointer
    let isNegative: Bool
    /// The range from the first to the last digit that is not 0. Empty for zero.
    private let digits: Range<Int>
    /// The position of the decimal point, or the end of the digits if there is none.
    private let point: Int
    /// The number of digits that are before the decimal point once the exponent is applied.
    let magnitude: Int

    /// - Returns: nil if the bytes are not a number, or if the exponent has more than nine digits.
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

    /// The number of digits from the first to the last that is not 0.
    var digitCount: Int { digits.count - (digits.contains(point) ? 1 : 0) }

    /// Returns a digit, counted from 0 at the first digit that is not 0. Returns 0 after the last digit.
    func digit(_ number: Int) -> UInt8 {
        let place = digits.lowerBound + number
        let index = digits.lowerBound < point && place >= point ? place + 1 : place
        return index < digits.upperBound ? bytes[index] : UInt8(ascii: "0")
    }

    /// Compares the absolute values.
    private func comparedDigits(with other: DecimalText) -> Int32 {
        if magnitude != other.magnitude { return magnitude < other.magnitude ? -1 : 1 }
        for number in 0..<max(digits.count, other.digits.count) {
            let (own, its) = (digit(number), other.digit(number))
            if own != its { return own < its ? -1 : 1 }
        }
        return 0
    }

    /// - Returns: a negative number, 0, or a positive number. Text that is not a number is greater than all numbers.
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
