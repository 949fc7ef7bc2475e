import FMDB

/// A condition on each row of a model's table, which is true or NULL.
///
///     FMTableOptions(checks: [FMCheck("age is positive", "age >= 0")])
///
/// SQLite refuses what violates it, with the name in the error. See
/// [CHECK constraints](https://sqlite.org/lang_createtable.html#ckconst).
public struct FMCheck: Sendable, Hashable {
    /// Its name in the table; any text. SQLite's error for a violation has it, and an upgrade finds the check by it.
    public let name: String
    /// The condition, without queries.
    public let condition: FMSchemaSQL

    /// A condition.
    public init(_ name: String, _ condition: FMSchemaSQL) {
        self.name = name
        self.condition = condition
    }

    /// Its clause in the definition of the table.
    var clause: String { "CONSTRAINT \(FMSQL.quoted(identifier: name)) CHECK (\(condition.text))" }
}
