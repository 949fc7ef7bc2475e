import FMDB

/// The keys by which rows of two tables belong to each other, as SQLite compares them.
struct RelationKeys {
    private var all: Set<[ExactValue]> = []

    /// One row's, with numbers that are equal in one form; nil if a part of it is NULL.
    static func key(_ values: [FMValue]) -> [ExactValue]? {
        if values.contains(.null) { return nil }
        return values.map { value in
            if case .real(let number) = value, let integer = Int64(exactly: number) {
                return ExactValue(.integer(integer))
            }
            return ExactValue(value)
        }
    }

    init(_ keys: some Sequence<[ExactValue]?>) {
        for case let key? in keys { all.insert(key) }
    }

    /// The lists of keys, one for each statement: all of them as one JSON text; where JSON has no such value, in pieces that are
    /// bound as parameters.
    func lists(ofColumns count: Int) -> [FMSQL] {
        let keys = all.map { $0.map(\.value) }
        if keys.isEmpty { return [] }
        if let json = JSONList.text(keys) { return [RelationKeys.query(json, count)] }
        let size = Swift.max(1, 900 / count)
        return stride(from: 0, to: keys.count, by: size).map { start in
            RelationKeys.values(keys[start..<Swift.min(start + size, keys.count)])
        }
    }

    private static func query(_ json: String, _ count: Int) -> FMSQL {
        if count == 1 { return "SELECT value FROM json_each(\(json))" }
        let parts = (0..<count).map { "json_extract(value, '$[\($0)]')" }.joined(separator: ", ")
        return "SELECT \(raw: parts) FROM json_each(\(json))"
    }

    private static func values(_ keys: ArraySlice<[FMValue]>) -> FMSQL {
        let rows = keys.map { key in "(\(key.map { "\($0)" as FMSQL }.joined(", ")))" as FMSQL }
        return "VALUES \(rows.joined(", "))"
    }
}
