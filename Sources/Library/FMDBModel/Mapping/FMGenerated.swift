import FMDB

/// A generated column, which SQLite computes from other columns of its row. It has no property: models are read and written without it,
/// but conditions, orders and indexes can name it.
///
///     FMTableOptions(
///         indexes: ["town"], generated: [FMGenerated("town", .text, as: "json_extract(address, '$.town')")])
///
/// Generated columns need SQLite 3.31. See [Generated Columns](https://sqlite.org/gencol.html).
public struct FMGenerated: Sendable, Hashable {
    /// The name of the column, which must not be the name of a property.
    public let name: String
    /// The column's type.
    public let kind: FMColumnKind
    /// The expression that computes the value from other columns. It must be deterministic.
    public let expression: FMSchemaSQL
    /// Whether the value is stored when the row is written, and not computed when it is read. To add a stored column, an upgrade
    /// rebuilds a table with rows.
    public let isStored: Bool

    /// Creates a generated column.
    public init(_ name: String, _ kind: FMColumnKind, as expression: FMSchemaSQL, isStored: Bool = false) {
        self.name = name
        self.kind = kind
        self.expression = expression
        self.isStored = isStored
    }

    /// Returns a copy whose SQL contains dates in a format.
    func with(dates: FMDateStorage) -> FMGenerated {
        FMGenerated(name, kind, as: expression.with(dates: dates), isStored: isStored)
    }

    /// The constraint name by which an upgrade recognises the generated columns of models.
    static let mark = "model"

    /// Returns the definition of the column.
    func definition(isStrict: Bool) -> String {
        "\(FMSQL.quoted(identifier: name)) \(kind.typeName(isStrict: isStrict)) \(clause)"
    }

    /// The part of the definition after the type.
    var clause: String {
        let mark = FMSQL.quoted(identifier: FMGenerated.mark)
        return "CONSTRAINT \(mark) GENERATED ALWAYS AS (\(expression.text)) \(isStored ? "STORED" : "VIRTUAL")"
    }
}
