import FMDB

/// A condition that each row of a model's table fulfils, or for which SQL's answer is NULL.
///
///     FMTableOptions(checks: [FMCheck("age is positive", "age >= 0")])
///
/// SQLite refuses what violates it, with the name in the error. See
/// [CHECK constraints](https://sqlite.org/lang_createtable.html#ckconst).
public struct FMCheck: Sendable, Hashable {
    /// Its name in the table; any text.
    public let name: String
    /// What is true in each row, or NULL.
    public let condition: FMSchemaSQL

    /// A condition.
    ///
    /// - Parameters:
    ///   - name: what SQLite says of a violation. By it an upgrade finds the check again.
    ///   - condition: an expression of columns, without queries.
    public init(_ name: String, _ condition: FMSchemaSQL) {
        self.name = name
        self.condition = condition
    }

    /// Its clause in the definition of the table.
    var clause: String { "CONSTRAINT \(FMSQL.quoted(identifier: name)) CHECK (\(condition.text))" }
}
