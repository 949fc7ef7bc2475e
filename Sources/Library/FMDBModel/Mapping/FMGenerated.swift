import FMDB

/// A generated column, which SQLite computes from other columns of its row. The model has no property for it. Models are read and written
/// without the column, but conditions, orders and indexes can name it.
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
    /// Whether the value is computed and stored when the row is written, instead of computed when it is read. If the table has rows, an
    /// upgrade that adds a stored column rebuilds the table.
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

    /// The constraint name by which an upgrade recognises a generated column that a model declared.
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
