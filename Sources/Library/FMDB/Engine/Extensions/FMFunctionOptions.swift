import FMDBSQLiteC

/// What SQLite may do with a function of your own. Default of the calls that take them: none.
///
/// The raw values are SQLite's, whose page is [Function Flags](https://sqlite.org/c3ref/c_deterministic.html).
public struct FMFunctionOptions: OptionSet, Hashable, Sendable {
    /// The bits that SQLite is given.
    public let rawValue: Int32

    /// Options by SQLite's numbers.
    ///
    /// - Parameter rawValue: the flags of SQLite's page, added up.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Equal arguments always have equal results, so SQLite may call the function once for several rows, and allows it in
    /// indexes, generated columns and partial indexes. The results must never change, not even with a later version of the
    /// program: an index keeps them.
    public static let deterministic = FMFunctionOptions(rawValue: SQLITE_DETERMINISTIC)

    /// Only SQL text of the program may call the function, not the views, triggers, defaults, checks and indexes that are
    /// stored in the file. For functions with effects outside of the database. Needs SQLite 3.30 or later.
    public static let directOnly = FMFunctionOptions(rawValue: 0x8_0000)

    /// The function is harmless: it has no effects, and its result depends on its arguments alone. Views and triggers of a
    /// file may call it even if the file is not trusted. Needs SQLite 3.31 or later.
    public static let innocuous = FMFunctionOptions(rawValue: 0x20_0000)

    /// What SQLite is given: texts are UTF-8, whatever the low bits say.
    var flags: Int32 { rawValue & ~0xF | SQLITE_UTF8 }

    /// What SQLite is given for functions of the library.
    static let harmless = FMFunctionOptions([.deterministic, .innocuous]).flags

    /// The options that not every SQLite has: each with its name, and the first version that has it.
    static let late: [(option: FMFunctionOptions, name: String, number: Int32, version: String)] = [
        (.directOnly, "directOnly", 3_030_000, "3.30"), (.innocuous, "innocuous", 3_031_000, "3.31"),
    ]
}
