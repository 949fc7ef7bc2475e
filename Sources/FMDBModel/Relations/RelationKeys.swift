import FMDB

/// The keys by which rows of two tables belong to each other, as SQLite compares them.
struct RelationKeys {
    private var all: Set<[FMValue]> = []

    /// One row's, with numbers that are equal in one form; nil if a part of it is NULL.
    static func key(_ values: [FMValue]) -> [FMValue]? {
        if values.contains(.null) { return nil }
        return values.map { value in
            if case .real(let number) = value, let integer = Int64(exactly: number) { return .integer(integer) }
            return value
        }
    }

    init(_ keys: some Sequence<[FMValue]?>) {
        for case let key? in keys { all.insert(key) }
    }

    /// The lists of keys, one for each statement: all of them as one JSON text; where JSON has no such value, in pieces that are
    /// bound as parameters.
    func lists(ofColumns count: Int) -> [FMSQL] {
        let keys = Array(all)
        if keys.isEmpty { return [] }
        if let json = RelationKeys.json(keys) { return [RelationKeys.query(json, count)] }
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

    /// - Returns: nil for a value that JSON does not have.
    private static func json(_ keys: [[FMValue]]) -> String? {
        guard hasJSON else { return nil }
        var text = "["
        for key in keys {
            if text.utf8.count > 1 { text += "," }
            if key.count > 1 { text += "[" }
            for (index, value) in key.enumerated() {
                if index > 0 { text += "," }
                guard append(value, to: &text) else { return nil }
            }
            if key.count > 1 { text += "]" }
        }
        return text + "]"
    }

    /// It is a part of SQLite since 3.38, and of most before.
    private static let hasJSON = LinkedSQLite.version >= [3, 38]

    private static func append(_ value: FMValue, to text: inout String) -> Bool {
        switch value {
        case .integer(let number): text += String(number)
        case .text(let string): return append(string, to: &text)
        default: return false
        }
        return true
    }

    private static func append(_ string: String, to text: inout String) -> Bool {
        text += "\""
        for byte in string.unicodeScalars {
            switch byte {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            // What SQLite would read no further than.
            case "\0": return false
            default:
                if byte.value < 0x20 {
                    text += String(format: "\\u%04x", byte.value)
                } else {
                    text.unicodeScalars.append(byte)
                }
            }
        }
        text += "\""
        return true
    }
}
