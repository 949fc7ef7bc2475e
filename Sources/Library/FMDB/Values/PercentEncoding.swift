extension StringProtocol {
    /// Returns the text with `%` and two digits for each byte that is not plain. It works on bytes, so combining marks make no difference.
    package func percentEncoded(except isPlain: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexadecimal: byte, isUppercase: true)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether any part of a URI may contain the byte. See [Unreserved Characters](https://www.rfc-editor.org/rfc/rfc3986#section-2.3).
    package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
