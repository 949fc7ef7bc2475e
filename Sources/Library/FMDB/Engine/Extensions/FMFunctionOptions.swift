import FMDBSQLiteC

/// Properties of a custom SQL function. A call that takes options has none by default.
///
/// The raw values are SQLite's [Function Flags](https://sqlite.org/c3ref/c_deterministic.html).
public struct FMFunctionOptions: OptionSet, Hashable, Sendable {
    /// SQLite's flag bits.
    public let rawValue: Int32

    /// Creates options from SQLite's flags.
    ///
    /// - Parameter rawValue: the flags, combined with bitwise OR.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The function returns equal results for equal arguments.
    ///
    /// SQLite may call the function once for several rows, and allows its use in indexes, partial indexes and generated columns. The
    /// results must never change, not even in a later version of the program, because indexes store them.
    public static let deterministic = FMFunctionOptions(rawValue: SQLITE_DETERMINISTIC)

    /// Only top-level SQL may call the function, not views, triggers, defaults, CHECK constraints and indexes that are stored in the file.
    ///
    /// Use it for functions with side effects outside the database. Needs SQLite 3.30 or later.
    public static let directOnly = FMFunctionOptions(rawValue: 0x8_0000)

    /// The function has no side effects, and its result depends only on its arguments.
    ///
    /// Views and triggers may call it even if the file is untrusted. Needs SQLite 3.31 or later.
    public static let innocuous = FMFunctionOptions(rawValue: 0x20_0000)

    /// The flags passed to SQLite. The text encoding is always UTF-8, whatever the low bits of `rawValue` are.
    var flags: Int32 { rawValue & ~0xF | SQLITE_UTF8 }

    /// The flags of the library's own functions.
    static let harmless = FMFunctionOptions([.deterministic, .innocuous]).flags

    /// The options that need a minimum SQLite version, each with its name and that version.
    static let late: [(option: FMFunctionOptions, name: String, number: Int32, version: String)] = [
        (.directOnly, "directOnly", 3_030_000, "3.30"), (.innocuous, "innocuous", 3_031_000, "3.31"),
    ]
}
