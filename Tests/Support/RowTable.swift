import FMDB

/// The remaining rows of a result set as a drawn table, the form in which tests assert rows:
///
///     id | name
///     1  | 'ann'
///     2  | NULL
///
/// Text stands in single quotes, blobs as X'0A', NULL as NULL, so that the storage class shows. The set is used up.
public func drawn(_ rows: FMResultSet?) -> String {
    guard let rows else { return "no result set" }
    var table = [(0..<rows.columnCount).map { rows.columnName(for: $0) ?? "?" }]
    while rows.next() {
        table.append((0..<rows.columnCount).map { literal(rows, $0) })
    }
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { line in
        zip(line, widths)
            .map { $0 + String(repeating: " ", count: $1 - $0.count) }
            .joined(separator: " | ")
            .trimmingTrailingSpaces()
    }
    .joined(separator: "\n")
}

private func literal(_ rows: FMResultSet, _ column: Int32) -> String {
    switch rows.type(forColumnIndex: column) {
    case .null: "NULL"
    case .text: "'" + (rows.string(forColumnIndex: column) ?? "?") + "'"
    case .blob:
        "X'" + (rows.data(forColumnIndex: column) ?? Data()).map { String(format: "%02X", $0) }.joined() + "'"
    case .integer, .float: rows.string(forColumnIndex: column) ?? "?"
    }
}

extension String {
    fileprivate func trimmingTrailingSpaces() -> String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
