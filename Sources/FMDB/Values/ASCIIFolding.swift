extension UInt8 {
    /// The byte with a capital ASCII letter made small. SQLite's names are equal in any case of these letters, and of no
    /// others.
    @inline(__always)
    var foldedAsName: UInt8 { isCapital ? self | 0x20 : self }

    @inline(__always)
    fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
}

extension String {
    /// The name in the form in which equal names of SQLite are equal.
    package var foldedAsName: String {
        guard utf8.contains(where: \.isCapital) else { return self }
        return String(decoding: utf8.map(\.foldedAsName), as: UTF8.self)
    }
}
