import FMDB

/// A collation, which compares TEXT values. See [Collating Sequences](https://sqlite.org/datatype3.html#collation).
public struct FMCollation: Sendable, Hashable {
    /// The name of the collation.
    public let name: String

    /// Creates a collation by its name, for example one of your own.
    public init(_ name: String) { self.name = name }

    /// Compares byte by byte.
    public static let binary = FMCollation("BINARY")
    /// Ignores the case of A to Z, but not of other letters. If two strings are equal up to a NUL, SQLite compares only their lengths, so
    /// "a\0b" and "a\0c" are equal.
    public static let nocase = FMCollation("NOCASE")
    /// Ignores trailing spaces.
    public static let rtrim = FMCollation("RTRIM")
    /// Compares decimal numbers in TEXT values by their numeric value. A number has digits, and optionally a sign, a decimal point, and
    /// an exponent of at most nine digits. `1`, `+1.0` and `10e-1` are equal. Other strings sort after all numbers, byte by byte.
    ///
    /// The library registers this collation on its connections. Another program needs SQLite's [decimal
    /// extension](https://sqlite.org/floatingpoint.html#the_decimal_c_extension), which SQLite's shell includes. Both sort the values
    /// that the library writes in the same order. The extension sorts other strings differently: `1.0` differs from `1`, `-0` from `0`,
    /// and a string that is not a number counts as its digits. So let either the library or other programs write such a column, not both.
    public static let decimal = FMCollation("decimal")
}

extension FMCollation {
    var clause: String { "COLLATE \(FMSQL.quoted(identifier: name))" }
}
