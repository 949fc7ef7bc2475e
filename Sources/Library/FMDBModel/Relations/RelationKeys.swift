import FMDB

/// The key that relates rows of two tables. Numbers that SQLite treats as equal, such as 1 and 1.0, are the same key.
enum RelationKey: Hashable {
    case integer(Int64)
    case other(ExactValue)
    case row([ExactValue])

    /// - Returns: nil for NULL, which has no related rows.
    init?(_ value: FMValue) {
        switch value {
        case .null: return nil
        case .integer(let number): self = .integer(number)
        case .real(let number):
            guard let integer = Int64(exactly: number) else { fallthrough }
            self = .integer(integer)
        default: self = .other(ExactValue(value))
        }
    }

    /// - Returns: nil if a part of the key is NULL.
    init?(row values: [FMValue]) {
        var parts: [FMValue] = []
        for value in values {
            guard let key = RelationKey(value) else { return nil }
            parts += key.values
        }
        self = .row(parts.map { ExactValue($0) })
    }

    var values: [FMValue] {
        switch self {
        case .integer(let number): [.integer(number)]
        case .other(let value): [value.value]
        case .row(let values): values.map(\.value)
        }
    }
}

extension FMRow {
    /// Returns the key in some columns, or nil if it is NULL.
    func key(_ places: Range<Int>, _ start: Int) throws(FMError) -> RelationKey? {
        if places.count == 1 { return RelationKey(try value(at: start + places.lowerBound)) }
        return RelationKey(row: try places.map { place throws(FMError) in try value(at: start + place) })
    }
}

/// Builds conditions with `IN` for lists of keys.
enum RelationKeys {
    /// Returns conditions that a row has one of the keys, one condition for each statement.
    ///
    /// - Parameter areAll: whether the keys cover nearly all rows that have a key.
    static func conditions(_ side: RelationSide, _ keys: some Collection<RelationKey>, _ areAll: Bool) -> [FMSQL] {
        if areAll, !keys.isEmpty { return ["\(raw: side.columns[0]) IS NOT NULL"] }
        return lists(keys, ofColumns: side.columns.count).map { "\(side.term) IN (\($0))" }
    }

    /// Returns one list of keys for each statement. All keys are bound as one JSON array. If JSON cannot represent a key, the
    /// keys are bound as parameters, in batches of about 900 values.
    private static func lists(_ keys: some Collection<RelationKey>, ofColumns count: Int) -> [FMSQL] {
        if keys.isEmpty { return [] }
        if let json = JSONList.text(keys.lazy.map(\.values)) { return [query(json, count)] }
        var (lists, rows): ([FMSQL], [FMSQL]) = ([], [])
        for key in keys {
            rows.append("(\(key.values.map { "\($0)" as FMSQL }.joined(", ")))")
            guard rows.count * count >= 900 else { continue }
            lists.append("VALUES \(rows.joined(", "))")
            rows = []
        }
        return rows.isEmpty ? lists : lists + ["VALUES \(rows.joined(", "))"]
    }

    private static func query(_ json: String, _ count: Int) -> FMSQL {
        if count == 1 { return "SELECT value FROM json_each(\(json))" }
        let parts = (0..<count).map { "json_extract(value, '$[\($0)]')" }.joined(separator: ", ")
        return "SELECT \(raw: parts) FROM json_each(\(json))"
    }
}
