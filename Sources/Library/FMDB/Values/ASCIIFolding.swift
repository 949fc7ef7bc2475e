extension UInt8 {
    /// The byte with a capital ASCII letter made small. SQLite's names are equal in any case of these letters, and of no others.
    @inline(__always)
    var foldedAsName: UInt8 { isCapital ? self | 0x20 : self }

    @inline(__always)
    fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

    fileprivate var isSmall: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
}

extension String {
    /// The name in the form in which equal names of SQLite are equal.
    package var foldedAsName: String {
        guard utf8.contains(where: \.isCapital) else { return self }
        return String(decoding: utf8.map(\.foldedAsName), as: UTF8.self)
    }

    /// The keyword that it may be, in capitals; empty if it contains other than ASCII. By Unicode's rules more texts are
    /// keywords than to SQLite: in capitals the dotless i is an I, and the Kelvin sign is equal to a K.
    package var asKeyword: String {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return "" }
        return String(decoding: utf8.map { $0.isSmall ? $0 & ~0x20 : $0 }, as: UTF8.self)
    }
}
