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

    /// - Returns: nil for what is no number.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var place = 0
        isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { place = 1 }
        let start = place
        place = DecimalText.endOfDigits(in: bytes, from: place)
        let point = place
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place = DecimalText.endOfDigits(in: bytes, from: place + 1)
        }
        let hasPoint = place > point
        guard place - start > (hasPoint ? 1 : 0), let exponent = DecimalText.exponent(in: bytes[place...]) else {
            return nil
        }
        let isDigit = { (index: Int) in bytes[index] != UInt8(ascii: "0") && bytes[index] != UInt8(ascii: ".") }
        let first = (start..<place).first(where: isDigit) ?? place
        let last = (start..<place).last(where: isDigit).map { $0 + 1 } ?? place
        (self.bytes, self.point) = (bytes, point)
        digits = first..<last
        magnitude = exponent + (first < point ? point - first : point - first + 1)
    }

    private static func endOfDigits(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        bytes[start...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? bytes.count
    }

    /// - Returns: nil for what is no exponent, and for one of more than nine digits.
    private static func exponent(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let letter = bytes.first else { return 0 }
        guard letter | 0x20 == UInt8(ascii: "e") else { return nil }
        let sign = bytes.dropFirst().first
        let isNegative = sign == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative || sign == UInt8(ascii: "+") ? 2 : 1)
        let number = digits.drop { $0 == UInt8(ascii: "0") }
        guard !digits.isEmpty, number.count < 10, endOfDigits(in: bytes.base, from: number.startIndex) == bytes.endIndex
        else { return nil }
        let size = number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return isNegative ? -size : size
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
