import FMDB

/// How texts are compared. See [Collating Sequences](https://sqlite.org/datatype3.html#collation).
public struct FMCollation: Sendable, Hashable {
    /// The name.
    public let name: String

    /// One of your own.
    public init(_ name: String) { self.name = name }

    /// Byte by byte.
    public static let binary = FMCollation("BINARY")
    /// A to Z as a to z; no other letters. Of texts that are equal up to a NUL SQLite compares only the lengths, so that "a\0b" and "a\0c" are
    /// the same key.
    public static let nocase = FMCollation("NOCASE")
    /// Without spaces at the end.
    public static let rtrim = FMCollation("RTRIM")
    /// Decimal numbers as texts, by their value: digits, before them a sign, among them a point, and behind them an exponent of at
    /// most nine digits, where there are such. `1`, `+1.0` and `10e-1` are equal. Other texts come after all numbers, byte by byte.
    ///
    /// Connections of the library know it. Another program needs SQLite's
    /// [decimal extension](https://sqlite.org/floatingpoint.html#the_decimal_c_extension), which its shell has. Both sort what the library
    /// writes in the same order. Other texts the extension sorts in another one, in which `1.0` differs from `1`, `-0` from `0`, and what is
    /// no number counts as its digits: write such a column by the library or by other programs, not by both.
    public static let decimal = FMCollation("decimal")
}

extension FMCollation {
    /// `COLLATE …`.
    var clause: String { "COLLATE \(FMSQL.quoted(identifier: name))" }
}
