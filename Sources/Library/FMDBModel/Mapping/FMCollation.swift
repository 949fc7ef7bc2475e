import FMDB

/// How texts are compared. See [Collating Sequences](https://sqlite.org/datatype3.html#collation).
public struct FMCollation: Sendable, Hashable {
    /// The name.
    public let name: String

    /// One of your own.
    public init(_ name: String) { self.name = name }

    /// Byte by byte.
    public static let binary = FMCollation("BINARY")
    /// A to Z as a to z; no other letters. SQLite compares only the lengths of texts that are equal up to a NUL, so "a\0b" and
    /// "a\0c" are the same key.
    public static let nocase = FMCollation("NOCASE")
    /// Without spaces at the end.
    public static let rtrim = FMCollation("RTRIM")
    /// Decimal numbers as texts, by their value: digits, optionally with a sign, a point, and an exponent of at most nine digits.
    /// `1`, `+1.0` and `10e-1` are equal. Other texts come after all numbers, byte by byte.
    ///
    /// Connections of the library know it. Another program needs SQLite's [decimal
    /// extension](https://sqlite.org/floatingpoint.html#the_decimal_c_extension), which its shell has. Both sort what the library
    /// writes in the same order. The extension sorts other texts differently: `1.0` differs from `1`, `-0` from `0`, and a text
    /// that is no number counts as its digits. So let either the library or other programs write such a column, not both.
    public static let decimal = FMCollation("decimal")
}

extension FMCollation {
    var clause: String { "COLLATE \(FMSQL.quoted(identifier: name))" }
}
