import FMDB

/// How texts are compared. See [Collating Sequences](https://sqlite.org/datatype3.html#collation).
public struct FMCollation: Sendable, Hashable {
    /// The name.
    public let name: String

    /// One of your own.
    public init(_ name: String) { self.name = name }

    /// Byte by byte.
    public static let binary = FMCollation("BINARY")
    /// A to Z as a to z; no other letters.
    public static let nocase = FMCollation("NOCASE")
    /// Without spaces at the end.
    public static let rtrim = FMCollation("RTRIM")
    /// Decimal numbers as texts, by their value: digits, before them a sign, among them a point, and behind them an exponent of at
    /// most nine digits, where there are such. `1`, `+1.0` and `10e-1` are equal. Other texts come after all numbers, byte by byte.
    ///
    /// Connections of the library know it. Another program needs SQLite's
    /// [decimal extension](https://sqlite.org/floatingpoint.html#the_decimal_c_extension), which its shell has. It sorts as
    /// the library does what the library writes of Decimals. It sorts other texts in another way, so that a column which has them is
    /// to be used by one of both alone: it tells `1.0` from `1` and `-0` from `0`, and what is no number counts as its digits.
    public static let decimal = FMCollation("decimal")
}

extension FMCollation {
    /// `COLLATE …`.
    var clause: String { "COLLATE \(FMSQL.quoted(identifier: name))" }
}
