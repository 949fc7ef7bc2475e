import FMDB

/// Binds a list of values as one JSON text, in place of one parameter for each value. See
/// [json_each](https://sqlite.org/json1.html#jeach).
enum JSONList {
    /// json_each is built into SQLite since 3.38.
    static let isThere = FMSQLiteFeature.jsonOperators.isAvailable

    /// Returns the JSON text of a list of values, or of rows of values.
    ///
    /// - Parameter rows: the rows, which have the same number of values.
    /// - Returns: nil if JSON text cannot hold a value exactly: NULL, a BLOB, a floating-point number, or a string with a NUL.
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

    /// Splits values into lists, one for each statement. If the values are few or fit into one JSON text, there is one list. Otherwise each
    /// list has at most 900 values, without duplicates.
    static func pieces(_ values: [FMValue]) -> [[FMValue]] {
        let size = 900
        if values.count <= size || (isThere && values.allSatisfy(holds)) { return [values] }
        var seen: Set<ExactValue> = []
        let values = values.filter { seen.insert(ExactValue($0)).inserted }
        return stride(from: 0, to: values.count, by: size).map { Array(values[$0..<min($0 + size, values.count)]) }
    }

    private static func holds(_ value: FMValue) -> Bool {
        switch value {
        case .integer: true
        // SQLite stops reading at a NUL.
        case .text(let string): !string.hasNUL
        default: false
        }
    }

    private static func append(_ value: FMValue, to text: inout String) -> Bool {
        guard holds(value) else { return false }
        let literal = if case .text(let string) = value { "\"\(string.escapedForJSON)\"" } else { value.description }
        text += literal
        return true
    }
}
