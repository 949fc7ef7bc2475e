/// The syntax of a decimal number: a sign, digits with or without a decimal point, and an exponent.
package enum DecimalForm {
    /// Returns the length in bytes of the number at the start, or 0 if the bytes do not start with a number.
    package static func length(in bytes: UnsafeRawBufferPointer) -> Int {
        var end = 0
        func skipSign() {
            if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
        }
        func skipDigits() -> Int {
            let start = end
            while end < bytes.count, bytes[end] &- UInt8(ascii: "0") <= 9 { end += 1 }
            return end - start
        }
        skipSign()
        var digits = skipDigits()
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            end += 1
            digits += skipDigits()
        }
        guard digits > 0 else { return 0 }
        let mantissa = end
        if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
            end += 1
            skipSign()
            if skipDigits() == 0 { end = mantissa }
        }
        return end
    }

    /// Whether the bytes are a number and nothing else.
    package static func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && length(in: bytes) == bytes.count
    }
}
