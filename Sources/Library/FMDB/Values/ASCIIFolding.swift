extension UInt8 {
    /// The byte with an upper-case ASCII letter converted to lower case. SQLite ignores the case of ASCII letters in names, and of no other
    /// letters.
    @inline(__always)
    var foldedAsName: UInt8 { isCapital ? self | 0x20 : self }

    @inline(__always)
    fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

    fileprivate var isSmall: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
}

extension String {
    /// The name with ASCII letters in lower case. Names that SQLite considers equal have equal results.
    package var foldedAsName: String {
        guard utf8.contains(where: \.isCapital) else { return self }
        return String(decoding: utf8.map(\.foldedAsName), as: UTF8.self)
    }

    /// The text in upper case, for comparison with keywords, or an empty string if it contains non-ASCII characters. Unicode's
    /// `uppercased()` would find keywords that SQLite does not: it turns the dotless i into I, and the Kelvin sign equals K.
    package var asKeyword: String {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return "" }
        return String(decoding: utf8.map { $0.isSmall ? $0 & ~0x20 : $0 }, as: UTF8.self)
    }
}
