import FMDB

extension FMSQL {
    /// Returns a column's name in backticks. If a name in double quotes is not a column, SQLite reads it as a string literal, and a
    /// mistyped condition may be true. See [Quirks](https://sqlite.org/quirks.html#dblquote).
    static func column(_ name: String) -> FMSQL {
        FMSQL(raw: FMSQL.quoted(name, in: "`"))
    }
}

extension Array where Element == FMSQL {
    func joined(_ separator: String) -> FMSQL {
        guard let first else { return "" }
        return dropFirst().reduce(first) { "\($0)\(raw: separator)\($1)" }
    }
}
