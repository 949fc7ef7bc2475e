import FMDB

extension FMSQL {
    /// The name of a column in grave accents: in double quotes SQLite takes a name that no column has for a text, and a mistyped
    /// condition for true. See [Quirks](https://sqlite.org/quirks.html#dblquote).
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
