/// The exact sum of decimal numbers that each fit into a `Decimal`.
struct DecimalSum {
    /// The powers of ten of the digits of a `Decimal`.
    private static let weights = -128...165
    /// The digits of the greatest `Decimal`, which has 39. Most values have at most 38 digits.
    private static let greatest = [UInt8]("340282366920938463463374607431768211455".utf8).map { $0 - UInt8(ascii: "0") }
    private static let powers: [Int64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
    private static let base: Int64 = 1_000_000_000
    /// The power of ten of the last stored digit, negated.
    private static let lastPlace = 135

    /// Groups of nine digits, starting with the least significant. Carries are deferred, so a group may be negative or exceed nine digits.
    private var groups = [Int64](repeating: 0, count: 37)
    /// The number of added values.
    private(set) var count = 0

    /// Adds a number.
    ///
    /// - Returns: false if the number has digits that no `Decimal` can hold.
    mutating func add(_ number: DecimalText) -> Bool {
        count += 1
        let digits = number.digitCount
        guard digits > 0 else { return true }
        let first = number.magnitude - 1
        guard DecimalSum.weights.contains(first), DecimalSum.weights.contains(first - digits + 1) else { return false }
        for index in 0..<digits {
            let (group, place) = (first - index + DecimalSum.lastPlace).quotientAndRemainder(dividingBy: 9)
            let value = Int64(number.digit(index) - UInt8(ascii: "0")) * DecimalSum.powers[place]
            groups[group] += number.isNegative ? -value : value
        }
        // Each number changes a group by less than 10⁹, so 2³² numbers cannot overflow it.
        if count.isMultiple(of: 1 << 32) { carry() }
        return true
    }

    private mutating func carry() {
        for index in groups.indices.dropLast() {
            let remainder = groups[index] % DecimalSum.base
            let rest = remainder < 0 ? remainder + DecimalSum.base : remainder
            groups[index + 1] += (groups[index] - rest) / DecimalSum.base
            groups[index] = rest
        }
    }

    /// The sum, rounded to the precision of a `Decimal`, in the format of its description. nil if the sum is too large for a `Decimal`.
    var text: String? {
        var sum = self
        sum.carry()
        let isNegative = sum.groups.last.map { $0 < 0 } ?? false
        if isNegative {
            sum.groups = sum.groups.map { -$0 }
            sum.carry()
        }
        let digits = sum.groups.reversed().flatMap { group in
            DecimalSum.powers.reversed().map { UInt8(truncatingIfNeeded: group / $0 % 10) }
        }
        guard let first = digits.firstIndex(where: { $0 != 0 }) else { return "0" }
        let number = DecimalSum.rounded(
            RoundedDigits(digits[first...], weight: digits.count - first - 1 - DecimalSum.lastPlace))
        guard
            number.weight < DecimalSum.weights.upperBound
                || number.weight == DecimalSum.weights.upperBound && DecimalSum.hasMore(number.digits[...])
        else { return nil }
        return (isNegative ? "-" : "") + number.text
    }

    /// Rounds a number to as many digits as a `Decimal` can hold.
    private static func rounded(_ number: RoundedDigits) -> RoundedDigits {
        var (longer, shorter) = (number, number)
        longer.round(to: 39)
        shorter.round(to: 38)
        return hasMore(number.digits[...]) && hasMore(longer.digits[...]) ? longer : shorter
    }

    /// Whether a `Decimal` can hold the first 39 digits.
    private static func hasMore(_ digits: ArraySlice<UInt8>) -> Bool {
        !greatest.lexicographicallyPrecedes(digits.prefix(greatest.count))
    }
}

/// The digits of a number that is not 0.
private struct RoundedDigits {
    private(set) var digits: [UInt8]
    /// The power of ten of the first digit.
    private(set) var weight: Int

    init(_ digits: ArraySlice<UInt8>, weight: Int) { (self.digits, self.weight) = (Array(digits), weight) }

    /// Rounds to a number of digits. A half is rounded away from zero.
    mutating func round(to count: Int) {
        let isMore = digits.count > count && digits[count] >= 5
        digits = Array(digits.prefix(count))
        if isMore {
            while digits.last == 9 { digits.removeLast() }
            if digits.isEmpty { (digits, weight) = ([1], weight + 1) } else { digits[digits.count - 1] += 1 }
        }
        while digits.last == 0 { digits.removeLast() }
    }

    /// The number without an exponent.
    var text: String {
        let whole = weight < 0 ? [0] : digits.prefix(weight + 1) + zeros(weight + 1 - digits.count)
        let part = weight < 0 ? zeros(-weight - 1) + digits : Array(digits.dropFirst(weight + 1))
        return RoundedDigits.string(Array(whole)) + (part.isEmpty ? "" : "." + RoundedDigits.string(part))
    }

    private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: max(0, count)) }

    private static func string(_ digits: [UInt8]) -> String {
        String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }
}
