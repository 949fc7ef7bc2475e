import FMDB

/// The SQLite that the program runs with, which may be another one than it was built with.
enum LinkedSQLite {
    static let version = FMDatabase.sqliteLibVersion().split(separator: ".").compactMap { Int($0) }

    /// See [UPSERT](https://sqlite.org/lang_upsert.html).
    static let hasUpsert = version >= [3, 24]

    /// See [RETURNING](https://sqlite.org/lang_returning.html).
    static let hasReturning = version >= [3, 35]

    /// See [Window Functions](https://sqlite.org/windowfunctions.html).
    static let hasWindowFunctions = version >= [3, 25]

    /// See [Generated Columns](https://sqlite.org/gencol.html).
    static let hasGeneratedColumns = version >= [3, 31]

    /// See [the operator ->](https://sqlite.org/json1.html#jptr).
    static let hasArrow = version >= [3, 38]

    /// See [STRICT Tables](https://sqlite.org/stricttables.html).
    static let hasStrictTables = version >= [3, 37]

    /// See [ALTER TABLE RENAME COLUMN](https://sqlite.org/lang_altertable.html#altertabmvcol).
    static let renamesColumns = version >= [3, 25]
}

/// Versions: number by number.
func >= (left: [Int], right: [Int]) -> Bool { !left.lexicographicallyPrecedes(right) }
