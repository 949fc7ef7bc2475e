#if Tool
    import FMDB
    import Foundation

    /// The number in a field. A string with blanks, a plus sign or leading zeros is not a number, so postcodes and telephone numbers stay
    /// unchanged.
    enum NumberText {
        case integer(Int64)
        case real(Double)
        /// The nearest `Double`, if the text has more digits than a `Double` keeps.
        case rounded(Double)
        case none

        @inline(__always)
        init(_ bytes: UnsafeRawBufferPointer) {
            let count = bytes.count
            guard count > 0 else {
                self = .none
                return
            }
            var index = 0
            let isNegative = bytes[0] == UInt8(ascii: "-")
            if isNegative { index = 1 }
            let first = index
            var magnitude: UInt64 = 0
            while index < count, index &- first < 18 {
                let digit = bytes[index] &- UInt8(ascii: "0")
                if digit > 9 { break }
                magnitude = magnitude &* 10 &+ UInt64(digit)
                index &+= 1
            }
            if index == count, index > first {
                let hasZeros = bytes[first] == UInt8(ascii: "0") && (count &- first > 1 || isNegative)
                self = hasZeros ? .none : .integer(isNegative ? -Int64(magnitude) : Int64(magnitude))
                return
            }
            self = NumberText.long(bytes, first, index, magnitude, isNegative)
        }

        /// Parses numbers with a decimal point, an exponent, or 19 digits.
        @inline(never)
        private static func long(
            _ bytes: UnsafeRawBufferPointer, _ first: Int, _ digitsEnd: Int, _ start: UInt64, _ isNegative: Bool
        ) -> NumberText {
            var index = digitsEnd
            let count = bytes.count
            func isDigit(_ index: Int) -> Bool { index < count && bytes[index] &- UInt8(ascii: "0") <= 9 }
            while isDigit(index) { index += 1 }
            let whole = index - first
            if whole > 1, bytes[first] == UInt8(ascii: "0") { return .none }
            if index == count {
                guard whole == 19, let text = Int64(String(decoding: bytes, as: UTF8.self)) else { return .none }
                return .integer(text)
            }
            var (magnitude, scale) = (start, 0)
            if bytes[index] == UInt8(ascii: ".") {
                index += 1
                let point = index
                while isDigit(index) {
                    if index - point + whole <= 18 {
                        magnitude = magnitude &* 10 &+ UInt64(bytes[index] &- UInt8(ascii: "0"))
                    }
                    index += 1
                }
                scale = index - point
                guard scale > 0 else { return .none }
            } else if whole == 0 {
                return .none
            }
            // Dividend and divisor are exact, so the quotient is rounded correctly.
            if index == count, whole + scale <= 18, magnitude < 1_000_000_000_000_000, scale <= 22 {
                let value = Double(magnitude) / powers[scale]
                return .real(isNegative ? -value : value)
            }
            if index < count, bytes[index] | 0x20 == UInt8(ascii: "e") {
                index += 1
                if index < count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
                guard isDigit(index) else { return .none }
                while isDigit(index) { index += 1 }
            }
            guard index == count, let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
                return .none
            }
            return keeps(value, bytes) ? .real(value) : .rounded(value)
        }

        /// Whether a `Double` keeps all digits of a number. It always keeps 15. It keeps 16 or 17 if the `Double` is written with the same
        /// digits.
        private static func keeps(_ value: Double, _ bytes: UnsafeRawBufferPointer) -> Bool {
            let digits = significantDigits(bytes)
            guard !digits.isEmpty else { return true }
            if digits.count <= 15, value.magnitude >= .leastNormalMagnitude { return true }
            guard digits.count <= 17 else { return false }
            return significantDigits(value.description.utf8) == digits
                || significantDigits(String(format: "%.\(digits.count - 1)e", value).utf8) == digits
        }

        /// Returns the digits before an exponent, without leading and trailing zeros.
        private static func significantDigits(_ bytes: some Sequence<UInt8>) -> [UInt8] {
            let zero = UInt8(ascii: "0")
            var digits: [UInt8] = []
            for byte in bytes {
                if byte | 0x20 == UInt8(ascii: "e") { break }
                if byte &- zero <= 9, byte != zero || !digits.isEmpty { digits.append(byte) }
            }
            while digits.last == zero { digits.removeLast() }
            return digits
        }

        /// Returns the number of digits after the decimal point, and whether the last one is a zero.
        static func decimals(of bytes: UnsafeRawBufferPointer) -> (count: Int, endsWithZero: Bool) {
            guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return (0, false) }
            let digits = bytes[(point + 1)...].prefix { $0 &- UInt8(ascii: "0") <= 9 }
            return (digits.count, digits.last == UInt8(ascii: "0"))
        }

        /// Whether SQLite would format the number with the same characters.
        static func isCanonical(_ bytes: UnsafeRawBufferPointer) -> Bool {
            switch NumberText(bytes) {
            case .integer: return true
            case .real(let real):
                let text = String(real)
                return text.utf8.elementsEqual(bytes) && !text.utf8.contains(UInt8(ascii: "e"))
                    && significantDigits(bytes).count <= 15 && (real == 0 || real.magnitude >= 1e-4)
            case .rounded, .none: return false
            }
        }

        private static let powers = (0...22).compactMap { Double("1e\($0)") }

        /// Whether SQLite would convert the text to a number in a numeric column, and so change it.
        /// See https://sqlite.org/datatype3.html#type_affinity
        static func wouldChange(_ bytes: UnsafeRawBufferPointer) -> Bool {
            func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || 9...13 ~= byte }
            var rest = bytes[...].drop(while: isBlank)
            while let last = rest.last, isBlank(last) { rest.removeLast() }
            return DecimalForm.holds(UnsafeRawBufferPointer(rebasing: rest))
        }
    }
#endif
