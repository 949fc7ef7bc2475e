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
    /// Decimal numbers of any number of digits, as texts; other texts after them. Connections of the library know it. Another program
    /// needs SQLite's [decimal extension](https://sqlite.org/floatingpoint.html#the_decimal_c_extension), which its shell has.
    public static let decimal = FMCollation("decimal")
}

extension FMCollation {
    /// `COLLATE …`.
    var clause: String { "COLLATE \(FMSQL.quoted(identifier: name))" }
}
