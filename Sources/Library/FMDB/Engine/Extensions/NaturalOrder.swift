/// The natural order of strings, which compares runs of digits as whole numbers: `file 9` comes before `file 10`.
enum NaturalOrder {
    /// Compares two UTF-8 strings.
    ///
    /// Strings that differ only in leading zeros are ordered by their first such difference: the one with fewer zeros comes first.
    ///
    /// - Parameter ignoresCase: whether A to Z are equal to a to z.
    /// - Returns: a negative number, 0 or a positive number.
    static func compare(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, ignoresCase: Bool
    ) -> Int {
        var left = left[...]
        var right = right[...]
        var difference = 0
        while let first = left.first, let second = right.first {
            if isDigit(first), isDigit(second) {
                let zeros = skipZeros(&left) - skipZeros(&right)
                let order = compareNumbers(&left, &right)
                if order != 0 { return order }
                if difference == 0 { difference = zeros }
            } else {
                let order = folded(first, ignoresCase) - folded(second, ignoresCase)
                if order != 0 { return order }
                left.removeFirst()
                right.removeFirst()
            }
        }
        return left.count == right.count ? difference : left.count - right.count
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private static func folded(_ byte: UInt8, _ ignoresCase: Bool) -> Int {
        ignoresCase && byte &- 0x41 < 26 ? Int(byte) + 0x20 : Int(byte)
    }

    private static func skipZeros(_ text: inout Slice<UnsafeRawBufferPointer>) -> Int {
        let count = text.prefix { $0 == 0x30 }.count
        text.removeFirst(count)
        return count
    }

    /// Compares and removes the digits at the start of both strings. Leading zeros must be removed already.
    private static func compareNumbers(
        _ left: inout Slice<UnsafeRawBufferPointer>, _ right: inout Slice<UnsafeRawBufferPointer>
    ) -> Int {
        let first = left.prefix(while: isDigit)
        let second = right.prefix(while: isDigit)
        left.removeFirst(first.count)
        right.removeFirst(second.count)
        guard first.count == second.count else { return first.count - second.count }
        for (digit, other) in zip(first, second) where digit != other { return Int(digit) - Int(other) }
        return 0
    }
}
