/// A name as SQLite compares it: without the case of the letters A to Z, byte by byte otherwise.
struct ColumnName: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ name: String) { bytes = ColumnName.folded(name) }

    /// The names that occur more than once, in their order.
    static func doubled(in names: [String]) -> [String] {
        var seen: Set<ColumnName> = []
        return names.filter { !seen.insert(ColumnName($0)).inserted }
    }

    fileprivate static func folded(_ name: String) -> [UInt8] {
        name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }
}

extension String {
    /// The name with small letters for those from A to Z. Others are other names, to SQLite, in another case.
    var foldedAsName: String { String(decoding: ColumnName.folded(self), as: UTF8.self) }
}
