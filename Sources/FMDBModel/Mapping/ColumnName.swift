import FMDB

/// A name as SQLite compares it: without the case of the letters A to Z, byte by byte otherwise.
struct ColumnName: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ name: String) { bytes = Array(name.foldedAsName.utf8) }

    /// The names that occur more than once, in their order.
    static func doubled(in names: [String]) -> [String] {
        var seen: Set<ColumnName> = []
        return names.filter { !seen.insert(ColumnName($0)).inserted }
    }
}
