/// The declared type of a column. SQLite searches it for certain substrings, without regard to the case of ASCII letters.
package struct DeclaredType {
    /// See [Determination Of Column Affinity](https://sqlite.org/datatype3.html#determination_of_column_affinity).
    package enum Affinity: String {
        case integer = "INTEGER"
        case text = "TEXT"
        case blob = "BLOB"
        case real = "REAL"
        case numeric = "NUMERIC"
    }

    private let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.foldedAsName.utf8) }

    package var affinity: Affinity {
        if mentions(["int"]) { return .integer }
        if mentions(["char", "clob", "text"]) { return .text }
        if bytes.isEmpty || mentions(["blob"]) { return .blob }
        return mentions(["real", "floa", "doub"]) ? .real : .numeric
    }

    /// Whether the type contains one of the substrings.
    package func mentions(_ parts: [String]) -> Bool {
        parts.contains { part in
            let sought = part.foldedAsName.utf8
            return bytes.indices.contains { bytes[$0...].starts(with: sought) }
        }
    }
}
