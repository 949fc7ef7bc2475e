import FMDB

/// A CHECK constraint of a model's table: a condition that is true or NULL in each row.
///
///     FMTableOptions(checks: [FMCheck("age is positive", "age >= 0")])
///
/// SQLite rejects a row that violates the check, and names the check in the error. See [CHECK
/// constraints](https://sqlite.org/lang_createtable.html#ckconst).
public struct FMCheck: Sendable, Hashable {
    /// The name of the constraint, which may be any string. SQLite's errors contain it, and an upgrade identifies the check by the name.
    public let name: String
    /// The condition, which must not contain a subquery.
    public let condition: FMSchemaSQL

    /// Creates a check.
    public init(_ name: String, _ condition: FMSchemaSQL) {
        self.name = name
        self.condition = condition
    }

    /// The clause in `CREATE TABLE`.
    var clause: String { "CONSTRAINT \(FMSQL.quoted(identifier: name)) CHECK (\(condition.text))" }
}
