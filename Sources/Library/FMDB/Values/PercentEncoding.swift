extension StringProtocol {
    /// The text with `%` and two digits for each byte that is not plain. A sign that carries a combining mark is the same byte.
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
    /// Whether every part of a URI may have it. See [Unreserved Characters](https://www.rfc-editor.org/rfc/rfc3986#section-2.3).
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
