import FMDB

/// Values as one bound JSON text, in place of as many parameters. See
/// [json_each](https://sqlite.org/json1.html#jeach).
enum JSONList {
    /// It is a part of SQLite since 3.38.
    static let isThere = FMSQLiteFeature.jsonOperators.isAvailable

    /// The text of a list of values or of rows of values.
    ///
    /// - Parameter rows: each with as many values.
    /// - Returns: nil for a value that JSON text does not hold exactly: NULL, bytes, a fraction, a text with a NUL.
    static func text(_ rows: some Sequence<[FMValue]>) -> String? {
        guard isThere else { return nil }
        var text = "["
        for row in rows {
            if text.utf8.count > 1 { text += "," }
            if row.count != 1 { text += "[" }
            for (index, value) in row.enumerated() {
                if index > 0 { text += "," }
                guard append(value, to: &text) else { return nil }
            }
            if row.count != 1 { text += "]" }
        }
        return text + "]"
    }

    private static func append(_ value: FMValue, to text: inout String) -> Bool {
        switch value {
        case .integer(let number):
            text += String(number)
            return true
        case .text(let string): return append(string, to: &text)
        default: return false
        }
    }

    private static func append(_ string: String, to text: inout String) -> Bool {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            // SQLite would read no further.
            case "\0": return false
            case _ where scalar.value < 0x20: text += String(format: "\\u%04x", scalar.value)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
        return true
    }
}
